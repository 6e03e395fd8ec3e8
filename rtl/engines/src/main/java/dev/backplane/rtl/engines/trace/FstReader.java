package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.xclbin.RegularFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;

/**
 * Reads the FST format, from {@link FstWriter} and from other writers: with aliases and blocks
 * compressed with LZ4. Real numbers and texts are skipped.
 */
final class FstReader {
  private static final int CHANGES_ALIAS = 5;
  private static final int HIERARCHY_LZ4 = 6;
  private static final int CHANGES_ALIAS_2 = 8;

  /** Texts are signals of this width; real numbers have width 0. */
  private static final long TEXT = 0xffff_ffffL;

  /** One byte of deflated data decompresses to at most so many bytes. */
  private static final long MAX_DEFLATE_RATIO = 1032;

  /** The same for LZ4. */
  private static final long MAX_LZ4_RATIO = 255;

  private final Path file;
  private final WaveSink sink;
  private final List<Port> signals = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** For each handle, its width, and the number of its signal or -1. */
  private int[] widths = {};

  private int[] numbers = {};
  private byte[][] lastValues = {};
  private String top = "top";
  private int exponent;
  private long now = -1;

  private record Block(int kind, int start, int end) {}

  FstReader(Path file, WaveSink sink) {
    this.file = file;
    this.sink = sink;
  }

  void read() throws IOException {
    byte[] bytes = RegularFile.read(file, Integer.MAX_VALUE - 8);
    List<Block> changes = new ArrayList<>();
    FstInput source = new FstInput(bytes);
    int hierarchy = -1;
    int hierarchyKind = 0;
    int hierarchyEnd = 0;
    while (!source.isEmpty()) {
      int kind = source.u8();
      int start = source.position;
      int length = source.size();
      int end = Math.addExact(start, length);
      java.util.Objects.checkIndex(end, bytes.length + 1);
      if (length < Long.BYTES) {
        throw TraceErrors.unreadable(file, "a block has " + length + " bytes");
      }
      switch (kind) {
        case FstWriter.HEADER -> exponent = bytes[start + 72];
        case FstWriter.CHANGES, CHANGES_ALIAS, CHANGES_ALIAS_2 ->
            changes.add(new Block(kind, start + Long.BYTES, end));
        case FstWriter.GEOMETRY -> geometry(new FstInput(bytes, start + Long.BYTES, end), end);
        case FstWriter.HIERARCHY, HIERARCHY_LZ4 -> {
          hierarchy = start + Long.BYTES;
          hierarchyKind = kind;
          hierarchyEnd = end;
        }
        default -> {
          // Gaps in the recording, and reserved space.
        }
      }
      source.position = end;
    }
    if (hierarchy < 0 || widths.length == 0) {
      throw TraceErrors.unreadable(file, "it was not closed: it has no names of signals");
    }
    hierarchy(new FstInput(bytes, hierarchy, hierarchyEnd), hierarchyKind, hierarchyEnd);
    sink.begin(signals, top);
    notes.forEach(sink::note);
    for (Block block : changes) {
      changes(block, bytes);
    }
  }

  /** Checks a length from the file against the largest possible one, before memory is allocated. */
  private void checkRatio(byte[] packed, int length, long most) {
    if (length > most * (packed.length + 1L)) {
      throw TraceErrors.unreadable(
          file,
          "%d bytes of packed data are said to hold %d bytes".formatted(packed.length, length));
    }
  }

