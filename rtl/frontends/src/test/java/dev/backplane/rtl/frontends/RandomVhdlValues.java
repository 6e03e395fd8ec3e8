package dev.backplane.rtl.frontends;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes random VHDL expressions that have a value whatever their operands are: indices are inside,
 * divisors are not 0, and integers stay inside their range, which is known of each.
 */
final class RandomVhdlValues {
  static final List<String> COLORS = List.of("red", "green", "blue", "black", "white");

  /** The forms that older tools do not read; a design has few of them. */
  private static final List<String> RARE =
      List.of(
          "reduce",
          "match",
          "scalar",
          "least",
          "computed",
          "pos",
          "val",
          "shifts",
          "parts",
          "power");

  private static final int[] WIDTHS = {1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 32, 33, 40, 64, 65};

  private final Random random;
  private final Set<String> rare;
  private final RandomVhdlIntegers integers;
  private List<VhdlObject> objects = List.of();

  RandomVhdlValues(Random random) {
    this.random = random;
    integers = new RandomVhdlIntegers(random, this);
    rare = new HashSet<>(RARE.stream().filter(name -> random.nextInt(12) == 0).toList());
  }

  /** Returns whether the design has something that older tools do not read. */
  boolean has(String name) {
    return rare.contains(name);
  }

  /** Sets what expressions may read. */
  void read(List<VhdlObject> readable) {
    objects = List.copyOf(readable);
  }

  List<VhdlObject> readable() {
    return objects;
  }

  int width() {
    return WIDTHS[random.nextInt(WIDTHS.length)];
  }

  /** The least expression of a kind. */
  static Optional<SourceNode> least(String kind) {
    return switch (kind.isEmpty() ? ' ' : kind.charAt(0)) {
      case 'u', 's', 'v' -> {
        int width = Integer.parseInt(kind.substring(1));
        yield Optional.of(leaf(kind, literal(kind.charAt(0), "0".repeat(width))));
      }
      case 'l' -> Optional.of(leaf(kind, "'0'"));
      case 'b' -> Optional.of(leaf(kind, "false"));
      case 'i' -> Optional.of(leaf(kind, "0"));
      case 'e' -> Optional.of(leaf(kind, "red"));
      case 'S' -> Optional.of(leaf(kind, "null;\n"));
      case 'D', 'C' -> Optional.of(leaf(kind, ""));
      default -> Optional.empty();
    };
  }

  static SourceNode leaf(String kind, String text) {
    return SourceNode.of(kind, text);
  }

  private static String literal(char kind, String bits) {
    return VhdlObject.vector(kind) + "'(\"" + bits + "\")";
  }

  /** A random literal of a type, whose bits are often alike. */
  String constant(VhdlObject object) {
    return switch (object.kind()) {
      case 'l' -> random.nextBoolean() ? "'1'" : "'0'";
      case 'b' -> random.nextBoolean() ? "true" : "false";
      case 'i' ->
          String.valueOf(
              object.low() + (long) (random.nextDouble() * (object.high() - object.low())));
      case 'e' -> pick(COLORS);
      case 'a' -> "(others => (others => '" + random.nextInt(2) + "'))";
      default ->
          random.nextInt(3) == 0
              ? "(others => '" + random.nextInt(2) + "')"
              : "\"" + bits(object.width()) + "\"";
    };
  }

  String bits(int width) {
    int alike = random.nextInt(4);
    return IntStream.range(0, width)
        .map(i -> alike == 0 ? 0 : alike == 1 ? 1 : random.nextInt(2))
        .mapToObj(String::valueOf)
        .collect(Collectors.joining());
  }

  /** An expression for an object. */
  SourceNode value(VhdlObject target, int depth) {
    return switch (target.kind()) {
      case 'l' -> bit(depth);
      case 'b' -> truth(depth);
      case 'i' -> within(target.low(), target.high(), depth);
      case 'e' -> color(depth);
      case 'a' -> throw new IllegalArgumentException(target.name());
      default -> vector(target.kind(), target.width(), depth);
    };
  }

  SourceNode vector(char kind, int width, int depth) {
    if (depth <= 0 || random.nextInt(12) == 0) {
      return operand(kind, width);
    }
    return kind == 'v' ? plainVector(width, depth - 1) : number(kind, width, depth - 1);
  }

