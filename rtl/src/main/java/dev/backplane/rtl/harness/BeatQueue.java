package dev.backplane.rtl.harness;

import java.util.Arrays;

/**
 * A FIFO of stream beats. A beat is a row of words: data, TKEEP, TSTRB, TUSER, TID, TDEST and
 * TLAST.
 */
final class BeatQueue {
  /** Bytes of data of a beat. */
  final int bytes;

  final int dataWords;
  final int laneWords;
  final int userWords;
  final int keep;
  final int strobe;
  final int user;
  final int id;
  final int destination;
  final int last;

  private final int stride;
  private final int limit;
  private long[] rows;
  private int slots;
  private int first;
  private int count;

  /** The number of beats that end a packet. */
  private int packets;

  /**
   * Creates a queue.
   *
   * @param dataBits width of TDATA
   * @param userBits width of TUSER, 0 if there is none
   * @param limit the capacity in beats; {@link Integer#MAX_VALUE} if it grows as needed
   */
  BeatQueue(int dataBits, int userBits, int limit) {
    bytes = (dataBits + Byte.SIZE - 1) / Byte.SIZE;
    dataWords = Payload.wordCount(dataBits);
    laneWords = Payload.wordCount(bytes);
    userWords = Payload.wordCount(userBits);
    keep = dataWords;
    strobe = keep + laneWords;
    user = strobe + laneWords;
    id = user + userWords;
    destination = id + 1;
    last = destination + 1;
    stride = last + 1;
    this.limit = limit;
    slots = Math.min(limit, 64);
    rows = new long[slots * stride];
  }

  int size() {
    return count;
  }

  int packets() {
    return packets;
  }

  boolean hasRoom() {
    return count < limit;
  }

  /** All rows; valid until the next {@link #add()}. */
  long[] rows() {
    return rows;
  }

  /** The index in the rows at which the oldest beat begins. */
  int frontIndex() {
    return first * stride;
  }

  /** Adds a beat; returns the index for its words. */
  int add() {
    if (count == slots) {
      grow();
    }
    int slot = first + count++;
    return (slot < slots ? slot : slot - slots) * stride;
  }

  /** Notes that all words of the beat at an index from {@link #add()} are written. */
  void complete(int at) {
    packets += (int) rows[at + last];
  }

  private void grow() {
    int more = Math.min(limit, Math.multiplyExact(slots, 2));
    long[] larger = new long[Math.multiplyExact(more, stride)];
    int head = (slots - first) * stride;
    System.arraycopy(rows, first * stride, larger, 0, head);
    System.arraycopy(rows, 0, larger, head, first * stride);
    rows = larger;
    slots = more;
    first = 0;
  }

  void remove() {
    packets -= (int) rows[frontIndex() + last];
    first = first + 1 == slots ? 0 : first + 1;
    count--;
  }

  void clear() {
    first = 0;
    count = 0;
    packets = 0;
  }

  /** Sets the first lanes of TKEEP or TSTRB and clears the others. */
  void setLanes(int at, int from, int lanes) {
    Arrays.fill(rows, at + from, at + from + laneWords, 0);
    for (int i = 0; i < lanes; i += Long.SIZE) {
      rows[at + from + i / Long.SIZE] = lanes - i >= Long.SIZE ? -1 : (1L << (lanes - i)) - 1;
    }
  }

  boolean hasLane(int at, int from, int lane) {
    return (rows[at + from + lane / Long.SIZE] >>> lane & 1) != 0;
  }

  boolean hasNullBytes(int at) {
    int left = bytes;
    for (int i = 0; i < laneWords; i++, left -= Long.SIZE) {
      long all = left >= Long.SIZE ? -1 : (1L << left) - 1;
      if ((rows[at + keep + i] & all) != all) {
        return true;
      }
    }
    return false;
  }
}
