package dev.backplane.rtl.cardkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An accelerator of a software card from its power-up to its end. A thread of its own lets it work
 * while it has something to do, and sleeps while it has not; whoever accesses it has the turn
 * before it, and waits for that no longer than a deadline. Its first fault stops it until its
 * reset: until then accesses are refused and it does not go on. Safe for use by several threads.
 */
public final class PoweredAccelerator implements AutoCloseable {
  /** Pauses between the steps of a circuit that watches: the longer it finds none, the longer. */
  private static final long SHORTEST_PAUSE = 20_000;

  private static final long LONGEST_PAUSE = 1_000_000;

  private final String name;
  private final Duration patience;
  private final Consumer<RuntimeException> listener;
  private final Turn turn;

  /** Signalled when there may be work for the thread. */
  private final Condition work;

  private final Thread thread;

  /** Tasks of its thread, done before the next step. */
  private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();

  // Written in turn.
  private Circuit circuit;
  private volatile boolean busy;
  private boolean over;

  private volatile @Nullable RuntimeException fault;
  private volatile boolean closed;

  private record Task(Runnable action, CompletableFuture<Void> done) {}

  /**
   * Gives a circuit power. Its {@link Circuit#reset} is left to who makes it.
   *
   * @param name what it is called in messages
   * @param thread the name of its thread
   * @param circuit what has power; closed with this, unless this throws
   * @param patience how long an access waits for its turn
   * @param listener is told of a fault that stops it, in turn; waits for nobody
   */
  public PoweredAccelerator(
      String name,
      String thread,
      Circuit circuit,
      Duration patience,
      Consumer<RuntimeException> listener) {
    this.name = name;
    this.circuit = circuit;
    this.patience = patience;
    this.listener = listener;
    turn = new Turn(patience);
    work = turn.condition();
    this.thread = Thread.ofPlatform().daemon().name(thread).unstarted(this::run);
    this.thread.start();
  }

  /** {@return the thread that lets it work} */
  public Thread thread() {
    return thread;
  }

  /** {@return the fault that stops it until its reset, if there is one} */
  public Optional<RuntimeException> fault() {
    return Optional.ofNullable(fault);
  }

  /** {@return whether it has something to do} */
  public boolean isBusy() {
    return busy;
  }

  /**
   * Accesses a register.
   *
   * @param offset which, for messages
   * @param access is done in turn; what it throws is a fault
   * @return what it gives
   * @throws BackplaneException {@link ErrorCode#TIMEOUT} if the turn does not come, {@link
   *     ErrorCode#DEVICE_FAULTED} if the accelerator has stopped or stops with this access, {@link
   *     ErrorCode#CANCELLED} if the thread is interrupted while it waits, {@link ErrorCode#CLOSED}
   */
  public long register(long offset, LongSupplier access) {
    return use(() -> "access register 0x" + Long.toHexString(offset), ErrorCode.TIMEOUT, access);
  }

  /**
   * Uses it for more than a register.
   *
   * @param operation what for, in words
   * @param late the code if the turn does not come
   * @param use is done in turn; what it throws is a fault
   * @return what it gives
   * @throws BackplaneException as {@link #register}, with {@code late} for TIMEOUT
   */
  public long use(String operation, ErrorCode late, LongSupplier use) {
    return use(() -> operation, late, use);
  }

  private long use(Supplier<String> operation, ErrorCode late, LongSupplier use) {
    take(operation, late);
    try {
      RuntimeException standing = fault;
      if (standing != null) {
        throw refusal(operation.get(), standing);
      }
      return use.getAsLong();
    } catch (BackplaneException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw refusal(operation.get(), fail(e));
    } finally {
      turn.giveBack();
    }
  }

  /**
   * Looks at it, also while a fault stops it.
   *
   * @param operation what for, in words
   * @param look is done in turn; what it throws is a fault
   * @return what it gives
   * @throws BackplaneException as {@link #register}
   */
  public <T extends @Nullable Object> T look(String operation, Supplier<T> look) {
    return inTurn(operation, ErrorCode.TIMEOUT, look);
  }

  /**
   * Resets it, and clears its fault.
   *
   * @param late the code if the turn does not come
   * @throws BackplaneException as {@link #use}; {@link ErrorCode#DEVICE_FAULTED} if it does not
   *     start again
   */
  public void reset(ErrorCode late) {
    inTurn(
        "reset",
        late,
        () -> {
          doTasks();
          fault = null;
          circuit.reset();
          wake();
          return true;
        });
  }

  /**
   * Puts another circuit in the place of this one, which ends.
   *
   * @param next makes it, ready for use; if it throws, the one before goes on
   * @throws BackplaneException as {@link #register}, or what {@code next} throws
   */
  public void replace(Supplier<? extends Circuit> next) {
    inTurn(
        "replace the accelerator",
        ErrorCode.TIMEOUT,
        () -> {
          Circuit made = next.get();
          end(circuit);
          circuit = made;
          fault = null;
          wake();
          return true;
        });
  }

  /**
   * Stops it as a fault of its own does.
   *
   * @param cause what happened
   * @throws BackplaneException as {@link #register}
   */
  public void fault(RuntimeException cause) {
    look("inject a fault", () -> fail(cause));
  }

  /** Lets it go on; in turn. */
  public void wake() {
    if (!busy) {
      busy = true;
      work.signal();
    }
  }

