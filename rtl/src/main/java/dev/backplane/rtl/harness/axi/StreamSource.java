package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.ports.BusInterface;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Objects;

/**
 * The Java end of an input stream of a kernel: queues packets, which the kernel receives beat by
 * beat while it is simulated. Used by the thread of the harness; a reset clears it.
 */
public final class StreamSource {
  private final BusInterface bus;
  private final BeatQueue queue;

  StreamSource(BusInterface bus, BeatQueue queue) {
    this.bus = bus;
    this.queue = queue;
  }

  /** {@return the bytes of a beat} */
  public int beatBytes() {
    return queue.bytes;
  }

  /**
   * Sends a packet: its last beat has TLAST, and null bytes if the packet does not fill it.
   *
   * @param packet its bytes; none for a packet of one beat of null bytes
   * @throws IllegalArgumentException if it does not fill its last beat and the stream has no TKEEP
   */
  public void send(byte[] packet) {
    int at = 0;
    do {
      int end = Math.min(packet.length, at + Math.max(1, queue.bytes));
      send(beat(Arrays.copyOfRange(packet, at, end), end == packet.length));
      at = end;
    } while (at < packet.length);
  }

  /**
   * Sends part of a packet, without its end.
   *
   * @param bytes the bytes, a multiple of {@link #beatBytes()}
   */
  public void sendPart(byte[] bytes) {
    if (queue.bytes == 0 || bytes.length % queue.bytes != 0) {
      throw new IllegalArgumentException(
          "%d bytes do not fill beats of %d, and only a packet's end may have null bytes"
              .formatted(bytes.length, queue.bytes));
    }
    for (int at = 0; at < bytes.length; at += queue.bytes) {
      send(beat(Arrays.copyOfRange(bytes, at, at + queue.bytes), false));
    }
  }

  private static StreamBeat beat(byte[] data, boolean last) {
    return new StreamBeat(data, BigInteger.ZERO, 0, 0, last);
  }

  /**
   * Sends one beat.
   *
   * @param beat the beat
   * @throws IllegalArgumentException if it does not fit the signals of the stream
   */
  public void send(StreamBeat beat) {
    byte[] data = beat.data();
    if (data.length > queue.bytes || (data.length < queue.bytes && bus.signal("TKEEP") == null)) {
      throw new IllegalArgumentException(
          "%d bytes in a beat of %s, which carries %d%s"
              .formatted(
                  data.length,
                  bus.name(),
                  queue.bytes,
                  bus.signal("TKEEP") == null ? " and has no TKEEP for null bytes" : ""));
    }
    requireFits("TUSER", beat.user());
    requireFits("TID", BigInteger.valueOf(beat.id()));
    requireFits("TDEST", BigInteger.valueOf(beat.destination()));
    int at = queue.add();
    long[] rows = queue.rows();
    Arrays.fill(rows, at, at + queue.last, 0);
    for (int i = 0; i < data.length; i++) {
      rows[at + i / Long.BYTES] |= (data[i] & 0xffL) << (i % Long.BYTES * Byte.SIZE);
    }
    queue.setLanes(at, queue.keep, data.length);
    queue.setLanes(at, queue.strobe, data.length);
    for (int i = 0; i < queue.userWords; i++) {
      rows[at + queue.user + i] = beat.user().shiftRight(i * Long.SIZE).longValue();
    }
    rows[at + queue.id] = beat.id();
    rows[at + queue.destination] = beat.destination();
    rows[at + queue.last] = beat.last() ? 1 : 0;
    queue.complete(at);
  }

  private void requireFits(String signal, BigInteger value) {
    if (value.signum() == 0) {
      return;
    }
    int bits = bus.signal(signal) == null ? 0 : Objects.requireNonNull(bus.signal(signal)).width();
    if (value.signum() < 0 || value.bitLength() > bits) {
      throw new IllegalArgumentException(
          "%s 0x%s does not fit %s, which has %d bits for it"
              .formatted(signal, value.toString(16), bus.name(), bits));
    }
  }

  /** {@return beats that the kernel has not accepted yet} */
  public int pending() {
    return queue.size();
  }
}
