package dev.backplane.examples.digits;

import static dev.backplane.examples.digits.Findings.percent;
import static dev.backplane.examples.digits.Findings.whole;

import dev.backplane.compiler.resource.Resources;
import dev.backplane.svg.Svg;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Findings as one picture of four panels. */
final class SvgReport {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 720;
  private static final double LABEL = 100;
  private static final double LONGEST_BAR = 130;
  private static final String START = "start";
  private static final String MIDDLE = "middle";
  private static final String END = "end";
  private static final String INK = "#222222";
  private static final String FAINT = "#777777";
  private static final String GRID = "#dddddd";
  private static final String BLUE = "#1f5fa8";
  private static final String ORANGE = "#d9822b";

  private final Findings findings;
  private final Svg svg =
      new Svg(WIDTH, HEIGHT, "font-family", "DejaVu Sans, Helvetica, Arial, sans-serif");

  SvgReport(Findings findings) {
    this.findings = findings;
  }

  /** {@return the picture as a file has it} */
  String text() {
    svg.element("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
    String asked = whole(findings.card().digits()) + " handwritten digits that it has not seen";
    words(40, 36, START, 20, INK, "A network that reads digits, on a software FPGA card");
    words(40, 58, START, 13, FAINT, asked + "; " + findings.card().equality());
    accuracies(80, 120, 400, 250);
    confusion(600, 120, 25);
    cycles(80, 490, 400, 180);
    hardware(560, 490);
    return svg.text();
  }

  private void words(double x, double y, String anchor, int size, String color, String words) {
    svg.text(x, y, words, "text-anchor", anchor, "font-size", size, "fill", color);
  }

  /** Adds words that are read upwards, as beside a vertical axis. */
  private void upwards(double x, double y, int size, String color, String words) {
    String turned = "translate(" + Svg.number(x) + " " + Svg.number(y) + ") rotate(-90)";
    svg.begin("g", "transform", turned);
    words(0, 0, MIDDLE, size, color, words);
    svg.end();
  }

  private void box(double x, double y, double wide, double high, String color) {
    svg.rectangle(x, y, wide, high, "fill", color);
  }

  private void point(double x, double y, String color) {
    svg.element("circle", "cx", x, "cy", y, "r", 4, "fill", color);
  }

  private void line(
      double x1, double y1, double x2, double y2, String color, double width, String dashes) {
    String way = "M" + Svg.number(x1) + " " + Svg.number(y1);
    way += " L" + Svg.number(x2) + " " + Svg.number(y2);
    svg.element(
        "path", "d", way, "stroke", color, "stroke-width", width, "stroke-dasharray", dashes);
  }

  private void title(double x, double y, String title) {
    words(x, y, START, 15, INK, title);
  }

  private void accuracies(double x, double y, double wide, double high) {
    title(x - 40, y - 22, "Accuracy by bit width");
    double lowest =
        Math.min(
            findings.realAccuracy(),
            findings.accuracies().values().stream().mapToDouble(each -> each).min().orElse(0));
    // The axis begins at a multiple of ten percent, so that differences are seen and named.
    double floor = Math.floor(lowest * 10 - 1e-9) / 10;
    long ticks = Math.round((1 - floor) * 10);
    for (int tick = 0; tick <= ticks; tick++) {
      double at = y + high * (1 - (double) tick / ticks);
      line(x, at, x + wide, at, GRID, 1, "none");
      words(x - 8, at + 4, END, 12, INK, Math.round(100 * floor + 10 * tick) + " %");
    }
    upwards(x - 58, y + high / 2, 12, INK, "right on the test set");
    words(x + wide / 2, y + high + 42, MIDDLE, 12, INK, "bits of weights and activations");
    double real = y + high * (1 - (findings.realAccuracy() - floor) / (1 - floor));
    line(x, real, x + wide, real, ORANGE, 1, "6 4");
    words(x + 6, real - 8, START, 12, ORANGE, "real numbers " + percent(findings.realAccuracy()));
    int index = 0;
    double beforeX = 0;
    double beforeY = 0;
    for (Map.Entry<Integer, Double> each : findings.accuracies().entrySet()) {
      double atX = x + wide * (index + 0.3) / findings.accuracies().size();
      double atY = y + high * (1 - (each.getValue() - floor) / (1 - floor));
      if (index > 0) {
        line(beforeX, beforeY, atX, atY, BLUE, 2.5, "none");
      }
      point(atX, atY, BLUE);
      words(atX + 6, atY + 18, START, 11, BLUE, percent(each.getValue()));
      words(atX, y + high + 20, MIDDLE, 12, INK, each.getKey().toString());
      beforeX = atX;
      beforeY = atY;
      index++;
    }
  }

  private void confusion(double x, double y, double cell) {
    title(x - 40, y - 22, "Confusion on the card, " + findings.bits() + " bits");
    int most = 1;
    for (int digit = 0; digit < Digit.CLASSES; digit++) {
      for (int taken = 0; taken < Digit.CLASSES; taken++) {
        most = Math.max(most, findings.card().confusion().count(digit, taken));
      }
    }
    for (int digit = 0; digit < Digit.CLASSES; digit++) {
      words(x - 8, y + cell * (digit + 0.5) + 4, END, 12, INK, String.valueOf(digit));
      words(
          x + cell * (digit + 0.5),
          y + cell * Digit.CLASSES + 18,
          MIDDLE,
          12,
          INK,
          String.valueOf(digit));
      for (int taken = 0; taken < Digit.CLASSES; taken++) {
        int count = findings.card().confusion().count(digit, taken);
        double left = x + cell * taken;
        double top = y + cell * digit;
        box(left, top, cell - 1, cell - 1, shade((double) count / most, digit == taken));
        if (count > 0) {
          String color = 2 * count > most ? "#ffffff" : INK;
          words(
              left + cell / 2 - 0.5, top + cell / 2 + 3, MIDDLE, 10, color, String.valueOf(count));
        }
      }
    }
    double middle = cell * Digit.CLASSES / 2;
    upwards(x - 34, y + middle, 12, INK, "digit");
    words(x + middle, y + cell * Digit.CLASSES + 42, MIDDLE, 12, INK, "taken for");
  }

  /** Few mistakes are seen beside many right answers: a square root, and another color. */
  private static String shade(double share, boolean right) {
    double strength = Math.sqrt(share);
    int[] full = right ? new int[] {0x1f, 0x5f, 0xa8} : new int[] {0xd9, 0x52, 0x2b};
    int[] mixed = new int[3];
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] = (int) Math.round(0xf4 + strength * (full[i] - 0xf4));
    }
    return String.format(Locale.ROOT, "#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
  }

