package dev.backplane.runtime.device;

import java.util.List;

/** The memory that a command uses until it has ended. Safe for several threads. */
final class CommandMemory {
  private final List<UsedMemory> memory;
  private volatile boolean released;

  /** Memory whose use has been noted. */
  CommandMemory(List<UsedMemory> memory) {
    this.memory = memory;
  }

  /**
   * Lets go of it, if that was not done. Whichever thread does it, it is done when this returns: a
   * thread that knows of the end of a command can close the memory.
   */
  void release() {
    if (!released) {
      releaseOnce();
    }
  }

  private synchronized void releaseOnce() {
    if (!released) {
      memory.forEach(UsedMemory::endUse);
      released = true;
    }
  }

  boolean isReleased() {
    return released;
  }

  boolean contains(UsedMemory wanted) {
    for (UsedMemory each : memory) {
      if (each == wanted) {
        return true;
      }
    }
    return false;
  }
}
