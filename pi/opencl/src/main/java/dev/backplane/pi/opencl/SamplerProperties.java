package dev.backplane.pi.opencl;

import dev.backplane.ffi.RawMemory;

/**
 * The list of pairs that makes a sampler, for implementations that take its values one by one.
 *
 * @param known whether nothing else was in the list
 * @param normalized whether coordinates go from 0 to 1
 * @param addressing what is read outside the image
 * @param filter what is read between its points
 */
record SamplerProperties(boolean known, int normalized, int addressing, int filter) {
  private static final int NORMALIZED = 0x1152;
  private static final int ADDRESSING = 0x1153;
  private static final int FILTER = 0x1154;
  private static final int CLAMP = 0x1132;
  private static final int NEAREST = 0x1140;

  /** Reads the list, which ends with 0; what is not in it has OpenCL's usual value. */
  static SamplerProperties at(long address) {
    SamplerProperties read = new SamplerProperties(true, 1, CLAMP, NEAREST);
    for (long at = address; at != 0 && RawMemory.getLong(at) != 0; at += 2 * Long.BYTES) {
      read = read.with(RawMemory.getLong(at), (int) RawMemory.getLong(at + Long.BYTES));
    }
    return read;
  }

  private SamplerProperties with(long key, int value) {
    return switch ((int) key) {
      case NORMALIZED -> new SamplerProperties(known, value, addressing, filter);
      case ADDRESSING -> new SamplerProperties(known, normalized, value, filter);
      case FILTER -> new SamplerProperties(known, normalized, addressing, value);
      default -> new SamplerProperties(false, normalized, addressing, filter);
    };
  }
}
