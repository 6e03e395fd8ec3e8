package dev.backplane.rtl.corpus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of a processor. Addresses wrap at its end. */
final class CoreMemory {
  private static final int BYTES = 1 << 20;

  private final ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /** A memory with words from an address on. */
  static CoreMemory of(int address, int... words) {
    CoreMemory memory = new CoreMemory();
    for (int i = 0; i < words.length; i++) {
      memory.bytes.putInt(address + 4 * i & BYTES - 1, words[i]);
    }
    return memory;
  }

  /** A memory with the words of a file from 0 on: each line is a number of any width. */
  static CoreMemory ofHex(Path file) throws IOException {
    CoreMemory memory = new CoreMemory();
    int at = 0;
    for (String line : Files.readAllLines(file)) {
      for (int end = line.length(); end >= 2; end -= 2) {
        memory.bytes.put(at++, (byte) Integer.parseInt(line.substring(end - 2, end), 16));
      }
    }
    return memory;
  }

  /** The word that has an address in it. */
  int word(long address) {
    return bytes.getInt((int) address & BYTES - 4);
  }

  long word64(long address) {
    return bytes.getLong((int) address & BYTES - 8);
  }

  /** Writes the bytes of a word that a mask names, the lowest bit the first byte. */
  void write(long address, long value, long mask) {
    int base = (int) address & (BYTES - 4);
    for (int i = 0; i < 4; i++) {
      if (((mask >>> i) & 1) != 0) {
        bytes.put(base + i, (byte) (value >>> (8 * i)));
      }
    }
  }

  void write64(long address, long value, long mask) {
    write(address & ~7, value, mask & 15);
    write((address & ~7) | 4, value >>> 32, mask >>> 4);
  }
}
