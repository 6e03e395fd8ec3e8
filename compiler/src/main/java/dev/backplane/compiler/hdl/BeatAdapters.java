package dev.backplane.compiler.hdl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The static units between streams whose beats differ: one that puts several beats into one, one
 * that gives a beat as several, or both, the latter first.
 */
final class BeatAdapters {
  private static final String WIDEN = "backplane_widen";
  private static final String NARROW = "backplane_narrow";

  private BeatAdapters() {}

  /** {@return the stages that give a stream so many elements in a beat, named with this suffix} */
  static List<StreamStage> of(ElementStream stream, int beat, String suffix) {
    int common = greatestCommonDivisor(stream.beat(), beat);
    List<StreamStage> stages = new ArrayList<>(2);
    ElementStream rest = stream;
    if (common < stream.beat()) {
      ElementStream narrow = new ElementStream("n" + suffix, stream.width(), common);
      stages.add(stage("e" + suffix, NARROW, rest, narrow, stream.beat() / common));
      rest = narrow;
    }
    if (common < beat) {
      ElementStream wide = new ElementStream("w" + suffix, stream.width(), beat);
      stages.add(stage("g" + suffix, WIDEN, rest, wide, beat / common));
    }
    return stages;
  }

  private static StreamStage stage(
      String label, String unit, ElementStream from, ElementStream to, int ratio) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", Math.min(from.dataWidth(), to.dataWidth()));
    parameters.put("RATIO", ratio);
    parameters.put("COUNT_WIDTH", Rom.indexWidth(ratio));
    return new StreamStage(
        label, new HdlInstance(unit, true, parameters, List.of(unit)), List.of(from), List.of(to));
  }

  static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
