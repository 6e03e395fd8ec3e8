package dev.backplane.ffi;

import java.lang.foreign.SegmentAllocator;

/** Pieces of memory, and the same with those as one that lie one behind the other. */
final class JoinedPieces {
  private final IoVectors vectors;
  private final long[] addresses;
  private final long[] lengths;
  private final long[] joinedAddresses;
  private final long[] joinedLengths;
  private int count;
  private int joined;
  private long end;

  JoinedPieces(SegmentAllocator allocator, int room) {
    vectors = new IoVectors(allocator, room);
    addresses = new long[room];
    lengths = new long[room];
    joinedAddresses = new long[room];
    joinedLengths = new long[room];
  }

  void clear() {
    count = 0;
    joined = 0;
  }

  void add(long address, long bytes) {
    addresses[count] = address;
    lengths[count] = bytes;
    count++;
    if (joined > 0 && end == address) {
      joinedLengths[joined - 1] += bytes;
    } else {
      joinedAddresses[joined] = address;
      joinedLengths[joined] = bytes;
      joined++;
    }
    end = address + bytes;
  }

  /** Gives the number of bytes of a piece. */
  long bytes(int piece) {
    return lengths[piece];
  }

  /** Gives the address of a piece. */
  long address(int piece) {
    return addresses[piece];
  }

  /** Tells whether a piece lies right behind the one before it. */
  boolean follows(int piece) {
    return addresses[piece] == addresses[piece - 1] + lengths[piece - 1];
  }

  /** Counts the pieces when those side by side are one. */
  int joined() {
    return joined;
  }

  /** Writes joined pieces; returns where. */
  long writeJoined() {
    for (int i = 0; i < joined; i++) {
      vectors.set(i, joinedAddresses[i], joinedLengths[i]);
    }
    return vectors.address(0);
  }

  /** Writes each piece from one on; returns where. */
  long writeEach(int from) {
    for (int i = from; i < count; i++) {
      vectors.set(i, addresses[i], lengths[i]);
    }
    return vectors.address(from);
  }
}
