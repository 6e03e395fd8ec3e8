package dev.backplane.compiler.library.extent;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_repeat}, which gives each run of elements several
 * times.
 *
 * @param run how many elements a run has
 * @param times how often each is given; once takes no hardware
 */
public record RepeatUnit(int run, int times) {
  /** The static unit, without the ending of its file. */
  public static final String UNIT = "backplane_repeat";

  /** {@return an instance for elements of so many bits} */
  HdlInstance instance(int width) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", width);
    parameters.put("RUN", run);
    parameters.put("INDEX_WIDTH", indexWidth());
    parameters.put("TIMES", times);
    parameters.put("TIMES_WIDTH", timesWidth());
    return new HdlInstance(UNIT, true, parameters, List.of(UNIT));
  }

  /** {@return how many bits count the elements of a run} */
  public int indexWidth() {
    return Rom.indexWidth(run);
  }

  /** {@return how many bits count how often a run was given} */
  public int timesWidth() {
    return Rom.indexWidth(times);
  }

  /** {@return the place in the stream that comes in of an element that goes out} */
  public int place(int at) {
    return at / (run * times) * run + at % run;
  }
}
