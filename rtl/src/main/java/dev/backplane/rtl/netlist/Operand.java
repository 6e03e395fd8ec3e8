package dev.backplane.rtl.netlist;

import java.math.BigInteger;
import java.util.List;

/**
 * An input of a cell, register, memory port or output port: a concatenation of parts, least
 * significant first.
 *
 * @param parts at least one
 */
public record Operand(List<Part> parts) {
  /** A part of an operand. */
  public sealed interface Part {
    /** {@return how many bits it has} */
    int width();
  }

  /**
   * Bits {@code lsb} to {@code lsb + width - 1} of a signal.
   *
   * @param signal the signal
   * @param lsb the lowest bit
   * @param width how many
   */
  public record Slice(Signal signal, int lsb, int width) implements Part {
    /** Checks that the bits exist. */
    public Slice {
      if (lsb < 0 || width < 1 || lsb + width > signal.width()) {
        throw new IllegalArgumentException(
            "no bits [" + (lsb + width - 1) + ":" + lsb + "] in " + signal);
      }
    }

    /** {@return whether it is the whole signal} */
    public boolean isWhole() {
      return lsb == 0 && width == signal.width();
    }
  }

  /**
   * A fixed value.
   *
   * @param value not negative, fits the width
   * @param width how many bits
   */
  public record Constant(BigInteger value, int width) implements Part {
    /** Checks that the value fits. */
    public Constant {
      if (value.signum() < 0 || value.bitLength() > width || width < 1) {
        throw new IllegalArgumentException(value + " does not fit " + width + " bits");
      }
    }
  }

  /** Checks and copies the parts. */
  public Operand {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("an operand needs a part");
    }
  }

  /**
   * The whole of one signal.
   *
   * @param signal the signal
   * @return the operand
   */
  public static Operand of(Signal signal) {
    return new Operand(List.of(new Slice(signal, 0, signal.width())));
  }

  /**
   * A fixed value.
   *
   * @param value not negative, fits the width
   * @param width how many bits
   * @return the operand
   */
  public static Operand of(BigInteger value, int width) {
    return new Operand(List.of(new Constant(value, width)));
  }

  /** {@return how many bits all parts have} */
  public int width() {
    int sum = 0;
    for (Part part : parts) {
      sum += part.width();
    }
    return sum;
  }
}
