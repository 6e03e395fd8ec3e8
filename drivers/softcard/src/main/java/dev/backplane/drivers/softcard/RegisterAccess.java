package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** One access to a unit's registers, carried to the unit's thread and its answer back. */
final class RegisterAccess {
  private final long offset;
  private final boolean write;
  private final int value;
  private final CompletableFuture<Integer> answer = new CompletableFuture<>();

  private RegisterAccess(long offset, boolean write, int value) {
    this.offset = offset;
    this.write = write;
    this.value = value;
  }

  static RegisterAccess read(long offset) {
    return new RegisterAccess(offset, false, 0);
  }

  static RegisterAccess write(long offset, int value) {
    return new RegisterAccess(offset, true, value);
  }

  /** Does it; called by the unit's thread. */
  void serve(Supplier<UnitModel> models) {
    try {
      UnitModel model = models.get();
      if (write) {
        model.write(offset, value);
        answer.complete(0);
      } else {
        answer.complete(model.read(offset));
      }
    } catch (Throwable e) {
      // Errors too, and a model that cannot be made: the unit's thread must live on.
      refuse(Failures.of(e, "register access"));
    }
  }

  void refuse(BackplaneException reason) {
    answer.completeExceptionally(reason);
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
