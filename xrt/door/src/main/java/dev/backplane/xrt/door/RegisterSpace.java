package dev.backplane.xrt.door;

import dev.backplane.api.Registers;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Register traffic of the host, forwarded word by word, and what it tells about runs: a compute
 * unit is started by bit 0 of its control register, in ERT mode by a packet in the command queue
 * (windows of {@link Scheduling}).
 */
final class RegisterSpace {
  private static final long PAGE = 0x1000;
  private static final int STATUS_REGISTERS = 4;
  private static final int STATE = 0xf;
  private static final int NEW = 1;

  /** A command that ended well, and one that its host has aborted. */
  private static final int COMPLETED = 4;

  private static final int ABORTED = 6;

  private final Registers registers;
  private final Scheduling scheduling;
  private final DeviceState device;
  private final FlightRecord record;

  /** True if the host starts units itself and has the scheduler look only when they are done. */
  private boolean watched;

  /** Bits of the status registers that stand for units which the host has started so. */
  private final int[] started = new int[STATUS_REGISTERS];

  RegisterSpace(Registers registers, DeviceState device, FlightRecord record) {
    this.registers = registers;
    this.device = device;
    this.record = record;
    scheduling = Scheduling.of(registers);
  }

  boolean isQueue(long address) {
    return scheduling.isQueue(address);
  }

  /** Writes the words from position to limit of the source. */
  void write(Call call, long address, ByteBuffer source) {
    int bytes = source.remaining();
    int first = bytes >= Integer.BYTES ? source.getInt(source.position()) : 0;
    if (watched && scheduling.isQueue(address) && bytes == Integer.BYTES) {
      int slot = (int) ((address - scheduling.queue()) / Scheduling.WATCHED_SLOT);
      if (slot > 0) {
        // No command: the host has started the slot's unit, or acknowledged its end.
        started[slot / Integer.SIZE] |= 1 << slot;
        source.position(source.limit());
        record.register(call, address, bytes, first, true);
        return;
      }
    }
    for (int done = 0; done < bytes; done += Integer.BYTES) {
      // Fewer than 4 bytes at the end are the low ones of a word.
      int left = bytes - done;
      registers.write32(address + done, left >= Integer.BYTES ? source.getInt() : rest(source));
    }
    record.register(call, address, bytes, first, true);
    note(address, bytes, first);
  }

  private static int rest(ByteBuffer source) {
    int value = 0;
    for (int shift = 0; source.hasRemaining(); shift += Byte.SIZE) {
      value |= (source.get() & 0xff) << shift;
    }
    return value;
  }

  private void note(long address, int bytes, int first) {
    if (scheduling.isQueue(address)) {
      if (address == scheduling.queue() && bytes == Integer.BYTES) {
        watched = scheduling.isWatching(registers, first);
        Arrays.fill(started, 0);
      }
      if (bytes == Integer.BYTES && (first & STATE) == NEW && address % 64 == 0) {
        record.commands(1);
      }
    } else if (address % PAGE == 0
        && (first & FlightRecord.START) != 0
        && !scheduling.isWindow(address)) {
      record.started(address);
    }
  }

  /** Reads words into the target, which has room for so many bytes. */
  void read(Call call, long address, ByteBuffer target) {
    int bytes = target.remaining();
    int first = 0;
    int ended = 0;
    for (int done = 0; done < bytes; done += Integer.BYTES) {
      int value = registers.read32(address + done);
      if (scheduling.isStatus(address + done)) {
        int bits = (int) (address + done - scheduling.control()) * Byte.SIZE;
        checkCommands(bits, value);
        ended |= value;
        // A bit makes the host look at the unit itself, which alone says whether it is done.
        value |= watched ? started[bits / Integer.SIZE] : 0;
      }
      first = done == 0 ? value : first;
      if (bytes - done >= Integer.BYTES) {
        target.putInt(value);
      } else {
        for (int shift = 0; target.hasRemaining(); shift += Byte.SIZE) {
          target.put((byte) (value >>> shift));
        }
      }
    }
    boolean progress;
    if (scheduling.isStatus(address)) {
      progress = ended != 0;
      record.retired(Integer.bitCount(ended));
    } else {
      progress = record.control(address, first);
    }
    record.register(call, address, bytes, first, progress);
  }

  /** A bit says only that a command has ended; its slot says how. */
  private void checkCommands(int firstSlot, int ended) {
    for (int bits = ended; bits != 0; bits &= bits - 1) {
      int slot = firstSlot + Integer.numberOfTrailingZeros(bits);
      int state = registers.read32(scheduling.slot(registers, slot)) & STATE;
      if (state != COMPLETED && state != ABORTED) {
        throw device.ofCommand(slot, state);
      }
    }
  }
}
