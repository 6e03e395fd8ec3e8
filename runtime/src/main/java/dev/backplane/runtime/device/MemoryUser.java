package dev.backplane.runtime.device;

/** Something that keeps memory from being closed; says in words what it is. */
interface MemoryUser {
  /** {@return whether it keeps memory from being closed} */
  boolean uses(UsedMemory memory);

  /** Lets go of its memory if it has ended and nobody looked. */
  void settleIfEnded();
}
