package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Drives the pins of an engine with a stimulus. */
public final class PinDriver {
  private final Engine engine;
  private final PinStimulus stimulus;
  private final long[] edges;
  private final Pin[] inputs;
  private final long[][] columns;
  private final int[] inputWords;
  private final Pin[] outputs;
  private final int[] outputWords;
  private int tick;

  /**
   * Starts a stimulus.
   *
   * @param engine an engine at power-up
   * @param stimulus the stimulus
   */
  public PinDriver(Engine engine, PinStimulus stimulus) {
    this(engine, stimulus, "");
  }

  /**
   * Starts a stimulus of one of several designs in an engine.
   *
   * @param engine an engine at power-up
   * @param stimulus the stimulus
   * @param prefix the prefix of the design's ports in the engine
   */
  PinDriver(Engine engine, PinStimulus stimulus, String prefix) {
    this.engine = engine;
    this.stimulus = stimulus;
    edges = stimulus.edges(engine.clocks(), prefix);
    List<Pin> in = new ArrayList<>();
    List<long[]> driven = new ArrayList<>();
    List<Pin> out = new ArrayList<>();
    for (Pin pin : engine.pins()) {
      String name = pin.port().name();
      if (!name.startsWith(prefix)) {
        continue;
      }
      long[] column = stimulus.values.get(name.substring(prefix.length()));
      if (column != null) {
        in.add(pin);
        driven.add(column);
      } else if (pin.port().direction() == Port.Direction.OUTPUT) {
        out.add(pin);
      }
    }
    out.sort(Comparator.comparing(pin -> pin.port().name()));
    inputs = in.toArray(Pin[]::new);
    columns = driven.toArray(long[][]::new);
    outputs = out.toArray(Pin[]::new);
    inputWords = words(in);
    outputWords = words(out);
  }

  private static int[] words(List<Pin> pins) {
    return pins.stream().mapToInt(pin -> (pin.port().width() + 63) / 64).toArray();
  }

  /** Drives the inputs of the tick and settles. */
  public void settle() {
    drive();
    engine.settle();
  }

  /** Drives the inputs of the tick. */
  void drive() {
    for (int i = 0; i < inputs.length; i++) {
      Pin pin = inputs[i];
      long[] column = columns[i];
      int words = inputWords[i];
      if (words == 1) {
        pin.set(column[tick]);
      } else {
        for (int word = 0; word < words; word++) {
          pin.setWord(word, column[tick * words + word]);
        }
      }
    }
  }

  /**
   * Applies the edges of the tick and begins the next one; after the last tick, the first one after
   * reset follows.
   */
  public void edge() {
    long mask = nextEdges();
    if (mask == 1) {
      engine.edge(0);
    } else {
      engine.edges(mask);
    }
  }

  /** Begins the next tick; returns the edges at the end of this one. */
  long nextEdges() {
    long mask = edges[tick];
    tick = tick + 1 == stimulus.ticks ? PinStimulus.AFTER_RESET : tick + 1;
    return mask;
  }

  /** {@return the outputs by name, since engines may list ports in different orders} */
  public List<Pin> outputs() {
    return List.of(outputs);
  }

  /** {@return a hash of the outputs} */
  public long digest() {
    long digest = 0;
    for (int i = 0; i < outputs.length; i++) {
      Pin output = outputs[i];
      for (int word = outputWords[i] - 1; word > 0; word--) {
        digest = digest * 0x9e37_79b9_7f4a_7c15L + output.word(word);
      }
      digest = digest * 0x9e37_79b9_7f4a_7c15L + output.get();
    }
    return digest;
  }

  /**
   * Simulates some ticks.
   *
   * @param ticks how many ticks
   * @return a digest of the outputs in all of them
   */
  public long play(int ticks) {
    long digest = 0;
    for (int i = 0; i < ticks; i++) {
      settle();
      digest = digest * 31 + digest();
      edge();
    }
    return digest;
  }
}
