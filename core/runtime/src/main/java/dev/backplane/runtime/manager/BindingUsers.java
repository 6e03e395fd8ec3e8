package dev.backplane.runtime.manager;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A counter of who is inside a bound plugin: searches that pass through, and holders of devices
 * that stay. It is shut before the plugin is unloaded, and only when nobody is inside. Safe for use
 * by several threads.
 */
final class BindingUsers {
  /** All guarded by this. */
  private int passing;

  private int staying;
  private boolean shut;

  /** {@return whether a search may pass; it must {@link #leave} then} */
  synchronized boolean enter() {
    if (!shut) {
      passing++;
    }
    return !shut;
  }

  synchronized void leave() {
    passing--;
    notifyAll();
  }

  /** {@return whether a device may be held; it must be {@linkplain #release released} then} */
  synchronized boolean hold() {
    if (!shut) {
      staying++;
    }
    return !shut;
  }

  synchronized void release() {
    staying--;
    notifyAll();
  }

  /** {@return whether a device is held} */
  synchronized boolean isHeld() {
    return staying > 0;
  }

  /**
   * Lets nobody in any more, if no device is held and the searches inside end in time.
   *
   * @param patience how long to wait for searches
   * @return whether it is shut now; otherwise it is open as before
   */
  synchronized boolean shut(Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    shut = true;
    while (staying == 0 && passing > 0) {
      long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (millis <= 0) {
        break;
      }
      try {
        wait(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    shut = staying == 0 && passing == 0;
    return shut;
  }
}
