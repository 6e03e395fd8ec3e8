package dev.backplane.xrt.card.memory;

import dev.backplane.api.BufferFlag;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The two families of boards of the execution model, and the words in which their drivers write
 * what a buffer is: the bank in bits 0 to 23, a bit for each kind and flag above.
 */
public enum Family {
  /** A board on PCIe: host pages and device memory apart, sync is DMA (xocl). */
  PCIE,
  /** Fabric and processor on one memory: sync is cache maintenance (zocl). */
  EDGE;

  private static final int BANK_BITS = 0xff_ffff;

  private static final Set<Kind> PCIE_KINDS =
      Collections.unmodifiableSet(
          EnumSet.complementOf(EnumSet.of(Kind.SHARED_HOST, Kind.SHARED_DEVICE)));

  private static final Set<Kind> EDGE_KINDS =
      Collections.unmodifiableSet(
          EnumSet.of(Kind.PLAIN, Kind.HOST, Kind.SHARED, Kind.USER_MEMORY, Kind.COMMAND));

  private static final Set<BufferFlag> PCIE_FLAGS = Set.of(BufferFlag.CACHEABLE);
  private static final Set<BufferFlag> EDGE_FLAGS = Set.of(BufferFlag.values());

  /** {@return the family that a configuration names} */
  public static Optional<Family> parse(String text) {
    return Arrays.stream(values()).filter(family -> family.text().equals(text)).findFirst();
  }

  /** {@return its name as configurations write it} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return where buffers can lie} */
  Set<Kind> kinds() {
    return this == PCIE ? PCIE_KINDS : EDGE_KINDS;
  }

  /** {@return the flags that buffers can have} */
  Set<BufferFlag> flags() {
    return this == PCIE ? PCIE_FLAGS : EDGE_FLAGS;
  }

  /** {@return kind, flags and bank in 32 bits} */
  int word(Placement placement) {
    int word = (placement.bank() & BANK_BITS) | bit(placement.kind());
    for (BufferFlag flag : placement.flags()) {
      word |= bit(flag);
    }
    return word;
  }

  /** A plain buffer has no bit; on PCIe memory of the program neither, that is kept elsewhere. */
  private int bit(Kind kind) {
    return switch (kind) {
      case SHARED -> this == PCIE ? 1 << 27 : 1 << 29;
      case DEVICE -> 1 << 28;
      case HOST -> this == PCIE ? 1 << 29 : 1 << 26;
      case PEER_TO_PEER -> 1 << 30;
      case USER_MEMORY -> this == PCIE ? 0 : 1 << 30;
      case COMMAND -> 1 << 31;
      case PLAIN, SHARED_HOST, SHARED_DEVICE -> 0;
    };
  }

  private static int bit(BufferFlag flag) {
    return switch (flag) {
      case CACHEABLE -> 1 << 24;
      case COHERENT -> 1 << 27;
      case CONTIGUOUS -> 1 << 28;
    };
  }
}
