package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.RegularFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An open FST file: where its blocks are, and the widths of its signals. Blocks of changes stay in
 * the file until somebody asks for one. Safe for use by several threads.
 */
final class FstFile implements AutoCloseable {
  static final int CHANGES_ALIAS = 5;
  static final int HIERARCHY_LZ4 = 6;
  static final int HIERARCHY_LZ4_TWICE = 7;
  static final int CHANGES_ALIAS_2 = 8;
  static final int WHOLE_FILE_PACKED = 254;

  /** Widths of what is no vector of bits. */
  static final int REAL = -1;

  static final int TEXT = 0;

  private static final long TEXT_MARK = 0xffff_ffffL;
  private static final int EXPONENT_AT = 72;
  private static final int REAL_AT = 24;

  /**
   * A block.
   *
   * @param kind its first byte
   * @param at where its kind is, which people are told
   * @param start where its content begins, behind the length
   * @param end where it ends
   */
  record Part(int kind, long at, long start, long end) {}

  final Path file;
  private final FileChannel channel;
  private final long size;
  private final List<Part> changes = new ArrayList<>();

  /** The first and the last byte of what is missing, if the file is cut off. */
  private @Nullable String cut;

  private int exponent;
  private boolean littleEndian = true;
  private int[] widths = {};

  /** The places of the values of each handle in a frame. */
  private int[] places = {};

  private @Nullable Part hierarchy;

  FstFile(Path file) throws IOException {
    this(file, RegularFile.open(file));
  }

  FstFile(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    size = channel.size();
    try {
      scan();
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private void scan() throws IOException {
    long at = 0;
    while (at < size) {
      if (size - at < 1 + Long.BYTES) {
        cut = "it ends at byte " + size + ", within the begin of a block";
        break;
      }
      FstInput head = new FstInput(read(at, 1 + Long.BYTES));
      int kind = head.u8();
      long length = head.u64();
      if (length < Long.BYTES) {
        throw damaged("the block at byte " + at + " has " + length + " bytes");
      }
      if (length > size - at - 1) {
        cut =
            "the block at byte %d has %d bytes, and the file ends at byte %d"
                .formatted(at, length, size);
        break;
      }
      part(new Part(kind, at, at + 1 + Long.BYTES, at + 1 + length));
      at += 1 + length;
    }
    if (hierarchy == null || widths.length == 0) {
      throw damaged(
          "it was not closed: it has no names of signals; "
              + (cut == null ? "it ends at byte " + size : cut));
    }
  }

  private void part(Part part) throws IOException {
    switch (part.kind()) {
      case FstWriter.HEADER -> {
        byte[] header = read(part.start() - Long.BYTES, EXPONENT_AT + 1);
        exponent = header[EXPONENT_AT];
        littleEndian = new FstInput(header, REAL_AT, header.length).u64() != euler();
      }
      case FstWriter.CHANGES, CHANGES_ALIAS, CHANGES_ALIAS_2 -> changes.add(part);
      case FstWriter.GEOMETRY -> geometry(part);
      case FstWriter.HIERARCHY, HIERARCHY_LZ4, HIERARCHY_LZ4_TWICE -> hierarchy = part;
      case WHOLE_FILE_PACKED ->
          throw damaged("it is packed as a whole; 'fst2vcd' makes a VCD of it");
      default -> {
        // Gaps in the recording, and reserved space.
      }
    }
  }

  private static long euler() {
    return Double.doubleToLongBits(Math.E);
  }

  private void geometry(Part part) throws IOException {
    FstInput source = new FstInput(read(part));
    int length = source.size();
    int count = source.size();
    FstInput plain =
        new FstInput(FstPacking.inflate(file, source.take(source.remaining()), length));
    if (count > plain.remaining()) {
      throw damaged("it tells of more signals than it has widths for");
    }
    widths = new int[count];
    places = new int[count + 1];
    for (int i = 0; i < count; i++) {
      long width = plain.varint();
      widths[i] = width == TEXT_MARK ? TEXT : width == 0 ? REAL : Math.toIntExact(width);
      places[i + 1] = Math.addExact(places[i], bytes(i));
    }
  }

  /** The hierarchy, unpacked. */
  byte[] hierarchy() throws IOException {
    Part part = Objects.requireNonNull(hierarchy);
    FstInput source = new FstInput(read(part));
    int length = source.size();
    if (part.kind() == HIERARCHY_LZ4) {
      return FstPacking.lz4(file, source.take(source.remaining()), length);
    }
    if (part.kind() == HIERARCHY_LZ4_TWICE) {
      int between = source.varSize();
      byte[] once = FstPacking.lz4(file, source.take(source.remaining()), between);
      return FstPacking.lz4(file, once, length);
    }
    byte[] packed = source.take(source.remaining());
    FstPacking.checkRatio(file, packed, length, FstPacking.MAX_DEFLATE_RATIO);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readNBytes(length);
    }
  }

  List<Part> changes() {
    return List.copyOf(changes);
  }

  /** The part that is missing, if the file is cut off behind its names. */
  Optional<String> cut() {
    return Optional.ofNullable(cut);
  }

  /** A unit of time is a second times ten to this power. */
  int exponent() {
    return exponent;
  }

  boolean isLittleEndian() {
    return littleEndian;
  }

  int handles() {
    return widths.length;
  }

  /** The bits of a signal, or {@link #REAL} or {@link #TEXT}. */
  int width(int handle) {
    return widths[handle];
  }

  /** The bytes of a value in a frame. */
  int bytes(int handle) {
    return widths[handle] == REAL ? Double.BYTES : widths[handle];
  }

  int frameAt(int handle) {
    return places[handle];
  }

  byte[] read(Part part) throws IOException {
    return read(part.start(), part.end() - part.start());
  }

  /** Reads bytes, as many as are asked for. */
  byte[] read(long at, long count) throws IOException {
    if (count < 0 || count > Integer.MAX_VALUE - 8 || at < 0 || at > size - count) {
      throw new IndexOutOfBoundsException("%d bytes at byte %d".formatted(count, at));
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) count);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new IOException("it became shorter while it was read");
      }
    }
    return bytes.array();
  }

  RtlException damaged(String problem) {
    return TraceErrors.unreadable(file, problem);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
