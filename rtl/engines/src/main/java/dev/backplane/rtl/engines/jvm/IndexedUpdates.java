package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds registers of which one is written at a time, by an index: elements of arrays, registers of
 * a register file. Instead of looking at each in every cycle, generated code jumps to the one that
 * is written.
 *
 * @param key the index
 * @param common conditions that all of them share
 * @param updates the updates for each value of the index, without those conditions
 */
record IndexedUpdates(Word key, List<Word> common, Map<Integer, List<EnabledUpdate>> updates) {
  /** The fewest values of an index. Updates of fewer registers take no longer than a jump. */
  static final int MIN_VALUES = 6;

  /**
   * Finds the index that most of some registers are written by.
   *
   * @param updates the updates
   * @return the index and what is written by it; null if there is none
   */
  static @Nullable IndexedUpdates find(List<EnabledUpdate> updates) {
    Word key = mostUsed(updates);
    if (key == null) {
      return null;
    }
    List<EnabledUpdate> indexed =
        updates.stream().filter(update -> update.constant(key) != null).toList();
    List<Word> common = new ArrayList<>(indexed.getFirst().without(key, List.of()).conditions());
    indexed.forEach(update -> common.retainAll(update.conditions()));
    Map<Integer, List<EnabledUpdate>> byValue = new LinkedHashMap<>();
    for (EnabledUpdate update : indexed) {
      Integer value = update.constant(key);
      if (value != null) {
        byValue.computeIfAbsent(value, _ -> new ArrayList<>()).add(update.without(key, common));
      }
    }
    return new IndexedUpdates(key, List.copyOf(common), byValue);
  }

  private static @Nullable Word mostUsed(List<EnabledUpdate> updates) {
    Map<Word, Set<Integer>> values = new LinkedHashMap<>();
    for (EnabledUpdate update : updates) {
      Map<Word, Integer> own = new HashMap<>();
      for (Word condition : update.conditions()) {
        EnabledUpdate.Equality equality = EnabledUpdate.Equality.of(condition);
        if (equality != null) {
          own.putIfAbsent(equality.key(), equality.constant());
        }
      }
      own.forEach((key, value) -> values.computeIfAbsent(key, _ -> new HashSet<>()).add(value));
    }
    Word best = null;
    int most = MIN_VALUES - 1;
    for (Map.Entry<Word, Set<Integer>> each : values.entrySet()) {
      if (each.getValue().size() > most) {
        best = each.getKey();
        most = each.getValue().size();
      }
    }
    return best;
  }
}
