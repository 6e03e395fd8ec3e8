package dev.backplane.rtl.corpus;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.PinWords;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Drives the pins of an engine with a stimulus. */
public final class PinDriver {
  private final Engine engine;
  private final PinStimulus stimulus;
  private final long[] edges;
  private final PinWords inputs;

  /** The words of the inputs in every tick. */
  private final long[] rows;

  private final List<Pin> outputPins;
  private final PinWords outputs;
  private final long[] seen;
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
    List<Pin> out = new ArrayList<>();
    for (Pin pin : engine.pins()) {
      String name = pin.port().name();
      if (!name.startsWith(prefix)) {
        continue;
      }
      if (stimulus.values.containsKey(name.substring(prefix.length()))) {
        in.add(pin);
      } else if (pin.port().direction() == Port.Direction.OUTPUT) {
        out.add(pin);
      }
    }
    out.sort(Comparator.comparing(pin -> pin.port().name()));
    inputs = engine.words(in);
    rows = rows(stimulus, in, prefix);
    outputPins = List.copyOf(out);
    outputs = engine.words(out);
    seen = new long[outputs.count()];
  }

  private static long[] rows(PinStimulus stimulus, List<Pin> inputs, String prefix) {
    return IntStream.range(0, stimulus.ticks)
        .boxed()
        .flatMapToLong(
            tick ->
                inputs.stream()
                    .flatMapToLong(
                        pin -> {
                          String name = pin.port().name().substring(prefix.length());
                          return IntStream.range(0, (pin.port().width() + 63) / 64)
                              .mapToLong(word -> stimulus.word(name, tick, word));
                        }))
        .toArray();
  }

  /** Drives the inputs of the tick and settles. */
  public void settle() {
    drive();
    engine.settle();
  }

  /** Drives the inputs of the tick. */
  void drive() {
    inputs.write(rows, tick * inputs.count());
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
    return outputPins;
  }

  /** {@return a hash of the outputs} */
  public long digest() {
    outputs.read(seen);
    long digest = 0;
    for (long word : seen) {
      digest = digest * 0x9e37_79b9_7f4a_7c15L + word;
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
