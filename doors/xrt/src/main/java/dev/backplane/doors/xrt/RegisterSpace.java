package dev.backplane.doors.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Registers;
import java.nio.ByteBuffer;

/**
 * Register traffic of the host, forwarded word by word, and what it tells about runs: a compute
 * unit is started by bit 0 of its control register, in ERT mode by a packet in the command queue
 * (reference of the emulation, register windows at 0x180000 and 0x190000).
 */
final class RegisterSpace {
  private static final long STATUS = 0x18_0000;
  private static final long STATUS_END = STATUS + 0x10;
  private static final long SLOTS = STATUS + 0x34;
  private static final long QUEUE = 0x19_0000;
  private static final long QUEUE_END = QUEUE + 0x1_0000;
  private static final long PAGE = 0x1000;
  private static final int STATE = 0xf;
  private static final int NEW = 1;

  private final Registers registers;
  private final FlightRecord record;

  RegisterSpace(Registers registers, FlightRecord record) {
    this.registers = registers;
    this.record = record;
  }

  /** Asks for how many slots there are, which changes nothing. */
  static boolean hasCommandQueue(Registers registers) {
    try {
      registers.read32(SLOTS);
      return true;
    } catch (BackplaneException nothingThere) {
      return false;
    }
  }

  /** Writes the words from position to limit of the source. */
  void write(Call call, long address, ByteBuffer source) {
    int bytes = source.remaining();
    int first = bytes >= Integer.BYTES ? source.getInt(source.position()) : 0;
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
    if (address >= QUEUE && address < QUEUE_END) {
      if (bytes == Integer.BYTES && (first & STATE) == NEW && address % 64 == 0) {
        record.commands(1);
      }
    } else if (address % PAGE == 0
        && (first & FlightRecord.START) != 0
        && (address < STATUS || address >= QUEUE_END)) {
      record.started(address);
    }
  }

  /** Reads words into the target, which has room for so many bytes. */
  void read(Call call, long address, ByteBuffer target) {
    int bytes = target.remaining();
    int first = 0;
    for (int done = 0; done < bytes; done += Integer.BYTES) {
      int value = registers.read32(address + done);
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
    if (address >= STATUS && address < STATUS_END) {
      progress = first != 0;
      record.retired(Integer.bitCount(first));
    } else {
      progress = record.control(address, first);
    }
    record.register(call, address, bytes, first, progress);
  }
}
