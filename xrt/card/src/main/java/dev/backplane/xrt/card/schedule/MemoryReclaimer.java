package dev.backplane.xrt.card.schedule;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Frees device memory when no execution can read or write it any more. Those are the executions
 * that were under way when the memory was given up, of the loaded image and of images before it
 * whose units did not stop.
 */
public final class MemoryReclaimer {
  private final CardLock lock;
  private final Set<Object> executing = new HashSet<>();

  /** The executions that may still use memory, by the action that frees it afterwards. */
  private final Map<Runnable, Set<Object>> retired = new HashMap<>();

  /** Creates a reclaimer that knows no executions yet. */
  public MemoryReclaimer(CardLock lock) {
    this.lock = lock;
  }

  /**
   * Frees memory, now or when what is executing has ended.
   *
   * @param freeing frees it
   * @param others gives what is executing besides, and says {@link #ended} later; called under the
   *     card's lock
   */
  public void freeWhenUnused(Runnable freeing, Supplier<List<?>> others) {
    lock.lock();
    try {
      Set<Object> users = new HashSet<>(executing);
      users.addAll(others.get());
      if (!users.isEmpty()) {
        retired.put(freeing, users);
        return;
      }
    } finally {
      lock.unlock();
    }
    freeing.run();
  }

  /** An executor begins an execution; called under the card's lock. */
  void began(Object executor) {
    executing.add(executor);
  }

  /** An executor has ended its execution; called under the card's lock. */
  void ended(Object executor) {
    executing.remove(executor);
    retired.entrySet().removeIf(entry -> isFreed(entry, executor));
  }

  private boolean isFreed(Map.Entry<Runnable, Set<Object>> entry, Object executor) {
    entry.getValue().remove(executor);
    boolean unused = entry.getValue().isEmpty();
    if (unused) {
      lock.post(entry.getKey());
    }
    return unused;
  }
}
