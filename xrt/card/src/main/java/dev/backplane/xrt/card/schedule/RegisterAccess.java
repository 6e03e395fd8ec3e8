package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.Failures;
import dev.backplane.xrt.card.unit.UnitModel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** One access to registers of a compute unit, which the unit's thread answers. */
public final class RegisterAccess {
  private static final int DONE = 1 << 1;

  private final CardClient owner;
  private final long offset;
  private final boolean write;
  private final int value;

  /** The value that was read; used by the unit's thread only. */
  private int result;

  private final CompletableFuture<Integer> answer = new CompletableFuture<>();

  private RegisterAccess(CardClient owner, long offset, boolean write, int value) {
    this.owner = owner;
    this.offset = offset;
    this.write = write;
    this.value = value;
  }

  public static RegisterAccess read(CardClient owner, long offset) {
    return new RegisterAccess(owner, offset, false, 0);
  }

  public static RegisterAccess write(CardClient owner, long offset, int value) {
    return new RegisterAccess(owner, offset, true, value);
  }

  boolean isWrite() {
    return write;
  }

  long offset() {
    return offset;
  }

  int value() {
    return value;
  }

  /** {@return the client that asked for it} */
  CardClient owner() {
    return owner;
  }

  /** {@return whether it read from the control register that the kernel is done} */
  boolean sawDone() {
    return !write && offset == 0 && (result & DONE) != 0;
  }

  /**
   * Does it; called by the unit's thread.
   *
   * @param unit whose registers they are
   * @param models makes the model if there is none
   * @param beforeAnswer takes note of what the access did, before the client goes on
   */
  void serve(ComputeUnit unit, Supplier<? extends UnitModel> models, Runnable beforeAnswer) {
    BackplaneException failure = null;
    try {
      UnitModel model = models.get();
      if (write) {
        model.write(offset, value);
      } else {
        result = model.read(offset);
      }
    } catch (Throwable e) {
      // Errors too, and a model that cannot be made: the unit's thread must live on.
      failure = Failures.of(e, unit.toString());
    }
    beforeAnswer.run();
    if (failure == null) {
      answer.complete(result);
    } else {
      refuse(failure);
    }
  }

  void refuse(BackplaneException reason) {
    answer.completeExceptionally(reason);
  }

  /** {@return whether it is answered within a time} */
  boolean isAnswered(Duration within) {
    try {
      answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (ExecutionException refused) {
      return true;
    } catch (InterruptedException e) {
      // The wait that follows tells of it.
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Waits for the answer. */
  int await(Duration deadline) {
    try {
      return answer.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw failed(ErrorCode.TIMEOUT, "no answer within " + deadline.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(ErrorCode.CANCELLED, "the waiting thread was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BackplaneException reason) {
        throw reason.with().causedBy(reason).during("access register").build();
      }
      throw failed(ErrorCode.INTERNAL, "failed with " + e.getCause(), e);
    }
  }

  private BackplaneException failed(ErrorCode code, String problem, Exception cause) {
    return BackplaneException.because(code, problem)
        .during("access register")
        .on("offset 0x%x of the compute unit".formatted(offset))
        .causedBy(cause)
        .build();
  }
}
