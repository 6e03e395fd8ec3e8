package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.DrivenInput;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.StallGenerator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives the data of a DMA to the accelerator, in packets of up to 256 bytes: a first beat with the
 * size of the packet, where it begins in its line and how many bytes are left, and a second one if
 * there are more than 128. A packet that does not begin with a line ends with it. Packets of one
 * DMA follow one another; their first byte is in the highest bits.
 */
final class DmaCompletions {
  private static final int BEAT = CacheLines.BYTES;
  private static final int PACKET = 2 * BEAT;

  // What cpl_type says.
  private static final int READ = 0;
  private static final int READ_MORE = 1;
  private static final int ATOMIC = 4;

  private static final int ATOMIC_BYTES = 16;
  private static final long ATOMIC_PLACE = 0xc;

  private final DrivenInput valid;
  private final DrivenInput utagPin;
  private final DrivenInput type;
  private final DrivenInput size;
  private final DrivenInput lineAddress;
  private final DrivenInput byteCount;
  private final Pin data;
  private final StallGenerator reorder;
  private final StallGenerator delayed;

  private final TagQueue waiting = new TagQueue(PslDma.TAGS);
  private final @Nullable DmaRequest[] requests = new @Nullable DmaRequest[PslDma.TAGS];
  private final long[] addresses = new long[PslDma.TAGS];
  private final MemorySegment[] lines = new MemorySegment[PslDma.TAGS];

  /** The utag of the DMA whose data is being given, or -1. */
  private int utag = -1;

  private int given;

  /** The bytes of the current packet that are still to be given. */
  private int left;

  DmaCompletions(String name, String prefix, InterfacePins pins, PslFaults faults) {
    valid = pins.output(prefix + "cpl_valid");
    utagPin = pins.output(prefix + "cpl_utag");
    type = pins.output(prefix + "cpl_type");
    size = pins.output(prefix + "cpl_size");
    lineAddress = pins.output(prefix + "cpl_laddr");
    byteCount = pins.output(prefix + "cpl_byte_count");
    data = pins.pin(prefix + "cpl_data", 0);
    reorder = faults.chance(faults.reordered(), name + " completion order");
    delayed = faults.chance(faults.delayedBuffers(), name + " completions");
  }

  void restart() {
    waiting.clear();
    utag = -1;
    left = 0;
    valid.set(0);
  }

  void add(int tag, DmaRequest request, long address, MemorySegment line, long cycle) {
    requests[tag] = request;
    addresses[tag] = address;
    lines[tag] = line;
    waiting.add(tag, cycle);
  }

  /** Gives a beat, if there is one; returns the utag whose last one was given before, or -1. */
  int drive(long cycle) {
    int finished = -1;
    if (utag >= 0 && given == bytes()) {
      finished = utag;
      utag = -1;
    }
    if (utag < 0) {
      utag = waiting.take(cycle, delayed, reorder);
      given = 0;
      left = 0;
    } else if (left == 0 && delayed.stall()) {
      valid.set(0);
      return finished;
    }
    if (utag < 0) {
      valid.set(0);
      return finished;
    }
    valid.set(1);
    utagPin.set(utag);
    if (request().kind() == DmaRequest.Kind.ATOMIC) {
      atomic();
    } else {
      beat();
    }
    return finished;
  }

  private DmaRequest request() {
    return Objects.requireNonNull(requests[utag]);
  }

  private int bytes() {
    return request().bytes();
  }

  private void atomic() {
    type.set(ATOMIC);
    size.set(bytes());
    lineAddress.set(addresses[utag] & ATOMIC_PLACE);
    byteCount.set(bytes());
    present(0, ATOMIC_BYTES);
    given = bytes();
  }

  private void beat() {
    boolean isFirst = left == 0;
    if (isFirst) {
      int rest = bytes() - given;
      int place = (int) (addresses[utag] + given & BEAT - 1);
      left =
          place != 0
              ? Math.min(BEAT - place, rest)
              : rest >= PACKET ? PACKET : Math.min(rest, BEAT);
      size.set(left);
      lineAddress.set(place);
      byteCount.set(rest);
    }
    type.set(isFirst ? READ : READ_MORE);
    int now = Math.min(left, BEAT);
    present(given, now);
    given += now;
    left -= now;
  }

  private void present(int from, int count) {
    MemorySegment line = lines[utag];
    for (int i = 0; i < CacheLines.WORDS; i++) {
      int at = i * Long.BYTES;
      long word = 0;
      if (at + Long.BYTES <= count) {
        word = line.get(BufferWrites.BIG_ENDIAN, (long) from + at);
      } else if (at < count) {
        int bits = (count - at) * Byte.SIZE;
        for (int b = at; b < count; b++) {
          word = word << Byte.SIZE | (line.get(ValueLayout.JAVA_BYTE, (long) from + b) & 0xff);
        }
        word <<= Long.SIZE - bits;
      }
      data.setWord(CacheLines.WORDS - 1 - i, word);
    }
  }
}
