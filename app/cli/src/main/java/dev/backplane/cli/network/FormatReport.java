package dev.backplane.cli.network;

import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.compiler.OutputFolder;
import dev.backplane.compiler.calibration.Fidelity;
import dev.backplane.compiler.calibration.QuantizationReport;
import dev.backplane.compiler.calibration.QuantizationReport.Scheme;
import dev.backplane.compiler.calibration.QuantizationReport.Tensor;
import dev.backplane.compiler.calibration.Saturation;
import dev.backplane.compiler.onnx.ImportedModel;
import dev.backplane.svg.Svg;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes how near a network of integers is to the real one: a drawing for people, and JSON.
 *
 * @param name the name of the network
 * @param report what was found
 * @param areClasses whether the largest number of the output is what counts
 */
record FormatReport(String name, QuantizationReport report, boolean areClasses) {
  private static final int ROW = 20;
  private static final int TOP = 60;
  private static final int WIDTH = 900;
  private static final int BARS = 560;
  private static final int BAR = 3;
  private static final double MOST = 60;
  private static final String STYLE =
      ".near { fill: #4878a8 } text { fill: #202020 } .head { font-weight: bold }";

  /** What is asked of a network whose output is a vector of fewer numbers than its input. */
  static FormatReport of(String name, QuantizationReport report, ImportedModel model, int outputs) {
    boolean areClasses = !model.hostSteps().isEmpty() || outputs < model.inputShape().size();
    return new FormatReport(name, report, outputs > 1 && areClasses);
  }

  private record Described(
      String name, int samples, List<Output> output, List<DescribedTensor> tensors)
      implements Report {}

  private record Output(String scheme, @Nullable Double sqnrDecibels, @Nullable Double agreement)
      implements Report {}

  private record DescribedTensor(
      String node,
      String type,
      int width,
      int fraction,
      double scale,
      long zero,
      @Nullable Double sqnrDecibels,
      @Nullable Double saturatedShare)
      implements Report {}

  private static @Nullable Double decibels(Fidelity fidelity) {
    return fidelity.decibels().isPresent() ? fidelity.decibels().getAsDouble() : null;
  }

  private Output output(Scheme scheme) {
    return new Output(
        scheme.name(),
        decibels(scheme.fidelity()),
        areClasses ? scheme.fidelity().agreement() : null);
  }

  private static DescribedTensor tensor(Tensor tensor) {
    return new DescribedTensor(
        tensor.node(),
        tensor.type(),
        tensor.format().width(),
        tensor.format().fraction(),
        tensor.format().scale(),
        tensor.format().zero(),
        decibels(tensor.fidelity()),
        tensor.saturation().map(Saturation::share).orElse(null));
  }

  /** {@return all of it, for a program} */
  Report forPrograms() {
    return new Described(
        name,
        report.samples(),
        report.output().stream().map(this::output).toList(),
        report.tensors().stream().map(FormatReport::tensor).toList());
  }

  void write(Path folder) {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    files.put(
        "quantization.json", (Json.text(forPrograms()) + "\n").getBytes(StandardCharsets.UTF_8));
    files.put("quantization.svg", drawing().getBytes(StandardCharsets.UTF_8));
    OutputFolder.write(folder, files);
  }

  private String drawing() {
    int schemes = report.output().size();
    int tensors = TOP + (schemes + 2) * ROW;
    Svg svg =
        new Svg(
            WIDTH,
            tensors + (report.tensors().size() + 2) * ROW,
            "font-family",
            "sans-serif",
            "font-size",
            12);
    svg.style(STYLE);
    svg.text(
        10,
        25,
        name + ": signal to noise beside the real network, " + report.samples() + " samples",
        "class",
        "head");
    for (int i = 0; i < schemes; i++) {
      Scheme scheme = report.output().get(i);
      String agreement =
          areClasses
              ? format(", the same class in %.2f %%", 100 * scheme.fidelity().agreement())
              : "";
      row(svg, TOP + i * ROW, scheme.name(), "output" + agreement, scheme.fidelity());
    }
    svg.text(10, tensors - ROW, "Tensors", "class", "head");
    for (int i = 0; i < report.tensors().size(); i++) {
      Tensor tensor = report.tensors().get(i);
      String saturated =
          tensor
              .saturation()
              .map(each -> format(", %.3f %% saturated", 100 * each.share()))
              .orElse("");
      row(
          svg,
          tensors + i * ROW,
          tensor.node(),
          tensor.format().width() + " bits" + saturated,
          tensor.fidelity());
    }
    return svg.text();
  }

  private static void row(Svg svg, int y, String name, String says, Fidelity fidelity) {
    Double decibels = decibels(fidelity);
    double shown = decibels == null ? MOST : Math.clamp(decibels, 0, MOST);
    svg.text(10, y, name);
    svg.text(BARS - 260, y, says);
    svg.rectangle(BARS, y - 10, shown * BAR, 12, "class", "near");
    svg.text(BARS + shown * BAR + 8, y, decibels == null ? "exact" : format("%.1f dB", decibels));
  }

  private static String format(String text, double number) {
    return String.format(Locale.ROOT, text, number);
  }
}
