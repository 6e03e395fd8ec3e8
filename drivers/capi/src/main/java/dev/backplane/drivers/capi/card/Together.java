package dev.backplane.drivers.capi.card;

import java.util.ArrayList;
import java.util.List;

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
    List<Thread> threads = new ArrayList<>();
    for (Runnable each : work) {
      threads.add(Thread.ofPlatform().daemon().name(name).start(each));
    }
    boolean isInterrupted = false;
    for (Thread each : threads) {
      while (each.isAlive()) {
        try {
          each.join();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
