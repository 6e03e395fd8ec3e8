package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Placement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Checks sizes, placements and ranges of buffers. */
public final class BufferChecks {
  private static final long PAGE = 4096;

  /** A thread that is nobody's: what it may access, all may. */
  private static final Thread ANY = Thread.ofPlatform().unstarted(() -> {});

  private BufferChecks() {}

  /**
   * Checks the size of a buffer that is to be made.
   *
   * @param bytes the size
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static void checkSize(long bytes) {
    if (bytes <= 0) {
      throw refused("a buffer cannot have " + bytes + " bytes", "Ask for 1 byte or more");
    }
  }

  /**
   * Checks that a device has what a placement asks for.
   *
   * @param wanted the placement
   * @param kinds the kinds that the device offers
   * @param flags the flags that it has
   * @throws BackplaneException {@link ErrorCode#NOT_SUPPORTED} naming what it has
   */
  public static void checkOffered(
      Placement wanted, Set<Placement.Kind> kinds, Set<BufferFlag> flags) {
    if (!kinds.contains(wanted.kind())) {
      throw missing("no %s buffers, only %s".formatted(wanted.kind(), sorted(kinds)));
    }
    if (!wanted.flags().isEmpty() && !flags.containsAll(wanted.flags())) {
      throw missing(
          "no buffers that are %s, only %s".formatted(sorted(wanted.flags()), sorted(flags)));
    }
  }

  private static BackplaneException missing(String problem) {
    return BackplaneException.because(ErrorCode.NOT_SUPPORTED, "the device has " + problem)
        .during("allocate")
        .remedy("Use a placement that the device offers, see Memory.placements()")
        .build();
  }

  private static <E> List<E> sorted(Set<E> values) {
    return values.stream().sorted().toList();
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
    throw refused(
        "there is no bank " + wanted.bank() + ", only " + banks.stream().map(Bank::index).toList(),
        "Use an index from banks()");
  }

  /**
   * Checks the memory that the program brings for a buffer.
   *
   * @param wanted a placement of {@link Placement.Kind#USER_MEMORY}
   * @param bytes the size of the buffer
   * @return the memory
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for memory that does not do
   */
  public static MemorySegment pages(Placement wanted, long bytes) {
    MemorySegment pages = pagesForDevice(wanted, bytes);
    if (pages.isReadOnly()) {
      throw unfit("it cannot be written", "Bring memory that syncBack can write to");
    }
    return pages;
  }

  /**
   * Checks the same of memory that the device may read alone, where it cannot be written.
   *
   * @param wanted a placement in memory of the program
   * @param bytes the size of the buffer
   * @return the memory
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static MemorySegment pagesForDevice(Placement wanted, long bytes) {
    MemorySegment pages = Objects.requireNonNull(wanted.memory(), "memory of the program");
    if (!pages.isNative()) {
      throw unfit("it lies in the heap of the JVM", "Allocate it from an Arena");
    }
    if (pages.address() % PAGE != 0) {
      throw unfit(
          "its address 0x%x is no multiple of %d".formatted(pages.address(), PAGE),
          "Allocate it with that alignment");
    }
    if (pages.byteSize() != bytes) {
      throw unfit(
          "it has %d bytes, the buffer %d".formatted(pages.byteSize(), bytes),
          "Give the buffer the size of the memory");
    }
    if (!pages.isAccessibleBy(ANY)) {
      throw unfit("it is for one thread only", "Allocate it from a shared or automatic Arena");
    }
    checkThere(pages);
    return pages;
  }

  /** Of memory that Java has not allocated, nobody has checked that it is there. */
  private static void checkThere(MemorySegment pages) {
    if (pages.scope().equals(Arena.global().scope())) {
      MemoryMap.now()
          .whyNot(pages.address(), pages.byteSize(), !pages.isReadOnly())
          .ifPresent(
              problem -> {
                throw unfit(problem, "Map it before, and keep it until the buffer is closed");
              });
    }
  }

  private static BackplaneException unfit(String problem, String remedy) {
    return refused("the memory does not do for a buffer: " + problem, remedy);
  }

  private static BackplaneException refused(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("allocate")
        .remedy(remedy)
        .build();
  }

  /**
   * Checks that a range is inside a buffer.
   *
   * @param operation what the range is for
   * @param buffer the buffer, whose {@code toString} names it in messages
   * @param offset where it begins
   * @param bytes how long it is
   * @param size the size of the buffer
   * @throws BackplaneException {@link ErrorCode#OUT_OF_RANGE}
   */
  public static void checkInside(
      String operation, Object buffer, long offset, long bytes, long size) {
    if (offset < 0 || bytes < 0 || offset > size - bytes) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              bytes + " bytes at " + offset + " are not inside " + size + " bytes")
          .during(operation)
          .on(buffer.toString())
          .remedy("Stay inside: use offsets and lengths from 0 to " + size)
          .build();
    }
  }
}
