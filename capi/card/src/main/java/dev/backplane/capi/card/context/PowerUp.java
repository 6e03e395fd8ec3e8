package dev.backplane.capi.card.context;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A making of something that gets power, in a thread of its own: to make AFUs may take long on a
 * machine that has other work, and to compile one for an engine minutes, and a driver has seconds
 * for what it is asked. Safe for use by several threads.
 *
 * @param <T> what is made
 */
public final class PowerUp<T> {
  private final CompletableFuture<T> result = new CompletableFuture<>();

  /** True once somebody has what is made, or nobody wants it. */
  private final AtomicBoolean settled = new AtomicBoolean();

  private final Consumer<T> powerDown;
  private final Thread thread;

  /**
   * Begins.
   *
   * @param name the name of the thread
   * @param power makes it
   * @param powerDown takes its power, if it comes when nobody wants it any more
   */
  public PowerUp(String name, Supplier<T> power, Consumer<T> powerDown) {
    this.powerDown = powerDown;
    thread =
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(
                () -> {
                  try {
                    T made = power.get();
                    if (!result.complete(made)) {
                      powerDown.accept(made);
                    }
                  } catch (Throwable e) {
                    result.completeExceptionally(e);
                  }
                });
  }

  /**
   * Waits for it a while.
   *
   * @return what was made; empty if it takes longer, or the thread was interrupted, which it stays
   * @throws CancellationException if it was cancelled
   * @throws RuntimeException if it cannot have power
   */
  public Optional<T> await(Duration patience) {
    try {
      return Optional.of(taken(result.get(patience.toNanos(), TimeUnit.NANOSECONDS)));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /**
   * Waits for it, however long it takes.
   *
   * @return what was made
   * @throws CancellationException if it was cancelled
   * @throws InterruptedException if the thread was interrupted; it is being made further
   * @throws RuntimeException if it cannot have power
   */
  public T await() throws InterruptedException {
    try {
      return taken(result.get());
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  private T taken(T made) {
    if (settled.getAndSet(true)) {
      throw new CancellationException("it was cancelled, or was taken before");
    }
    return made;
  }

  private static RuntimeException failure(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
  }

  /**
   * Ends it, unless what was made was taken: what is compiled is given up, and what comes
   * nevertheless loses its power.
   */
  public void cancel() {
    if (settled.getAndSet(true)) {
      return;
    }
    // In this order: who waits is told that it was cancelled, and not what its thread throws then.
    boolean isCancelled = result.cancel(false);
    thread.interrupt();
    if (!isCancelled && !result.isCompletedExceptionally()) {
      T made = result.join();
      Thread.ofPlatform().daemon().name(thread.getName()).start(() -> powerDown.accept(made));
    }
  }
}
