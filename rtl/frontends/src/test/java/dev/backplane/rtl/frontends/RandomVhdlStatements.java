package dev.backplane.rtl.frontends;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes random sequential statements of VHDL that assign objects and parts of them. */
final class RandomVhdlStatements {
  private final Random random;
  private final RandomVhdlValues values;
  private int loops;

  RandomVhdlStatements(Random random, RandomVhdlValues values) {
    this.random = random;
    this.values = values;
  }

  /**
   * A statement.
   *
   * @param targets what it may assign
   * @param sign the sign of its assignments
   * @param depth how deep its statements may be inside each other
   */
  SourceNode statement(List<VhdlObject> targets, String sign, int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 5)) {
      case 5, 6 ->
          random.nextBoolean()
              ? SourceNode.of(
                  "S", "if @ then\n@end if;\n", values.truth(2), block(targets, sign, depth - 1))
              : SourceNode.of(
                  "S",
                  "if @ then\n@elsif @ then\n@else\n@end if;\n",
                  values.truth(2),
                  block(targets, sign, depth - 1),
                  values.truth(1),
                  block(targets, sign, depth - 1),
                  block(targets, sign, depth - 1));
      case 7, 8 -> cases(targets, sign, depth - 1);
      case 9 -> loop(targets, sign, depth - 1);
      default -> assignment(targets, sign);
    };
  }

  private SourceNode block(List<VhdlObject> targets, String sign, int depth) {
    List<SourceNode> list = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      list.add(statement(targets, sign, depth));
    }
    return SourceNode.list("S", list);
  }

  private SourceNode assignment(List<VhdlObject> targets, String sign) {
    VhdlObject target = targets.get(random.nextInt(targets.size()));
    String name = target.name();
    if (target.kind() == 'a') {
      return SourceNode.of(
          "S",
          name + "(@) " + sign + " @;\n",
          values.within(target.low(), target.high(), 1),
          values.vector('u', target.width(), 2));
    }
    if (target.isVector() && random.nextBoolean()) {
      if (random.nextBoolean()) {
        return SourceNode.of(
            "S",
            name + "(@) " + sign + " @;\n",
            values.within(target.low(), target.high(), 1),
            values.bit(2));
      }
      int width = 1 + random.nextInt(target.width());
      long low = target.low() + random.nextInt(target.width() - width + 1);
      return SourceNode.of(
          "S",
          "%s(%s) %s @;\n".formatted(name, target.range(low, low + width - 1), sign),
          values.vector(target.kind(), width, 2));
    }
    if (target.kind() == 'u' && sign.equals(":=")) {
      for (VhdlObject other : targets) {
        if (!other.equals(target) && other.kind() == 'u' && other.width() == target.width()) {
          return RandomVhdlValues.leaf("S", "swap(%s, %s);\n".formatted(name, other.name()));
        }
      }
    }
    if (random.nextInt(6) == 0) {
      return RandomVhdlValues.leaf(
          "S", "%s %s %s;\n".formatted(name, sign, values.constant(target)));
    }
    return SourceNode.of("S", name + " " + sign + " @;\n", values.value(target, 2));
  }

  private SourceNode cases(List<VhdlObject> targets, String sign, int depth) {
    return switch (random.nextInt(3)) {
      case 0 ->
          SourceNode.of(
              "S",
              """
              case color_t'(@) is
              when red | blue =>
              @when green =>
              @when others =>
              @end case;
              """,
              values.color(1),
              block(targets, sign, depth),
              block(targets, sign, depth),
              block(targets, sign, depth));
      case 1 -> {
        int low = 1 + random.nextInt(9);
        yield SourceNode.of(
            "S",
            "case integer'(@) is\nwhen 0 =>\n@when %d to %d =>\n@when %d | %d =>\n@when others =>\n@end case;\n"
                .formatted(low, low + 2, low + 4, low + 9),
            values.within(0, 20, 2),
            block(targets, sign, depth),
            block(targets, sign, depth),
            block(targets, sign, depth),
            block(targets, sign, depth));
      }
      default -> {
        int width = 2 + random.nextInt(2);
        List<VhdlObject> wide =
            values.readable().stream().filter(o -> o.isVector() && o.width() >= width).toList();
        VhdlObject from = wide.get(random.nextInt(wide.size()));
        int first = random.nextInt(1 << width);
        int second = (first + 1 + random.nextInt((1 << width) - 1)) % (1 << width);
        yield SourceNode.of(
            "S",
            "case %s(%s) is\nwhen \"%s\" =>\n@when \"%s\" =>\n@when others =>\n@end case;\n"
                .formatted(
                    from.name(),
                    from.range(from.low(), from.low() + width - 1),
                    bits(first, width),
                    bits(second, width)),
            block(targets, sign, depth),
            block(targets, sign, depth),
            block(targets, sign, depth));
      }
    };
  }

  private static String bits(int value, int width) {
    String bits = Integer.toBinaryString(value);
    return "0".repeat(width - bits.length()) + bits;
  }

  private SourceNode loop(List<VhdlObject> targets, String sign, int depth) {
    loops++;
    String variable = "k" + loops;
    int low = random.nextInt(3);
    int high = low + 1 + random.nextInt(3);
    List<VhdlObject> outside = values.readable();
    List<VhdlObject> inside = new ArrayList<>(outside);
    inside.add(VhdlObject.integer(variable, low, high));
    values.read(inside);
    String head =
        "for %s in %s loop\n"
            .formatted(
                variable, random.nextBoolean() ? low + " to " + high : high + " downto " + low);
    SourceNode leave =
        switch (random.nextInt(5)) {
          case 0 -> SourceNode.of("S", "exit when @;\n", values.truth(2));
          case 1 -> SourceNode.of("S", "next when @;\n", values.truth(2));
          default -> RandomVhdlValues.leaf("S", "null;\n");
        };
    SourceNode node =
        SourceNode.of(
            "S",
            head + "@@@end loop;\n",
            block(targets, sign, depth),
            leave,
            block(targets, sign, depth));
    values.read(outside);
    return node;
  }
}
