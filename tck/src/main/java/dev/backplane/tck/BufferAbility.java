package dev.backplane.tck;

/** What buffers of a device may be able to do, or not. */
public enum BufferAbility {
  /** Buffers of special kinds: {@code Memory.allocate(BufferRequest)} with flags. */
  FLAGS,
  /** {@code Memory.wrap}. */
  USER_MEMORY,
  /** {@code Buffer.slice}. */
  SLICES,
  /** {@code Buffer.copyFrom}. */
  COPIES,
  /** {@code Buffer.export} and {@code Memory.importShared}. */
  SHARING,
  /** {@code Memory.usage}. */
  USAGE
}
