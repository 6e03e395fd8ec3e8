package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes FST, the compressed waveform format of GTKWave, in picoseconds. A file is a sequence of
 * blocks. Each has a byte for its kind and a length: the header, any number of value change blocks
 * (a frame with the initial values, a chain of changes for each signal, the table of times), the
 * widths of the signals, and the hierarchy. Numbers are big-endian.
 */
final class FstWriter implements WaveSink {
  static final int HEADER = 0;
  static final int CHANGES = 1;
  static final int GEOMETRY = 3;
  static final int HIERARCHY = 4;
  static final int HEADER_BYTES = 329;
  static final int SCOPE = 254;
  static final int UPSCOPE = 255;
  static final int ATTRIBUTE = 252;
  static final int WIRE = 16;

  /** Digits, indexed by two bits: unknown, and value. */
  private static final byte[] DIGITS = {'0', '1', 'x', 'z'};

  private static final int TIMESCALE_PS = -12;

  /** The bytes of changes in one block; a reader keeps one block in memory. */
  private static final int BLOCK_BYTES = 4 << 20;

  private final Path file;
  private final int blockBytes;
  private final RandomAccessFile out;

  /**
   * A destination without random access, such as a pipe; it gets the whole file at the end.
   * Otherwise null.
   */
  private final @Nullable OutputStream stream;

  private final @Nullable Path whole;

  private final List<String> notes = new ArrayList<>();
  private List<Port> signals = List.of();
  private String top = "";

  /** The handle of each signal: its index in the hierarchy. */
  private int[] handles = {};

  /** The widths of the signals by handle. */
  private int[] widths = {};

  /** The changes of each signal in this block, and the time index of the last one. */
  private FstOutput[] chains = {};

  private int[] lastChange = {};

  /**
   * The bits of all signals as characters: current values, and values at the start of the block.
   */
  private byte[] current = {};

  private byte[] frame = {};
  private int[] places = {};

  private final FstOutput times = new FstOutput();
  private int timeCount;
  private long blockStart;
  private long now = -1;
  private long first = -1;
  private int bytes;
  private long blocks;
  private int scopeCount;

  FstWriter(Path file) {
    this(file, BLOCK_BYTES);
  }

