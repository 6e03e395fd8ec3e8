package dev.backplane.opae.card.port;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.Buffer;
import dev.backplane.api.BufferFlag;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Memory;
import dev.backplane.api.Placement;
import dev.backplane.driverkit.Placements;
import dev.backplane.opae.card.afu.AfuExecution;
import dev.backplane.opae.card.afu.IoSpace;
import dev.backplane.opae.card.device.Card;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/** Buffers of one holder: memory of the host, with IO addresses. */
final class PortMemory implements Memory {
  private static final Set<BufferFlag> FLAGS = Set.of(BufferFlag.COHERENT, BufferFlag.CACHEABLE);

  private final Card card;
  private final Set<PortBuffer> buffers = ConcurrentHashMap.newKeySet();

  PortMemory(Card card) {
    this.card = card;
  }

  @Override
  public List<Bank> banks() {
    return List.of(card.space().bank());
  }

  /**
   * {@return the kinds of memory that a buffer can have} Plain buffers lie in memory of the host
   * too, because a card has no other.
   */
  @Override
  public Set<Placement.Kind> placements() {
    return EnumSet.of(Placement.Kind.HOST, Placement.Kind.USER_MEMORY, Placement.Kind.PLAIN);
  }

  @Override
  public Buffer allocate(long bytes, Placement placement) {
    Placements.checkFlags(placement, FLAGS);
    Bank bank = Placements.bank(placement, banks());
    if (bytes > bank.size()) {
      // Also where the number of its pages would be more than a number can be.
      throw BackplaneException.because(
              ErrorCode.OUT_OF_DEVICE_MEMORY,
              "bank %s has %d bytes, not %d".formatted(bank.name(), bank.size(), bytes))
          .during("allocate")
          .remedy("Make a smaller buffer")
          .build();
    }
    MemorySegment pages = placement.memory();
    return pages == null ? make(bytes, bank, placement) : adopt(pages, bank, placement);
  }

  /**
   * Makes a buffer of memory that the program gives. Memory whose end Java knows is accessed
   * directly. Other memory belongs to the program in C, or is only claimed to be there: it may go
   * at any time.
   */
  private Buffer adopt(MemorySegment pages, Bank bank, Placement placement) {
    boolean writable = !pages.isReadOnly();
    boolean isKnown = !pages.scope().equals(Arena.global().scope());
    return prepared(
        Arena.ofShared(),
        address -> {
          if (isKnown) {
            card.space().map(address, pages, writable);
          } else {
            card.space().map(address, new ProgramPages(pages), writable);
          }
        },
        pages.byteSize(),
        pages,
        bank,
        of(placement, bank));
  }

  private Buffer make(long bytes, Bank bank, Placement wanted) {
    long whole = (bytes + IoSpace.PAGE - 1) & -IoSpace.PAGE;
    Arena arena = Arena.ofShared();
    MemorySegment pages;
    try {
      pages = arena.allocate(whole, IoSpace.PAGE);
    } catch (OutOfMemoryError e) {
      arena.close();
      throw BackplaneException.because(
              ErrorCode.OUT_OF_HOST_MEMORY, "the host has no %d bytes".formatted(whole))
          .during("allocate")
          .remedy("Close buffers, or raise -XX:MaxDirectMemorySize")
          .causedBy(e)
          .build();
    }
    return prepared(
        arena,
        address -> card.space().map(address, pages, true),
        whole,
        pages.asSlice(0, bytes),
        bank,
        of(wanted, bank));
  }

  /**
   * {@return the placement of a buffer} Kinds that have two copies on other devices have one here.
   */
  private static Placement of(Placement wanted, Bank bank) {
    boolean oneCopy = wanted.kind() == Placement.Kind.HOST;
    Set<BufferFlag> flags = oneCopy ? wanted.flags() : Set.of(BufferFlag.COHERENT);
    return new Placement(wanted.kind(), bank.index(), flags, wanted.memory());
  }

  private Buffer prepared(
      Arena arena,
      LongConsumer mapping,
      long bytes,
      MemorySegment host,
      Bank bank,
      Placement placement) {
    long address;
    try {
      address = card.space().reserve(bytes);
    } catch (BackplaneException e) {
      arena.close();
      throw e;
    }
    mapping.accept(address);
    PortBuffer buffer = new PortBuffer(this, arena, address, host, bank, placement);
    buffers.add(buffer);
    return buffer;
  }

  /** The accelerator no longer reaches a buffer; returns when no access to it goes on. */
  void unprepare(PortBuffer buffer) {
    card.space().unmap(buffer.address());
    buffers.remove(buffer);
    AfuExecution running = card.execution();
    if (running != null) {
      running.settle();
    }
  }

  void close() {
    buffers.forEach(PortBuffer::close);
  }
}
