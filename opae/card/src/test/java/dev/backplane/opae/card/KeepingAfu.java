package dev.backplane.opae.card;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An accelerator for tests: registers that keep what is written, of which one raises an interrupt,
 * and others have it misbehave.
 */
public final class KeepingAfu implements Afu {
  /** At reset. */
  public KeepingAfu() {}

  static final UUID GUID = UUID.fromString("0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9");
  static final int RING = 0x1000;
  static final int THROW = 0x1008;
  static final int READ_ADDRESS = 0x1010;
  static final int STAY = 0x1018;
  static final int HANG = 0x1020;
  static final int HIDE = 0x1028;
  static final int REPORT = 0x1030;
  static final int RING_OFTEN = 0x1038;

  private final long[] words = new long[(256 << 10) / Long.BYTES];
  private @Nullable AfuHost host;

  @Override
  public UUID guid() {
    return GUID;
  }

  @Override
  public void connect(AfuHost given) {
    host = given;
  }

  private AfuHost host() {
    return Objects.requireNonNull(host, "it is connected");
  }

  @Override
  public void reset() {
    Arrays.fill(words, 0);
    words[0] = 1L << 60;
    words[1] = GUID.getLeastSignificantBits();
    words[2] = GUID.getMostSignificantBits();
  }

  @Override
  public long read(long offset, int bytes) {
    long word = words[(int) (offset / Long.BYTES)];
    return bytes == Long.BYTES ? word : (word >>> ((offset & 4) * 8)) & 0xffff_ffffL;
  }

  @Override
  public void write(long offset, int bytes, long value) {
    int index = (int) (offset / Long.BYTES);
    long all = value;
    if (bytes == Integer.BYTES) {
      int shift = (int) (offset & 4) * 8;
      all = (words[index] & ~(0xffff_ffffL << shift)) | value << shift;
    }
    words[index] = all;
    if (offset == RING) {
      host().interrupt((int) value);
    } else if (offset == RING_OFTEN) {
      for (long i = 0; i < value; i++) {
        host().interrupt(1);
      }
    } else if (offset == THROW) {
      throw new IllegalStateException("thrown on purpose");
    }
  }

  private static void hide(Runnable access) {
    try {
      access.run();
    } catch (AfuFault hidden) {
      // It goes on as if nothing had been.
    }
  }

  @Override
  public boolean advance() {
    long address = words[READ_ADDRESS / Long.BYTES];
    if (address != 0) {
      words[READ_ADDRESS / Long.BYTES] = 0;
      host().read(address, MemorySegment.ofArray(new byte[64]));
    }
    long hidden = words[HIDE / Long.BYTES];
    if (hidden != 0) {
      words[HIDE / Long.BYTES] = 0;
      hide(() -> host().read(hidden, MemorySegment.ofArray(new byte[64])));
      long report = words[REPORT / Long.BYTES];
      hide(() -> host().write(report, MemorySegment.ofArray(new byte[] {1})));
      hide(() -> host().interrupt(1));
    }
    if (words[HANG / Long.BYTES] != 0) {
      words[HANG / Long.BYTES] = 0;
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return words[STAY / Long.BYTES] != 0;
  }
}
