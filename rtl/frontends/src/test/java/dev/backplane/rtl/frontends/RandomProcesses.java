package dev.backplane.rtl.frontends;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random designs of processes: blocking and non-blocking assignments to variables, parts of
 * them and words of arrays, under conditions, cases and loops. What is read is always there, since
 * simulators make x of the rest, and where it is written may be outside.
 */
final class RandomProcesses {
  private static final int[] WIDTHS = {1, 2, 3, 4, 5, 8, 9, 13, 16, 31, 32, 33, 64, 65};
  private static final List<String> OPERATORS =
      List.of("+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "~^");
  private static final List<String> SIGNS = List.of("~", "-", "!", "|", "&", "^", "~|");
  private static final List<String> SHIFTS = List.of("<<", ">>", "<<<", ">>>");
  private static final int WORDS = 4;

  private final Random random;
  private final List<Word> inputs = new ArrayList<>();
  private final List<Word> mixed = new ArrayList<>();
  private final List<Word> registers = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  /** The loop variables around what is made, with values from 0 to 3. */
  private final List<String> loops = new ArrayList<>();

  /** A variable with bits from {@code low} up, or from there down if it ascends. */
  private record Word(String name, int width, int low, boolean ascending, boolean signed) {
    String range() {
      int high = low + width - 1;
      return (signed ? "signed " : "")
          + (ascending ? "[%d:%d]".formatted(low, high) : "[%d:%d]".formatted(high, low));
    }

    /** The place of a bit that counts from the right. */
    int place(int bit) {
      return ascending ? low + width - 1 - bit : low + bit;
    }
  }

  RandomProcesses(Random random) {
    this.random = random;
    for (int i = 0; i < 5; i++) {
      inputs.add(new Word("i" + i, width(), 0, false, random.nextBoolean()));
    }
    for (int i = 0; i < 5; i++) {
      mixed.add(word("c" + i));
      registers.add(word("r" + i));
    }
  }

  private Word word(String name) {
    return new Word(
        name, width(), random.nextInt(3), random.nextInt(4) == 0, random.nextInt(3) == 0);
  }

  private int width() {
    return WIDTHS[random.nextInt(WIDTHS.length)];
  }

  /** A design whose outputs are all of its variables. */
  String text(String name) {
    text.append("module ").append(name).append("(input clk");
    inputs.forEach(word -> text.append(", input ").append(word.range()).append(word.name()));
    for (List<Word> words : List.of(mixed, registers)) {
      words.forEach(
          word -> text.append(", output [%d:0] o%s".formatted(word.width() - 1, word.name())));
    }
    text.append(", output [7:0] om, output [7:0] on);\n  integer k0, k1, k2;\n");
    for (List<Word> words : List.of(mixed, registers)) {
      for (Word word : words) {
        line("reg %s %s;".formatted(word.range(), word.name()));
        line("assign o%s = %s;".formatted(word.name(), word.name()));
      }
    }
    line("reg [7:0] m [0:%d];".formatted(WORDS - 1));
    line("reg [7:0] n [%d:2];".formatted(WORDS + 1));
    line("assign om = m[0] ^ m[1] + m[2] ^ m[3], on = n[2] + n[3] ^ n[4] - n[5];");
    line("initial begin");
    registers.forEach(word -> line(word.name() + " = 0;"));
    line("for (k0 = 0; k0 < 4; k0 = k0 + 1) n[k0 + 2] = k0;");
    line("end");
    line("always @* begin");
    List<Word> readable = new ArrayList<>(inputs);
    readable.addAll(registers);
    for (int i = 0; i < WORDS; i++) {
      line("m[%d] = %s;".formatted(i, expression(readable, 1)));
    }
    // Each has a value before it is read or a part of it is written.
    for (Word word : mixed) {
      line("%s = %s;".formatted(word.name(), expression(readable, 2)));
      readable.add(word);
    }
    for (int i = 0; i < 10; i++) {
      statement(mixed, "m", 0, "=", readable, 2);
    }
    line("end");
    line("always @(posedge clk) begin");
    for (int i = 0; i < 10; i++) {
      statement(registers, "n", 2, "<=", readable, 2);
    }
    line("end");
    return text.append("endmodule\n").toString();
  }

  private void line(String line) {
    text.append("  ").append(line).append('\n');
  }

  private void statement(
      List<Word> targets, String array, int first, String sign, List<Word> readable, int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 5);
    switch (kind) {
      case 5, 6 -> {
        line("if (%s) begin".formatted(expression(readable, 1)));
        statement(targets, array, first, sign, readable, depth - 1);
        if (random.nextBoolean()) {
          line("end else begin");
          statement(targets, array, first, sign, readable, depth - 1);
        }
        line("end");
      }
      case 7, 8 -> cases(targets, array, first, sign, readable, depth);
      case 9 -> {
        String loop = "k" + loops.size();
        if (loops.size() > 1) {
          return;
        }
        line("for (%s = 0; %s < 4; %s = %s + 1) begin".formatted(loop, loop, loop, loop));
        loops.add(loop);
        statement(targets, array, first, sign, readable, depth - 1);
        statement(targets, array, first, sign, readable, depth - 1);
        loops.removeLast();
        line("end");
      }
      case 4 ->
          line(
              "%s[%s] %s %s;"
                  .formatted(array, place(readable, first), sign, expression(readable, 2)));
      default ->
          line("%s %s %s;".formatted(target(targets, readable), sign, expression(readable, 2)));
    }
  }

