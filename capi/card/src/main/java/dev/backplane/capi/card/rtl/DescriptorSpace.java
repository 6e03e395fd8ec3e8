package dev.backplane.capi.card.rtl;

import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.InvalidDescriptor;
import dev.backplane.rtl.harness.psl.PslAccelerator;
import java.nio.ByteBuffer;

/** The descriptor space of an AFU, that registers are not in: read in words of 64 bits. */
final class DescriptorSpace {
  /** The most bytes that are read of it. */
  private static final int MOST_BYTES = 1 << 20;

  private final PslAccelerator accelerator;

  DescriptorSpace(PslAccelerator accelerator) {
    this.accelerator = accelerator;
  }

  /** The descriptor, with its configuration records. */
  ByteBuffer descriptor() {
    ByteBuffer begin = ByteBuffer.wrap(bytes(0, AfuDescriptor.BYTES));
    long end = AfuDescriptor.endOfRecords(begin);
    return end <= AfuDescriptor.BYTES ? begin : ByteBuffer.wrap(bytes(0, end));
  }

  /** Some bytes, as they lie in big-endian words. */
  byte[] bytes(long offset, long length) {
    if (offset < 0 || length > MOST_BYTES || offset % Long.BYTES != 0) {
      throw new InvalidDescriptor(
          "it has 0x%x bytes at 0x%x of the descriptor space, more than the 0x%x that are read, or off a word"
              .formatted(length, offset, MOST_BYTES));
    }
    ByteBuffer all = ByteBuffer.allocate((int) length + Long.BYTES - 1 & -Long.BYTES);
    for (int at = 0; at < all.capacity(); at += Long.BYTES) {
      long place = offset + at;
      all.putLong(
          accelerator
              .read(true, place, Long.BYTES)
              .orElseThrow(
                  () ->
                      new InvalidDescriptor(
                          "its word at 0x%x is not acknowledged with ah_mmack".formatted(place))));
    }
    return all.array();
  }
}
