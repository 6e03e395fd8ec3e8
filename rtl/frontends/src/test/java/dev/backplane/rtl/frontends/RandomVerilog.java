package dev.backplane.rtl.frontends;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates combinational modules with random expressions on signed and unsigned operands of odd
 * widths.
 */
final class RandomVerilog {
  private static final int[] WIDTHS = {1, 2, 3, 7, 8, 9, 31, 32, 33, 63, 64, 65, 70, 130};
  private static final List<String> UNARY =
      List.of("~", "-", "+", "!", "&", "|", "^", "~&", "~|", "~^");
  private static final List<String> BINARY =
      List.of(
          "+", "-", "*", "/", "%", "&", "|", "^", "~^", "<", "<=", ">", ">=", "==", "!=", "&&",
          "||");
  private static final List<String> SHIFT = List.of("<<", ">>", "<<<", ">>>");

  /** A port. */
  record Wire(String name, int width, boolean signed) {
    String declaration(String direction) {
      return "%s %s[%d:0] %s".formatted(direction, signed ? "signed " : "", width - 1, name);
    }
  }

  private final Random random;
  private final List<Wire> inputs = new ArrayList<>();
  private final List<Wire> outputs = new ArrayList<>();
  private final StringBuilder body = new StringBuilder();

  RandomVerilog(Random random, int operands, int results) {
    this.random = random;
    for (int i = 0; i < operands; i++) {
      inputs.add(new Wire("i" + i, width(), random.nextBoolean()));
    }
    for (int i = 0; i < results; i++) {
      Wire output = new Wire("o" + i, width(), random.nextBoolean());
      outputs.add(output);
      body.append("  assign ").append(output.name()).append(" = ");
      body.append(expression(1 + random.nextInt(3))).append(";\n");
    }
  }

  List<Wire> inputs() {
    return inputs;
  }

  List<Wire> outputs() {
    return outputs;
  }

  String module(String name) {
    List<String> ports = new ArrayList<>();
    inputs.forEach(wire -> ports.add(wire.declaration("input")));
    outputs.forEach(wire -> ports.add(wire.declaration("output")));
    return "module " + name + "(" + String.join(", ", ports) + ");\n" + body + "endmodule\n";
  }

  /** The statement that drives an output, and the declarations to read it by. */
  String explain(int output) {
    return inputs.stream().map(wire -> wire.declaration("input")).toList()
        + "\n"
        + outputs.get(output).declaration("output")
        + "\n"
        + body.toString().lines().skip(output).findFirst().orElse("");
  }

  private int width() {
    return WIDTHS[random.nextInt(WIDTHS.length)];
  }

  private String expression(int depth) {
    if (depth == 0) {
      return operand();
    }
    return switch (random.nextInt(12)) {
      case 0, 1 -> UNARY.get(random.nextInt(UNARY.size())) + "(" + expression(depth - 1) + ")";
      case 2 ->
          "(%s ? %s : %s)"
              .formatted(expression(depth - 1), expression(depth - 1), expression(depth - 1));
      case 3 -> "{%s, %s}".formatted(expression(depth - 1), operand());
      case 4 -> "{%d{%s}}".formatted(1 + random.nextInt(3), operand());
      case 5 -> (random.nextBoolean() ? "$signed(" : "$unsigned(") + expression(depth - 1) + ")";
      case 6 -> select();
      case 7 -> // not by a constant: for yosys 0.23, one above 2^31 is negative
          "(%s %s %s)"
              .formatted(
                  expression(depth - 1), SHIFT.get(random.nextInt(SHIFT.size())), input().name());
      default ->
          "(%s %s %s)"
              .formatted(
                  expression(depth - 1),
                  BINARY.get(random.nextInt(BINARY.size())),
                  expression(depth - 1));
    };
  }

  private String operand() {
    if (random.nextInt(5) == 0) {
      return random.nextBoolean()
          ? "%d'%sh%x".formatted(8, random.nextBoolean() ? "s" : "", random.nextInt(256))
          : "32'sd" + random.nextInt(100);
    }
    return input().name();
  }

  private Wire input() {
    return inputs.get(random.nextInt(inputs.size()));
  }

  /** A part-select with a constant position, or with one from another operand. */
  private String select() {
    Wire wire = input();
    if (random.nextBoolean()) {
      int low = random.nextInt(wire.width());
      return "%s[%d:%d]".formatted(wire.name(), low + random.nextInt(wire.width() - low), low);
    }
    int width = 1 + random.nextInt(wire.width());
    // Of few bits: Icarus truncates an index to 32 bits.
    Wire place = input();
    return "%s[%s[%d:0] %s: %d]"
        .formatted(
            wire.name(),
            place.name(),
            Math.min(place.width(), 8) - 1,
            random.nextBoolean() ? "+" : "-",
            width);
  }
}
