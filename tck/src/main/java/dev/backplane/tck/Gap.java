package dev.backplane.tck;

/** What a device does not do although it has the facet that promises it. */
public enum Gap {
  /**
   * Runs end well and compute nothing, and buffers have neither a copy nor an address on a device:
   * what stands in for the device is made for measuring the way to it.
   */
  NUMBERS,
  /** Buffers have an address on the device, but nobody is told. */
  ADDRESSES,
  /** Queues have no events that the program makes happen. */
  USER_EVENTS
}
