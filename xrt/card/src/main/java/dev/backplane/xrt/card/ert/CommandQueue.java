package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The memory of the command queue and the slots in it. The host writes words into it; a header that
 * says NEW makes its slot visible. The firmware takes a private copy of a visible slot, so that a
 * host that writes on cannot change what was checked.
 *
 * <p>The words may be written and read by host and firmware at one time: a header is published with
 * release and read with acquire. Which slots are taken is guarded by the scheduler's lock.
 */
final class CommandQueue {
  private static final VarHandle WORD =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle().withInvokeExactBehavior();

  private final MemorySegment memory = MemorySegment.ofArray(new long[WindowLayout.BYTES / 8]);
  private final MemorySegment copies = MemorySegment.ofArray(new long[WindowLayout.BYTES / 8]);
  private final Packet[] slots = new Packet[SlotRules.MOST];
  private final Packet[] taken = new Packet[SlotRules.MOST];
  private int slotSize;
  private int number;

  CommandQueue() {
    for (int i = 0; i < SlotRules.MOST; i++) {
      slots[i] = new Packet();
      taken[i] = new Packet();
    }
    divide(SlotRules.LARGEST, WindowLayout.BYTES / SlotRules.LARGEST);
  }

  /** Divides the memory anew. */
  void divide(int size, int slotNumber) {
    slotSize = size;
    number = slotNumber;
    for (int i = 0; i < slotNumber; i++) {
      slots[i].over(memory.asSlice((long) i * size, size), 0);
      taken[i].over(copies.asSlice((long) i * size, size), 0);
    }
  }

  int slots() {
    return number;
  }

  int slotSize() {
    return slotSize;
  }

  int read(int offset) {
    return (int) WORD.getAcquire(memory, (long) offset);
  }

  /** Writes a word. Returns the slot that it made visible, or -1. */
  int write(int offset, int value) {
    WORD.setRelease(memory, (long) offset, value);
    boolean header = offset % slotSize == 0 && offset / slotSize < number;
    return header && Header.stateNumber(value) == CommandState.NEW.number()
        ? offset / slotSize
        : -1;
  }

  /** {@return whether a slot's header says that it is new} */
  boolean isNew(int slot) {
    return Header.stateNumber(slots[slot].header()) == CommandState.NEW.number();
  }

  /** Copies a slot to where the host does not reach. */
  Packet take(int slot) {
    MemorySegment.copy(memory, (long) slot * slotSize, copies, (long) slot * slotSize, slotSize);
    return taken[slot];
  }

  /** {@return the private copy of a slot that was taken} */
  Packet taken(int slot) {
    return taken[slot];
  }

  /** {@return a slot as the host sees it, for answers} */
  Packet visible(int slot) {
    return slots[slot];
  }
}
