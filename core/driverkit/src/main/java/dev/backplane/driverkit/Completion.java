package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.RunState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of an execution or a transfer, whoever sees it first. That one {@linkplain #claim claims}
 * it, gives back what was held, and then {@linkplain #complete tells} everybody how it ended. A
 * stage is made only if somebody asks for one, and what follows on it runs on a thread of its own,
 * because it is the program's code.
 *
 * <p>Ending takes no lock and allocates nothing if nobody asked for a stage. What was written
 * before {@code complete} or {@code fail} is seen by whoever sees {@link #isEnded}.
 *
 * @param <T> what it ends with
 */
public final class Completion<T extends @Nullable Object> {
  private static final int OPEN = 0;
  private static final int CLAIMED = 1;
  private static final int ENDED = 2;
  private static final Executor FOLLOWERS =
      task -> Thread.ofVirtual().name("completion").start(task);

  private static final VarHandle PHASE;
  private static final VarHandle STAGE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PHASE = lookup.findVarHandle(Completion.class, "phase", int.class);
      STAGE = lookup.findVarHandle(Completion.class, "stage", CompletableFuture.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // Written before the phase becomes ENDED and read after.
  private @Nullable T value;
  private @Nullable BackplaneException failure;

  private volatile int phase;

  /** Made when somebody asks; whoever ends it looks at this after the phase, who asks before. */
  private volatile @Nullable CompletableFuture<T> stage;

  /** Not ended yet. */
  public Completion() {}

  /**
   * One that has ended well.
   *
   * @param value what it ended with
   * @return the completion
   */
  public static <T extends @Nullable Object> Completion<T> of(T value) {
    Completion<T> ended = new Completion<>();
    ended.complete(value);
    return ended;
  }

  /**
   * Makes the caller the one who ends it.
   *
   * @return whether nobody was before
   */
  public boolean claim() {
    return phase == OPEN && PHASE.compareAndSet(this, OPEN, CLAIMED);
  }

  /**
   * Ends it well. To be called once, by whoever claimed it if anybody can.
   *
   * @param result what it ends with
   */
  public void complete(T result) {
    value = result;
    ended();
  }

  /**
   * Ends it badly. To be called once, by whoever claimed it if anybody can.
   *
   * @param reason why
   */
  public void fail(BackplaneException reason) {
    failure = reason;
    ended();
  }

  private void ended() {
    T result = value;
    BackplaneException reason = failure;
    phase = ENDED;
    CompletableFuture<T> waiting = stage;
    if (waiting != null) {
      FOLLOWERS.execute(() -> tell(waiting, result, reason));
    }
  }

  /** {@return whether it has ended and everybody may know} */
  public boolean isEnded() {
    return phase == ENDED;
  }

  /** {@return why it ended badly; null if it did not, or has not ended} */
  public @Nullable BackplaneException failure() {
    return phase == ENDED ? failure : null;
  }

  /**
   * Gives what it ended with.
   *
   * @return the value
   * @throws BackplaneException why it ended badly, with the trace of this thread
   * @throws IllegalStateException if it has not ended
   */
  @SuppressWarnings("NullAway") // The value is null only where its type says so.
  public T result() {
    if (phase != ENDED) {
      throw new IllegalStateException("it has not ended");
    }
    BackplaneException reason = failure;
    if (reason != null) {
      throw reason.with().causedBy(reason).build();
    }
    return value;
  }

  /** {@return a stage that completes when it ends; the same each time until it is renewed} */
  public CompletionStage<T> stage() {
    CompletableFuture<T> known = stage;
    if (known == null) {
      CompletableFuture<T> made = new CompletableFuture<>();
      known = STAGE.compareAndSet(this, null, made) ? made : stage;
    }
    if (known == null) {
      throw new IllegalStateException("it was renewed while somebody asked for its end");
    }
    if (phase == ENDED) {
      tell(known, value, failure);
    }
    return known.minimalCompletionStage();
  }

  /**
   * Does for a run what {@link dev.backplane.api.Run#whenDone} says.
   *
   * @param end the run's completion
   * @param callback what is to be done
   * @return a stage that completes when it is done
   */
  public static CompletionStage<Void> whenDone(
      CompletionStage<?> end, Consumer<RunState> callback) {
    return end.handleAsync(
        (_, failure) -> {
          try {
            callback.accept(state(failure));
          } catch (Throwable e) {
            System.getLogger(Completion.class.getName())
                .log(System.Logger.Level.ERROR, "what follows the end of a run failed", e);
            throw e;
          }
          return null;
        },
        FOLLOWERS);
  }

  /** {@return how a run ended, by what its completion ended with} */
  public static RunState state(@Nullable Throwable failure) {
    if (failure == null) {
      return RunState.COMPLETED;
    }
    Throwable reason =
        failure instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : failure;
    return reason instanceof BackplaneException known && known.code() == ErrorCode.CANCELLED
        ? RunState.CANCELLED
        : RunState.FAILED;
  }

  /**
   * Makes it that of the next execution of what is executed again and again. To be called after it
   * has ended, by whoever starts that execution, while nobody asks for its end.
   */
  public void renew() {
    stage = null;
    value = null;
    failure = null;
    phase = OPEN;
  }

  @SuppressWarnings("NullAway") // The value is null only where its type says so.
  private static <T extends @Nullable Object> void tell(
      CompletableFuture<T> waiting, @Nullable T result, @Nullable BackplaneException reason) {
    if (reason != null) {
      waiting.completeExceptionally(reason);
    } else {
      waiting.complete(result);
    }
  }
}
