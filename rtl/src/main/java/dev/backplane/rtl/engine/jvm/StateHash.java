package dev.backplane.rtl.engine.jvm;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Computes a hash of the registers and memories of an engine. Reads the fields of the generated
 * classes by reflection: it is computed rarely, so no code is generated for it.
 */
final class StateHash {
  /** The fields of registers, not of values that are saved across chunks. */
  private static final Pattern REGISTER = Pattern.compile("s[0-9]+");

  private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

  private final Part[] parts;
  private final Object[] memories;
  private final List<List<Field>> registers = new ArrayList<>();

  StateHash(Part[] parts, Object[] memories) {
    this.parts = parts;
    this.memories = memories;
  }

  long value() {
    if (registers.isEmpty()) {
      findRegisters();
    }
    long hash = 0;
    try {
      for (int i = 0; i < parts.length; i++) {
        for (Field field : registers.get(i)) {
          hash = mix(hash, field.getLong(parts[i]));
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a register of a generated class cannot be read", e);
    }
    for (Object memory : memories) {
      hash = mix(hash, memory);
    }
    return hash;
  }

  private void findRegisters() {
    for (Part part : parts) {
      List<Field> found = new ArrayList<>();
      for (Field field : part.getClass().getDeclaredFields()) {
        if (REGISTER.matcher(field.getName()).matches()) {
          field.setAccessible(true);
          found.add(field);
        }
      }
      registers.add(found);
    }
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
