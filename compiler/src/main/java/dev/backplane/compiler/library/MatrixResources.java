package dev.backplane.compiler.library;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.Rom;
import dev.backplane.compiler.resource.Resources;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Estimates the hardware of a layer that takes several inputs in a clock. Where all its weights are
 * constants, a weight of 0 needs nothing, a power of two or its negative no multiplier, and outputs
 * share the products that they have in common; of what their sums have in common nothing is known,
 * so that there may be fewer adders and registers than estimated.
 */
final class MatrixResources {
  private final Map<String, Integer> parameters;
  private final Rom weights;
  private final Rom biases;

  private MatrixResources(HdlInstance instance, List<Rom> roms) {
    this.parameters = instance.parameters();
    this.weights = roms.getFirst();
    this.biases = roms.getLast();
  }

  static Resources of(HdlInstance instance, List<Rom> roms) {
    MatrixResources unit = new MatrixResources(instance, roms);
    return unit.control().plus(unit.weights.isConstant() ? unit.constant() : unit.variable());
  }

  private int get(String parameter) {
    return parameters.getOrDefault(parameter, 0);
  }

  /** Counters that count beyond one, flags, inputs, results, and sums that go on. */
  private Resources control() {
    int depth = get("LEVELS") + 2;
    int counters = 0;
    long bits = 1L + depth;
    if (get("FOLDS") > 1) {
      counters++;
      bits += get("FOLD_WIDTH") + 2L * depth + (long) get("LANES") * get("SUM_WIDTH");
    }
    for (String counted : List.of("GROUP", "PART")) {
      if (get(counted + "S") > 1) {
        counters++;
        bits += get(counted + "_WIDTH");
      }
    }
    for (String memory : List.of("WEIGHT", "BIAS")) {
      if (get(memory + "_WORDS") > 1) {
        counters++;
        bits += get(memory + "_ADDRESS_WIDTH");
      }
    }
    int roundings = get("SHIFT") > 0 ? get("BEAT") : 0;
    long inputBits = (long) get("SIMD") * get("IN_WIDTH");
    return new Resources(
        0,
        counters + roundings,
        bits + inputBits + (long) get("LANES") * get("SUM_WIDTH"),
        get("GROUPS") > 1 ? get("FOLDS") * inputBits : 0);
  }

  private long productWidth() {
    return (long) get("IN_WIDTH") + get("WEIGHT_WIDTH");
  }

  private Resources variable() {
    long lanes = get("LANES");
    long simd = get("SIMD");
    long sums = 0;
    for (long terms = simd; terms > 1; terms = Math.ceilDiv(terms, 4)) {
      sums += Math.ceilDiv(terms, 4);
    }
    return new Resources(
        lanes * simd,
        // The bias or the sum before is one more term.
        lanes * simd,
        lanes * (simd * productWidth() + sums * get("SUM_WIDTH")),
        0);
  }

  private Resources constant() {
    int simd = get("SIMD");
    int lanes = get("LANES");
    long multipliers = 0;
    long products = 0;
    for (int input = 0; input < simd; input++) {
      Set<Long> different = new HashSet<>();
      for (int lane = 0; lane < lanes; lane++) {
        different.add(weights.number(0, lane * simd + input, get("WEIGHT_WIDTH")));
      }
      different.remove(0L);
      products += different.size();
      multipliers +=
          different.stream().filter(weight -> Long.bitCount(Math.abs(weight)) != 1).count();
    }
    long adders = 0;
    long sums = 0;
    for (int lane = 0; lane < lanes; lane++) {
      boolean[] terms = new boolean[simd];
      int used = 0;
      for (int input = 0; input < simd; input++) {
        terms[input] = weights.number(0, lane * simd + input, get("WEIGHT_WIDTH")) != 0;
        used += terms[input] ? 1 : 0;
      }
      boolean hasBias = !biases.isConstant() || biases.number(0, lane, get("SUM_WIDTH")) != 0;
      adders += Math.max(0, used - 1) + (hasBias && used > 0 ? 1 : 0);
      sums += sums(terms, get("LEVELS"));
    }
    return new Resources(
        multipliers, adders, products * productWidth() + sums * get("SUM_WIDTH"), 0);
  }

  /** {@return the number of sums in the tree of a lane that have a term} */
  private static long sums(boolean[] terms, int levels) {
    long sums = 0;
    boolean[] level = terms;
    for (int i = 0; i < levels; i++) {
      boolean[] next = new boolean[Math.ceilDiv(level.length, 4)];
      for (int term = 0; term < level.length; term++) {
        next[term / 4] |= level[term];
      }
      for (boolean isThere : next) {
        sums += isThere ? 1 : 0;
      }
      level = next;
    }
    return sums;
  }
}
