package dev.backplane.runtime.device;

/** Memory that is not closed while something uses it. */
interface UsedMemory {
  /** Notes a use, or fails because it is closed. */
  void beginUse(String operation);

  /** Ends a use. */
  void endUse();
}
