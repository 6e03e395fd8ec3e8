package dev.backplane.drivers.softcard.memory;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.memory.BufferObject.Copies;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which buffers a card of a family can make, and which memories each has. */
final class BufferKinds {
  /** Each of these says where the memory is. */
  private static final Set<BufferFlag> PLACES =
      EnumSet.of(
          BufferFlag.DEVICE_ONLY,
          BufferFlag.HOST_ONLY,
          BufferFlag.PEER_TO_PEER,
          BufferFlag.COMMAND,
          BufferFlag.SHARED_VIRTUAL);

  private final MemoryConfig config;

  BufferKinds(MemoryConfig config) {
    this.config = config;
  }

  /** Checks what is wanted and adds what follows from it. */
  Set<BufferFlag> complete(Set<BufferFlag> wanted, Bank bank) {
    if (wanted.isEmpty() && config.family() == Family.PCIE && bank.kind() != BankKind.HOST) {
      return Set.of();
    }
    check(wanted);
    Set<BufferFlag> flags = EnumSet.noneOf(BufferFlag.class);
    flags.addAll(wanted);
    List<BufferFlag> places = wanted.stream().filter(PLACES::contains).toList();
    if (places.isEmpty() && bank.kind() == BankKind.HOST) {
      flags.add(BufferFlag.HOST_ONLY);
    }
    if (config.family() == Family.EDGE) {
      if (places.isEmpty()) {
        flags.add(BufferFlag.CONTIGUOUS);
      }
      if (!flags.contains(BufferFlag.CACHEABLE)) {
        // A host that goes past its cache always sees what is there.
        flags.add(BufferFlag.COHERENT);
      }
    }
    return Set.copyOf(flags);
  }

  private void check(Set<BufferFlag> wanted) {
    for (BufferFlag flag : wanted) {
      if (!config.family().has(flag)) {
        throw BackplaneException.because(
                ErrorCode.NOT_SUPPORTED,
                "a card of family %s has no %s buffers".formatted(config.family().text(), flag))
            .during("allocate")
            .remedy("Leave the flag out, or configure the other 'family'")
            .build();
      }
    }
    if (wanted.contains(BufferFlag.USER_MEMORY)) {
      throw contradiction("USER_MEMORY comes with the memory", "Use wrap");
    }
    List<BufferFlag> places = wanted.stream().filter(PLACES::contains).sorted().toList();
    if (places.size() > 1) {
      throw contradiction(places + " contradict each other", "Choose one of them");
    }
    if (wanted.contains(BufferFlag.COHERENT) && wanted.contains(BufferFlag.CACHEABLE)) {
      throw contradiction("COHERENT and CACHEABLE contradict each other", "Choose one of them");
    }
    if (wanted.contains(BufferFlag.CONTIGUOUS) && !places.isEmpty()) {
      throw contradiction("CONTIGUOUS and " + places + " contradict each other", "Choose one");
    }
  }

  private static BackplaneException contradiction(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("allocate")
        .remedy(remedy)
        .build();
  }

  /** {@return the flags of a buffer on memory of the program} */
  Set<BufferFlag> ofProgram() {
    return config.family() == Family.PCIE
        ? Set.of(BufferFlag.USER_MEMORY)
        : Set.of(BufferFlag.USER_MEMORY, BufferFlag.CACHEABLE);
  }

  /** {@return the flags of a buffer that others see too} */
  Set<BufferFlag> imported() {
    return config.family() == Family.PCIE
        ? Set.of(BufferFlag.PEER_TO_PEER)
        : Set.of(BufferFlag.COHERENT);
  }

  /** {@return which memories a buffer has} */
  Copies copies(Set<BufferFlag> flags) {
    if (flags.contains(BufferFlag.COMMAND)) {
      return Copies.HOST;
    }
    if (flags.contains(BufferFlag.DEVICE_ONLY)) {
      return Copies.DEVICE;
    }
    if (flags.contains(BufferFlag.HOST_ONLY)
        || flags.contains(BufferFlag.PEER_TO_PEER)
        || flags.contains(BufferFlag.SHARED_VIRTUAL)) {
      return Copies.ONE;
    }
    // What a cache holds back cannot be seen in one copy; strict mode plays the cache with two.
    boolean apart =
        config.family() == Family.PCIE || (config.strict() && !flags.contains(BufferFlag.COHERENT));
    return apart ? Copies.TWO : Copies.ONE;
  }

  /** Checks memory that the program brings. */
  void checkPages(MemorySegment pages) {
    if (!pages.isNative()) {
      throw unfit("it lies in the heap of the JVM", "Allocate it from an Arena");
    }
    if (pages.address() % Regions.PAGE != 0) {
      throw unfit(
          "its address 0x%x is no multiple of %d".formatted(pages.address(), Regions.PAGE),
          "Allocate it with that alignment");
    }
    if (pages.byteSize() == 0
        || (config.family() == Family.EDGE && pages.byteSize() % Regions.PAGE != 0)) {
      throw unfit(
          "it has %d bytes".formatted(pages.byteSize()),
          config.family() == Family.EDGE
              ? "Bring whole pages: the device maps no less"
              : "Bring 1 byte or more");
    }
    if (pages.isReadOnly()) {
      throw unfit("it cannot be written", "Bring memory that syncBack can write to");
    }
    if (!pages.isAccessibleBy(new Thread(() -> {}))) {
      throw unfit("it is for one thread only", "Allocate it from a shared or automatic Arena");
    }
  }

  private static BackplaneException unfit(String problem, String remedy) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "the memory does not do for a buffer: " + problem)
        .during("wrap")
        .remedy(remedy)
        .build();
  }
}
