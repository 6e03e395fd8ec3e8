package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The shape that most binary sections share: a count, then entries of one size. Bytes after the
 * last entry are allowed, as C structures have room for one entry even if there is none.
 *
 * @param counted how the count is stored
 * @param first where the first entry starts
 * @param entry the size of an entry
 */
record Table(Count counted, int first, int entry) {
  /** The type of the count of entries, a field at offset 0. */
  enum Count {
    INT16(2, Short.MAX_VALUE),
    UINT16(2, 0xffff),
    INT32(4, Integer.MAX_VALUE);

    private final int bytes;
    private final long most;

    Count(int bytes, long most) {
      this.bytes = bytes;
      this.most = most;
    }
  }

  <T> List<T> read(Section section, Function<ByteBuffer, T> decode) {
    var data = section.data().buffer();
    if (data.limit() < counted.bytes) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          "%s has %d bytes, its count alone needs %d; build the file again"
              .formatted(section.label(), data.limit(), counted.bytes));
    }
    long count =
        counted.bytes == 2 ? Short.toUnsignedInt(data.getShort(0)) : data.getInt(0) & 0xffff_ffffL;
    if (count > counted.most || (count > 0 && first + count * entry > data.limit())) {
      throw new XclbinException(
          XclbinError.BAD_SIZE,
          "%s says %d entries of %d bytes after byte %d, it has %d bytes; its count at offset 0 is"
                  .formatted(section.label(), count, entry, first, data.limit())
              + " wrong");
    }
    var rows = new ArrayList<T>((int) count);
    for (int i = 0; i < count; i++) {
      rows.add(decode.apply(data.slice(first + i * entry, entry).order(ByteOrder.LITTLE_ENDIAN)));
    }
    return List.copyOf(rows);
  }

  <T> Bytes write(SectionKind kind, List<T> rows, BiConsumer<ByteBuffer, T> encode) {
    long size = first + (long) rows.size() * entry;
    if (rows.size() > counted.most || size > Xclbin.MAX_SIZE) {
      throw new XclbinException(
          XclbinError.BAD_VALUE,
          "%s is given %d entries, its count holds %d; leave some out"
              .formatted(kind, rows.size(), counted.most));
    }
    var bytes = new byte[(int) size];
    var data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (counted.bytes == 2) {
      data.putShort(0, (short) rows.size());
    } else {
      data.putInt(0, rows.size());
    }
    for (int i = 0; i < rows.size(); i++) {
      encode.accept(
          data.slice(first + i * entry, entry).order(ByteOrder.LITTLE_ENDIAN), rows.get(i));
    }
    return Bytes.owned(bytes);
  }
}
