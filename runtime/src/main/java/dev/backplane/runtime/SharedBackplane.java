package dev.backplane.runtime;

import dev.backplane.api.BackplaneException;
import org.jspecify.annotations.Nullable;

/** The one Backplane of this process: OPAE's implicit initialisation. */
final class SharedBackplane {
  private static final Object LOCK = new Object();
  private static @Nullable Backplane shared;
  private static boolean hooked;

  private SharedBackplane() {}

  static Backplane get() {
    // Plugin code runs on other threads and under deadlines while this lock is held. That keeps
    // two first calls from opening two; a plugin that calls this method would wait for itself, and
    // its deadline ends that.
    synchronized (LOCK) {
      Backplane backplane = shared;
      if (backplane == null || backplane.isClosed()) {
        backplane = Backplane.open();
        shared = backplane;
        if (!hooked) {
          Runtime.getRuntime()
              .addShutdownHook(new Thread(SharedBackplane::closeAtEnd, "backplane-shutdown"));
          hooked = true;
        }
      }
      return backplane;
    }
  }

  private static void closeAtEnd() {
    Backplane backplane;
    synchronized (LOCK) {
      backplane = shared;
    }
    if (backplane != null && !backplane.isClosed()) {
      try {
        backplane.close();
      } catch (BackplaneException e) {
        System.getLogger(Backplane.class.getName())
            .log(System.Logger.Level.WARNING, "closing at the end of the process", e);
      }
    }
  }
}
