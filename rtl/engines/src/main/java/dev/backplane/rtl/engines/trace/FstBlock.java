package dev.backplane.rtl.engines.trace;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A block of value changes of an FST file: its times, the values at its start, and where the chain
 * of changes of each signal is. Immutable but for what is read from the file again.
 */
final class FstBlock {
  /** Reads bytes of the file. */
  @FunctionalInterface
  interface Source {
    byte[] read(long at, long count) throws IOException;
  }

  private static final int TAIL = 3 * Long.BYTES;

  /** As much as the numbers between the start and the first chain can take. */
  private static final int LONGEST_NUMBERS = 64;

  private final FstFile file;
  private final Source source;
  private final long[] times;
  private final byte[] frame;

  /** For each handle, where its chain is behind {@link #base}; 0 for none. */
  private final int[] places;

  /** All places of chains, sorted: a chain ends where the next one begins. */
  private final int[] chainStarts;

  private final long base;
  private final long indexStart;
  private final int packing;

  FstBlock(FstFile file, FstFile.Part part) throws IOException {
    this(file, part, file::read);
  }

  FstBlock(FstFile file, FstFile.Part part, Source source) throws IOException {
    this.file = file;
    this.source = source;
    FstInput tail = new FstInput(source.read(part.end() - TAIL, TAIL));
    int plainTimes = tail.size();
    int packedTimes = tail.size();
    int count = tail.size();
    long timesAt = part.end() - TAIL - packedTimes;
    times = times(source.read(timesAt, packedTimes), plainTimes, count);
    int indexLength = new FstInput(source.read(timesAt - Long.BYTES, Long.BYTES)).size();
    indexStart = timesAt - Long.BYTES - indexLength;
    long numbersAt = part.start() + TAIL;
    FstInput numbers = numbers(numbersAt, timesAt);
    int plainFrame = numbers.varSize();
    int packedFrame = numbers.varSize();
    numbers.varSize();
    long frameAt = numbersAt + numbers.position;
    frame = FstPacking.inflate(file.file, source.read(frameAt, packedFrame), plainFrame);
    numbers = numbers(frameAt + packedFrame, timesAt);
    numbers.varSize();
    base = frameAt + packedFrame + numbers.position;
    packing = numbers.u8();
    FstInput index = new FstInput(source.read(indexStart, indexLength));
    places = part.kind() == FstFile.CHANGES_ALIAS_2 ? newIndex(index) : oldIndex(index);
    for (int handle = 0; handle < places.length; handle++) {
      // An alias is to a chain and not to another alias.
      places[handle] = places[handle] < 0 ? places[-places[handle] - 1] : places[handle];
    }
    chainStarts = Arrays.stream(places).filter(place -> place > 0).distinct().sorted().toArray();
  }

  private FstInput numbers(long at, long end) throws IOException {
    return new FstInput(source.read(at, Math.min(LONGEST_NUMBERS, end - at)));
  }

  private long[] times(byte[] packed, int plain, int count) {
    FstInput deltas = new FstInput(FstPacking.inflate(file.file, packed, plain));
    if (count > deltas.remaining()) {
      throw new IndexOutOfBoundsException(count + " times in " + plain + " bytes");
    }
    long[] found = new long[count];
    long time = 0;
    for (int i = 0; i < count; i++) {
      long delta = deltas.varint();
      if (delta < 0 || time > Long.MAX_VALUE - delta) {
        throw new ArithmeticException("a time after the end of time");
      }
      time += delta;
      found[i] = time;
    }
    return found;
  }

  /** The first time of a block, without the rest of it; none if it has no times. */
  static Optional<Long> firstTime(FstFile file, FstFile.Part part) throws IOException {
    FstInput tail = new FstInput(file.read(part.end() - TAIL, TAIL));
    int plain = tail.size();
    int packed = tail.size();
    if (tail.size() == 0) {
      return Optional.empty();
    }
    byte[] head = file.read(part.end() - TAIL - packed, Math.min(packed, 4 * LONGEST_NUMBERS));
    byte[] start = head;
    if (plain != packed) {
      start = new byte[LONGEST_NUMBERS];
      FstPacking.inflate(file.file, head, start);
    }
    return Optional.of(new FstInput(start).varint());
  }

  long[] times() {
    return times;
  }

  /** The value of a signal at the start of the block. */
  FstValue start(int handle) {
    int at = file.frameAt(handle);
    int count = file.bytes(handle);
    return at + count > frame.length ? FstValue.unknown(count) : FstValue.digits(frame, at, count);
  }

  boolean hasChanges(int handle) {
    return handle < places.length && places[handle] > 0;
  }

  /** The place where the chain of a signal begins: signals with one chain have the same number. */
  int place(int handle) {
    return places[handle];
  }

  /** The changes of a signal, unpacked. */
  byte[] chain(int handle) throws IOException {
    int place = places[handle];
    int after = Arrays.binarySearch(chainStarts, place) + 1;
    long start = base + place;
    long end = after < chainStarts.length ? base + chainStarts[after] : indexStart;
    FstInput packed = new FstInput(source.read(start, end - start));
    int plain = packed.varSize();
    byte[] rest = packed.take(packed.remaining());
    if (plain == 0) {
      return rest;
    }
    return switch (packing) {
      case '4' -> FstPacking.lz4(file.file, rest, plain);
      case 'Z' -> FstPacking.inflate(file.file, rest, plain);
      default ->
          throw file.damaged(
              "it is packed with '" + (char) packing + "', and only zlib and LZ4 are known");
    };
  }

  /** About the bytes of memory that it takes. */
  long memory() {
    return 8L * times.length + frame.length + 4L * (places.length + chainStarts.length);
  }

  /** The offset of each handle's changes; 0 for none, negative for an alias of another handle. */
  private int[] oldIndex(FstInput index) {
    int[] found = new int[file.handles()];
    int handle = 0;
    int place = 0;
    while (!index.isEmpty()) {
      int value = index.varSize();
      if (value == 0) {
        found[handle++] = -index.varSize();
      } else if ((value & 1) != 0) {
        place += value >>> 1;
        found[handle++] = place;
      } else {
        handle += value >>> 1;
      }
    }
    return found;
  }

  private int[] newIndex(FstInput index) {
    int[] found = new int[file.handles()];
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
          found[handle++] = place;
        } else {
          alias = value < 0 ? value : alias;
          found[handle++] = alias;
        }
      } else {
        handle += index.varSize() >>> 1;
      }
    }
    return found;
  }
}
