package dev.backplane.bench;

import org.jspecify.annotations.Nullable;

/**
 * One figure of a benchmark.
 *
 * @param what what was measured
 * @param unit in what
 * @param ours what Backplane takes or gives
 * @param peer whom it is compared with, or null
 * @param theirs what the peer takes or gives, or null where there is no peer
 * @param ratio how much better ours is, above 1 being better, or null where there is no peer
 */
record Row(
    String what,
    String unit,
    double ours,
    @Nullable String peer,
    @Nullable Double theirs,
    @Nullable Double ratio) {

  /** A figure with nothing beside it. */
  static Row alone(String what, String unit, double ours) {
    return new Row(what, unit, ours, null, null, null);
  }

  /** A figure of which less is better. */
  static Row cost(String what, String unit, double ours, String peer, double theirs) {
    return new Row(what, unit, ours, peer, theirs, theirs / ours);
  }

  /** A figure of which more is better. */
  static Row speed(String what, String unit, double ours, String peer, double theirs) {
    return new Row(what, unit, ours, peer, theirs, ours / theirs);
  }

  /** A figure that should be no more than what was asked for. */
  static Row atMost(String what, String unit, double ours, double asked) {
    // Nothing is the most that some things may take, and no ratio has it below.
    double ratio = ours == asked ? 1 : asked / ours;
    return new Row(what, unit, ours, "asked, at most", asked, ratio);
  }

  /** A figure that should be no less than what was asked for. */
  static Row atLeast(String what, String unit, double ours, double asked) {
    return speed(what, unit, ours, "asked, at least", asked);
  }
}
