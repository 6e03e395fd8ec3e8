package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.InterfacePins;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A FIFO of stream beats. A beat is a row of words: data, TKEEP, TSTRB, TUSER, TID, TDEST and
 * TLAST. Data begins at place 0 of a row.
 */
final class BeatQueue {
  /** Bytes of data of a beat. */
  final int bytes;

  /** Words of data in a row. */
  final int dataWords;

  /** Words of TKEEP and of TSTRB in a row. */
  final int laneWords;

  /** Words of TUSER in a row. */
  final int userWords;

  /** The place of TKEEP in a row. */
  final int keep;

  /** The place of TSTRB in a row. */
  final int strobe;

  /** The place of TUSER in a row. */
  final int user;

  /** The place of TID in a row. */
  final int id;

  /** The place of TDEST in a row. */
  final int destination;

  /** The place of TLAST in a row. */
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
    dataWords = InterfacePins.wordCount(dataBits);
    laneWords = InterfacePins.wordCount(bytes);
    userWords = InterfacePins.wordCount(userBits);
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

  /**
   * The position of a signal in a row.
   *
   * @param place the index of its first word
   * @param words the number of its words
   */
  record Field(int place, int words) {}

  /** The fields of a row by the names of the signals. */
  SequencedMap<String, Field> fields() {
    SequencedMap<String, Field> fields = new LinkedHashMap<>();
    fields.put("TDATA", new Field(0, dataWords));
    fields.put("TKEEP", new Field(keep, laneWords));
    fields.put("TSTRB", new Field(strobe, laneWords));
    fields.put("TUSER", new Field(user, userWords));
    fields.put("TID", new Field(id, 1));
    fields.put("TDEST", new Field(destination, 1));
    fields.put("TLAST", new Field(last, 1));
    return fields;
  }

  /** {@return the words of a row} */
  int stride() {
    return stride;
  }

  /** {@return the number of beats} */
  int size() {
    return count;
  }

  int packets() {
    return packets;
  }

  /** {@return whether a beat can be added} */
  boolean hasRoom() {
    return count < limit;
  }

  /** {@return all rows; valid until the next {@link #add()}} */
  long[] rows() {
    return rows;
  }

  /** {@return the index in the rows at which the oldest beat begins} */
  int frontIndex() {
    return first * stride;
  }

  /**
   * {@return the index in the rows at which a beat begins}
   *
   * @param beat how many are older
   */
  int index(int beat) {
    int slot = first + beat;
    return (slot < slots ? slot : slot - slots) * stride;
  }

  /** {@return the index for the words of a new beat} */
  int add() {
    if (count == slots) {
      grow();
    }
    return index(count++);
  }

  /**
   * Notes that all words of a beat are written.
   *
   * @param at the index from {@link #add()}
   */
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

  /** Removes the oldest beat. */
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

  /**
   * Sets the first lanes of TKEEP or TSTRB and clears the others.
   *
   * @param row receives them
   * @param from the place of TKEEP or TSTRB there
   * @param lanes how many lanes to set
   */
  void setLanes(long[] row, int from, int lanes) {
    int left = lanes;
    for (int i = 0; i < laneWords; i++, left -= Long.SIZE) {
      row[from + i] = left >= Long.SIZE ? -1 : left <= 0 ? 0 : (1L << left) - 1;
    }
  }

  /**
   * {@return whether a lane of TKEEP or TSTRB is set}
   *
   * @param at the index of the beat
   * @param from the place of TKEEP or TSTRB
   * @param lane the lane
   */
  boolean hasLane(int at, int from, int lane) {
    return (rows[at + from + lane / Long.SIZE] >>> lane & 1) != 0;
  }

  /**
   * {@return whether a lane of TKEEP is clear}
   *
   * @param at the index of the beat
   */
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
