package dev.backplane.tck;

/** An optional ability of a device within the facets that it has. */
public enum Ability {
  /** {@code Placement.host()}. */
  HOST_MEMORY,
  /** {@code Placement.memory}. */
  USER_MEMORY,
  /** {@code Placement.shared()}, or one of the other kinds with one address. */
  SHARED_ADDRESSES,
  /** {@code Buffer.slice}. */
  SLICES,
  /** {@code Buffer.copyFrom}. */
  COPIES,
  /** {@code Buffer.export} and {@code Memory.importShared}. */
  SHARING,
  /** {@code Memory.usage}. */
  USAGE,
  /** Host and device have a copy each of a buffer; without it they share one. */
  TWO_COPIES,
  /** Buffers have an address on the device, and tell it. */
  ADDRESSES,
  /**
   * Runs compute, and buffers keep what is synced. Without it, what stands in for the device is
   * made for measuring the way to it.
   */
  NUMBERS,
  /** {@linkplain DriverUnderTest#scratchRegister A register} keeps what is written. */
  SCRATCH_REGISTER,
  /** {@linkplain DriverUnderTest#endlessCase Runs} go on until they are cancelled. */
  ENDLESS_RUNS,
  /** {@linkplain DriverUnderTest#faultingCase Runs} can leave the device faulted. */
  FAULTS,
  /** {@linkplain DriverUnderTest#interrupt A device} raises an interrupt when the kit wants. */
  INTERRUPTS,
  /** Images name clocks, whose frequency can be set. */
  CLOCKS,
  /** Kernels have pins that can be recorded. */
  WAVEFORMS,
  /** {@code Queues.signal}: runs that the program completes. */
  SIGNALS,
  /** Queues can be out of order. */
  OUT_OF_ORDER_QUEUES,
  /** Images may be source in OpenCL C. */
  SOURCE_CODE
}
