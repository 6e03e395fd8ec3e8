package dev.backplane.rtl.netlist;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * Some of its bits.
     *
     * @param lsb the lowest bit
     * @param width how many
     * @return the bits
     */
    Part slice(int lsb, int width);
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

    @Override
    public Slice slice(int from, int bits) {
      return new Slice(signal, lsb + from, bits);
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

    @Override
    public Constant slice(int lsb, int bits) {
      BigInteger ones = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
      return new Constant(value.shiftRight(lsb).and(ones), bits);
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

  /**
   * Concatenates operands; neighbours that continue each other become one part.
   *
   * @param operands at least one, least significant first
   * @return the concatenation
   */
  public static Operand concat(List<Operand> operands) {
    List<Part> parts = new ArrayList<>();
    for (Operand operand : operands) {
      for (Part part : operand.parts) {
        Part merged = parts.isEmpty() ? null : merged(parts.getLast(), part);
        if (merged == null) {
          parts.add(part);
        } else {
          parts.set(parts.size() - 1, merged);
        }
      }
    }
    return new Operand(parts);
  }

  private static @Nullable Part merged(Part low, Part high) {
    int width = low.width() + high.width();
    if (low instanceof Slice a && high instanceof Slice b) {
      return a.signal().equals(b.signal()) && a.lsb() + a.width() == b.lsb()
          ? new Slice(a.signal(), a.lsb(), width)
          : null;
    }
    return low instanceof Constant a && high instanceof Constant b
        ? new Constant(b.value().shiftLeft(a.width()).or(a.value()), width)
        : null;
  }

  /**
   * Some of its bits.
   *
   * @param lsb the lowest bit
   * @param width how many; they have to exist
   * @return the bits
   */
  public Operand slice(int lsb, int width) {
    List<Part> taken = new ArrayList<>();
    int at = 0;
    for (Part part : parts) {
      int from = Math.max(lsb, at);
      int to = Math.min(lsb + width, at + part.width());
      if (from < to) {
        taken.add(part.slice(from - at, to - from));
      }
      at += part.width();
    }
    return new Operand(taken);
  }

  /** {@return the signals of its parts, in order} */
  public List<Signal> signals() {
    List<Signal> signals = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Slice slice) {
        signals.add(slice.signal());
      }
    }
    return signals;
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
