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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
  private final Map<Integer, Attached> attached = new HashMap<>();

  /** Contexts that the thread of the AFU takes from it next. */
  private final Queue<Leaving> leaving = new ConcurrentLinkedQueue<>();

  /** Whether the thread has ended, so that contexts are taken by whoever closes them. */
  private boolean over;

  private boolean poked;
  private volatile int interrupts;
  private volatile PrefaultMode prefault = PrefaultMode.NONE;
  private volatile boolean closed;
  private volatile @Nullable String failure;

  /** A context, and what the PSL has of it. */
  private record Attached(Context owner, AttachedContext context) {}

  /** A context that ends: its process element, and that the AFU has let go of it. */
  private record Leaving(int process, CompletableFuture<Void> left) {}

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
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    try {
      psl.reset();
      thread.start();
    } catch (RuntimeException | Error e) {
      psl.close();
      throw e;
    }
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
      takeLeaving();
      psl.reset();
      failure = null;
    } catch (RuntimeException | Error e) {
      fail(e);
      throw failed("reset");
    } finally {
      giveBack();
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
          attached.put(context.process(), new Attached(owner, context));
          try {
            begin(context);
          } catch (RuntimeException | Error e) {
            attached.remove(context.process());
            psl.detach(context.process(), false);
            throw e;
          }
          wake();
          return 0;
        });
  }

  private void begin(AttachedContext context) {
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
  }

  /**
   * Ends a context: the thread of the AFU takes it away, with all its commands and the hold on its
   * memory. Waits for that, as long as an access may take.
   *
   * @return completes when nothing of it is left
   */
  CompletionStage<Void> detach(int process) {
    Leaving one = new Leaving(process, new CompletableFuture<>());
    long before = turn.returns();
    long end = System.nanoTime() + patience.toNanos();
    leaving.add(one);
    if (closed && thread.isAlive()) {
      // Its AFU does not return; if it does, its thread takes the context.
      return one.left;
    }
    if (turn.takeInTime()) {
      if (over) {
        takeLeaving();
      }
      giveBack();
      before = turn.returns();
    }
    try {
      one.left.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      if (turn.returns() == before) {
        failure = "the AFU did not return in %d ms".formatted(patience.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("it is completed normally", e);
    }
    return one.left;
  }

  /** Takes all contexts from the AFU that end, in its turn. */
  private void takeLeaving() {
    while (takeOneLeaving()) {
      // There may be another one.
    }
  }

  private boolean takeOneLeaving() {
    Leaving one = leaving.poll();
    if (one == null) {
      return false;
    }
    try {
      end(one.process);
      turn.returned();
      tellEnding();
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      // An AFU that failed gets no context before it is reset, which takes the rest.
      one.left.complete(null);
    }
    return true;
  }

  private void end(int process) {
    Attached gone = attached.remove(process);
    boolean works = failure == null && !over;
    try {
      if (gone != null && works) {
        if (isDedicated()) {
          psl.reset();
        } else {
          afu.terminate(process);
        }
      }
    } catch (RuntimeException | Error e) {
      fail(e);
      works = false;
    }
    try {
      psl.detach(process, works);
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      if (gone != null) {
        gone.context.memory().close();
      }
    }
  }

  /** {@return why it is stopped until a reset, if it is} */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
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

  /**
   * Gives the turn back, to the thread of the AFU if a context ends. An event comes before the
   * answer to what was asked of the AFU.
   */
  private void giveBack() {
    tellEnding();
    if (!leaving.isEmpty()) {
      wake();
    }
    turn.giveBack();
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
    attached.values().forEach(each -> each.owner.events().lose(reason));
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
      giveBack();
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
      giveBack();
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
        while (takeOneLeaving()) {
          turn.letOthersIn();
        }
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
      over = true;
      try {
        takeLeaving();
        // The holds on memory end with the thread: nobody uses them any more.
        attached.values().forEach(each -> each.context.memory().close());
        attached.clear();
      } finally {
        turn.giveBack();
      }
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
      turn.returned();
      tellEnding();
      return more;
    } catch (RuntimeException | Error e) {
      fail(e);
      return false;
    }
  }

  /** Tells the holders of contexts that the AFU has ended its job with an error, in any call. */
  private void tellEnding() {
    long error = psl.takeEnding().orElse(0);
    if (error != 0) {
      attached.values().forEach(each -> each.owner.events().failed(error));
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
        try (psl) {
          afu.close();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