  private void cases(
      List<Word> targets, String array, int first, String sign, List<Word> readable, int depth) {
    boolean wild = random.nextBoolean();
    int width = 1 + random.nextInt(4);
    line(
        "%s (%s)"
            .formatted(
                wild ? "casez" : "case",
                random.nextBoolean() ? pick(readable).name() : expression(readable, 1)));
    for (int i = 0; i < 3; i++) {
      StringBuilder digits = new StringBuilder();
      for (int bit = 0; bit < width; bit++) {
        digits.append(wild && random.nextInt(3) == 0 ? '?' : random.nextBoolean() ? '1' : '0');
      }
      line("%d'%sb%s: begin".formatted(width, !wild && random.nextInt(3) == 0 ? "s" : "", digits));
      statement(targets, array, first, sign, readable, depth - 1);
      line("end");
    }
    line("default: begin");
    statement(targets, array, first, sign, readable, depth - 1);
    line("end");
    line("endcase");
  }

  private String target(List<Word> targets, List<Word> readable) {
    Word word = pick(targets);
    return switch (random.nextInt(6)) {
      case 0 -> "%s[%s]".formatted(word.name(), place(readable, word.low()));
      case 1 ->
          "%s[%s %s: %d]"
              .formatted(
                  word.name(),
                  place(readable, word.low()),
                  random.nextBoolean() ? "+" : "-",
                  1 + random.nextInt(Math.min(word.width(), 6)));
      case 2 -> part(word);
      case 3 -> {
        Word other = pick(targets);
        yield other.equals(word) ? word.name() : "{%s, %s}".formatted(word.name(), part(other));
      }
      default -> word.name();
    };
  }

  /** A place that need not be there. */
  private String place(List<Word> readable, int low) {
    Word word = pick(readable);
    // Of few bits: Icarus truncates an index to 32 bits.
    String index =
        random.nextBoolean() && !loops.isEmpty()
            ? pick(loops)
            : word.width() > 16 || random.nextBoolean() ? three(word) : word.name();
    return switch (random.nextInt(4)) {
      case 0 -> index + " + " + (low + random.nextInt(5));
      case 1 -> index + " - " + random.nextInt(4);
      case 2 -> "(%s << 1) + %d".formatted(index, low);
      default -> index;
    };
  }

  private String part(Word word) {
    int from = random.nextInt(word.width());
    int to = from + random.nextInt(word.width() - from);
    return "%s[%d:%d]".formatted(word.name(), word.place(to), word.place(from));
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private String expression(List<Word> readable, int depth) {
    if (depth == 0) {
      return operand(readable);
    }
    return switch (random.nextInt(10)) {
      case 0 -> "%s(%s)".formatted(pick(SIGNS), expression(readable, depth - 1));
      case 1 ->
          "(%s ? %s : %s)"
              .formatted(
                  expression(readable, depth - 1),
                  expression(readable, depth - 1),
                  expression(readable, depth - 1));
      case 2 -> "{%s, %s}".formatted(pick(readable).name(), part(pick(readable)));
      case 3 ->
          "(%s %s %d)".formatted(expression(readable, depth - 1), pick(SHIFTS), random.nextInt(9));
      case 4 -> "(%s %s %s)".formatted(operand(readable), pick(SHIFTS), three(pick(readable)));
      case 5 ->
          random.nextBoolean()
              ? "$signed(%s)".formatted(expression(readable, depth - 1))
              : "$unsigned(%s)".formatted(expression(readable, depth - 1));
      default ->
          "(%s %s %s)"
              .formatted(
                  expression(readable, depth - 1),
                  pick(OPERATORS),
                  expression(readable, depth - 1));
    };
  }

  /** A word, or its lowest three bits. */
  private static String three(Word word) {
    return word.width() < 4
        ? word.name()
        : "%s[%d:%d]".formatted(word.name(), word.place(2), word.place(0));
  }

  private String operand(List<Word> readable) {
    Word word = pick(readable);
    return switch (random.nextInt(8)) {
      case 0 ->
          random.nextBoolean() ? String.valueOf(random.nextInt(40)) : "8'sd" + random.nextInt(128);
      case 1 -> part(word);
      case 2 -> "%d'h%x".formatted(1 + random.nextInt(12), random.nextInt(2));
      case 3 -> "n[%s[%d:%d] + 2]".formatted("i0", 0, 0);
      case 4 -> loops.isEmpty() ? word.name() : pick(loops);
      default -> word.name();
    };
  }
}
