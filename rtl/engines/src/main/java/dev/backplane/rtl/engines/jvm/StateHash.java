package dev.backplane.rtl.engines.jvm;

import org.jspecify.annotations.Nullable;

/** Computes a hash of the registers and memories of an engine. */
final class StateHash {
  private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

  private final Part[] parts;
  private final Object[] memories;
  private @Nullable RegisterFields registers;

  StateHash(Part[] parts, Object[] memories) {
    this.parts = parts;
    this.memories = memories;
  }

  long value() {
    if (registers == null) {
      registers = new RegisterFields(parts);
    }
    long hash = 0;
    for (long value : registers.values()) {
      hash = mix(hash, value);
    }
    for (Object memory : memories) {
      hash = mix(hash, memory);
    }
    return hash;
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * PRIME;
    return mixed ^ mixed >>> 29;
  }

  private static long mix(long hash, Object memory) {
    long sum = hash;
    switch (memory) {
      case byte[] words -> {
        for (byte word : words) {
          sum = mix(sum, word);
        }
      }
      case short[] words -> {
        for (short word : words) {
          sum = mix(sum, word);
        }
      }
      case int[] words -> {
        for (int word : words) {
          sum = mix(sum, word);
        }
      }
      case long[] words -> {
        for (long word : words) {
          sum = mix(sum, word);
        }
      }
      default -> throw new IllegalStateException("no array of a memory: " + memory.getClass());
    }
    return sum;
  }
}
