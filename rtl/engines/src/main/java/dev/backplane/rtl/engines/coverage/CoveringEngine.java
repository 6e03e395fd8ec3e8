package dev.backplane.rtl.engines.coverage;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.ForwardingEngine;
import dev.backplane.rtl.engines.Pin;
import java.util.List;

/** An engine that counts at each clock edge, from the values before it. */
final class CoveringEngine extends ForwardingEngine {
  private final List<Pin> pins;
  private final List<CoveredDesign.ClockPoints> clocks;
  private final List<CoveredDesign.Watched> watched;
  private final Coverage coverage;

  /** The points of each clock, by its index; null if it has none. */
  private final Pin[][] points;

  private final Counters[] counters;

  /** Of each watched word: the pin and the number of the word in it. */
  private final Pin[] pinOf;

  private final int[] wordOf;
  private final long[] last;
  private final long[] risen;
  private final long[] fallen;
  private boolean sampled;
  private boolean closed;

  CoveringEngine(
      Engine engine,
      int designPins,
      List<CoveredDesign.ClockPoints> clocks,
      List<CoveredDesign.Watched> watched,
      Coverage coverage) {
    super(engine);
    this.clocks = clocks;
    this.watched = watched;
    this.coverage = coverage;
    List<Pin> all = engine.pins();
    pins = all.subList(0, designPins);
    points = new Pin[engine.clocks().size()][];
    counters = new Counters[points.length];
    for (CoveredDesign.ClockPoints clock : clocks) {
      points[clock.clock()] = clock.pins().stream().map(all::get).toArray(Pin[]::new);
      counters[clock.clock()] = new Counters(clock.pins().size());
    }
    int words = watched.stream().mapToInt(CoveringEngine::words).sum();
    pinOf = new Pin[words];
    wordOf = new int[words];
    last = new long[words];
    risen = new long[words];
    fallen = new long[words];
    int at = 0;
    for (CoveredDesign.Watched signal : watched) {
      for (int word = 0; word < words(signal); word++) {
        pinOf[at] = all.get(signal.pin());
        wordOf[at++] = word;
      }
    }
  }

  private static int words(CoveredDesign.Watched signal) {
    return (signal.width() + Long.SIZE - 1) / Long.SIZE;
  }

  @Override
  public List<Pin> pins() {
    return pins;
  }

  @Override
  public void edge(int clock) {
    edges(1L << clock);
  }

  @Override
  public void edges(long edged) {
    if (edged != 0) {
      engine.settle();
      watch();
      for (long left = edged; left != 0; left &= left - 1) {
        int clock = Long.numberOfTrailingZeros(left);
        if (clock < points.length && points[clock] != null) {
          count(clock);
        }
      }
    }
    engine.edges(edged);
  }

  private void count(int clock) {
    Pin[] words = points[clock];
    for (int i = 0; i < words.length; i++) {
      counters[clock].add(i, words[i].get());
    }
  }

  private void watch() {
    for (int i = 0; i < pinOf.length; i++) {
      long now = pinOf[i].word(wordOf[i]);
      long changed = now ^ last[i];
      if (changed != 0) {
        last[i] = now;
        if (sampled) {
          risen[i] |= changed & now;
          fallen[i] |= changed & ~now;
        }
      }
    }
    sampled = true;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      publish();
    }
    engine.close();
  }

  private void publish() {
    for (CoveredDesign.ClockPoints clock : clocks) {
      for (int i = 0; i < clock.points().size(); i++) {
        long count = counters[clock.clock()].count(i / Long.SIZE, i % Long.SIZE);
        clock.points().get(i).forEach(point -> coverage.add(point, count));
      }
    }
    int at = 0;
    for (CoveredDesign.Watched signal : watched) {
      int words = words(signal);
      coverage.add(signal.name(), signal.width(), risen, fallen, at);
      at += words;
    }
  }
}
