package dev.backplane.rtl.engines.trace;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what was used last, up to a number of bytes. Safe for use by several threads; two that miss
 * the same value may both make it.
 */
final class BoundedCache<K, V> {
  private record Entry<V>(V value, long bytes) {}

  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final long most;
  private long held;

  BoundedCache(long most) {
    this.most = most;
  }

  synchronized @Nullable V get(K key) {
    Entry<V> entry = entries.get(key);
    return entry == null ? null : entry.value();
  }

  /** Keeps a value; what alone is larger than the cache is not kept. */
  synchronized void put(K key, V value, long bytes) {
    if (bytes > most) {
      return;
    }
    Entry<V> before = entries.put(key, new Entry<>(value, bytes));
    held += bytes - (before == null ? 0 : before.bytes());
    Iterator<Entry<V>> oldest = entries.values().iterator();
    while (held > most) {
      held -= oldest.next().bytes();
      oldest.remove();
    }
  }

  synchronized long held() {
    return held;
  }
}
