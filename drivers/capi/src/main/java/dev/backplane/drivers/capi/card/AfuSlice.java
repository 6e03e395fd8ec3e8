package dev.backplane.drivers.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.capi.CapiAfu;
import dev.backplane.drivers.capi.descriptor.AfuDescriptor;
import dev.backplane.drivers.capi.descriptor.ProgrammingModel;
import dev.backplane.drivers.capi.psl.AttachedContext;
import dev.backplane.drivers.capi.psl.Dsisr;
import dev.backplane.drivers.capi.psl.Faults;
import dev.backplane.drivers.capi.psl.SoftPsl;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An AFU on its card, with the contexts that are open. A thread of its own lets it work while
 * contexts are attached; whoever accesses a register has the turn before it.
 *
 * <p>Safe for use by several threads.
 */
public final class AfuSlice implements AutoCloseable {
  /** Pauses of an AFU that only looks for work: the longer it finds none, the longer. */
  private static final long SHORTEST_PAUSE = 20_000;

  private static final long LONGEST_PAUSE = 1_000_000;

  private final String name;
  private final CapiAfu afu;
  private final AfuDescriptor descriptor;
  private final ProgrammingModel mode;
  private final InterruptBudget budget;
  private final Duration patience;
  private final SoftPsl psl;

  private final ReentrantLock turn = new ReentrantLock();
  private final Condition work = turn.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Thread thread;

  private final Object opening = new Object();
  private final BitSet processes = new BitSet();
  private final Map<Integer, Context> attached = new HashMap<>();
  private boolean poked;
  private boolean closed;
  private volatile @Nullable String failure;

  AfuSlice(
      String name,
      CapiAfu afu,
      ProgrammingModel mode,
      Dsisr dsisr,
      Faults faults,
      InterruptBudget budget,
      Duration patience) {
    this.name = name;
    this.afu = afu;
    this.mode = mode;
    this.budget = budget;
    this.patience = patience;
    descriptor = afu.descriptor();
    descriptor.checkRegisters(afu.registerBytes());
    psl = new SoftPsl(afu, dsisr, faults);
    psl.reset();
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    thread.start();
  }

  /** {@return its name, such as {@code afu0.0}} */
  public String name() {
    return name;
  }

  /** {@return what it says of itself} */
  public AfuDescriptor descriptor() {
    return descriptor;
  }

  /** {@return how processes share it} */
  public ProgrammingModel mode() {
    return mode;
  }

  /** {@return the thread that copies for it} */
  public Thread thread() {
    return thread;
  }

  InterruptBudget budget() {
    return budget;
  }

  /** {@return how many interrupts a context needs} */
  public int leastInterrupts() {
    return descriptor.interrupts();
  }

  /** {@return how many interrupts a context can have} */
  public int mostInterrupts() {
    return budget.most();
  }

  private int contexts() {
    return mode == ProgrammingModel.DEDICATED ? 1 : descriptor.processes();
  }

  /**
   * Opens a context.
   *
   * @param master whether it may use all registers
   * @throws BackplaneException {@link ErrorCode#OUT_OF_CONTEXTS}
   */
  public Context open(boolean master) {
    synchronized (opening) {
      int process = processes.nextClearBit(0);
      if (process >= contexts()) {
        throw BackplaneException.because(
                ErrorCode.OUT_OF_CONTEXTS, "its %d contexts are open".formatted(contexts()))
            .during("open a context")
            .on(name)
            .remedy("Close one, or wait until a process does")
            .build();
      }
      processes.set(process);
      return new Context(this, process, master || mode == ProgrammingModel.DEDICATED);
    }
  }

  /** Gives a context back, which is detached. */
  public void close(Context context) {
    // An AFU that does not return may use it yet, so nobody else gets its number.
    if (context.detach()) {
      synchronized (opening) {
        processes.clear(context.process());
      }
    }
  }

  void attach(Context owner, AttachedContext context) {
    inTurn(
        "start work",
        () -> {
          psl.attach(context);
          if (mode == ProgrammingModel.DEDICATED) {
            psl.reset();
            psl.start(context.workElementDescriptor());
          } else {
            if (!psl.isRunning()) {
              psl.reset();
              psl.start(0);
            }
            afu.add(context.process());
          }
          attached.put(context.process(), owner);
          wake();
          return 0;
        });
  }

  /** Ends a context; returns whether the AFU has let go of it. */
  boolean detach(int process) {
    if (!takeInTime()) {
      failure = "the AFU did not return in %d ms".formatted(patience.toMillis());
      return false;
    }
    try {
      if (attached.remove(process) != null && failure == null) {
        try {
          if (mode == ProgrammingModel.DEDICATED) {
            psl.reset();
          } else {
            afu.terminate(process);
          }
        } catch (RuntimeException | Error e) {
          fail(e);
        }
      }
      psl.detach(process);
      return true;
    } finally {
      turn.unlock();
    }
  }

