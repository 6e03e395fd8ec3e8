package dev.backplane.rtl.frontends;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes random integer expressions of VHDL, and knows the range of their values. */
final class RandomVhdlIntegers {
  static final long LARGE = 1L << 30;

  private final Random random;
  private final RandomVhdlValues values;

  RandomVhdlIntegers(Random random, RandomVhdlValues values) {
    this.random = random;
    this.values = values;
  }

  /** An integer expression and the range of its values. */
  record Ranged(SourceNode node, long low, long high) {}

  /** An integer expression with values in a range. */
  SourceNode within(long low, long high, int depth) {
    Ranged number = integer(depth);
    if (number.low() >= low && number.high() <= high) {
      return number.node();
    }
    if (low == high || random.nextInt(6) == 0) {
      long value = low + (long) (random.nextDouble() * (high - low + 1));
      return RandomVhdlValues.leaf("", value < 0 ? "(" + value + ")" : String.valueOf(value));
    }
    long span = high - low + 1;
    String text =
        low == 0
            ? "(@ mod " + span + ")"
            : "(@ mod %d %s %d)".formatted(span, low < 0 ? "-" : "+", Math.abs(low));
    return SourceNode.of("", text, number.node());
  }

  Ranged integer(int depth) {
    if (depth <= 0) {
      return plainInteger();
    }
    Ranged left = integer(depth - 1);
    Ranged right = integer(depth - 1);
    Ranged result =
        switch (random.nextInt(9)) {
          case 0 -> plainInteger();
          case 1 ->
              number("(@ + @)", left, right, left.low() + right.low(), left.high() + right.high());
          case 2 ->
              number("(@ - @)", left, right, left.low() - right.high(), left.high() - right.low());
          case 3 -> product(left, right);
          case 4 -> {
            long most = Math.max(Math.abs(left.low()), Math.abs(left.high()));
            yield new Ranged(SourceNode.of("i", "(abs @)", left.node()), 0, most);
          }
          case 5 -> new Ranged(SourceNode.of("i", "(-@)", left.node()), -left.high(), -left.low());
          case 6 -> divided(left);
          case 7 ->
              values.has("least")
                  ? number(
                      "maximum(@, @)",
                      left,
                      right,
                      Math.max(left.low(), right.low()),
                      Math.max(left.high(), right.high()))
                  : new Ranged(
                      SourceNode.of("i", "ones(@)", values.vector('v', values.width(), depth - 1)),
                      0,
                      130);
          default -> {
            if (values.has("power")) {
              yield new Ranged(
                  SourceNode.of("i", "(2 ** to_integer(@))", values.vector('u', 3, depth - 1)),
                  1,
                  128);
            }
            int width = 1 + random.nextInt(14);
            boolean signed = random.nextBoolean();
            yield new Ranged(
                SourceNode.of(
                    "i", "to_integer(@)", values.vector(signed ? 's' : 'u', width, depth - 1)),
                signed ? -(1L << (width - 1)) : 0,
                signed ? (1L << (width - 1)) - 1 : (1L << width) - 1);
          }
        };
    return result.low() < -LARGE || result.high() > LARGE ? left : result;
  }

  private static Ranged number(String text, Ranged left, Ranged right, long low, long high) {
    return new Ranged(SourceNode.of("i", text, left.node(), right.node()), low, high);
  }

  private static Ranged product(Ranged left, Ranged right) {
    long[] products = {
      left.low() * right.low(),
      left.low() * right.high(),
      left.high() * right.low(),
      left.high() * right.high()
    };
    return number(
        "(@ * @)",
        left,
        right,
        Arrays.stream(products).min().orElse(0),
        Arrays.stream(products).max().orElse(0));
  }

  private Ranged divided(Ranged left) {
    int divisor =
        (1 + random.nextInt(random.nextBoolean() ? 8 : 200)) * (random.nextInt(4) == 0 ? -1 : 1);
    if (random.nextBoolean()) {
      divisor = Integer.highestOneBit(Math.abs(divisor));
    }
    String by = divisor < 0 ? "(" + divisor + ")" : String.valueOf(divisor);
    long most = Math.max(Math.abs(left.low()), Math.abs(left.high()));
    String operator = RandomVhdlValues.pick(random, List.of("/", "mod", "rem"));
    SourceNode node = SourceNode.of("i", "(@ " + operator + " " + by + ")", left.node());
    long size = Math.abs(divisor) - 1L;
    return switch (operator) {
      case "/" -> new Ranged(node, -most, most);
      case "mod" -> divisor > 0 ? new Ranged(node, 0, size) : new Ranged(node, -size, 0);
      default -> new Ranged(node, -size, size);
    };
  }

  private Ranged plainInteger() {
    List<Ranged> numbers = new ArrayList<>();
    for (VhdlObject object : values.ofKind('i')) {
      numbers.add(
          new Ranged(RandomVhdlValues.leaf("i", object.name()), object.low(), object.high()));
    }
    int constant = random.nextInt(1 << random.nextInt(12));
    numbers.add(
        new Ranged(RandomVhdlValues.leaf("i", String.valueOf(constant)), constant, constant));
    List<VhdlObject> colors = values.ofKind('e');
    if (values.has("pos") && !colors.isEmpty()) {
      numbers.add(
          new Ranged(
              RandomVhdlValues.leaf(
                  "i", "color_t'pos(" + RandomVhdlValues.pick(random, colors).name() + ")"),
              0,
              RandomVhdlValues.COLORS.size() - 1L));
    }
    for (VhdlObject object : values.readable()) {
      if ("us".indexOf(object.kind()) >= 0 && object.width() < 16) {
        boolean signed = object.kind() == 's';
        long top = 1L << (signed ? object.width() - 1 : object.width());
        numbers.add(
            new Ranged(
                RandomVhdlValues.leaf("i", "to_integer(" + object.name() + ")"),
                signed ? -top : 0,
                top - 1));
      }
    }
    return RandomVhdlValues.pick(random, numbers);
  }
}
