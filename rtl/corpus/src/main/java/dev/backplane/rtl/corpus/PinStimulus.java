package dev.backplane.rtl.corpus;

import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SequencedMap;

/**
 * The values of the inputs of a design in every tick. They are generated beforehand, so that
 * driving is fast and two engines get the same values.
 */
public final class PinStimulus {
  /** The first tick after the initial reset. */
  public static final int AFTER_RESET = InputHint.Reset.UNTIL;

  final int ticks;
  final SequencedMap<String, long[]> values = new LinkedHashMap<>();
  private final Map<String, Integer> clocks;

  private PinStimulus(int ticks, Map<String, Integer> clocks) {
    this.ticks = ticks;
    this.clocks = clocks;
  }

  /**
   * Generates a stimulus.
   *
   * @param design the design
   * @param ports its ports
   * @param ticks how many ticks
   * @param seed equal seeds give equal stimuli
   * @return the stimulus
   */
  public static PinStimulus of(CorpusDesign design, List<Port> ports, int ticks, long seed) {
    PinStimulus made = new PinStimulus(ticks, design.clocks());
    for (Port port : ports) {
      if (port.direction() == Port.Direction.INPUT && !design.clocks().containsKey(port.name())) {
        // By name: engines may list ports in different orders.
        Random random = new Random(seed * 31 + port.name().hashCode());
        InputHint hint = design.inputs().getOrDefault(port.name(), InputHint.ANY);
        made.values.put(port.name(), column(port, hint, ticks, random));
      }
    }
    return made;
  }

  private static long[] column(Port port, InputHint hint, int ticks, Random random) {
    int words = (port.width() + 63) / 64;
    int rest = port.width() % 64;
    long lastMask = rest == 0 ? -1L : (1L << rest) - 1;
    long[] column = new long[ticks * words];
    for (int i = 0; i < column.length; i++) {
      long value = hint.next(random, i / words, i < words ? 0 : column[i - words]);
      column[i] = i % words == words - 1 ? value & lastMask : value;
    }
    return column;
  }

  /**
   * {@return a word of an input in a tick}
   *
   * @param input the name of the input
   * @param tick the tick
   * @param word the index of the word
   */
  public long word(String input, int tick, int word) {
    long[] column = Objects.requireNonNull(values.get(input), input);
    return column[tick * (column.length / ticks) + word];
  }

  /**
   * {@return the clocks that have an edge in each tick, as a mask for {@code Engine.edges}}
   *
   * @param names the clocks of an engine
   */
  public long[] edges(List<Clock> names) {
    return edges(names, "");
  }

  /**
   * The clocks that have an edge in each tick: a rising edge every period, a falling one half a
   * period later.
   *
   * @param used the clocks of an engine
   * @param prefix the prefix of the design's names in the engine
   * @return a mask for each tick, for {@code Engine.edges}
   */
  long[] edges(List<Clock> used, String prefix) {
    long[] masks = new long[ticks];
    for (int i = 0; i < used.size(); i++) {
      boolean falling = used.get(i).isFalling();
      String port = used.get(i).pin();
      if (!port.startsWith(prefix)) {
        continue;
      }
      port = port.substring(prefix.length());
      Integer period = clocks.get(port);
      if (period == null) {
        throw new IllegalArgumentException("design.json has no clock " + port);
      }
      for (int tick = falling ? period / 2 : 0; tick < ticks; tick += period) {
        masks[tick] |= 1L << i;
      }
    }
    return masks;
  }
}
