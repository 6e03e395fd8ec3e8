package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.engines.PinWords;
import dev.backplane.rtl.harness.InterfacePins;
import java.util.ArrayList;
import java.util.List;

/**
 * The signals of a beat that a kernel has, and their places in a row of a queue. All of them are
 * driven and read together.
 */
final class BeatSignals {
  private static final int NOWHERE = -1;

  private final BeatQueue queue;
  private final PinWords pins;

  /** The current words of the pins. */
  private final long[] words;

  /**
   * The index of each word of the pins in a row of the queue; {@link #NOWHERE} for words that the
   * queue does not carry.
   */
  private final int[] places;

  /** The indices in a row of the signals that the kernel does not have. */
  private final int[] absent;

  private final long[] without;
  private final boolean hasKeep;
  private final boolean hasStrobe;

  BeatSignals(InterfacePins signals, BeatQueue queue) {
    this.queue = queue;
    List<String> names = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    List<Integer> missing = new ArrayList<>();
    queue
        .fields()
        .forEach(
            (name, field) -> {
              int there = 0;
              if (signals.bus().signal(name) != null) {
                names.add(name);
                there = InterfacePins.wordCount(signals.pin(name).port().width());
              }
              for (int word = 0; word < Math.max(there, field.words()); word++) {
                int place = word < field.words() ? field.place() + word : NOWHERE;
                (word < there ? found : missing).add(place);
              }
            });
    pins = signals.words(names);
    words = new long[pins.count()];
    places = found.stream().mapToInt(Integer::intValue).toArray();
    absent = missing.stream().mapToInt(Integer::intValue).toArray();
    hasKeep = names.contains("TKEEP");
    hasStrobe = names.contains("TSTRB");
    long[] row = new long[queue.stride()];
    if (!hasKeep) {
      queue.setLanes(row, queue.keep, queue.bytes);
    }
    if (!hasStrobe) {
      queue.setLanes(row, queue.strobe, queue.bytes);
    }
    without = new long[absent.length];
    for (int i = 0; i < absent.length; i++) {
      without[i] = row[absent[i]];
    }
  }

  boolean hasKeep() {
    return hasKeep;
  }

  boolean hasStrobe() {
    return hasStrobe;
  }

  /**
   * Drives the pins with a beat.
   *
   * @param at where its row begins
   */
  void drive(int at) {
    long[] rows = queue.rows();
    for (int i = 0; i < places.length; i++) {
      int place = places[i];
      words[i] = place == NOWHERE ? 0 : rows[at + place];
    }
    pins.write(words, 0);
  }

  /**
   * Takes a beat from the pins.
   *
   * @param at where its row begins
   */
  void take(int at) {
    pins.read(words);
    long[] rows = queue.rows();
    for (int i = 0; i < places.length; i++) {
      if (places[i] != NOWHERE) {
        rows[at + places[i]] = words[i];
      }
    }
    for (int i = 0; i < absent.length; i++) {
      rows[at + absent[i]] = without[i];
    }
    if (hasKeep && !hasStrobe) {
      for (int i = 0; i < queue.laneWords; i++) {
        rows[at + queue.strobe + i] = rows[at + queue.keep + i];
      }
    }
  }
}
