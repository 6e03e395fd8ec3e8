package dev.backplane.rtl.engines.coverage;

import dev.backplane.rtl.netlist.CoverPoint;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The coverage of one or several runs: how often statements were executed and decisions went each
 * way, and which bits changed from 0 to 1 and back. Safe for use by several threads.
 */
public final class Coverage {
  private static final Comparator<CoverPoint> ORDER =
      Comparator.comparing(CoverPoint::file)
          .thenComparingInt(CoverPoint::line)
          .thenComparingInt(CoverPoint::column)
          .thenComparingInt(CoverPoint::branch)
          .thenComparing(CoverPoint::name);

  /**
   * The bits of a signal that changed.
   *
   * @param width how many bits it has
   * @param risen those that changed from 0 to 1
   * @param fallen those that changed from 1 to 0
   */
  public record Toggles(int width, BitSet risen, BitSet fallen) {
    /** {@return the changes that were seen, of two for each bit} */
    public int seen() {
      return risen.cardinality() + fallen.cardinality();
    }
  }

  private final TreeMap<CoverPoint, Long> points = new TreeMap<>(ORDER);
  private final SequencedMap<String, Toggles> toggles = new LinkedHashMap<>();

  /** Creates one in which nothing was executed. */
  public Coverage() {}

  /** Adds executions of a point. */
  synchronized void add(CoverPoint point, long count) {
    points.merge(point, count, Long::sum);
  }

  /** Adds the changes of a signal, whose words begin at an index of two arrays. */
  synchronized void add(String name, int width, long[] risen, long[] fallen, int at) {
    Toggles signal =
        toggles.computeIfAbsent(name, _ -> new Toggles(width, new BitSet(), new BitSet()));
    for (int bit = 0; bit < width; bit++) {
      int word = at + bit / Long.SIZE;
      if ((risen[word] >>> bit & 1) != 0) {
        signal.risen().set(bit);
      }
      if ((fallen[word] >>> bit & 1) != 0) {
        signal.fallen().set(bit);
      }
    }
  }

  /**
   * Adds what another one has, of the same design or of another.
   *
   * @param other the other one, which stays as it is
   */
  public void add(Coverage other) {
    other.points().forEach(this::add);
    other
        .toggles()
        .forEach(
            (name, from) -> {
              synchronized (this) {
                Toggles into =
                    toggles.computeIfAbsent(
                        name, _ -> new Toggles(from.width(), new BitSet(), new BitSet()));
                into.risen().or(from.risen());
                into.fallen().or(from.fallen());
              }
            });
  }

  /** {@return how often each point was executed, in the order of files and lines} */
  public synchronized SequencedMap<CoverPoint, Long> points() {
    return new LinkedHashMap<>(points);
  }

  /** {@return the changes of ports and registers, by name} */
  public synchronized Map<String, Toggles> toggles() {
    SequencedMap<String, Toggles> copy = new LinkedHashMap<>();
    toggles.forEach(
        (name, signal) ->
            copy.put(
                name,
                new Toggles(
                    signal.width(),
                    (BitSet) signal.risen().clone(),
                    (BitSet) signal.fallen().clone())));
    return copy;
  }
}