  private byte[] decompress(byte[] packed, int length) {
    if (packed.length == length) {
      return packed;
    }
    checkRatio(packed, length, MAX_DEFLATE_RATIO);
    byte[] plain = new byte[length];
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(packed);
      int done = 0;
      while (done < length && !inflater.finished()) {
        int more = inflater.inflate(plain, done, length - done);
        if (more == 0 && inflater.needsInput()) {
          throw TraceErrors.unreadable(file, "packed data is cut off");
        }
        done += more;
      }
    } catch (DataFormatException e) {
      throw TraceErrors.unreadable(file, "packed data is damaged: " + e.getMessage());
    }
    return plain;
  }

  private void geometry(FstInput source, int end) {
    int length = source.size();
    int count = source.size();
    FstInput plain = new FstInput(decompress(source.take(end - source.position), length));
    if (count > plain.remaining()) {
      throw TraceErrors.unreadable(file, "it tells of more signals than it has widths for");
    }
    widths = new int[count];
    for (int i = 0; i < count; i++) {
      long width = plain.varint();
      // A width of 0 is a real number, eight bytes.
      widths[i] = width == TEXT ? 0 : width == 0 ? -1 : Math.toIntExact(width);
    }
    numbers = new int[count];
    Arrays.fill(numbers, -1);
    lastValues = new byte[count][];
  }

  private void hierarchy(FstInput source, int kind, int end) throws IOException {
    int length = source.size();
    byte[] packed = source.take(end - source.position);
    byte[] plain;
    if (kind == FstWriter.HIERARCHY) {
      checkRatio(packed, length, MAX_DEFLATE_RATIO);
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
        plain = in.readNBytes(length);
      }
    } else {
      checkRatio(packed, length, MAX_LZ4_RATIO);
      plain = Lz4.decompress(packed, length);
    }
    FstInput text = new FstInput(plain);
    List<String> scopes = new ArrayList<>();
    int handles = 0;
    while (!text.isEmpty()) {
      int tag = text.u8();
      switch (tag) {
        case FstWriter.SCOPE -> {
          text.u8();
          String name = text.text();
          text.text();
          top = scopes.isEmpty() ? name : top;
          scopes.add(name);
        }
        case FstWriter.UPSCOPE -> scopes.removeLast();
        case FstWriter.ATTRIBUTE -> {
          int type = text.u8();
          int subtype = text.u8();
          String words = text.text();
          text.varint();
          if (type == 0 && subtype == 0) {
            notes.add(words);
          }
        }
        case FstWriter.ATTRIBUTE + 1 -> {
          // The end of an attribute has no content.
        }
        default -> {
          text.u8();
          String name = text.text().replaceFirst("\\s*\\[.*", "");
          text.varint();
          if (text.varint() == 0) {
            variable(handles++, name, scopes);
          }
        }
      }
    }
  }

  private void variable(int handle, String name, List<String> scopes) {
    if (widths[handle] > 0) {
      String path = String.join(".", scopes.subList(Math.min(1, scopes.size()), scopes.size()));
      numbers[handle] = signals.size();
      signals.add(
          new Port(
              path.isEmpty() ? name : path + "." + name, Port.Direction.OUTPUT, widths[handle]));
    }
  }

  /** Iterates over the changes of one signal in a block. */
  private final class ChangeChain {
    final int handle;
    private final FstInput source;
    private int tick;
    private byte[] digits = {};

    ChangeChain(int handle, byte[] content) {
      this.handle = handle;
      source = new FstInput(content);
    }

    int tick() {
      return tick;
    }

    byte[] digits() {
      return digits;
    }

    /** Advances to the next change; false if there is none. */
    boolean advance() {
      if (source.isEmpty()) {
        return false;
      }
      long head = source.varint();
      int width = widths[handle];
      if (width == 1) {
        boolean known = (head & 1) == 0;
        tick += (int) (head >>> (known ? 2 : 4));
        String names = "xzhuwl-?";
        digits =
            new byte[] {
              (byte) (known ? '0' + (head >>> 1 & 1) : names.charAt((int) (head >>> 1 & 7)))
            };
        return true;
      }
      tick += (int) (head >>> 1);
      if ((head & 1) != 0) {
        digits = source.take(width);
        return true;
      }
      byte[] packed = source.take((width + Byte.SIZE - 1) / Byte.SIZE);
      digits = new byte[width];
      for (int i = 0; i < width; i++) {
        digits[i] = (byte) ('0' + (packed[i / Byte.SIZE] >>> (Byte.SIZE - 1 - i % Byte.SIZE) & 1));
      }
      return true;
    }
  }

  private void changes(Block block, byte[] bytes) {
    FstInput tail = new FstInput(bytes, block.end() - 24, block.end());
    int plainTimes = tail.size();
    int packedTimes = tail.size();
    int count = tail.size();
    int timesAt = block.end() - 24 - packedTimes;
    FstInput timeSource =
        new FstInput(
            decompress(new FstInput(bytes, timesAt, block.end()).take(packedTimes), plainTimes));
    long[] times = new long[count];
    long time = 0;
    for (int i = 0; i < count; i++) {
      time += timeSource.varint();
      times[i] = time;
    }
    FstInput source = new FstInput(bytes, block.start(), timesAt);
    source.u64();
    source.u64();
    source.u64();
    int framePlain = source.varSize();
    int framePacked = source.varSize();
    source.varSize();
    byte[] frame = decompress(source.take(framePacked), framePlain);
    source.varSize();
    int base = source.position;
    int packing = source.u8();
    int indexEnd = timesAt - Long.BYTES;
    int indexLength = new FstInput(bytes, indexEnd, timesAt).size();
    int indexStart = indexEnd - indexLength;
    FstInput index = new FstInput(bytes, indexStart, indexEnd);
    int[] places = block.kind() == CHANGES_ALIAS_2 ? newIndex(index) : oldIndex(index);
    int[] ends = Arrays.stream(places).filter(place -> place > 0).sorted().toArray();
    if (count > 0) {
      frame(frame, times[0]);
    }
    PriorityQueue<ChangeChain> next =
        new PriorityQueue<>(
            Comparator.comparingInt(ChangeChain::tick).thenComparingInt(chain -> chain.handle));
    for (int handle = 0; handle < places.length; handle++) {
      int own = places[handle] < 0 ? -places[handle] - 1 : handle;
      if (places[own] > 0 && numbers[handle] >= 0) {
        int start = base + places[own];
        int after = Arrays.binarySearch(ends, places[own]) + 1;
        int end = after < ends.length ? base + ends[after] : indexStart;
        ChangeChain chain = new ChangeChain(handle, chain(bytes, start, end, packing));
        if (chain.advance()) {
          next.add(chain);
        }
      }
    }
    while (!next.isEmpty()) {
      ChangeChain chain = next.remove();
      change(chain.handle, chain.digits(), times[chain.tick()]);
      if (chain.advance()) {
        next.add(chain);
      }
    }
    if (count > 0) {
      advanceTo(times[count - 1]);
    }
  }

  private byte[] chain(byte[] bytes, int start, int end, int packing) {
    FstInput source = new FstInput(bytes, start, end);
    int plain = source.varSize();
    byte[] rest = source.take(end - source.position);
    if (plain == 0) {
      return rest;
    }
    return switch (packing) {
      case '4' -> {
        checkRatio(rest, plain, MAX_LZ4_RATIO);
        yield Lz4.decompress(rest, plain);
      }
      case 'Z' -> decompress(rest, plain);
      default ->
          throw TraceErrors.unreadable(
              file, "it is packed with '" + (char) packing + "', and only zlib and LZ4 are known");
    };
  }

  /** The offset of each handle's changes; 0 for none, negative for an alias of another handle. */
  private int[] oldIndex(FstInput index) {
    int[] places = new int[widths.length];
    int handle = 0;
    int place = 0;
    while (!index.isEmpty()) {
      int value = index.varSize();
      if (value == 0) {
        places[handle++] = -index.varSize();
      } else if ((value & 1) != 0) {
        place += value >>> 1;
        places[handle++] = place;
      } else {
        handle += value >>> 1;
      }
    }
    return places;
  }

  private int[] newIndex(FstInput index) {
    int[] places = new int[widths.length];
    int handle = 0;
    int place = 0;
    int alias = 0;
    while (!index.isEmpty()) {
      int start = index.position;
      boolean odd = (index.u8() & 1) != 0;
      index.position = start;
      if (odd) {
        int value = Math.toIntExact(index.signedVarint() >> 1);
        if (value > 0) {
          place += value;
          places[handle++] = place;
        } else {
          alias = value < 0 ? value : alias;
          places[handle++] = alias;
        }
      } else {
        handle += index.varSize() >>> 1;
      }
    }
    return places;
  }

  /** Emits the values at the start of a block that differ from the last values. */
  private void frame(byte[] frame, long time) {
    int at = 0;
    for (int handle = 0; handle < widths.length; handle++) {
      int width = widths[handle] < 0 ? Double.BYTES : widths[handle];
      if (numbers[handle] >= 0) {
        change(handle, Arrays.copyOfRange(frame, at, at + width), time);
      }
      at += width;
    }
  }

  private void change(int handle, byte[] digits, long time) {
    if (Arrays.equals(lastValues[handle], digits)) {
      return;
    }
    lastValues[handle] = digits;
    advanceTo(time);
    int words = WaveSink.words(digits.length);
    long[] value = new long[words];
    long[] unknown = new long[words];
    for (int bit = 0; bit < digits.length; bit++) {
      byte digit = digits[digits.length - 1 - bit];
      long one = 1L << bit;
      value[bit / Long.SIZE] |= digit == '1' || digit == 'z' ? one : 0;
      unknown[bit / Long.SIZE] |= digit == '0' || digit == '1' ? 0 : one;
    }
    sink.change(numbers[handle], value, unknown, 0);
  }

  private void advanceTo(long units) {
    long time = units;
    for (int i = exponent; i < -12; i++) {
      time /= 10;
    }
    for (int i = exponent; i > -12; i--) {
      time = Math.multiplyExact(time, 10);
    }
    if (time > now) {
      now = time;
      sink.time(time);
    }
  }
}