  private SourceNode operand(char kind, int width) {
    String type = kind + String.valueOf(width);
    List<VhdlObject> same =
        objects.stream().filter(o -> o.kind() == kind && o.width() == width).toList();
    if (!same.isEmpty() && random.nextInt(3) != 0) {
      return leaf(type, pick(same).name());
    }
    List<VhdlObject> arrays =
        objects.stream().filter(o -> o.kind() == 'a' && o.width() == width).toList();
    if (kind == 'u' && !arrays.isEmpty() && random.nextBoolean()) {
      VhdlObject array = pick(arrays);
      return SourceNode.of(type, array.name() + "(@)", within(array.low(), array.high(), 1));
    }
    List<VhdlObject> wider =
        objects.stream().filter(o -> o.isVector() && o.width() > width).toList();
    boolean isNarrowest = objects.stream().noneMatch(o -> o.isVector() && o.width() < width);
    if (!wider.isEmpty() && (isNarrowest || random.nextInt(5) != 0)) {
      VhdlObject from = pick(wider);
      String whole = from.kind() == kind ? "@" : VhdlObject.vector(kind) + "(@)";
      return SourceNode.of(type, whole, slice(from, width));
    }
    List<VhdlObject> narrower =
        objects.stream().filter(o -> o.isVector() && o.width() < width).toList();
    // Seldom a literal: older tools cannot compute everything of literals alone.
    if (!narrower.isEmpty() && random.nextInt(30) != 0) {
      VhdlObject from = pick(narrower);
      char number = kind == 's' ? 's' : 'u';
      String whole =
          from.kind() == number ? from.name() : VhdlObject.vector(number) + "(" + from.name() + ")";
      String resized = "resize(%s, %d)".formatted(whole, width);
      return leaf(type, kind == 'v' ? "std_logic_vector(" + resized + ")" : resized);
    }
    return leaf(type, literal(kind, bits(width)));
  }

  private SourceNode slice(VhdlObject from, int width) {
    String kind = from.kind() + String.valueOf(width);
    if (has("computed") && random.nextInt(3) == 0) {
      Optional<VhdlObject> index =
          objects.stream()
              .filter(o -> o.kind() == 'i' && o.low() >= 0 && o.high() + width <= from.width())
              .findFirst();
      if (index.isPresent()) {
        String at = index.get().name() + " + " + from.low();
        String to = at + " + " + (width - 1);
        return leaf(
            kind,
            from.name()
                + (from.ascending() ? "(" + at + " to " + to : "(" + to + " downto " + at)
                + ")");
      }
    }
    long low = from.low() + random.nextInt(from.width() - width + 1);
    return leaf(kind, from.name() + "(" + from.range(low, low + width - 1) + ")");
  }

  private SourceNode plainVector(int width, int depth) {
    String type = "v" + width;
    return switch (random.nextInt(8)) {
      case 0, 1 ->
          SourceNode.of(
              type,
              "(@ " + pick(List.of("and", "or", "xor", "nand", "nor", "xnor")) + " @)",
              vector('v', width, depth),
              vector('v', width, depth));
      case 2 -> SourceNode.of(type, "(not @)", vector('v', width, depth));
      case 3, 4 -> {
        char other = random.nextBoolean() ? 'u' : 's';
        yield SourceNode.of(type, "std_logic_vector(@)", vector(other, width, depth));
      }
      case 5 ->
          has("shifts")
              ? SourceNode.of(
                  type,
                  "(@ "
                      + pick(
                          width == 1 ? List.of("sll", "srl") : List.of("sll", "srl", "rol", "ror"))
                      + " @)",
                  vector('v', width, depth),
                  within(0, width, 1))
              : operand('v', width);
      case 6 -> aggregate('v', width, depth);
      default -> joined('v', width, depth);
    };
  }

  private SourceNode joined(char kind, int width, int depth) {
    if (width == 1) {
      return operand(kind, 1);
    }
    int left = 1 + random.nextInt(width - 1);
    String text = VhdlObject.vector(kind) + "'(@ & @)";
    String type = kind + String.valueOf(width);
    if (left == 1 && random.nextBoolean()) {
      return SourceNode.of(type, text, bit(depth), vector(kind, width - 1, depth));
    }
    return SourceNode.of(type, text, vector(kind, left, depth), vector(kind, width - left, depth));
  }

