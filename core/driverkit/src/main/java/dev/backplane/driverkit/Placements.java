package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Finds what a placement asks a device for: its bank, its flags, and memory of the program. That a
 * buffer has bytes, that the device offers the kind, and that the memory has whole pages was
 * checked by the manager.
 */
public final class Placements {
  private Placements() {}

  /**
   * Checks that a device has the flags that a placement asks for.
   *
   * @param wanted the placement
   * @param flags the flags that the device has
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} naming what it has
   */
  public static void checkFlags(Placement wanted, Set<BufferFlag> flags) {
    if (!wanted.flags().isEmpty() && !flags.containsAll(wanted.flags())) {
      throw BackplaneException.because(
              ErrorCode.NOT_SUPPORTED,
              "the device has no buffers that are %s, only %s"
                  .formatted(
                      wanted.flags().stream().sorted().toList(), flags.stream().sorted().toList()))
          .during("allocate")
          .remedy("Leave out the flags that it does not have")
          .build();
    }
  }

  /**
   * Finds the bank that a placement names.
   *
   * @param wanted the placement
   * @param banks the banks of the device
   * @return the bank
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static Bank bank(Placement wanted, List<Bank> banks) {
    for (Bank bank : banks) {
      if (wanted.bank() == bank.index() || wanted.bank() == Placement.FIRST_BANK) {
        return bank;
      }
    }
    throw BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT,
            "there is no bank "
                + wanted.bank()
                + ", only "
                + banks.stream().map(Bank::index).toList())
        .during("allocate")
        .remedy("Use an index from banks()")
        .build();
  }

  /**
   * Gives the memory that the program brings for a buffer to whose host copy the device writes.
   *
   * @param wanted a placement of {@link Placement.Kind#USER_MEMORY}
   * @return the memory
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if it cannot be written
   */
  public static MemorySegment writable(Placement wanted) {
    MemorySegment pages = Objects.requireNonNull(wanted.memory(), "memory of the program");
    if (pages.isReadOnly()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the memory does not do for a buffer: it cannot be written")
          .during("allocate")
          .remedy("Bring memory that syncBack can write to")
          .build();
    }
    return pages;
  }
}
