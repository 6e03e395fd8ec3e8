package dev.backplane.rtl.frontend.vhdl;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Evaluates constant nets: GHDL represents initial values and contents of memories as gates on
 * constants. Unknown bits are 0.
 */
final class ConstantNets {
  private final NetDrivers drivers;

  ConstantNets(NetDrivers drivers) {
    this.drivers = drivers;
  }

  Optional<BigInteger> value(Net net) {
    Gate gate = drivers.of(net);
    return gate == null ? Optional.empty() : value(gate).map(value -> truncate(value, net.width()));
  }

  private Optional<BigInteger> value(Gate gate) {
    return switch (gate.kind()) {
      case "$const_UB32" -> Optional.of(BigInteger.valueOf(gate.parameter("$val")));
      case "$const_SB32" -> Optional.of(BigInteger.valueOf((long) (int) gate.parameter("$val")));
      case "$const_UL32" ->
          Optional.of(BigInteger.valueOf(gate.parameter("$val") & ~gate.parameter("$xz")));
      case "$const_bit" -> Optional.of(concatWords(gate.parameters(), 1));
      case "$const_log" ->
          Optional.of(
              concatWords(gate.parameters(), 2)
                  .andNot(concatWords(oddWords(gate.parameters()), 2)));
      case "$const_X" -> Optional.of(BigInteger.ZERO);
      case "$concat2", "$concat3", "$concat4", "$concatn" ->
          concatValues(List.copyOf(gate.inputs().values()));
      case "$extract" ->
          value(gate.input("$i")).map(v -> v.shiftRight((int) gate.parameter("$offset")));
      case "$signal", "$isignal", "$uextend", "$utrunc", "$nop", "$output" ->
          value(gate.input("$i"));
      case "$not" -> value(gate.input("$i")).map(BigInteger::not);
      default -> Optional.empty();
    };
  }

  private Optional<BigInteger> concatValues(List<Net> nets) {
    BigInteger all = BigInteger.ZERO;
    for (Net net : nets) {
      Optional<BigInteger> value = value(net);
      if (value.isEmpty()) {
        return value;
      }
      all = all.shiftLeft(net.width()).or(value.get());
    }
    return Optional.of(all);
  }

  private static List<String> oddWords(List<String> words) {
    return words.subList(Math.min(1, words.size()), words.size());
  }

  /** Concatenates every {@code step}-th of some 32-bit words, the lowest first. */
  private static BigInteger concatWords(List<String> words, int step) {
    BigInteger all = BigInteger.ZERO;
    for (int i = 0; i < words.size(); i += step) {
      all = all.or(new BigInteger(words.get(i)).shiftLeft(32 * (i / step)));
    }
    return all;
  }

  private static BigInteger truncate(BigInteger value, int width) {
    return value.and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
  }
}
