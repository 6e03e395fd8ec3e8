package dev.backplane.capi.card.context;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Does work that waits for hardware at the same time, so that it takes as long as the slowest. */
public final class Together {
  private Together() {}

  /**
   * Does all of it, each in a thread of its own if there are several, and waits for that.
   *
   * @param name the name of the threads
   * @param work what each does, without an exception
   */
  public static void run(String name, List<Runnable> work) {
    if (work.size() == 1) {
      work.getFirst().run();
      return;
    }
    Executor threads =
        each -> {
          try {
            Thread.ofPlatform().daemon().name(name).start(each);
          } catch (OutOfMemoryError e) {
            // No thread is left: it takes longer.
            each.run();
          }
        };
    CompletableFuture.allOf(
            work.stream()
                .map(each -> CompletableFuture.runAsync(each, threads))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }
}
