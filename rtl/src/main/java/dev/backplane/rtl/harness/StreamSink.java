package dev.backplane.rtl.harness;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Optional;

/**
 * The Java end of a stream out of a kernel: keeps what the kernel gave while it was simulated.
 * Takes a beat in every cycle but for random gaps, and has room for all. Used by the thread of the
 * harness; emptied by a reset.
 */
public final class StreamSink {
  private final BeatQueue queue;

  StreamSink(BeatQueue queue) {
    this.queue = queue;
  }

  /** {@return how many beats are there} */
  public int beats() {
    return queue.size();
  }

  /** {@return how many whole packets are there} */
  public int packets() {
    return queue.packets();
  }

  /** {@return the oldest beat, which is taken out; empty if there is none} */
  public Optional<StreamBeat> takeBeat() {
    if (queue.size() == 0) {
      return Optional.empty();
    }
    int at = queue.front();
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

  /** {@return the bytes of the oldest packet, which is taken out; empty if none is whole yet} */
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

  /** {@return the bytes of all beats that are there, which are taken out, wherever packets end} */
  public byte[] takeBytes() {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    while (queue.size() > 0) {
      take(data);
    }
    return data.toByteArray();
  }

  private boolean take(ByteArrayOutputStream data) {
    int at = queue.front();
    long[] rows = queue.rows();
    boolean last = rows[at + queue.last] != 0;
    for (int lane = 0; lane < queue.bytes; lane++) {
      if (queue.lane(at, queue.keep, lane)) {
        data.write((int) (rows[at + lane / Long.BYTES] >>> (lane % Long.BYTES * Byte.SIZE)));
      }
    }
    queue.remove();
    return last;
  }
}
