package dev.backplane.drivers.capi;

import dev.backplane.drivers.capi.card.Card;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A card that is given power, in a thread of its own: to make its AFUs may take long on a machine
 * that has other work, and to compile one for an engine minutes, and a driver has seconds to begin.
 */
final class PowerUp {
  private final int number;
  private final CompletableFuture<Card> card = new CompletableFuture<>();
  private final Thread thread;

  PowerUp(int number, Supplier<Card> power) {
    this.number = number;
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("power-up-" + name())
            .start(
                () -> {
                  try {
                    Card made = power.get();
                    if (!card.complete(made)) {
                      made.close();
                    }
                  } catch (Throwable e) {
                    card.completeExceptionally(e);
                  }
                });
  }

  int number() {
    return number;
  }

  String name() {
    return "card" + number;
  }

  /**
   * Waits for the card.
   *
   * @return the card; empty if it takes longer
   * @throws RuntimeException if it cannot have power
   */
  Optional<Card> await(Duration patience) {
    try {
      return Optional.of(card.get(patience.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  /** Ends it: what is compiled is given up, and a card that comes nevertheless is closed. */
  void cancel() {
    thread.interrupt();
    if (!card.cancel(false) && !card.isCompletedExceptionally()) {
      Card made = card.join();
      Thread.ofPlatform().daemon().name("power-down-" + name()).start(made::close);
    }
  }
}
