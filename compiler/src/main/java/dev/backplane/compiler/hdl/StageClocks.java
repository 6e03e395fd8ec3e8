package dev.backplane.compiler.hdl;

import java.util.Map;
import java.util.Optional;

/** Knows the handshakes of the shipped static units. */
final class StageClocks {
  private StageClocks() {}

  /** {@return the handshakes of an instance, if its unit is known} */
  static Optional<StageClock> of(HdlInstance instance) {
    Map<String, Integer> parameters = instance.parameters();
    return Optional.ofNullable(
        switch (instance.unit()) {
          case "backplane_add", "backplane_clip", "backplane_pass", "backplane_sign" ->
              new StageClock.Through();
          case "backplane_channel_sum" ->
              new StageClock.Rounds(
                  parameters.getOrDefault("CHANNELS", 1), parameters.getOrDefault("COUNT", 1));
          case "backplane_concat" ->
              new StageClock.Turns(
                  parameters.getOrDefault("RUN0", 1), parameters.getOrDefault("RUN1", 1));
          case "backplane_divide" ->
              parameters.getOrDefault("DIVISOR", 1) == 1
                  ? new StageClock.Through()
                  : new StageClock.Steps(
                      parameters.getOrDefault("IN_WIDTH", 0) + parameters.getOrDefault("SCALE", 0));
          case "backplane_fork" -> new StageClock.Fork();
          case "backplane_linear" -> new LayerClock.Linear(parameters);
          case "backplane_lines" -> new LinesClock(parameters);
          case "backplane_lookup" ->
              new StageClock.Repeated(parameters.getOrDefault("ELEMENTS", 1));
          case "backplane_matrix" -> new LayerClock.Matrix(parameters);
          case "backplane_narrow" -> new StageClock.Repeated(parameters.getOrDefault("RATIO", 1));
          case "backplane_queue" -> new StageClock.Queue(parameters.getOrDefault("DEPTH", 1));
          case "backplane_reduce" -> new StageClock.Reduced(parameters.getOrDefault("COUNT", 1));
          case "backplane_rescale" -> new StageClock.Pipelined(3);
          case "backplane_scaled_add" -> new StageClock.Pipelined(2);
          case "backplane_slopes", "backplane_thresholds" -> new StageClock.Repeated(1);
          case "backplane_widen" -> new StageClock.Joined(parameters.getOrDefault("RATIO", 1));
          case "backplane_window" -> new WindowClock(parameters);
          default -> null;
        });
  }
}
