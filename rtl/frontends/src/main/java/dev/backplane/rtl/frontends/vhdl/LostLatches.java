package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Detects latches that GHDL 2.0 forgets: where one condition decides about a whole signal, and
 * keeps it otherwise, the signal becomes unknown, without a word. A signal that nothing assigns is
 * unknown too, with a warning.
 */
final class LostLatches {
  private static final Set<String> SIGNALS = Set.of("$signal", "$isignal");

  private final List<String> warnings;
  private final UnaryOperator<String> original;

  /**
   * Prepares the search.
   *
   * @param warnings what GHDL warned of, each with file and line
   * @param original the location in the user's file for one in a copy
   */
  LostLatches(List<String> warnings, UnaryOperator<String> original) {
    this.warnings = warnings;
    this.original = original;
  }

  /** Refuses a unit that has one. */
  void reject(Unit.Body body) {
    NetDrivers drivers = new NetDrivers(body.gates());
    for (Gate gate : body.gates()) {
      if (SIGNALS.contains(gate.kind()) && gate.inputs().containsKey("$i")) {
        Gate driver = drivers.of(gate.input("$i"));
        if (driver != null && driver.kind().equals("$const_X") && !isUnassigned(gate)) {
          throw new RtlException(
              RtlError.LATCH,
              "%s: '%s' is a latch that GHDL 2.0 loses: one condition assigns all of it, and otherwise nothing does. Assign it on every path, clock it, or choose with a case statement"
                  .formatted(original.apply(gate.location()), gate.label()));
        }
      }
    }
  }

  private boolean isUnassigned(Gate signal) {
    String line = original.apply(signal.location());
    String text = "signal \"" + signal.label() + "\" is never assigned";
    return warnings.stream()
        .anyMatch(warning -> warning.startsWith(line + ":") && warning.contains(text));
  }
}
