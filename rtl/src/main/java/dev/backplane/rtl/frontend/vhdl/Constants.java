package dev.backplane.rtl.frontend.vhdl;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * The values of nets that never change: GHDL gives initial values and contents of memories as gates
 * around constants. Unknown bits are 0.
 */
final class Constants {
  private final Drivers drivers;

  Constants(Drivers drivers) {
    this.drivers = drivers;
  }

  Optional<BigInteger> value(Net net) {
    Gate gate = drivers.of(net);
    return gate == null ? Optional.empty() : value(gate).map(value -> cut(value, net.width()));
  }

  private Optional<BigInteger> value(Gate gate) {
    return switch (gate.kind()) {
      case "$const_UB32" -> Optional.of(BigInteger.valueOf(gate.parameter("$val")));
      case "$const_SB32" -> Optional.of(BigInteger.valueOf((long) (int) gate.parameter("$val")));
      case "$const_UL32" ->
          Optional.of(BigInteger.valueOf(gate.parameter("$val") & ~gate.parameter("$xz")));
      case "$const_bit" -> Optional.of(words(gate.parameters(), 1));
      case "$const_log" ->
          Optional.of(words(gate.parameters(), 2).andNot(words(odd(gate.parameters()), 2)));
      case "$const_X" -> Optional.of(BigInteger.ZERO);
      case "$concat2", "$concat3", "$concat4", "$concatn" ->
          joined(List.copyOf(gate.inputs().values()));
      case "$extract" ->
          value(gate.input("$i")).map(v -> v.shiftRight((int) gate.parameter("$offset")));
      case "$signal", "$isignal", "$uextend", "$utrunc", "$nop", "$output" ->
          value(gate.input("$i"));
      case "$not" -> value(gate.input("$i")).map(BigInteger::not);
      default -> Optional.empty();
    };
  }

  private Optional<BigInteger> joined(List<Net> nets) {
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

  private static List<String> odd(List<String> words) {
    return words.subList(Math.min(1, words.size()), words.size());
  }

  /** Every {@code step}-th of some words of 32 bits, the lowest first. */
  private static BigInteger words(List<String> words, int step) {
    BigInteger all = BigInteger.ZERO;
    for (int i = 0; i < words.size(); i += step) {
      all = all.or(new BigInteger(words.get(i)).shiftLeft(32 * (i / step)));
    }
    return all;
  }

  private static BigInteger cut(BigInteger value, int width) {
    return value.and(BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE));
  }
}
