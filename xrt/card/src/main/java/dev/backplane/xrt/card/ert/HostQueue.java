package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Configure;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.InitCu;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * The host's side of the command queue, through registers alone: which slots are free, how commands
 * are put into them, and which have completed. Of one thread, or under its user's lock.
 */
public final class HostQueue {
  private final EmbeddedScheduler scheduler;
  private final BitSet free = new BitSet();
  private int slotSize = SlotRules.LARGEST;

  /** The first slot for compute units: behind that for control, unless there is no other. */
  private int first = 1;

  /**
   * A host of a scheduler that is to be configured.
   *
   * @param scheduler whose registers are used
   */
  public HostQueue(EmbeddedScheduler scheduler) {
    this.scheduler = scheduler;
    free.set(0);
  }

  /**
   * Puts the configuration into slot 0. Its completion is told by {@link #poll} as that of slot 0.
   *
   * @param ports the compute units, in the order of their indices
   * @param size bytes of a slot
   * @param features the bits of {@link Configure}, or-ed
   */
  public void configure(UnitPorts ports, int size, int features) {
    configure(ports, size, SlotRules.MOST, features);
  }

  /**
   * Configures, and uses only some of the slots.
   *
   * @param ports the compute units, in the order of their indices
   * @param size bytes of a slot
   * @param most how many slots to use at most; if it is 1, the slot for control is used for all
   * @param features the bits of {@link Configure}, or-ed
   */
  public void configure(UnitPorts ports, int size, int most, int features) {
    int slots = Math.min(most, SlotRules.ofSize(size, (features & Configure.CU_DMA) != 0));
    Packet packet = new Packet().over(MemorySegment.ofArray(new int[6 + ports.count()]), 0);
    int header = Configure.encode(packet, size, ports.count(), features);
    for (int unit = 0; unit < ports.count(); unit++) {
      Configure.address(
          packet, unit, (int) ports.base(unit), ports.protocol(unit).number(), unit & 0x1f);
    }
    free.clear(0);
    put(0, packet, header);
    slotSize = size;
    first = slots == 1 ? 0 : 1;
    free.set(1, slots);
  }

  /** {@return whether a slot is free for a compute unit's command} */
  public boolean hasRoom() {
    return free.nextSetBit(first) >= 0;
  }

  /** Does not use a slot that is free until it is released. */
  void keep(int slot) {
    free.clear(slot);
  }

  /** Uses a slot again that was kept. */
  void release(int slot) {
    free.set(slot);
  }

  /**
   * Puts a command for a compute unit into a free slot: the index of the unit in the place of the
   * mask, the rest of the payload, the header last.
   *
   * @param packet a command with masks
   * @param unit the unit's index
   * @return the slot; -1 if none is free
   */
  public int submit(Packet packet, int unit) {
    int slot = free.nextSetBit(first);
    if (slot >= 0) {
      free.clear(slot);
      packet.word(maskAt(packet.header()), unit);
      put(slot, packet, Header.with(packet.header(), CommandType.CU));
    }
    return slot;
  }

  private static int maskAt(int header) {
    return Header.opcode(header) == Opcode.INIT_CU
        ? InitCu.registerMap(header) - Header.extraMasks(header) - 1
        : 0;
  }

  /**
   * Puts a control command into slot 0.
   *
   * @param packet the command
   * @return whether the slot was free
   */
  public boolean control(Packet packet) {
    boolean mine = free.get(0);
    if (mine) {
      free.clear(0);
      put(0, packet, Header.with(packet.header(), CommandType.CTRL));
    }
    return mine;
  }

  private void put(int slot, Packet packet, int header) {
    long at = scheduler.layout().queue() + (long) slot * slotSize;
    for (int word = 0; word < Header.count(header); word++) {
      scheduler.write(at + 4 + 4L * word, packet.word(word));
    }
    scheduler.write(at, header);
  }

  /**
   * Reads the status registers, and thereby clears them.
   *
   * @param completed is told each slot that has completed, which is free again then; {@link
   *     #header} tells how
   * @return how many have
   */
  public int poll(IntConsumer completed) {
    int found = 0;
    for (int bank = 0; bank < 4; bank++) {
      int bits = scheduler.read(scheduler.layout().control() + 4L * bank);
      for (; bits != 0; bits &= bits - 1) {
        int slot = 32 * bank + Integer.numberOfTrailingZeros(bits);
        completed.accept(slot);
        free.set(slot);
        found++;
      }
    }
    return found;
  }

  /**
   * {@return the header of a slot, whose state is how its command has ended}
   *
   * @param slot one that has just completed
   */
  public int header(int slot) {
    return scheduler.read(scheduler.layout().queue() + (long) slot * slotSize);
  }

  /**
   * Reads a whole slot.
   *
   * @param slot one that has just completed
   * @param target where to; has room for a slot
   */
  void copy(int slot, Packet target) {
    long at = scheduler.layout().queue() + (long) slot * slotSize;
    for (int word = 0; word < slotSize / Integer.BYTES - 1; word++) {
      target.word(word, scheduler.read(at + 4 + 4L * word));
    }
    target.header(scheduler.read(at));
  }
}
