package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.List;

/** Arithmetic of integers, which have as many bits as the range needs that is known of them. */
final class Numbers {
  private final NodeGraph graph;

  Numbers(NodeGraph graph) {
    this.graph = graph;
  }

  Value of(long value) {
    Type.Whole type = new Type.Whole(Standard.NUMBER, Range.to(value, value));
    return new Value(type, graph.fixed(BigInteger.valueOf(value), type.width()));
  }

  /** A number of a known range, from bits that hold it. */
  private Value of(long low, long high, java.util.function.IntFunction<Node> maker) {
    long least = Math.max(low, Integer.MIN_VALUE);
    long most = Math.min(high, Integer.MAX_VALUE);
    if (low == high || least > most) {
      least = low;
      most = high;
    }
    Type.Whole type = new Type.Whole(Standard.NUMBER, Range.to(least, most));
    Value value = new Value(type, maker.apply(type.width()));
    return value.isConstant() ? of(value.number()) : value;
  }

  /** A number of a type, less than which is known if it is a constant. */
  Value read(Type.Whole type, Node node) {
    Value value = new Value(type, node);
    return value.isConstant() ? of(value.number()) : value;
  }

  /** A vector's value. */
  Value ofVector(Node bits, boolean signed) {
    int width = Math.min(bits.width(), 62);
    Node cut = graph.resize(bits, width, signed);
    long high = signed ? (1L << (width - 1)) - 1 : (1L << width) - 1;
    Type.Whole type = new Type.Whole(Standard.NUMBER, Range.to(signed ? -high - 1 : 0, high));
    Value value = read(type, cut);
    return value.isConstant() ? value : fit(value, clamp(type));
  }

  private static Type.Whole clamp(Type.Whole type) {
    return new Type.Whole(
        Standard.NUMBER,
        Range.to(
            Math.max(type.range().low(), Integer.MIN_VALUE),
            Math.min(type.range().high(), Integer.MAX_VALUE)));
  }

  Value fit(Value value, Type.Whole type) {
    return new Value(type, bits(value, type.width()));
  }

  /** The number in so many bits, two's complement if it may be negative. */
  Node bits(Value value, int width) {
    return graph.resize(Bits.some(value.node()), width, range(value).low() < 0);
  }

  private static Range range(Value value) {
    return ((Type.Whole) value.type()).range();
  }

  private static long low(Value value) {
    return range(value).low();
  }

  private static long high(Value value) {
    return range(value).high();
  }

  Value add(Value a, Value b) {
    return of(low(a) + low(b), high(a) + high(b), width -> both(Operation.ADD, a, b, width));
  }

  Value subtract(Value a, Value b) {
    return of(low(a) - high(b), high(a) - low(b), width -> both(Operation.SUB, a, b, width));
  }

  Value negate(Value a) {
    return subtract(of(0), a);
  }

  Value multiply(Value a, Value b) {
    long[] ends = {low(a) * low(b), low(a) * high(b), high(a) * low(b), high(a) * high(b)};
    return of(
        java.util.Arrays.stream(ends).min().orElseThrow(),
        java.util.Arrays.stream(ends).max().orElseThrow(),
        width -> both(Operation.MUL, a, b, width));
  }

  private Node both(Operation operation, Value a, Value b, int width) {
    return graph.compute(operation, false, List.of(bits(a, width), bits(b, width)), width);
  }

  private int wide(Value a, Value b) {
    return Math.max(a.type().width(), b.type().width()) + 1;
  }

  private Node signed(Operation operation, Value a, Value b) {
    int width = wide(a, b);
    boolean signed = low(a) < 0 || low(b) < 0;
    return graph.compute(operation, signed, List.of(bits(a, width), bits(b, width)), width);
  }

  private static long magnitude(Value a) {
    return Math.max(Math.abs(low(a)), Math.abs(high(a)));
  }