  private SourceNode aggregate(char kind, int width, int depth) {
    String type = kind + String.valueOf(width);
    String mark = VhdlObject.vector(kind) + "'";
    if (width > 1 && random.nextBoolean()) {
      int at = random.nextInt(width);
      return SourceNode.of(
          type,
          "(%s(%d => @, %s => @))".formatted(mark, at, rest(width, at)),
          bit(depth),
          bit(depth));
    }
    return SourceNode.of(type, "%s(%d downto 0 => @)".formatted(mark, width - 1), bit(depth));
  }

  /** The places of a vector but one. */
  private static String rest(int width, int but) {
    String above = width - 1 > but ? "%d downto %d".formatted(width - 1, but + 1) : "";
    String below = but > 0 ? "%d downto 0".formatted(but - 1) : "";
    return above + (above.isEmpty() || below.isEmpty() ? "" : " | ") + below;
  }

  /** An expression of numeric_std. */
  private SourceNode number(char kind, int width, int depth) {
    String type = kind + String.valueOf(width);
    boolean signed = kind == 's';
    return switch (random.nextInt(22)) {
      case 0, 1, 2 -> {
        int less = random.nextInt(3) == 0 ? 1 + random.nextInt(width) : width;
        boolean swapped = random.nextBoolean();
        yield SourceNode.of(
            type,
            "(@ " + pick(List.of("+", "-")) + " @)",
            vector(kind, swapped ? less : width, depth),
            vector(kind, swapped ? width : less, depth));
      }
      case 3 ->
          SourceNode.of(
              type,
              "(@ " + pick(List.of("and", "or", "xor", "nand", "nor", "xnor")) + " @)",
              vector(kind, width, depth),
              vector(kind, width, depth));
      case 4 ->
          SourceNode.of(
              type,
              signed ? pick(List.of("(not @)", "(-@)", "(abs @)")) : "(not @)",
              vector(kind, width, depth));
      case 5, 6 -> SourceNode.of(type, "resize(@, " + width + ")", vector(kind, width(), depth));
      case 7, 8 ->
          // Rotations of one bit end GHDL 6.0.
          SourceNode.of(
              type,
              pick(
                      width == 1
                          ? List.of("shift_left", "shift_right")
                          : List.of("shift_left", "shift_right", "rotate_left", "rotate_right"))
                  + "(@, @)",
              vector(kind, width, depth),
              within(0, random.nextBoolean() ? width : 2L * width + 3, depth));
      case 9 -> {
        if (width < 2) {
          yield operand(kind, width);
        }
        int left = 1 + random.nextInt(width - 1);
        yield SourceNode.of(
            type, "(@ * @)", vector(kind, left, depth), vector(kind, width - left, depth));
      }
      case 10 ->
          width > 40
              ? operand(kind, width)
              : SourceNode.of(
                  type, "(@ / @)", vector(kind, width, depth), divisor(kind, small(), depth));
      case 11 ->
          width > 40
              ? operand(kind, width)
              : SourceNode.of(
                  type,
                  "(@ " + pick(List.of("mod", "rem")) + " @)",
                  vector(kind, small(), depth),
                  divisor(kind, width, depth));
      case 12, 13 -> {
        boolean swapped = random.nextBoolean();
        yield SourceNode.of(
            type,
            "(@ " + pick(List.of("+", "-")) + " @)",
            swapped ? side(signed, depth) : vector(kind, width, depth),
            swapped ? vector(kind, width, depth) : side(signed, depth));
      }
      case 14 -> {
        if (width % 2 != 0) {
          yield operand(kind, width);
        }
        boolean swapped = random.nextBoolean();
        yield SourceNode.of(
            type,
            "(@ * @)",
            swapped ? side(signed, depth) : vector(kind, width / 2, depth),
            swapped ? vector(kind, width / 2, depth) : side(signed, depth));
      }
      case 15 -> {
        if (width > 40) {
          yield operand(kind, width);
        }
        // A dividend with more bits than the divisor is not allowed: it does not fit numeric_std's.
        boolean swapped = random.nextBoolean() && width > 2;
        yield SourceNode.of(
            type,
            "(@ " + pick(List.of("/", "mod", "rem")) + " @)",
            swapped ? fitting(signed, Math.min(width, 30), depth) : vector(kind, width, depth),
            swapped ? divisor(kind, width, depth) : nonzero(signed, width, depth));
      }
      case 16 -> random.nextBoolean() ? joined(kind, width, depth) : aggregate(kind, width, depth);
      case 17 -> {
        char from = random.nextBoolean() ? 'v' : signed ? 'u' : 's';
        yield SourceNode.of(type, VhdlObject.vector(kind) + "(@)", vector(from, width, depth));
      }
      case 18 ->
          SourceNode.of(
              type,
              "to_" + VhdlObject.vector(kind) + "(@, " + width + ")",
              signed ? integer(depth) : within(0, RandomVhdlIntegers.LARGE, depth));
      case 19 ->
          SourceNode.of(
              type,
              "chosen(@, @, @)",
              truth(depth),
              vector(kind, width, depth),
              vector(kind, width, depth));
      case 20 ->
          has("least")
              ? SourceNode.of(
                  type,
                  pick(List.of("minimum", "maximum")) + "(@, @)",
                  vector(kind, width, depth),
                  vector(kind, width, depth))
              : SourceNode.of(type, "reversed(@)", vector(kind, width, depth));
      default -> {
        if (has("shifts") && random.nextBoolean()) {
          yield SourceNode.of(
              type,
              "(@ "
                  + pick(width == 1 ? List.of("sll", "srl") : List.of("sll", "srl", "rol", "ror"))
                  + " @)",
              vector(kind, width, depth),
              within(0, width, depth));
        }
        if (has("scalar")) {
          yield SourceNode.of(
              type,
              "(@ " + pick(List.of("and", "or", "xor")) + " @)",
              vector(kind, width, depth),
              bit(depth));
        }
        yield operand(kind, width);
      }
    };
  }

