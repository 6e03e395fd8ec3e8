package dev.backplane.rtl.harness.axi;

import java.math.BigInteger;
import java.util.Arrays;
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
    BigInteger user = BigInteger.ZERO;
    for (int i = queue.userWords - 1; i >= 0; i--) {
      BigInteger word = new BigInteger(Long.toUnsignedString(rows[at + queue.user + i]));
      user = user.shiftLeft(Long.SIZE).or(word);
    }
    long id = rows[at + queue.id];
    long destination = rows[at + queue.destination];
    boolean last = rows[at + queue.last] != 0;
    return Optional.of(new StreamBeat(take(1), user, id, destination, last));
  }

  /** {@return the bytes of the oldest packet, which is removed; empty if none is complete} */
  public Optional<byte[]> takePacket() {
    if (queue.packets() == 0) {
      return Optional.empty();
    }
    int beats = 1;
    while (queue.rows()[queue.index(beats - 1) + queue.last] == 0) {
      beats++;
    }
    return Optional.of(take(beats));
  }

  /** {@return the bytes of all beats, which are removed, regardless of packets} */
  public byte[] takeBytes() {
    return take(queue.size());
  }

  /** Removes the oldest beats and returns their bytes, without null bytes. */
  private byte[] take(int beats) {
    long[] rows = queue.rows();
    byte[] data = new byte[Math.multiplyExact(beats, queue.bytes)];
    int length = 0;
    for (int beat = 0; beat < beats; beat++) {
      int at = queue.frontIndex();
      boolean full = !queue.hasNullBytes(at);
      for (int lane = 0; lane < queue.bytes; lane++) {
        if (full || queue.hasLane(at, queue.keep, lane)) {
          data[length++] =
              (byte) (rows[at + lane / Long.BYTES] >>> (lane % Long.BYTES * Byte.SIZE));
        }
      }
      queue.remove();
    }
    return length == data.length ? data : Arrays.copyOf(data, length);
  }
}
