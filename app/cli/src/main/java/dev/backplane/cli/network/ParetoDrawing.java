package dev.backplane.cli.network;

import dev.backplane.compiler.exploration.DesignPoint;
import dev.backplane.svg.Svg;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/**
 * Draws the points of an exploration: clocks over multipliers, and accuracy over memory. Those of
 * the Pareto front are filled, and the chosen one has a ring.
 *
 * @param name the name of the network
 * @param points all points
 * @param front the Pareto front
 * @param chosen the chosen point
 */
record ParetoDrawing(
    String name, List<DesignPoint> points, List<DesignPoint> front, DesignPoint chosen) {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 470;
  private static final int SIDE = 360;
  private static final int LEFT = 80;
  private static final int BETWEEN = 110;
  private static final int TOP = 50;
  private static final double MOST_DECIBELS = 96;
  private static final String STYLE =
      """
      text { fill: #202020 } .axis { stroke: #a0a0a0 } .head { font-weight: bold }
      .best { fill: #1b7837; stroke: #1b7837 } .good { fill: #4878a8; stroke: #4878a8 }
      .fair { fill: #e08214; stroke: #e08214 } .poor { fill: #b2182b; stroke: #b2182b }
      .behind { fill-opacity: 0.12 } .chosen { fill: none; stroke: #202020; stroke-width: 2 }
      """;

  /** An axis: how large a point is along it, and what it is called. */
  private record Scale(
      String name,
      ToDoubleFunction<DesignPoint> value,
      boolean isLogarithmic,
      double low,
      double high) {
    static Scale of(
        String name,
        ToDoubleFunction<DesignPoint> value,
        boolean isLogarithmic,
        List<DesignPoint> points) {
      double low = points.stream().mapToDouble(value).min().orElse(0);
      double high = points.stream().mapToDouble(value).max().orElse(1);
      return isLogarithmic
          ? new Scale(
              name,
              value,
              true,
              Math.floor(Math.log10(Math.max(1, low))),
              Math.max(
                  Math.floor(Math.log10(Math.max(1, low))) + 1,
                  Math.ceil(Math.log10(Math.max(1, high)))))
          : new Scale(
              name,
              value,
              false,
              Math.min(0, Math.floor(low / 10) * 10),
              Math.max(10, Math.ceil(high / 10) * 10));
    }

    double share(DesignPoint point) {
      double at = value.applyAsDouble(point);
      double placed = isLogarithmic ? Math.log10(Math.max(1, at)) : at;
      return (placed - low) / (high - low);
    }

    int marks() {
      return isLogarithmic ? (int) (high - low) : (int) ((high - low) / 10);
    }

    String mark(int index) {
      double at = low + (high - low) * index / marks();
      if (!isLogarithmic) {
        return Svg.number(at);
      }
      return at < 4 ? Svg.number(Math.pow(10, at)) : "1e" + Svg.number(at);
    }
  }

  String text() {
    Svg svg = new Svg(WIDTH, HEIGHT, "font-family", "sans-serif", "font-size", 12);
    svg.style(STYLE);
    svg.text(
        LEFT,
        20,
        name + ": " + points.size() + " points, " + front.size() + " on the Pareto front",
        "class",
        "head");
    chart(
        svg,
        LEFT,
        Scale.of("multipliers", point -> point.hardware().multipliers(), true, points),
        Scale.of("clocks between samples", DesignPoint::interval, true, points));
    chart(
        svg,
        LEFT + SIDE + BETWEEN,
        Scale.of("bits of memory", point -> point.hardware().memoryBits(), true, points),
        Scale.of(
            "signal to noise, dB",
            point -> Math.min(MOST_DECIBELS, point.accuracy()),
            false,
            points));
    SequencedMap<String, String> legend = new LinkedHashMap<>();
    legend.put("best", "from 40 dB");
    legend.put("good", "from 30 dB");
    legend.put("fair", "from 20 dB");
    legend.put("poor", "below");
    svg.legend(LEFT, HEIGHT - 20, legend);
    svg.text(LEFT + 400, HEIGHT - 10, "pale: another point is better; ring: chosen");
    return svg.text();
  }

  private void chart(Svg svg, double left, Scale across, Scale up) {
    double bottom = TOP + SIDE - 20;
    double height = SIDE - 20;
    for (int i = 0; i <= across.marks(); i++) {
      double x = left + (double) SIDE * i / across.marks();
      svg.element(
          "line",
          "x1",
          x,
          "y1",
          TOP,
          "x2",
          x,
          "y2",
          bottom,
          "class",
          "axis",
          "stroke-opacity",
          0.3);
      svg.text(x, bottom + 15, across.mark(i), "text-anchor", "middle");
    }
    for (int i = 0; i <= up.marks(); i++) {
      double y = bottom - height * i / up.marks();
      svg.element(
          "line",
          "x1",
          left,
          "y1",
          y,
          "x2",
          left + SIDE,
          "y2",
          y,
          "class",
          "axis",
          "stroke-opacity",
          0.3);
      svg.text(left - 6, y + 4, up.mark(i), "text-anchor", "end");
    }
    svg.text(left + SIDE / 2.0, bottom + 32, across.name(), "text-anchor", "middle");
    svg.text(left, TOP - 10, up.name());
    for (DesignPoint point : points) {
      double x = left + SIDE * across.share(point);
      double y = bottom - height * up.share(point);
      String kind = kind(point) + (front.contains(point) ? "" : " behind");
      svg.begin("circle", "cx", x, "cy", y, "r", 4, "class", kind)
          .title(
              point.bits().activations()
                  + ","
                  + point.bits().weights()
                  + " bits, "
                  + point.interval()
                  + " clocks, "
                  + point.hardware().multipliers()
                  + " multipliers")
          .end();
      if (point.equals(chosen)) {
        svg.element("circle", "cx", x, "cy", y, "r", 8, "class", "chosen");
      }
    }
  }

  private static String kind(DesignPoint point) {
    double decibels = point.accuracy();
    return decibels >= 40 ? "best" : decibels >= 30 ? "good" : decibels >= 20 ? "fair" : "poor";
  }
}