  private int small() {
    return 1 + random.nextInt(24);
  }

  private SourceNode divisor(char kind, int width, int depth) {
    String one = literal(kind, "0".repeat(width - 1) + "1");
    return SourceNode.of("", "(@ or " + one + ")", vector(kind, width, depth));
  }

  /** The integer side of an operator of vectors. */
  private SourceNode side(boolean signed, int depth) {
    if (random.nextBoolean()) {
      int value = random.nextInt(1 << random.nextInt(20));
      return leaf("", signed && random.nextBoolean() ? "(-" + value + ")" : String.valueOf(value));
    }
    return signed ? integer(depth) : within(0, RandomVhdlIntegers.LARGE, depth);
  }

  /** An integer with at most some bits. */
  private SourceNode fitting(boolean signed, int width, int depth) {
    long top = 1L << (signed ? width - 1 : width);
    return within(signed ? -top : 0, top - 1, depth);
  }

  /** An integer divisor, which mostly fits. */
  private SourceNode nonzero(boolean signed, int width, int depth) {
    int bits = random.nextInt(8) == 0 ? 12 : Math.clamp(width - (signed ? 2L : 1L), 0, 12);
    int most = 1 + random.nextInt(1 << random.nextInt(bits + 1));
    return random.nextBoolean()
        ? leaf("", signed && random.nextBoolean() ? "(-" + most + ")" : String.valueOf(most))
        : within(1, most, depth);
  }

  SourceNode bit(int depth) {
    if (depth <= 0 || random.nextInt(8) == 0) {
      List<VhdlObject> bits = ofKind('l');
      return bits.isEmpty() || random.nextBoolean() ? selected(0) : leaf("l", pick(bits).name());
    }
    int next = depth - 1;
    return switch (random.nextInt(7)) {
      case 0, 1 ->
          SourceNode.of(
              "l",
              "(@ " + pick(List.of("and", "or", "xor", "nand", "nor", "xnor")) + " @)",
              bit(next),
              bit(next));
      case 2 -> SourceNode.of("l", "(not @)", bit(next));
      case 3 -> selected(next);
      case 4 ->
          has("reduce")
              ? SourceNode.of(
                  "l",
                  "(" + pick(List.of("and", "or", "xor", "nand", "nor", "xnor")) + " @)",
                  vector(kindOfVector(), width(), next))
              : SourceNode.of("l", "parity(@)", vector('v', width(), next));
      case 5 -> {
        char kind = kindOfVector();
        int width = width();
        yield has("match")
            ? SourceNode.of("l", "(@ ?= @)", vector(kind, width, next), vector(kind, width, next))
            : SourceNode.of("l", "to_bit01(@)", truth(next));
      }
      default -> SourceNode.of("l", "to_bit01(@)", truth(next));
    };
  }

