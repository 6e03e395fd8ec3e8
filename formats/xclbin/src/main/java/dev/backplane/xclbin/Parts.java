package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A section whose header says where in the section its texts and images are. None of these numbers
 * is believed: what they point at lies within the section and behind the header.
 */
final class Parts {
  private final Section section;
  private final int header;
  private final ByteBuffer fields;

  private Parts(Section section, int header) {
    this.section = section;
    this.header = header;
    this.fields = section.data().buffer();
  }

  /** Takes a section that is to have a header of so many bytes. */
  static Parts of(Section section, int header) {
    if (section.data().size() < header) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          "%s has %d bytes, its header alone needs %d; build the file again"
              .formatted(section.label(), section.data().size(), header));
    }
    return new Parts(section, header);
  }

  static int aligned(int at) {
    return (at + SectionEntry.ALIGNMENT - 1) & -SectionEntry.ALIGNMENT;
  }

  ByteBuffer fields() {
    return fields;
  }

  /** {@return the text whose place is at a field of the header, up to its NUL} */
  String text(int field, String what) {
    return text(fields, field, what);
  }

  /** {@return the text whose place is at a field of an entry, up to its NUL} */
  String text(ByteBuffer entry, int field, String what) {
    long at = Integer.toUnsignedLong(entry.getInt(field));
    if (at < header || at >= fields.limit()) {
      throw wrong(what, field, at, 1);
    }
    int size = fields.limit() - (int) at;
    String text = Fields.text(fields, (int) at, size);
    if (text.length() == size) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          "%s has a %s at offset %d of the section that does not end; its place is at offset %d"
              .formatted(section.label(), what, at, field));
    }
    return text;
  }

  /** {@return the entries of a list whose count and place are at a field of the header} */
  List<ByteBuffer> array(int field, int entrySize, String what) {
    return array(fields, field, entrySize, what);
  }

  /** {@return the entries of a list whose count and place are at a field of another entry} */
  List<ByteBuffer> array(ByteBuffer entry, int field, int entrySize, String what) {
    long count = Integer.toUnsignedLong(entry.getInt(field));
    long at = Integer.toUnsignedLong(entry.getInt(field + Integer.BYTES));
    // The count is not believed before its bytes are known to be there.
    ByteBuffer all = image(what, at, count * entrySize).buffer();
    List<ByteBuffer> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(all.slice(i * entrySize, entrySize).order(ByteOrder.LITTLE_ENDIAN));
    }
    return entries;
  }

  /** {@return bytes at a place that the header says} */
  Bytes image(String what, long at, long size) {
    if (size == 0) {
      return Bytes.EMPTY;
    }
    if (at < header || size < 0 || at > fields.limit() || size > fields.limit() - at) {
      throw wrong(what, -1, at, size);
    }
    return section.data().slice((int) at, (int) size);
  }

  private XclbinException wrong(String what, int field, long at, long size) {
    return new XclbinException(
        XclbinError.BAD_SIZE,
        "%s says its %s of %s bytes is at offset %s of the section%s, which has %d bytes with its"
                .formatted(
                    section.label(),
                    what,
                    Long.toUnsignedString(size),
                    Long.toUnsignedString(at),
                    field < 0 ? "" : " (field at " + field + ")",
                    fields.limit())
            + " header of %d; build the file again".formatted(header));
  }
}
