package dev.backplane.capi.door;

import dev.backplane.api.capi.CoherentCard;
import dev.backplane.capi.door.Attributes.Place;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Bytes of attributes as they were a while ago: an AFU in RTL takes time to give its error buffer,
 * and cannot work meanwhile. Used by one thread at a time.
 */
final class ErrorBuffers {
  /** The most bytes of a buffer that are shown. */
  private static final int MOST = 1 << 20;

  private static final int PAGE = 4096;
  private static final Duration AGE = Duration.ofSeconds(2);

  private record Kept(long time, long size, ByteBuffer bytes) {}

  private final Map<Place, Kept> all = new HashMap<>();

  /** {@return the bytes of an attribute that has a size} */
  ByteBuffer of(CoherentCard card, Place place, long size) {
    long now = System.nanoTime();
    Kept kept = all.get(place);
    if (kept == null || kept.size() != size || now - kept.time() > AGE.toNanos()) {
      kept = new Kept(now, size, read(card, place, (int) Math.min(MOST, size)));
      all.put(place, kept);
    }
    return kept.bytes();
  }

  private static ByteBuffer read(CoherentCard card, Place place, int size) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[size]);
    int at = 0;
    int read = -1;
    while (at < size && read != 0) {
      int most = Math.min(PAGE, size - at);
      read = Attributes.read(card, place, at, bytes.asSlice(at, most));
      at += read;
    }
    return bytes.asByteBuffer();
  }
}