  /** A bit of a vector. */
  private SourceNode selected(int depth) {
    List<VhdlObject> vectors = objects.stream().filter(VhdlObject::isVector).toList();
    if (vectors.isEmpty()) {
      return leaf("l", "'1'");
    }
    VhdlObject vector = pick(vectors);
    return SourceNode.of("l", vector.name() + "(@)", within(vector.low(), vector.high(), depth));
  }

  private char kindOfVector() {
    return "usv".charAt(random.nextInt(3));
  }

  SourceNode truth(int depth) {
    if (depth <= 0) {
      List<VhdlObject> truths = ofKind('b');
      return truths.isEmpty() || random.nextBoolean()
          ? SourceNode.of("b", "(@ = '1')", bit(0))
          : leaf("b", pick(truths).name());
    }
    int next = depth - 1;
    String compare = pick(List.of("=", "/=", "<", "<=", ">", ">="));
    return switch (random.nextInt(10)) {
      case 0, 1 -> {
        char kind = random.nextBoolean() ? 'u' : 's';
        yield SourceNode.of(
            "b", "(@ " + compare + " @)", vector(kind, width(), next), vector(kind, width(), next));
      }
      case 2, 3 -> {
        char kind = random.nextBoolean() ? 'u' : 's';
        boolean swapped = random.nextBoolean();
        yield SourceNode.of(
            "b",
            "(@ " + compare + " @)",
            swapped ? side(kind == 's', next) : vector(kind, width(), next),
            swapped ? vector(kind, width(), next) : side(kind == 's', next));
      }
      case 4 -> SourceNode.of("b", "(@ " + compare + " @)", integer(next), integer(next));
      case 5 ->
          SourceNode.of(
              "b",
              "(@ " + pick(List.of("and", "or", "xor", "nand", "nor", "xnor")) + " @)",
              truth(next),
              truth(next));
      case 6 -> SourceNode.of("b", "(not @)", truth(next));
      case 7 -> {
        List<VhdlObject> vectors =
            objects.stream().filter(o -> has("match") ? o.isVector() : o.kind() == 'v').toList();
        if (vectors.isEmpty()) {
          yield truth(0);
        }
        VhdlObject from = pick(vectors);
        int width = 1 + random.nextInt(Math.min(6, from.width()));
        String mask =
            random
                .ints(width, 0, 3)
                .mapToObj(i -> "01-".substring(i, i + 1))
                .collect(Collectors.joining());
        yield SourceNode.of(
            "b", "std_match(@, " + literal(from.kind(), mask) + ")", slice(from, width));
      }
      case 8 -> SourceNode.of("b", "(@ " + compare + " @)", color(next), color(next));
      default -> {
        int width = width();
        yield SourceNode.of(
            "b",
            "(@ " + pick(List.of("=", "/=")) + " @)",
            vector('v', width, next),
            vector('v', width, next));
      }
    };
  }

  SourceNode color(int depth) {
    List<VhdlObject> colors = ofKind('e');
    if (has("val") && depth > 0 && random.nextBoolean()) {
      return SourceNode.of("e", "color_t'val(@)", within(0, COLORS.size() - 1L, depth - 1));
    }
    return leaf(
        "e", colors.isEmpty() || random.nextInt(3) == 0 ? pick(COLORS) : pick(colors).name());
  }

  /** An integer expression with values in a range. */
  SourceNode within(long low, long high, int depth) {
    return integers.within(low, high, depth);
  }

  private SourceNode integer(int depth) {
    return integers.integer(depth).node();
  }

  List<VhdlObject> ofKind(char kind) {
    return objects.stream().filter(o -> o.kind() == kind).toList();
  }

  private <T> T pick(List<T> list) {
    return pick(random, list);
  }

  static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