  FstWriter(Path file, int blockBytes) {
    this.file = file;
    this.blockBytes = blockBytes;
    try {
      boolean isStream = WaveFile.isStream(file);
      stream = isStream ? WaveFile.open(file) : null;
      whole = isStream ? Files.createTempFile("backplane", ".fst") : null;
      out = new RandomAccessFile((whole == null ? file : whole).toFile(), "rw");
      out.setLength(0);
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
  }

  @Override
  public void begin(List<Port> all, String scope) {
    signals = List.copyOf(all);
    top = scope;
    chains = new FstOutput[all.size()];
    lastChange = new int[all.size()];
    places = new int[all.size()];
    handles = new int[all.size()];
    List<Integer> order = ScopeTree.order(signals);
    widths = order.stream().mapToInt(signal -> signals.get(signal).width()).toArray();
    int place = 0;
    for (int i = 0; i < places.length; i++) {
      handles[order.get(i)] = i;
      chains[i] = new FstOutput();
      places[i] = place;
      place += widths[i];
    }
    current = new byte[place];
    Arrays.fill(current, (byte) 'x');
    frame = current.clone();
    try {
      out.write(header());
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
  }

  @Override
  public void time(long picoseconds) {
    if (bytes > blockBytes) {
      flush();
    }
    if (timeCount == 0) {
      blockStart = picoseconds;
      times.varint(picoseconds);
    } else {
      times.varint(picoseconds - now);
    }
    first = first < 0 ? picoseconds : first;
    timeCount++;
    now = picoseconds;
  }

  @Override
  public void change(int signal, long[] value, long[] unknown, int at) {
    int handle = handles[signal];
    int width = widths[handle];
    FstOutput chain = chains[handle];
    int before = chain.size();
    int delta = timeCount - 1 - lastChange[handle];
    lastChange[handle] = timeCount - 1;
    boolean known = true;
    for (int i = 0; i < WaveSink.words(width); i++) {
      known &= unknown[at + i] == 0;
    }
    int place = places[handle];
    for (int bit = 0; bit < width; bit++) {
      int word = at + bit / Long.SIZE;
      int digit = (int) ((unknown[word] >>> bit & 1) << 1 | (value[word] >>> bit & 1));
      current[place + width - 1 - bit] = DIGITS[digit];
    }
    if (width == 1) {
      chain.varint(
          known
              ? (long) delta << 2 | (value[at] & 1) << 1
              : (long) delta << 4 | (value[at] & 1) << 1 | 1);
    } else if (known && width <= Long.SIZE) {
      chain.varint((long) delta << 1);
      long rest = value[at] << (Long.SIZE - width);
      for (int bit = 0; bit < width; bit += Byte.SIZE) {
        chain.u8((int) (rest >>> (Long.SIZE - Byte.SIZE)));
        rest <<= Byte.SIZE;
      }
    } else if (known) {
      chain.varint((long) delta << 1);
      // The most significant bit comes first, in the highest bit of the first byte.
      for (int bit = 0; bit < width; bit += Byte.SIZE) {
        int octet = 0;
        for (int i = 0; i < Byte.SIZE; i++) {
          boolean one = bit + i < width && current[place + bit + i] == '1';
          octet |= one ? 0x80 >>> i : 0;
        }
        chain.u8(octet);
      }
    } else {
      chain.varint((long) delta << 1 | 1);
      chain.write(current, place, width);
    }
    bytes += chain.size() - before;
  }

  @Override
  public void note(String text) {
    notes.add(text.replaceAll("\\s+", " "));
  }

  private void block(int kind, FstOutput content) throws IOException {
    out.write(
        new FstOutput()
            .u8(kind)
            .u64(content.size() + Long.BYTES)
            .bytes(content.toByteArray())
            .toByteArray());
  }

  private void flush() {
    if (timeCount == 0) {
      return;
    }
    FstOutput block = new FstOutput().u64(blockStart).u64(now);
    long memory = 0;
    for (FstOutput chain : chains) {
      memory += chain.size();
    }
    byte[] packedFrame = FstOutput.compress(frame);
    block.u64(memory).varint(frame.length).varint(packedFrame.length).varint(chains.length);
    block.bytes(packedFrame).varint(chains.length).u8('Z');
    FstOutput index = new FstOutput();
    long place = 1;
    long indexed = 0;
    int silent = 0;
    for (FstOutput chain : chains) {
      if (chain.size() == 0) {
        silent++;
        continue;
      }
      if (silent > 0) {
        index.varint((long) silent << 1);
        silent = 0;
      }
      index.varint((place - indexed) << 1 | 1);
      indexed = place;
      byte[] plain = chain.toByteArray();
      byte[] packed = plain.length > 32 ? FstOutput.compress(plain) : plain;
      int start = block.size();
      block.varint(packed.length < plain.length ? plain.length : 0).bytes(packed);
      place += block.size() - start;
      chain.reset();
    }
    if (silent > 0) {
      index.varint((long) silent << 1);
    }
    byte[] plainTimes = times.toByteArray();
    byte[] packedTimes = FstOutput.compress(plainTimes);
    block.bytes(index.toByteArray()).u64(index.size()).bytes(packedTimes);
    block.u64(plainTimes.length).u64(packedTimes.length).u64(timeCount);
    try {
      block(CHANGES, block);
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    }
    blocks++;
    times.reset();
    timeCount = 0;
    bytes = 0;
    Arrays.fill(lastChange, 0);
    frame = current.clone();
  }

  @Override
  public void close() {
    flush();
    try (out) {
      FstOutput geometry = new FstOutput();
      for (int width : widths) {
        geometry.varint(width);
      }
      byte[] plain = geometry.toByteArray();
      block(
          GEOMETRY,
          new FstOutput().u64(plain.length).u64(signals.size()).bytes(FstOutput.compress(plain)));
      byte[] hierarchy = hierarchy();
      ByteArrayOutputStream zipped = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
        gzip.write(hierarchy);
      }
      block(HIERARCHY, new FstOutput().u64(hierarchy.length).bytes(zipped.toByteArray()));
      out.seek(0);
      out.write(header());
      if (stream != null && whole != null) {
        Files.copy(whole, stream);
        stream.close();
      }
    } catch (IOException e) {
      throw TraceErrors.unwritable(file, e);
    } finally {
      WaveFile.remove(whole);
    }
  }

  private byte[] hierarchy() {
    FstOutput text = new FstOutput();
    scopeCount = 0;
    ScopeTree.of(signals, top)
        .walk(
            new ScopeTree.Visitor<RuntimeException>() {
              @Override
              public void enter(String name) {
                text.u8(SCOPE).u8(0).text(name).text("");
                if (scopeCount++ == 0) {
                  notes.forEach(note -> text.u8(ATTRIBUTE).u8(0).u8(0).text(note).varint(0));
                }
              }

              @Override
              public void signal(int number, String name) {
                Port port = signals.get(number);
                String range = port.width() == 1 ? "" : " [" + (port.width() - 1) + ":0]";
                int direction = port.direction() == Port.Direction.INPUT ? 1 : 2;
                // The last number is an existing handle for an alias; 0 creates a new one.
                text.u8(WIRE).u8(direction).text(name + range).varint(port.width()).varint(0);
              }

              @Override
              public void leave() {
                text.u8(UPSCOPE);
              }
            });
    return text.toByteArray();
  }

  private byte[] header() {
    FstOutput header = new FstOutput().u8(HEADER).u64(HEADER_BYTES);
    header.u64(Math.max(first, 0)).u64(Math.max(now, 1));
    // This real number shows readers the byte order of real numbers; the file has no others.
    header.u64(Long.reverseBytes(Double.doubleToLongBits(Math.E)));
    header.u64(BLOCK_BYTES).u64(scopeCount).u64(signals.size()).u64(signals.size()).u64(blocks);
    header.u8(TIMESCALE_PS).field("Backplane", 128).field("", 119).u8(0).u64(0);
    return header.toByteArray();
  }
}
