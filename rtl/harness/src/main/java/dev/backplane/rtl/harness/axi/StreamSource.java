package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.ports.BusInterface;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The Java end of an input stream of a kernel: queues packets, which the kernel receives beat by
 * beat while it is simulated. Used by the thread of the harness; a reset clears it.
 */
public final class StreamSource {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final BusInterface bus;
  private final BeatQueue queue;
  private final boolean hasKeep;

  StreamSource(BusInterface bus, BeatQueue queue) {
    this.bus = bus;
    this.queue = queue;
    hasKeep = bus.signal("TKEEP") != null;
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
      add(packet, at, end - at, end == packet.length);
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
      add(bytes, at, queue.bytes, false);
    }
  }

  /**
   * Sends one beat.
   *
   * @param beat the beat
   * @throws IllegalArgumentException if it does not fit the signals of the stream
   */
  public void send(StreamBeat beat) {
    requireFits("TUSER", beat.user());
    requireFits("TID", BigInteger.valueOf(beat.id()));
    requireFits("TDEST", BigInteger.valueOf(beat.destination()));
    byte[] data = beat.data();
    int at = add(data, 0, data.length, beat.last());
    long[] rows = queue.rows();
    for (int i = 0; i < queue.userWords; i++) {
      rows[at + queue.user + i] = beat.user().shiftRight(i * Long.SIZE).longValue();
    }
    rows[at + queue.id] = beat.id();
    rows[at + queue.destination] = beat.destination();
  }

  /** Adds a beat without TUSER, TID and TDEST. Returns where its row begins. */
  private int add(byte[] data, int from, int length, boolean last) {
    if (length > queue.bytes || (length < queue.bytes && !hasKeep)) {
      throw new IllegalArgumentException(
          "%d bytes in a beat of %s, which carries %d%s"
              .formatted(
                  length,
                  bus.name(),
                  queue.bytes,
                  hasKeep ? "" : " and has no TKEEP for null bytes"));
    }
    int at = queue.add();
    long[] rows = queue.rows();
    for (int word = 0; word < queue.dataWords; word++) {
      rows[at + word] = word(data, from + word * Long.BYTES, from + length);
    }
    queue.setLanes(rows, at + queue.keep, length);
    queue.setLanes(rows, at + queue.strobe, length);
    for (int place = queue.user; place < queue.last; place++) {
      rows[at + place] = 0;
    }
    rows[at + queue.last] = last ? 1 : 0;
    queue.complete(at);
    return at;
  }

  private static long word(byte[] data, int at, int end) {
    if (end - at >= Long.BYTES) {
      return (long) LONG.get(data, at);
    }
    long word = 0;
    for (int i = at; i < end; i++) {
      word |= (data[i] & 0xffL) << ((i - at) * Byte.SIZE);
    }
    return word;
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