  private void cycles(double x, double y, double wide, double high) {
    title(x - 40, y - 22, "Clock cycles of one inference, measured on the card");
    List<LaneRun> runs = findings.runs();
    double most = runs.stream().mapToLong(LaneRun::cyclesPerDigit).max().orElse(1);
    double step = high / runs.size();
    for (int i = 0; i < runs.size(); i++) {
      LaneRun run = runs.get(i);
      double top = y + i * step;
      double length = wide * 0.72 * run.cyclesPerDigit() / most;
      words(x - 8, top + step / 2 + 4, END, 12, INK, String.valueOf(run.lanes()));
      box(x, top + step * 0.15, length, step * 0.7, BLUE);
      words(
          x + length + 8,
          top + step / 2 + 4,
          START,
          12,
          INK,
          whole(run.cyclesPerDigit()) + ", " + run.multipliers() + " multipliers");
    }
    line(x, y, x, y + high, INK, 1, "none");
    upwards(x - 40, y + high / 2, 12, INK, "sums at a time");
    words(x, y + high + 22, START, 12, FAINT, "in layers that have so many; bars begin at 0");
  }

  private void hardware(double x, double y) {
    title(x, y - 22, "Hardware for " + findings.bits() + " bits: estimate and synthesis");
    Resources estimate = findings.hardware().estimate().total();
    Optional<Synthesis> cells = findings.hardware().synthesis();
    amount(x, y, "multipliers", estimate.multipliers());
    amount(x, y + 48, "register bits", estimate.registerBits());
    amount(x, y + 96, "memory bits", estimate.memoryBits());
    cells.ifPresent(
        found -> {
          synthesized(
              x, y, estimate.multipliers(), found.multipliers(), found.multipliers() + " DSP48E1");
          synthesized(
              x,
              y + 48,
              estimate.registerBits(),
              found.registers(),
              whole(found.registers()) + " flip-flops");
          long bits = found.memories() * Synthesis.MEMORY_BITS;
          synthesized(
              x,
              y + 96,
              estimate.memoryBits(),
              bits,
              whole(bits) + " in " + found.memories() + " RAMB18");
          words(x, y + 158, START, 12, INK, "logic");
          words(
              x + LABEL,
              y + 158,
              START,
              12,
              ORANGE,
              whole(found.lookups()) + " LUTs, " + found.carries() + " CARRY4; not estimated");
        });
    box(x, y + 180, 12, 12, BLUE);
    words(x + 18, y + 191, START, 12, INK, "estimate of the compiler");
    box(x + 200, y + 180, 12, 12, ORANGE);
    words(
        x + 218,
        y + 191,
        START,
        12,
        INK,
        cells.isPresent() ? "yosys, for the Xilinx 7 series" : "yosys is not installed");
  }

  private void amount(double x, double y, String name, long estimated) {
    words(x, y + 20, START, 12, INK, name);
    bar(x + LABEL, y, LONGEST_BAR, BLUE, whole(estimated));
  }

  /** The bar of the estimate has one length, whatever it stands for: units differ. */
  private void synthesized(double x, double y, long estimated, long found, String label) {
    double length = LONGEST_BAR * found / Math.max(1, estimated);
    bar(x + LABEL, y + 17, Math.min(length, 2 * LONGEST_BAR), ORANGE, label);
  }

  private void bar(double x, double y, double length, String color, String label) {
    box(x, y, length, 15, color);
    words(x + length + 6, y + 12, START, 11, INK, label);
  }
}
