package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Port;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Random values for the inputs of a design, with many corner values. Resets are active at first and
 * then seldom: more frequent resets would keep a design from working. The same seed gives the same
 * values. Not safe for use by several threads.
 */
public final class RandomInputs {
  /** The mean number of steps between resets. */
  private static final int RESET_PERIOD = 64;

  private static final int FIRST_RESET = 4;

  private final Map<String, Boolean> activeLow;
  private final Random random;

  /**
   * Values for a design whose resets are known.
   *
   * @param activeLow the names of its resets, and whether each is active while it is 0
   * @param seed the seed
   */
  public RandomInputs(Map<String, Boolean> activeLow, long seed) {
    this.activeLow = Map.copyOf(activeLow);
    random = new Random(seed);
  }

  /**
   * Values for a design whose resets are told by their names.
   *
   * @param inputs its inputs
   * @param seed the seed
   * @return the values
   */
  public static RandomInputs byName(Collection<Port> inputs, long seed) {
    Map<String, Boolean> resets = new HashMap<>();
    for (Port input : inputs) {
      String name = input.name().toLowerCase(Locale.ROOT);
      if (input.width() == 1 && (name.contains("rst") || name.contains("reset"))) {
        resets.put(input.name(), name.endsWith("n"));
      }
    }
    return new RandomInputs(resets, seed);
  }

  /**
   * {@return whether an input is a reset}
   *
   * @param input the input
   */
  public boolean isReset(Port input) {
    return activeLow.containsKey(input.name());
  }

  /**
   * {@return the next value of an input}
   *
   * @param input the input
   * @param step the number of the step, from 0
   */
  public BigInteger next(Port input, long step) {
    Boolean low = activeLow.get(input.name());
    if (low != null) {
      boolean active = step < FIRST_RESET || random.nextInt(RESET_PERIOD) == 0;
      return active == low ? BigInteger.ZERO : BigInteger.ONE;
    }
    BigInteger value = BigInteger.ZERO;
    for (int word = 0; word * Long.SIZE < input.width(); word++) {
      BigInteger bits =
          switch (random.nextInt(4)) {
            case 0 -> BigInteger.valueOf(random.nextInt(Long.SIZE));
            case 1 -> BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);
            default -> new BigInteger(Long.SIZE, random);
          };
      value = value.or(bits.shiftLeft(word * Long.SIZE));
    }
    return value.and(BigInteger.ONE.shiftLeft(input.width()).subtract(BigInteger.ONE));
  }

  /**
   * {@return a random number}
   *
   * @param bound it is below this
   */
  public int below(int bound) {
    return random.nextInt(bound);
  }
}