  private void take(String operation) {
    if (!takeInTime()) {
      throw BackplaneException.because(
              ErrorCode.TIMEOUT, "the AFU did not return in %d ms".formatted(patience.toMillis()))
          .during(operation)
          .on(name)
          .remedy("Close the context; the AFU works again when it has returned and is reset")
          .build();
    }
  }

  /** Takes the turn, before the AFU goes on; false if it does not return. */
  private boolean takeInTime() {
    if (turn.tryLock()) {
      return true;
    }
    boolean interrupted = false;
    waiting.incrementAndGet();
    try {
      long end = System.nanoTime() + patience.toNanos();
      while (true) {
        try {
          return turn.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      waiting.decrementAndGet();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void check(String operation) {
    if (failure != null) {
      throw failed(operation);
    }
    if (closed) {
      throw BackplaneException.because(ErrorCode.CLOSED, "the card was closed")
          .during(operation)
          .on(name)
          .build();
    }
  }

  private BackplaneException failed(String operation) {
    return BackplaneException.because(ErrorCode.DEVICE_FAULTED, String.valueOf(failure))
        .during(operation)
        .on(name)
        .remedy("Correct the AFU, and reset the card")
        .build();
  }

  private void wake() {
    if (!poked) {
      poked = true;
      work.signal();
    }
  }

  /** What the AFU throws stops it, and the holders of its contexts are told. */
  private void fail(Throwable cause) {
    String reason = "the AFU failed: " + cause;
    failure = reason;
    attached.values().forEach(each -> each.events().lose(reason));
    wake();
  }

  /**
   * Reads a register, from the begin of all registers. A read wakes nobody: an AFU that has nothing
   * to do finds out after its pause what the read changed.
   */
  public long read(long offset, int bytes) {
    return inTurn("read a register", () -> afu.read(offset, bytes));
  }

  /** Writes a register. */
  public void write(long offset, int bytes, long value) {
    inTurn(
        "write a register",
        () -> {
          afu.write(offset, bytes, value);
          wake();
          return 0;
        });
  }

  /** Lets code use the AFU. */
  private long inTurn(String operation, LongSupplier use) {
    take(operation);
    try {
      check(operation);
      return use.getAsLong();
    } catch (BackplaneException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      fail(e);
      throw failed(operation);
    } finally {
      turn.unlock();
    }
  }

  long registerOffset(int process, boolean master) {
    return master || descriptor.areaLength() == 0
        ? 0
        : descriptor.areaOffset() + descriptor.areaLength() * process;
  }

  long registerBytes(boolean master) {
    if (!descriptor.problemState()) {
      return 0;
    }
    return master || descriptor.areaLength() == 0 ? afu.registerBytes() : descriptor.areaLength();
  }

  private void run() {
    long pause = SHORTEST_PAUSE;
    turn.lock();
    try {
      while (!closed) {
        if (attached.isEmpty() || failure != null || !psl.isRunning()) {
          poked = false;
          while (!poked && !closed) {
            work.awaitUninterruptibly();
          }
          pause = SHORTEST_PAUSE;
        } else if (step()) {
          pause = SHORTEST_PAUSE;
          letOthersIn();
        } else {
          poked = false;
          work.awaitNanos(pause);
          pause = poked ? SHORTEST_PAUSE : Math.min(LONGEST_PAUSE, pause + SHORTEST_PAUSE);
        }
      }
    } catch (InterruptedException e) {
      // Only the end of the card interrupts it.
      closed = true;
    } finally {
      turn.unlock();
    }
  }

  private boolean step() {
    try {
      boolean more = psl.advance();
      psl.ending().ifPresent(this::ended);
      return more;
    } catch (RuntimeException | Error e) {
      fail(e);
      return false;
    }
  }

  private void ended(long error) {
    if (error != 0) {
      attached.values().forEach(each -> each.events().failed(error));
    }
  }

  private void letOthersIn() {
    if (waiting.get() > 0) {
      turn.unlock();
      try {
        while (waiting.get() > 0) {
          Thread.onSpinWait();
        }
      } finally {
        turn.lock();
      }
    }
  }

  /** Takes the card's power. */
  @Override
  public void close() {
    if (!takeInTime()) {
      // Its thread and its memory stay, under an AFU that does not return.
      return;
    }
    try {
      closed = true;
      work.signal();
    } finally {
      turn.unlock();
    }
    try {
      if (thread.join(patience)) {
        afu.close();
        psl.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
