package dev.backplane.rtl.frontends.vhdl;

import java.util.List;

/**
 * Finds constants with bits that are neither 0 nor 1, such as {@code "01-1"}. In VHDL nothing in
 * hardware equals one, and numeric_std orders none, while GHDL makes a comparison with 0 of it.
 * What compares on purpose without such a bit, as {@code ?=} and {@code std_match}, has it masked.
 */
final class UnknownConstants {
  /** Constants are concatenated and extended a few times at most. */
  private static final int DEPTH = 8;

  private final NetDrivers drivers;

  UnknownConstants(NetDrivers drivers) {
    this.drivers = drivers;
  }

  /** Returns whether one of the sides of a comparison is such a constant. */
  boolean isCompared(Gate gate) {
    return has(gate.input("$a"), DEPTH) || has(gate.input("$b"), DEPTH);
  }

  private boolean has(Net net, int depth) {
    Gate gate = depth == 0 ? null : drivers.of(net);
    return gate != null && has(gate, depth);
  }

  private boolean has(Gate gate, int depth) {
    return switch (gate.kind()) {
      case "$const_UL32" -> gate.parameter("$xz") != 0;
      case "$const_log" -> hasOddWord(gate.parameters());
      case "$const_X" -> true;
      case "$concat2", "$concat3", "$concat4", "$concatn", "$uextend", "$sextend" ->
          gate.inputs().values().stream().anyMatch(input -> has(input, depth - 1));
      default -> false;
    };
  }

  /** The words of values and of unknown bits alternate. */
  private static boolean hasOddWord(List<String> words) {
    for (int i = 1; i < words.size(); i += 2) {
      if (!words.get(i).equals("0")) {
        return true;
      }
    }
    return false;
  }
}