  /**
   * Has its own thread do something before the next step, also while a fault stops it. Waits for
   * that as long as an access may take; if the accelerator does not return in that time, it has
   * stopped.
   *
   * @param action what; it throws nothing
   * @return completes when it is done
   */
  public CompletionStage<Void> handOver(Runnable action) {
    Task task = new Task(action, new CompletableFuture<>());
    long before = turn.returns();
    long end = System.nanoTime() + patience.toNanos();
    tasks.add(task);
    if (closed && thread.isAlive()) {
      // It does not return; if it does, its thread does the task.
      return task.done;
    }
    if (turn.takeUninterruptibly(patience)) {
      if (over) {
        doTasks();
      } else {
        wake();
      }
      turn.giveBack();
      before = turn.returns();
    }
    try {
      task.done.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      if (turn.returns() == before && fault == null) {
        fault = new IllegalStateException(notReturned());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("it is completed normally", e);
    }
    return task.done;
  }

  private <T extends @Nullable Object> T inTurn(
      String operation, ErrorCode late, Supplier<T> action) {
    take(() -> operation, late);
    try {
      return action.get();
    } catch (BackplaneException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw refusal(operation, fail(e));
    } finally {
      turn.giveBack();
    }
  }

  private void take(Supplier<String> operation, ErrorCode late) {
    try {
      if (!turn.takeInTime()) {
        throw BackplaneException.because(late, notReturned())
            .during(operation.get())
            .on(name)
            .remedy("Close what uses it; it works again when it has returned and is reset")
            .build();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(ErrorCode.CANCELLED, "the thread was interrupted")
          .during(operation.get())
          .on(name)
          .causedBy(e)
          .build();
    }
    if (closed) {
      turn.giveBack();
      throw BackplaneException.because(ErrorCode.CLOSED, "the accelerator was closed")
          .during(operation.get())
          .on(name)
          .build();
    }
  }

  private String notReturned() {
    return "the accelerator did not return from one step in %d ms".formatted(patience.toMillis());
  }

  private BackplaneException refusal(String operation, RuntimeException standing) {
    return BackplaneException.because(
            ErrorCode.DEVICE_FAULTED,
            "the accelerator stopped after a fault: " + standing.getMessage())
        .during(operation)
        .on(name)
        .remedy("Reset the accelerator; events and error registers tell more of the fault")
        .causedBy(standing)
        .build();
  }

  /**
   * Stops it; in turn.
   *
   * @return the fault that it has now, the first one
   */
  private RuntimeException fail(Throwable thrown) {
    RuntimeException found = circuit.faultOf(thrown);
    RuntimeException standing = fault;
    busy = false;
    if (standing != null) {
      return standing;
    }
    fault = found;
    listener.accept(found);
    return found;
  }

  private void run() {
    long pause = SHORTEST_PAUSE;
    turn.take();
    try {
      await(Long.MAX_VALUE);
      while (!closed) {
        while (doTask()) {
          turn.letOthersIn();
        }
        switch (fault == null ? step() : Circuit.Progress.IDLE) {
          case MORE -> {
            busy = true;
            pause = SHORTEST_PAUSE;
            turn.letOthersIn();
          }
          case WATCHING -> {
            busy = false;
            await(pause);
            pause = busy ? SHORTEST_PAUSE : Math.min(LONGEST_PAUSE, pause + SHORTEST_PAUSE);
          }
          case IDLE -> {
            busy = false;
            pause = SHORTEST_PAUSE;
            await(Long.MAX_VALUE);
          }
        }
      }
    } finally {
      over = true;
      try {
        doTasks();
        end(circuit);
      } finally {
        turn.giveBack();
      }
    }
  }

  private Circuit.Progress step() {
    try {
      Circuit.Progress progress = circuit.advance();
      turn.returned();
      return progress;
    } catch (RuntimeException | Error e) {
      fail(e);
      return Circuit.Progress.IDLE;
    }
  }

  /** Waits for something to do. */
  private void await(long nanos) {
    long left = nanos;
    while (left > 0 && !busy && !closed && tasks.isEmpty()) {
      try {
        left = work.awaitNanos(left);
      } catch (InterruptedException e) {
        // Nobody does on purpose: the JVM interrupts a thread that it keeps from freed memory.
      }
    }
  }

  private void doTasks() {
    while (doTask()) {
      // There may be another one.
    }
  }

  private boolean doTask() {
    Task task = tasks.poll();
    if (task == null) {
      return false;
    }
    try {
      task.action.run();
      turn.returned();
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      task.done.complete(null);
    }
    return true;
  }

  /**
   * Ends the accelerator and its thread. One that does not return from a step is interrupted, and
   * not waited for any longer than an access is.
   */
  @Override
  public void close() {
    closed = true;
    Duration half = patience.dividedBy(2);
    if (turn.takeUninterruptibly(half)) {
      work.signal();
      turn.giveBack();
    } else {
      thread.interrupt();
    }
    try {
      if (thread.join(half)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
    System.getLogger(PoweredAccelerator.class.getName())
        .log(
            System.Logger.Level.WARNING,
            name + ": an accelerator does not return, and goes on after its close");
  }

  private void end(Circuit old) {
    try {
      old.close();
    } catch (RuntimeException | Error e) {
      System.getLogger(PoweredAccelerator.class.getName())
          .log(System.Logger.Level.WARNING, name + ": an accelerator did not close", e);
    }
  }
}
