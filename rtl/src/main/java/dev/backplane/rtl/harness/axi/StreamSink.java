package dev.backplane.rtl.harness.axi;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Optional;

/**
 * The Java end of an output stream of a kernel: stores the beats that the kernel sends while it is
 * simulated. It accepts a beat in every cycle, except for random stalls, and its capacity is
 * unlimited. Used by the thread of the harness; a reset clears it.
 */
public final class StreamSink {
  private final BeatQueue queue;

  StreamSink(BeatQueue queue) {
    this.queue = queue;
  }

  /** {@return the number of beats received} */
  public int beats() {
    return queue.size();
  }

  /** {@return the number of complete packets received} */
  public int packets() {
    return queue.packets();
  }

  /** {@return the oldest beat, which is removed; empty if there is none} */
  public Optional<StreamBeat> takeBeat() {
    if (queue.size() == 0) {
      return Optional.empty();
    }
    int at = queue.frontIndex();
    long[] rows = queue.rows();
    ByteArrayOutputStream data = new ByteArrayOutputStream(queue.bytes);
    take(data);
    BigInteger user = BigInteger.ZERO;
    for (int i = queue.userWords - 1; i >= 0; i--) {
      BigInteger word = new BigInteger(Long.toUnsignedString(rows[at + queue.user + i]));
      user = user.shiftLeft(Long.SIZE).or(word);
    }
    return Optional.of(
        new StreamBeat(
            data.toByteArray(),
            user,
            rows[at + queue.id],
            rows[at + queue.destination],
            rows[at + queue.last] != 0));
  }

  /** {@return the bytes of the oldest packet, which is removed; empty if none is complete} */
  public Optional<byte[]> takePacket() {
    if (queue.packets() == 0) {
      return Optional.empty();
    }
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    boolean last = false;
    while (!last) {
      last = take(data);
    }
    return Optional.of(data.toByteArray());
  }

  /** {@return the bytes of all beats, which are removed, regardless of packets} */
  public byte[] takeBytes() {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    while (queue.size() > 0) {
      take(data);
    }
    return data.toByteArray();
  }

  private boolean take(ByteArrayOutputStream data) {
    int at = queue.frontIndex();
    long[] rows = queue.rows();
    boolean last = rows[at + queue.last] != 0;
    for (int lane = 0; lane < queue.bytes; lane++) {
      if (queue.hasLane(at, queue.keep, lane)) {
        data.write((int) (rows[at + lane / Long.BYTES] >>> (lane % Long.BYTES * Byte.SIZE)));
      }
    }
    queue.remove();
    return last;
  }
}
