package dev.backplane.drivers.capi.card;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.PrefaultMode;
import dev.backplane.drivers.capi.CapiAfu;
import dev.backplane.drivers.capi.descriptor.AfuDescriptor;
import dev.backplane.drivers.capi.descriptor.ProgrammingModel;
import dev.backplane.drivers.capi.psl.AttachedContext;
import dev.backplane.drivers.capi.psl.Dsisr;
import dev.backplane.drivers.capi.psl.Faults;
import dev.backplane.drivers.capi.psl.SoftPsl;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
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
  private final InterruptBudget budget;
  private final Duration patience;
  private final SoftPsl psl;

  private final Turn turn;

  /** That there may be work. */
  private final Condition work;

  private final Thread thread;

  private final ContextTable contexts;
  private final Map<Integer, Context> attached = new HashMap<>();
  private boolean poked;
  private volatile int interrupts;
  private volatile PrefaultMode prefault = PrefaultMode.NONE;
  private volatile boolean closed;
  private volatile @Nullable String failure;

  AfuSlice(
      String name,
      CapiAfu afu,
      @Nullable ProgrammingModel mode,
      Dsisr dsisr,
      Faults faults,
      InterruptBudget budget,
      Duration patience) {
    this.name = name;
    this.afu = afu;
    this.budget = budget;
    this.patience = patience;
    turn = new Turn(patience);
    work = turn.condition();
    descriptor = afu.descriptor();
    descriptor.checkRegisters(afu.registerBytes());
    contexts = new ContextTable(this, descriptor.processes(), mode);
    interrupts = budget.most();
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

  /** {@return its contexts} */
  public ContextTable contexts() {
    return contexts;
  }

  private boolean isDedicated() {
    return contexts.mode().orElse(null) == ProgrammingModel.DEDICATED;
  }

  /** {@return the thread that copies for it} */
  public Thread thread() {
    return thread;
  }

  boolean wakesThreads() {
    return psl.isPsl9();
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
    return interrupts;
  }

  /** Limits how many interrupts a context can have. */
  public void limitInterrupts(int most) {
    if (most < leastInterrupts() || most > budget.most()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "%d interrupts are not %d to %d".formatted(most, leastInterrupts(), budget.most()))
          .during("limit the interrupts of a context")
          .on(name)
          .build();
    }
    interrupts = most;
  }

  /** Brings the AFU back to what it was at power-up, also after it failed. */
  public void reset() {
    contexts.whileClosed("reset", this::resetClosed);
  }

  private void resetClosed() {
    take("reset", ErrorCode.BUSY);
    try {
      psl.reset();
      failure = null;
    } catch (RuntimeException | Error e) {
      fail(e);
      throw failed("reset");
    } finally {
      turn.giveBack();
    }
  }

  /** {@return what is made ready when a context is started} */
  public PrefaultMode prefault() {
    return prefault;
  }

  /** Chooses it. */
  public void prefault(PrefaultMode mode) {
    prefault = mode;
  }

  void attach(Context owner, AttachedContext context) {
    inTurn(
        "start work",
        ErrorCode.BUSY,
        () -> {
          psl.attach(context);
          if (isDedicated()) {
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
    if (closed) {
      return true;
    }
    if (!turn.takeInTime()) {
      failure = "the AFU did not return in %d ms".formatted(patience.toMillis());
      return false;
    }
    try {
      if (attached.remove(process) != null && failure == null) {
        try {
          if (isDedicated()) {
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
      turn.giveBack();
    }
  }

  private void take(String operation, ErrorCode late) {
    if (!turn.takeInTime()) {
      throw BackplaneException.because(
              late, "the AFU did not return in %d ms".formatted(patience.toMillis()))
          .during(operation)
          .on(name)
          .remedy("Close the context; the AFU works again when it has returned and is reset")
          .build();
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
    return inTurn("read a register", ErrorCode.TIMEOUT, () -> afu.read(offset, bytes));
  }

  /** Writes a register. */
  public void write(long offset, int bytes, long value) {
    inTurn(
        "write a register",
        ErrorCode.TIMEOUT,
        () -> {
          afu.write(offset, bytes, value);
          wake();
          return 0;
        });
  }

  /** {@return a part of its error buffer} Read also after it failed, as long as it answers. */
  public byte[] errorBuffer(long offset, int bytes) {
    take("read the error buffer", ErrorCode.TIMEOUT);
    try {
      return afu.errorBuffer(offset, bytes);
    } catch (BackplaneException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      fail(e);
      throw failed("read the error buffer");
    } finally {
      turn.giveBack();
    }
  }

  /** Lets code use the AFU. */
  private long inTurn(String operation, ErrorCode late, LongSupplier use) {
    take(operation, late);
    try {
      check(operation);
      return use.getAsLong();
    } catch (BackplaneException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      fail(e);
      throw failed(operation);
    } finally {
      turn.giveBack();
    }
  }

  long registerOffset(int process, boolean master) {
    return master || descriptor.areaLength() == 0
        ? 0
        : descriptor.areaOffset() + descriptor.areaLength() * process;
  }

  /** {@return how many bytes of registers a context may use} */
  public long registerBytes(boolean master) {
    if (!descriptor.problemState()) {
      return 0;
    }
    return master || descriptor.areaLength() == 0 ? afu.registerBytes() : descriptor.areaLength();
  }

  private void run() {
    long pause = SHORTEST_PAUSE;
    turn.take();
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
          turn.letOthersIn();
        } else {
          poked = false;
          pause(pause);
          pause = poked ? SHORTEST_PAUSE : Math.min(LONGEST_PAUSE, pause + SHORTEST_PAUSE);
        }
      }
    } finally {
      turn.giveBack();
    }
  }

  /** Waits for something to do, for a while. */
  private void pause(long nanos) {
    long left = nanos;
    try {
      while (left > 0 && !poked && !closed) {
        left = work.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // Nobody does on purpose: the JVM interrupts a thread that it keeps from freed memory.
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

  /** Takes the card's power. */
  @Override
  public void close() {
    if (!turn.takeInTime()) {
      // Its thread and its memory stay, under an AFU that does not return; if it does, it ends.
      closed = true;
      return;
    }
    try {
      closed = true;
      work.signal();
    } finally {
      turn.giveBack();
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
