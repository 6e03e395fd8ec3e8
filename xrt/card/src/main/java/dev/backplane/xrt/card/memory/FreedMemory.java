package dev.backplane.xrt.card.memory;

import dev.backplane.rtl.harness.BusMemory.Region;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Device memory that was freed and is still there, as on a board, where memory is flat: until its
 * addresses are given to another buffer. Only what is given again goes; the rest of a buffer stays.
 *
 * <p>Changed under the memory's lock; looked up without one by compute units.
 */
final class FreedMemory {
  /** The most bytes of freed buffers that are kept. Beyond that, the oldest are dropped. */
  static final long MOST = 256L << 20;

  /**
   * A part of a buffer that was freed.
   *
   * @param object the buffer
   * @param start its first address
   * @param end the address behind it
   * @param told whether somebody was told that it is still used
   */
  record Piece(BufferObject object, long start, long end, AtomicBoolean told) {
    private boolean contains(long address) {
      return address - start >= 0 && address - end < 0;
    }

    /** {@return its memory, which is there until the piece is dropped} */
    Region region() {
      MemorySegment all = object.region().memory();
      return new Region(start, all.asSlice(start - object.address(), end - start), true);
    }

    /** Warns of the first use since the buffer was freed. */
    void warnOnce(String card, String who, long address) {
      if (told.compareAndSet(false, true)) {
        System.getLogger(BankedMemory.class.getName())
            .log(
                System.Logger.Level.WARNING,
                "card %s: %s uses 0x%x in a %s that was freed; said once for each buffer"
                    .formatted(card, who, address, object));
      }
    }
  }

  /** The pieces by first address, for lookups without the lock. */
  private final AddressTree<Piece> found = new AddressTree<>();

  /** The pieces by first address, for the thread that has the lock. */
  private final TreeMap<Long, Piece> pieces = new TreeMap<>(Long::compareUnsigned);

  /** The number of pieces left of each kept buffer, the oldest buffer first. */
  private final SequencedMap<BufferObject, Integer> kept = new LinkedHashMap<>();

  private long bytes;

  /** {@return the freed memory at an address that is still there, or null} */
  @Nullable Piece at(long address) {
    Piece piece = found.floor(address);
    return piece != null && piece.contains(address) ? piece : null;
  }

  /**
   * Keeps a buffer that is freed.
   *
   * @return the buffers that are dropped to make room, maybe this one itself
   */
  List<BufferObject> keep(BufferObject object) {
    bytes += object.deviceBytes();
    put(
        new Piece(
            object,
            object.address(),
            object.address() + object.deviceBytes(),
            new AtomicBoolean()));
    List<BufferObject> dropped = new ArrayList<>();
    while (bytes > MOST) {
      BufferObject oldest = kept.firstEntry().getKey();
      reuse(oldest.address(), oldest.address() + oldest.deviceBytes(), dropped);
    }
    return dropped;
  }

  /**
   * Drops what lies in a range, which another buffer takes.
   *
   * @return buffers of which nothing is left
   */
  List<BufferObject> reuse(long start, long end) {
    if (pieces.isEmpty()) {
      return List.of();
    }
    List<BufferObject> dropped = new ArrayList<>();
    reuse(start, end, dropped);
    return dropped;
  }

  /** Drops everything. */
  List<BufferObject> clear() {
    List<BufferObject> all = List.copyOf(kept.keySet());
    pieces.keySet().forEach(found::remove);
    pieces.clear();
    kept.clear();
    bytes = 0;
    return all;
  }

  private void reuse(long start, long end, List<BufferObject> dropped) {
    Map.Entry<Long, Piece> first = pieces.floorEntry(start);
    boolean within = first != null && first.getValue().contains(start);
    List<Piece> overlapping =
        List.copyOf(pieces.subMap(within ? first.getKey() : start, end).values());
    for (Piece piece : overlapping) {
      pieces.remove(piece.start);
      found.remove(piece.start);
      if (piece.start - start < 0) {
        put(new Piece(piece.object, piece.start, start, piece.told));
      }
      if (piece.end - end > 0) {
        put(new Piece(piece.object, end, piece.end, piece.told));
      }
      if (kept.merge(piece.object, -1, Integer::sum) == 0) {
        kept.remove(piece.object);
        bytes -= piece.object.deviceBytes();
        dropped.add(piece.object);
      }
    }
  }

  private void put(Piece piece) {
    pieces.put(piece.start, piece);
    found.put(piece.start, piece);
    kept.merge(piece.object, 1, Integer::sum);
  }
}
