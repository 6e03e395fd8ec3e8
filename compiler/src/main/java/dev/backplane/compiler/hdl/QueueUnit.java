package dev.backplane.compiler.hdl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_queue}, which keeps beats until they are read.
 *
 * @param width how many bits an element has
 * @param beat how many elements move in a clock
 * @param depth how many beats there is room for
 */
public record QueueUnit(int width, int beat, int depth) {
  private static final String UNIT = "backplane_queue";

  /** {@return the instance of the static unit} */
  public HdlInstance instance() {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", width * beat);
    parameters.put("DEPTH", depth);
    parameters.put("ADDRESS_WIDTH", Rom.indexWidth(depth));
    parameters.put("COUNT_WIDTH", Rom.indexWidth(depth + 1));
    return new HdlInstance(UNIT, true, parameters, List.of(UNIT), new Beats(beat, beat, false));
  }
}
