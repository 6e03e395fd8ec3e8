package dev.backplane.api;

import dev.backplane.api.contract.Local;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The placement of a buffer: its kind, its bank, and the rarer flags. Immutable. A kind says where
 * the memory is and who can access it, so a placement has exactly one; a flag never changes that.
 *
 * @param kind where the memory is, and who can access it
 * @param bank the index of the bank, or {@link #FIRST_BANK}
 * @param flags further properties of the buffer
 * @param memory the program's memory for {@link Kind#USER_MEMORY}, else null
 */
public record Placement(
    Kind kind, int bank, Set<BufferFlag> flags, @Local @Nullable MemorySegment memory) {
  /** The first of the device's banks, whichever that is. */
  public static final int FIRST_BANK = -1;

  /** The location of a buffer's memory, and who can access it. */
  public enum Kind {
    /** Memory of the device with a copy for the host; sync makes the two equal. */
    PLAIN,
    /** Memory of the device with no copy for the host: neither {@link Buffer#host()} nor sync. */
    DEVICE,
    /** Memory of the host that the device reaches: one copy, and sync has nothing to do. */
    HOST,
    /** Device memory that the host reaches directly: one copy, and sync has nothing to do. */
    PEER_TO_PEER,
    /** One address for host and device, wherever the memory is; it may move to who uses it. */
    SHARED,
    /** One address, and the memory stays the host's. */
    SHARED_HOST,
    /** One address, and the memory stays the device's: the host only knows the address. */
    SHARED_DEVICE,
    /** The host's copy is memory that the program brought. */
    USER_MEMORY,
    /** Holds a command for the scheduler: memory of the host, at no device address. */
    COMMAND;

    /** {@return whether kernels and the host use one address} */
    public boolean isShared() {
      return this == SHARED || this == SHARED_HOST || this == SHARED_DEVICE;
    }

    /** {@return whether the host can look at it: there is {@link Buffer#host()}} */
    public boolean isForHost() {
      return this != DEVICE && this != SHARED_DEVICE;
    }
  }

  private static final Placement PLAIN = of(Kind.PLAIN);

  /** Checks that the parts do not contradict each other, and copies the flags. */
  public Placement {
    flags = Set.copyOf(flags);
    if (bank < FIRST_BANK) {
      throw refused("there is no bank " + bank, "Use an index from banks()");
    }
    if ((kind == Kind.USER_MEMORY) != (memory != null)) {
      throw refused(
          kind + (memory == null ? " comes with the memory" : " takes no memory of the program"),
          "Use Placement.memory");
    }
    if (!flags.isEmpty()) {
      checkFlags(kind, flags);
    }
  }

  private static void checkFlags(Kind kind, Set<BufferFlag> flags) {
    if (flags.contains(BufferFlag.COHERENT) && flags.contains(BufferFlag.CACHEABLE)) {
      throw refused("COHERENT and CACHEABLE contradict each other", "Choose one of them");
    }
    if (flags.contains(BufferFlag.CONTIGUOUS) && kind != Kind.PLAIN) {
      throw refused("CONTIGUOUS and " + kind + " contradict each other", "Choose one of them");
    }
  }

  /** {@return a plain buffer in the first bank} */
  public static Placement plain() {
    return PLAIN;
  }

  /** {@return a plain buffer in the bank of an index} */
  public static Placement bank(int index) {
    return PLAIN.in(index);
  }

  /** {@return a plain buffer in a bank} */
  public static Placement of(Bank bank) {
    return bank(bank.index());
  }

  /**
   * Gives the placement of a kind, in the first bank.
   *
   * @param kind any but {@link Kind#USER_MEMORY}
   * @return the placement
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public static Placement of(Kind kind) {
    return new Placement(kind, FIRST_BANK, Set.of(), null);
  }

  /** {@return memory of the host that the device reaches} */
  public static Placement host() {
    return of(Kind.HOST);
  }

  /** {@return memory for the device only} */
  public static Placement device() {
    return of(Kind.DEVICE);
  }

  /** {@return memory with one address for host and device} */
  public static Placement shared() {
    return of(Kind.SHARED);
  }

  /**
   * Gives the placement of a buffer whose host copy is the program's own memory.
   *
   * @param pages native memory that begins at a page, is writable and lives at least as long as the
   *     buffer; may be used by any thread
   * @return the placement
   */
  public static Placement memory(MemorySegment pages) {
    return new Placement(Kind.USER_MEMORY, FIRST_BANK, Set.of(), pages);
  }

  /**
   * Gives the same in a bank.
   *
   * @param index the bank's index
   * @return the placement
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for a negative index
   */
  public Placement in(int index) {
    if (index < 0) {
      throw refused("there is no bank " + index, "Use an index from banks()");
    }
    return index == bank ? this : new Placement(kind, index, flags, memory);
  }

  /**
   * Gives the same with more flags.
   *
   * @param more what it is to be besides
   * @return the placement
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for flags that contradict each
   *     other or the kind
   */
  public Placement with(BufferFlag... more) {
    Set<BufferFlag> all = EnumSet.noneOf(BufferFlag.class);
    all.addAll(flags);
    all.addAll(Arrays.asList(more));
    return new Placement(kind, bank, all, memory);
  }

  /** {@return whether sync has something to do: host and device do not see the same bytes} */
  public boolean needsSync() {
    return (kind == Kind.PLAIN || kind == Kind.USER_MEMORY) && !flags.contains(BufferFlag.COHERENT);
  }

  /** {@return the kind, the bank if one was named, and the flags, for messages} */
  @Override
  public String toString() {
    return kind
        + (bank == FIRST_BANK ? "" : " in bank " + bank)
        + (flags.isEmpty() ? "" : " " + flags.stream().sorted().toList());
  }

  private static BackplaneException refused(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("allocate")
        .remedy(remedy)
        .build();
  }
}