  Value divide(Value a, Value b, Place place) {
    if (b.isConstant() && b.number() == 0) {
      throw Refusal.invalid(place, "division by zero");
    }
    boolean positive = low(a) >= 0 && low(b) >= 0;
    Node quotient = signed(Operation.DIV, a, b);
    long most = b.isConstant() ? magnitude(a) / Math.abs(b.number()) : magnitude(a);
    boolean signed = low(a) < 0 || low(b) < 0;
    return of(positive ? 0 : -most, most, width -> graph.resize(quotient, width, signed));
  }

  Value remainder(Value a, Value b, Place place) {
    if (b.isConstant() && b.number() == 0) {
      throw Refusal.invalid(place, "division by zero");
    }
    Node remainder = signed(Operation.MOD, a, b);
    long most = Math.min(magnitude(a), Math.max(0, magnitude(b) - 1));
    boolean signed = low(a) < 0 || low(b) < 0;
    return of(
        low(a) < 0 ? -most : 0,
        high(a) < 0 ? 0 : most,
        width -> graph.resize(remainder, width, signed));
  }

  Value modulo(Value a, Value b, Place place) {
    if (low(a) >= 0 && low(b) >= 0) {
      return remainder(a, b, place);
    }
    if (b.isConstant() && b.number() > 0 && Long.bitCount(b.number()) == 1) {
      int zeros = Long.numberOfTrailingZeros(b.number());
      return zeros == 0
          ? of(0)
          : of(0, b.number() - 1, width -> graph.resize(bits(a, zeros), width, false));
    }
    Value remainder = remainder(a, b, place);
    Value corrected = add(remainder, b);
    Node wrong =
        graph.and(
            isTrue(compare(Operation.NE, remainder, of(0))),
            graph.binary(
                Operation.XOR,
                isTrue(compare(Operation.LT, remainder, of(0))),
                isTrue(compare(Operation.LT, b, of(0)))));
    long most = Math.max(0, magnitude(b) - 1);
    return of(
        high(b) > 0 && low(b) >= 0 ? 0 : -most,
        low(b) < 0 && high(b) <= 0 ? 0 : most,
        width -> graph.mux(wrong, bits(corrected, width), bits(remainder, width)));
  }

  private static Node isTrue(Node node) {
    return node;
  }

  Value power(Value base, Value exponent, Place place) {
    if (exponent.isConstant()) {
      if (base.isConstant()) {
        BigInteger power =
            BigInteger.valueOf(base.number()).pow(Math.toIntExact(exponent.number()));
        if (power.bitLength() > 62) {
          throw Refusal.invalid(place, "the power does not fit an integer");
        }
        return of(power.longValue());
      }
      Value power = of(1);
      for (long i = 0; i < exponent.number(); i++) {
        power = multiply(power, base);
      }
      return power;
    }
    if (base.isConstant() && base.number() == 2 && low(exponent) >= 0) {
      long most = 1L << Math.min(31, high(exponent));
      return of(
          1,
          most,
          width ->
              graph.compute(
                  Operation.SHL,
                  false,
                  List.of(graph.fixed(1, width), Bits.some(exponent.node())),
                  width));
    }
    throw Refusal.unsupported(place, "powers of computed numbers are read only of the base 2");
  }

  Value absolute(Value a) {
    if (low(a) >= 0) {
      return a;
    }
    Value negative = negate(a);
    Node less = compare(Operation.LT, a, of(0));
    return of(0, magnitude(a), width -> graph.mux(less, bits(negative, width), bits(a, width)));
  }

  Value select(Node condition, Value yes, Value no) {
    return of(
        Math.min(low(yes), low(no)),
        Math.max(high(yes), high(no)),
        width -> graph.mux(condition, bits(yes, width), bits(no, width)));
  }

  /** One bit. */
  Node compare(Operation operation, Value a, Value b) {
    boolean signed = low(a) < 0 || low(b) < 0;
    int width = signed ? wide(a, b) : wide(a, b) - 1;
    return graph.compare(operation, signed, bits(a, width), bits(b, width));
  }
}
