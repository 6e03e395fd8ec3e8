package dev.backplane.xrt.card.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import dev.backplane.api.Placement.Kind;
import dev.backplane.driverkit.Placements;
import dev.backplane.xrt.card.memory.BufferObject.Copies;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Determines which buffers a card of a family can create, and which memories each has. */
final class BufferKinds {
  private final MemoryConfig config;

  BufferKinds(MemoryConfig config) {
    this.config = config;
  }

  /** Checks what is wanted and adds what follows from it. */
  Placement complete(Placement wanted, Bank bank) {
    Family family = config.family();
    Placements.checkFlags(wanted, family.flags());
    Placement placed = wanted.in(bank.index());
    if (placed.kind() == Kind.PLAIN && bank.kind() == BankKind.HOST) {
      placed = new Placement(Kind.HOST, bank.index(), wanted.flags(), null);
    }
    if (family == Family.PCIE) {
      return placed;
    }
    if (placed.kind() == Kind.USER_MEMORY) {
      return placed.with(BufferFlag.CACHEABLE);
    }
    if (placed.kind() == Kind.PLAIN) {
      placed = placed.with(BufferFlag.CONTIGUOUS);
    }
    // A host that goes past its cache always sees what is there.
    return placed.flags().contains(BufferFlag.CACHEABLE)
        ? placed
        : placed.with(BufferFlag.COHERENT);
  }

  /** {@return where a buffer lies that others see too} */
  Placement imported(Bank bank) {
    return config.family() == Family.PCIE
        ? Placement.of(Kind.PEER_TO_PEER).in(bank.index())
        : Placement.of(bank).with(BufferFlag.COHERENT);
  }

  /** {@return which memories a buffer has} */
  Copies copies(Placement placement) {
    return switch (placement.kind()) {
      case COMMAND -> Copies.HOST;
      case DEVICE -> Copies.DEVICE;
      case HOST, PEER_TO_PEER, SHARED, SHARED_HOST, SHARED_DEVICE -> Copies.ONE;
      // What a cache holds back cannot be seen in one copy; strict mode plays the cache with two.
      case PLAIN, USER_MEMORY ->
          config.family() == Family.PCIE || (config.strict() && placement.needsSync())
              ? Copies.TWO
              : Copies.ONE;
    };
  }

  /** {@return the memory that the program brings, or null} */
  @Nullable MemorySegment brought(Placement placement, long bytes) {
    if (placement.kind() != Kind.USER_MEMORY) {
      return null;
    }
    MemorySegment pages = Placements.writable(placement);
    if (config.family() == Family.EDGE && bytes % Regions.PAGE != 0) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the memory does not do for a buffer: it has %d bytes".formatted(bytes))
          .during("allocate")
          .remedy("Bring whole pages: the device maps no less")
          .build();
    }
    return pages;
  }
}
