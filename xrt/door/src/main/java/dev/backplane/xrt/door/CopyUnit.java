package dev.backplane.xrt.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy engine of the card, as XRT's emulation drives one: source and target are addresses of any
 * banks, and bytes are copied one by one where it matters. A copy has ended when its start has been
 * answered. Used by the thread that serves.
 */
final class CopyUnit {
  /**
   * The base address of the scheduler in emconfig.json. Only the addresses of this unit follow from
   * it.
   */
  static final long BASE = 0x60_0000_0000L;

  private static final long REGISTERS = BASE + 0x2_0000;
  private static final int BYTES = 64;
  private static final int START = 1;
  private static final int DONE_AND_IDLE = 6;
  private static final int SOURCE = 0x10;
  private static final int TARGET = 0x18;
  private static final int SIZE = 0x20;
  private static final int PIECE = 1 << 20;

  private final DeviceMemory memory;
  private final HostLine line;
  private final List<Bank> hostBanks;
  private final ByteBuffer registers = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * A unit.
   *
   * @param banks those of the card; in its banks of host memory lie buffers of the program
   */
  CopyUnit(DeviceMemory memory, List<Bank> banks, HostLine line) {
    this.memory = memory;
    this.line = line;
    hostBanks = banks.stream().filter(bank -> bank.kind() == BankKind.HOST).toList();
  }

  /** {@return whether a register is one of this unit} */
  boolean isAt(long address) {
    return address >= REGISTERS && address < REGISTERS + BYTES;
  }

  /** Writes registers; bit 0 of the first one starts a copy. */
  void write(long address, ByteBuffer source) {
    int at = (int) (address - REGISTERS);
    if (source.remaining() > BYTES - at) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "the copy engine has no %d bytes of registers at 0x%x"
                  .formatted(source.remaining(), address))
          .build();
    }
    registers.put(at, source, source.position(), source.remaining());
    if (at == 0 && (registers.getInt(0) & START) != 0) {
      registers.putInt(0, 0);
      copy(
          registers.getLong(SOURCE),
          registers.getLong(TARGET),
          Integer.toUnsignedLong(registers.getInt(SIZE)));
    }
  }

  /** Reads registers; no copy is ever under way. */
  void read(long address, ByteBuffer target) {
    for (int at = (int) (address - REGISTERS); target.hasRemaining(); at++) {
      target.put(at == 0 ? (byte) DONE_AND_IDLE : at < BYTES ? registers.get(at) : 0);
    }
  }

  private void copy(long source, long target, long bytes) {
    MemorySegment between = MemorySegment.ofArray(new byte[(int) Math.min(PIECE, bytes)]);
    // A range that begins inside of the source is filled from its end, so that nothing is read
    // that was written by this copy.
    boolean backwards = source < target && target < source + bytes;
    for (long done = 0; done < bytes; done += PIECE) {
      long size = Math.min(PIECE, bytes - done);
      long at = backwards ? bytes - done - size : done;
      MemorySegment piece = between.asSlice(0, size);
      load(source + at, piece);
      store(target + at, piece);
    }
  }

  private void load(long address, MemorySegment to) {
    try {
      memory.read(address, to);
    } catch (BackplaneException e) {
      line.load(address, ofHost(address, e), to);
    }
  }

  private void store(long address, MemorySegment from) {
    try {
      memory.write(address, from);
    } catch (BackplaneException e) {
      line.require(address, ofHost(address, e));
      line.store(address, from);
    }
  }

  /** Returns how far the bank of host memory goes on that an address lies in. */
  private long ofHost(long address, BackplaneException fault) {
    Bank bank = hostBank(address);
    if (bank == null || fault.code() != ErrorCode.ADDRESS_FAULT) {
      throw fault;
    }
    return bank.address() + bank.size() - address;
  }

  private @Nullable Bank hostBank(long address) {
    for (Bank bank : hostBanks) {
      if (address - bank.address() >= 0 && address - bank.address() < bank.size()) {
        return bank;
      }
    }
    return null;
  }
}
