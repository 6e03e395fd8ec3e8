package dev.backplane.xclbin;

import java.nio.ByteBuffer;

/** Reads and writes section headers ({@code axlf_section_header}) at their places in the file. */
final class SectionEntry {
  static final int SIZE = 40;
  static final int NAME_SIZE = 16;
  static final int MOST = 0x10000;

  /** Data of every section starts on a multiple of this. */
  static final int ALIGNMENT = 8;

  private static final int KIND = 0;
  private static final int NAME = 4;
  private static final int OFFSET = 24;
  private static final int LENGTH = 32;

  private SectionEntry() {}

  /** {@return where header {@code index} starts in the file} */
  static int at(int index) {
    return XclbinHeader.SIZE + index * SIZE;
  }

  static int kind(ByteBuffer file, int index) {
    return file.getInt(at(index) + KIND);
  }

  static String name(ByteBuffer file, int index) {
    return Fields.text(file, at(index) + NAME, NAME_SIZE);
  }

  static long offset(ByteBuffer file, int index) {
    return file.getLong(at(index) + OFFSET);
  }

  static long length(ByteBuffer file, int index) {
    return file.getLong(at(index) + LENGTH);
  }

  static void write(ByteBuffer file, int index, Section section, int offset) {
    file.putInt(at(index) + KIND, section.number());
    Fields.unterminated(file, at(index) + NAME, NAME_SIZE, section.name());
    file.putLong(at(index) + OFFSET, offset);
    file.putLong(at(index) + LENGTH, section.data().size());
  }
}
