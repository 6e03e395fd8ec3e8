package dev.backplane.capi.door;

import dev.backplane.capi.card.CapiAfu;
import dev.backplane.capi.card.PslPort;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ConfigurationRecord;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.rtl.harness.psl.PslResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An AFU of both modes with an error buffer of two pages, in which each word is its number, and a
 * configuration record. A write of its register 8 is its end.
 */
public final class FaultyAfu implements CapiAfu {
  static final int ERRORS = 8192;
  static final int RECORD = 256;

  /** Made by the driver. */
  public FaultyAfu() {}

  @Override
  public AfuDescriptor descriptor() {
    ByteBuffer record = ByteBuffer.allocate(RECORD).order(ByteOrder.LITTLE_ENDIAN);
    record.putShort(0, (short) 0x1014).putShort(2, (short) 0x0601).putInt(8, 0x12000001);
    return new AfuDescriptor(
        1,
        4,
        Set.of(ProgrammingModel.DEDICATED, ProgrammingModel.DIRECTED),
        true,
        4096,
        8192,
        OptionalLong.of(4096),
        ERRORS,
        List.of(new ConfigurationRecord(record)));
  }

  @Override
  public byte[] errorBuffer(long offset, int bytes) {
    ByteBuffer words = ByteBuffer.allocate(bytes);
    while (words.hasRemaining()) {
      words.putLong((offset + words.position()) / Long.BYTES);
    }
    return words.array();
  }

  @Override
  public long registerBytes() {
    return 1 << 16;
  }

  @Override
  public void connect(PslPort psl) {
    // It gives no commands.
  }

  @Override
  public void reset() {
    // It has no state.
  }

  @Override
  public void start(long workElementDescriptor) {
    // It does nothing.
  }

  @Override
  public long read(long offset, int bytes) {
    return offset;
  }

  @Override
  public void write(long offset, int bytes, long value) {
    throw new IllegalStateException("broken by register 0x%x".formatted(offset));
  }

  @Override
  public void response(int tag, PslResponse response) {
    // No command is outstanding.
  }

  @Override
  public boolean advance() {
    return false;
  }
}
