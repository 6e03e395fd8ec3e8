package dev.backplane.drivers.softcard.memory;

import dev.backplane.api.BufferFlag;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The two families of boards of the execution model, and the words in which their drivers write
 * what a buffer is: the bank in bits 0 to 23, a bit for each flag above.
 */
public enum Family {
  /** A board on PCIe: host pages and device memory apart, sync is DMA (xocl). */
  PCIE,
  /** Fabric and processor on one memory: sync is cache maintenance (zocl). */
  EDGE;

  private static final int BANK_BITS = 0xff_ffff;
  private static final int NOT_IN_WORD = -1;
  private static final int NONE = -2;

  /** {@return the family that a configuration names} */
  public static Optional<Family> parse(String text) {
    return Arrays.stream(values()).filter(family -> family.text().equals(text)).findFirst();
  }

  /** {@return its name as configurations write it} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return whether buffers can have a flag} */
  boolean has(BufferFlag flag) {
    return bit(flag) != NONE;
  }

  /** {@return flags and bank in 32 bits} */
  int word(Set<BufferFlag> flags, int bank) {
    int word = bank & BANK_BITS;
    for (BufferFlag flag : flags) {
      int bit = bit(flag);
      if (bit >= 0) {
        word |= 1 << bit;
      }
    }
    return word;
  }

  /** {@return the flags of a word; bits without a meaning here are left out} */
  Set<BufferFlag> flags(int word) {
    Set<BufferFlag> flags = EnumSet.noneOf(BufferFlag.class);
    for (BufferFlag flag : BufferFlag.values()) {
      int bit = bit(flag);
      if (bit >= 0 && (word >>> bit & 1) != 0) {
        flags.add(flag);
      }
    }
    return flags;
  }

  /** {@return the index of the bank in a word} */
  static int bank(int word) {
    return word & BANK_BITS;
  }

  private int bit(BufferFlag flag) {
    return switch (this) {
      case PCIE ->
          switch (flag) {
            case CACHEABLE -> 24;
            case SHARED_VIRTUAL -> 27;
            case DEVICE_ONLY -> 28;
            case HOST_ONLY -> 29;
            case PEER_TO_PEER -> 30;
            case COMMAND -> 31;
            // That driver keeps it elsewhere.
            case USER_MEMORY -> NOT_IN_WORD;
            case COHERENT, CONTIGUOUS -> NONE;
          };
      case EDGE ->
          switch (flag) {
            case CACHEABLE -> 24;
            case HOST_ONLY -> 26;
            case COHERENT -> 27;
            case CONTIGUOUS -> 28;
            case SHARED_VIRTUAL -> 29;
            case USER_MEMORY -> 30;
            case COMMAND -> 31;
            case DEVICE_ONLY, PEER_TO_PEER -> NONE;
          };
    };
  }
}
