package dev.backplane.drivers.xrt;

import dev.backplane.ffi.SignalHandlers;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps the JVM's handlers of faults while an image is loaded in hw_emu: the shim puts its own in
 * their place just before it starts the device process, seconds before the call returns, and the
 * next thread that the JVM stops would end the process. It does so once in a load, and is undone at
 * once.
 */
final class HandlerGuard implements AutoCloseable {
  private static final long NAP_NANOS = 100_000;

  private final SignalHandlers ours = SignalHandlers.save();
  private volatile boolean over;

  private HandlerGuard() {}

  static HandlerGuard begin() {
    HandlerGuard guard = new HandlerGuard();
    Thread.ofPlatform().daemon().name("xrt-handlers").start(guard::watch);
    return guard;
  }

  private void watch() {
    while (!over && !ours.restore()) {
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  @Override
  public void close() {
    over = true;
    ours.restore();
  }
}
