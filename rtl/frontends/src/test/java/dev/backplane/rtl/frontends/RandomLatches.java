package dev.backplane.rtl.frontends;

import java.util.Random;

/**
 * Generates modules with random latches. What decides comes from registers alone, and what is kept
 * from registers and earlier latches: so no simulator sees a race, in which a latch takes what is
 * not settled yet.
 */
final class RandomLatches {
  private static final int WIDTH = 8;
  private static final int CONDITIONS = 6;

  private final Random random;
  private final int count;

  RandomLatches(Random random, int count) {
    this.random = random;
    this.count = count;
  }

  String text(String module) {
    StringBuilder ports = new StringBuilder();
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < count; i++) {
      ports.append(", output reg [%d:0] q%d".formatted(WIDTH - 1, i));
      body.append("  always @*\n").append(statement(i, 3, "    "));
    }
    return """
    module %s(input clk, input [%d:0] c, input [7:0] a, input [7:0] b%s);
      reg [%d:0] s; reg [7:0] x, y;
      always @(posedge clk) begin s <= c; x <= a; y <= b; end
    %sendmodule
    """
        .formatted(module, CONDITIONS - 1, ports, CONDITIONS - 1, body);
  }

  private String statement(int latch, int depth, String indent) {
    String deeper = indent + "  ";
    return switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 0, 1 -> indent + assignment(latch);
      case 2 -> indent + "if (" + condition() + ")\n" + statement(latch, depth - 1, deeper);
      case 3 ->
          indent
              + "if (%s) begin\n".formatted(condition())
              + statement(latch, depth - 1, deeper)
              + indent
              + "end else\n"
              + statement(latch, depth - 1, deeper);
      case 4 -> choice(latch, depth, indent);
      default ->
          indent
              + "begin\n"
              + statement(latch, depth - 1, deeper)
              + statement(latch, depth - 1, deeper)
              + indent
              + "end\n";
    };
  }

  private String choice(int latch, int depth, String indent) {
    int lsb = random.nextInt(CONDITIONS - 2);
    StringBuilder text = new StringBuilder(indent + "case (s[%d:%d])\n".formatted(lsb + 2, lsb));
    for (int item = random.nextInt(2); item < 8; item += 1 + random.nextInt(3)) {
      text.append(indent + "  " + item + ":\n")
          .append(statement(latch, depth - 1, indent + "    "));
    }
    if (random.nextInt(4) == 0) {
      text.append(indent + "  default:\n").append(statement(latch, depth - 1, indent + "    "));
    }
    return text + indent + "endcase\n";
  }

  /** All of a latch, or some of its bits. */
  private String assignment(int latch) {
    int lsb = random.nextBoolean() ? 0 : random.nextInt(WIDTH);
    int width = lsb == 0 && random.nextBoolean() ? WIDTH : 1 + random.nextInt(WIDTH - lsb);
    String part = width == WIDTH ? "" : "[%d:%d]".formatted(lsb + width - 1, lsb);
    return "q%d%s = %s;\n".formatted(latch, part, value(latch));
  }

  private String value(int latch) {
    String operand = operand(latch);
    return switch (random.nextInt(5)) {
      case 0 -> operand + " + " + operand(latch);
      case 1 -> operand + " ^ " + operand(latch);
      case 2 -> "~" + operand;
      case 3 -> "8'd" + random.nextInt(256);
      default -> operand;
    };
  }

  private String operand(int latch) {
    int which = random.nextInt(4);
    return latch > 0 && which > 1 ? "q" + random.nextInt(latch) : which % 2 == 0 ? "x" : "y";
  }

  private String condition() {
    return (random.nextBoolean() ? "" : "!") + "s[" + random.nextInt(CONDITIONS) + "]";
  }
}
