package dev.backplane.rtl.frontends.vhdl;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates constant nets: GHDL represents initial values and contents of memories as gates on
 * constants. Unknown bits are 0. The contents of a memory may be a chain of thousands of gates, and
 * a signal of which a part is another part of it is a circle, which is no constant; so there is no
 * recursion, and each net is evaluated once.
 */
final class ConstantNets {
  private final NetDrivers drivers;

  /** By the net that a gate drives; empty if it is not constant, or not yet known to be. */
  private final Map<Integer, Optional<BigInteger>> values = new HashMap<>();

  ConstantNets(NetDrivers drivers) {
    this.drivers = drivers;
  }

  Optional<BigInteger> value(Net net) {
    Deque<Net> open = new ArrayDeque<>();
    open.push(net);
    while (!open.isEmpty()) {
      Net at = open.peek();
      int id = drivers.source(at).id();
      Gate gate = drivers.of(at);
      if (gate == null) {
        values.put(id, Optional.empty());
        open.pop();
      } else if (values.putIfAbsent(id, Optional.empty()) == null && isEvaluated(gate)) {
        // What it needs comes first; what is open already is a circle, and empty.
        for (Net input : gate.inputs().values()) {
          if (!values.containsKey(drivers.source(input).id())) {
            open.push(input);
          }
        }
      } else {
        if (values.getOrDefault(id, Optional.empty()).isEmpty()) {
          values.put(id, value(gate));
        }
        open.pop();
      }
    }
    return known(net);
  }

  private Optional<BigInteger> known(Net net) {
    return values
        .getOrDefault(drivers.source(net).id(), Optional.empty())
        .map(value -> truncate(value, net.width()));
  }

  /** Tells whether a gate's value follows from its inputs. */
  private static boolean isEvaluated(Gate gate) {
    return switch (gate.kind()) {
      case "$concat2", "$concat3", "$concat4", "$concatn", "$extract", "$uextend", "$utrunc" ->
          true;
      case "$not" -> true;
      default -> NetDrivers.isAlias(gate);
    };
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
      case "$concat2", "$concat3", "$concat4", "$concatn" -> concatValues(gate.inputs().values());
      case "$extract" ->
          known(gate.input("$i")).map(v -> v.shiftRight((int) gate.parameter("$offset")));
      case "$signal", "$isignal", "$uextend", "$utrunc", "$nop", "$output" ->
          known(gate.input("$i"));
      case "$not" -> known(gate.input("$i")).map(BigInteger::not);
      default -> Optional.empty();
    };
  }

  private Optional<BigInteger> concatValues(Collection<Net> nets) {
    BigInteger all = BigInteger.ZERO;
    for (Net net : nets) {
      Optional<BigInteger> value = known(net);
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
