package dev.backplane.capi.card.context;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.Attachment;
import dev.backplane.api.capi.CoherentEvent;
import dev.backplane.api.capi.CoherentEvent.AfuError;
import dev.backplane.api.capi.CoherentEvent.AfuInterrupt;
import dev.backplane.api.capi.CoherentEvent.DataStorage;
import dev.backplane.api.capi.Readiness;
import dev.backplane.capi.card.abi.EventBytes;
import dev.backplane.capi.card.psl.ContextListener;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of a context that were not read. As in the kernel there is room for each interrupt,
 * one fault and one error: an interrupt that comes again is one event, a later fault takes the
 * place of the one before, and a later error is dropped. Interrupts are read first, the lowest
 * before the others, then the fault, then the error.
 *
 * <p>Safe for use by several threads.
 */
final class ContextEvents implements ContextListener {
  private static final Duration LONGEST = Duration.ofDays(1000);

  private final int process;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final BitSet interrupts = new BitSet();
  private @Nullable DataStorage fault;
  private @Nullable AfuError error;
  private @Nullable String lost;
  private boolean closed;
  private boolean woken;
  private @Nullable CompletableFuture<Void> ready;
  private @Nullable EventDescriptor descriptor;
  private volatile @Nullable Runnable bell;

  ContextEvents(int process) {
    this.process = process;
  }

  /** Says who is told of events at once. */
  void bell(@Nullable Runnable rung) {
    bell = rung;
  }

  private void change(Runnable change) {
    CompletableFuture<Void> told = null;
    boolean isRung = false;
    lock.lock();
    try {
      change.run();
      changed.signalAll();
      show();
      if (state() != Readiness.NOTHING) {
        told = ready;
        ready = null;
        isRung = true;
      }
    } finally {
      lock.unlock();
    }
    Runnable rung = bell;
    if (isRung && rung != null) {
      rung.run();
    }
    if (told != null) {
      // Not by the thread of the AFU, which does not wait for what is done then.
      told.completeAsync(() -> null);
    }
  }

  private Readiness state() {
    if (closed) {
      return Readiness.ENDED;
    }
    return isPending() ? Readiness.EVENT : lost == null ? Readiness.NOTHING : Readiness.ENDED;
  }

  private void show() {
    if (descriptor != null) {
      descriptor.show(state() != Readiness.NOTHING);
    }
  }

  /** The outcome that a read would have. */
  Readiness readiness() {
    lock.lock();
    try {
      return state();
    } finally {
      lock.unlock();
    }
  }

  /** Completes when a read would not wait. */
  CompletionStage<Void> ready() {
    lock.lock();
    try {
      if (state() != Readiness.NOTHING) {
        return CompletableFuture.completedStage(null);
      }
      if (ready == null) {
        ready = new CompletableFuture<>();
      }
      return ready.minimalCompletionStage();
    } finally {
      lock.unlock();
    }
  }

  /** The descriptor that is readable while a read would not wait; made when it is asked for. */
  int descriptor(String owner) {
    lock.lock();
    try {
      if (closed) {
        throw closed();
      }
      if (descriptor == null) {
        descriptor = new EventDescriptor(owner);
        show();
      }
      return descriptor.number();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void interrupted(int number) {
    change(() -> interrupts.set(number));
  }

  @Override
  public void faulted(long address, long dsisr) {
    change(() -> fault = new DataStorage(process, address, dsisr));
  }

  @Override
  public void notified() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the AFU wakes the thread; whether it did in time. */
  boolean awaitWake(Duration timeout) {
    lock.lock();
    try {
      await(() -> woken, timeout);
      boolean was = woken;
      woken = false;
      return was;
    } finally {
      lock.unlock();
    }
  }

  /** The AFU ended its job with an error. */
  void failed(long code) {
    change(
        () -> {
          if (error == null) {
            error = new AfuError(process, code);
          }
        });
  }

  /** Nothing will come any more, because of the card; what was not read can still be read. */
  void lose(String reason) {
    change(
        () -> {
          if (lost == null) {
            lost = reason;
          }
        });
  }

  /** The context was closed; waiting threads are told. */
  void close() {
    change(
        () -> {
          closed = true;
          if (descriptor != null) {
            descriptor.close();
            descriptor = null;
          }
        });
  }

  /** Waits for an event; nothing if there is none in time. */
  Optional<CoherentEvent> next(Duration timeout) {
    lock.lock();
    try {
      await(this::isPending, timeout);
      return Optional.ofNullable(poll());
    } finally {
      lock.unlock();
    }
  }

  /** Writes the next event as C has it; returns its bytes, 0 if none came in time. */
  int read(MemorySegment target, Duration timeout) {
    if (target.byteSize() < Attachment.LEAST_READ) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "events are read into %d bytes or more, not %d"
                  .formatted(Attachment.LEAST_READ, target.byteSize()))
          .during("read events")
          .build();
    }
    lock.lock();
    try {
      await(this::isPending, timeout);
      CoherentEvent event = poll();
      return event == null ? 0 : EventBytes.write(event, target);
    } finally {
      lock.unlock();
    }
  }

  private static BackplaneException closed() {
    return BackplaneException.because(ErrorCode.CLOSED, "the context was closed")
        .during("wait for an AFU")
        .build();
  }

  private boolean isPending() {
    return !interrupts.isEmpty() || fault != null || error != null;
  }

  private void await(BooleanSupplier condition, Duration timeout) {
    long left = (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
    try {
      while (!condition.getAsBoolean() && !closed && lost == null && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(ErrorCode.CANCELLED, "the thread was interrupted")
          .during("wait for an AFU")
          .causedBy(e)
          .build();
    }
    if (closed) {
      throw closed();
    }
    if (!condition.getAsBoolean() && lost != null) {
      throw BackplaneException.because(ErrorCode.DEVICE_FAULTED, lost)
          .during("wait for an AFU")
          .remedy("Close the context; open another one when the card is back")
          .build();
    }
  }

  private @Nullable CoherentEvent poll() {
    CoherentEvent event = take();
    show();
    return event;
  }

  private @Nullable CoherentEvent take() {
    int number = interrupts.nextSetBit(0);
    if (number >= 0) {
      interrupts.clear(number);
      return new AfuInterrupt(process, number);
    }
    CoherentEvent event = fault;
    if (event != null) {
      fault = null;
      return event;
    }
    event = error;
    error = null;
    return event;
  }
}
