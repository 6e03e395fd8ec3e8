package dev.backplane.cli.network;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.calibration.Quantization;
import dev.backplane.compiler.calibration.QuantizationOptions;
import dev.backplane.compiler.calibration.QuantizationOptions.Ranges;
import dev.backplane.compiler.calibration.SampleFile;
import dev.backplane.compiler.calibration.Saturation;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.Registry;
import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.compiler.onnx.ImportReport;
import dev.backplane.compiler.onnx.ImportReport.Refusal;
import dev.backplane.compiler.onnx.ImportedModel;
import dev.backplane.compiler.onnx.OnnxImport;
import dev.backplane.compiler.onnx.OnnxReader;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A network in a file, and how its numbers become integers. */
final class NetworkOptions extends Options {
  static final long LARGEST_GRAPH = 1 << 29;

  /** The share of numbers that may saturate without a warning. */
  static final double WARNED_SHARE = 0.001;

  static final int RANDOM_SAMPLES = 64;
  private static final int DEFAULT_BITS = 8;
  private static final int USUAL_LANES = 16;

  private final Parameter<Path> model =
      parameter(Path.class, "MODEL").about("An ONNX model, or a graph in a .json file.");

  private final Option<List<Integer>> bits =
      list(Integer.class, "--bits")
          .label("BITS")
          .commas()
          .about(
              "How many bits activations and weights have, in all layers: 8,4. One number is for"
                  + " both. 2 to 32.",
              "Default: 8. A quantised model says it itself.");

  private final Option<Path> calibration =
      option(Path.class, "--calibration")
          .label("FILE")
          .about(
              "Samples of the input, .npy or text: formats are chosen for them. Default: random"
                  + " ones.");

  private final Option<Double> percentile =
      option(Double.class, "--percentile")
          .label("PERCENT")
          .byDefault("100")
          .about("How many of a sample's numbers a format must have. Default: ${DEFAULT-VALUE}.");

  private final Option<Double> saturation =
      option(Double.class, "--saturation")
          .label("PERCENT")
          .byDefault("5")
          .about(
              "Refuse a network where more of the numbers of a tensor are beyond its format, and"
                  + " saturate, but with the ranges of the least error. Above 0.1 there is a"
                  + " warning. Default: ${DEFAULT-VALUE}.");

  private final Option<Integer> lanes =
      option(Integer.class, "--lanes")
          .label("COUNT")
          .about(
              "How many multipliers a layer has, at most. Default: 16 for a model, and for a"
                  + " network.json what it says.");

  private final Option<Map<String, Integer>> extents =
      map(String.class, Integer.class, "--extent")
          .label("NAME=NUMBER")
          .about("How large an extent is that the model only names. Again for each.");

  private final FormatOptions formats = with(new FormatOptions());

  Path file() {
    return model.get();
  }

  /** {@return the network with formats for all its numbers} */
  ImportedModel quantized(Compiler compiler) {
    return quantizedNetwork(compiler).model();
  }

  /** {@return the same, with what its formats were chosen by} */
  QuantizedNetwork quantizedNetwork(Compiler compiler) {
    if (!(percentile.get() > 0 && percentile.get() <= 100)) {
      throw mistake("--percentile must be above 0 and 100 at most");
    }
    if (!(saturation.get() >= 0 && saturation.get() <= 100)) {
      throw mistake("--saturation must be 0 to 100");
    }
    if (lanes.isPresent() && lanes.get() < 1) {
      throw mistake("--lanes must be 1 at least");
    }
    ImportedModel imported = read();
    List<String> warnings = new ArrayList<>(imported.warnings());
    QuantizationOptions chosen = formats.options(percentile.get() / 100);
    Quantization quantization =
        new Quantization(compiler.ir2ir().run(imported.graph()), compiler.components(), chosen);
    if (calibration.isPresent()) {
      SampleFile.read(calibration.get(), imported.sampleShape())
          .forEach(sample -> quantization.add(Map.of("in", imported.inputTensor(sample))));
    } else if (quantization.openFormats() > 0) {
      quantization.addNormal(RANDOM_SAMPLES);
      warnings.add(
          "formats are chosen for "
              + RANDOM_SAMPLES
              + " random inputs of the standard normal distribution; give samples of your data with"
              + " --calibration");
    }
    Graph open = quantization.formats();
    boolean isMeant = chosen.ranges() == Ranges.LEAST_ERROR;
    quantization.saturation(open).forEach(tensor -> check(tensor, isMeant, warnings));
    ImportedModel model = new ImportedModel(compiler.quantize(open), warnings);
    return new QuantizedNetwork(model, quantization, open);
  }

  /** Where a range has the least error, what saturates would cost more if it did not. */
  private void check(Saturation tensor, boolean isMeant, List<String> warnings) {
    String text =
        "%.2f %% of its numbers, %d of %d in the samples, are beyond its format and saturate"
            .formatted(100 * tensor.share(), tensor.beyond(), tensor.numbers());
    if (!isMeant && 100 * tensor.share() > saturation.get()) {
      throw new CompilerException(
          CompilerError.WIDTH_MISMATCH,
          tensor.tensor(),
          text
              + ", more than the "
              + saturation.get()
              + " % of --saturation; give a higher --percentile, more --bits, or a higher limit");
    }
    if (tensor.share() > WARNED_SHARE) {
      warnings.add(tensor.tensor() + ": " + text);
    }
  }

  private ImportedModel read() {
    Path file = model.get();
    UnreadableFile.require("read", file);
    if (file.toString().endsWith(".json")) {
      ImportedModel network = new ImportedModel(graph(file), List.of());
      return lanes.isPresent() ? network.withLanes(lanes.get()) : network;
    }
    return OnnxImport.of(OnnxReader.read(file), widths(), extents())
        .withLanes(lanes.optional().orElse(USUAL_LANES));
  }

  private Map<String, Integer> extents() {
    extents
        .get()
        .forEach(
            (name, number) -> {
              if (number < 1) {
                throw mistake("--extent " + name + " must be 1 at least");
              }
            });
    return extents.get();
  }

  /** {@return what would become of the model, and what would be refused} */
  CheckReport check(Compiler compiler) {
    Path file = model.get();
    UnreadableFile.require("read", file);
    ImportReport report =
        file.toString().endsWith(".json")
            ? new ImportReport(
                List.of(), List.of(), Optional.of(new ImportedModel(graph(file), List.of())))
            : OnnxImport.check(OnnxReader.read(file), widths(), extents());
    List<Refusal> refused = new ArrayList<>(report.refused());
    List<String> warnings = new ArrayList<>();
    report.model().ifPresent(network -> warnings.addAll(network.warnings()));
    if (refused.isEmpty()) {
      try {
        compiler.verilog().lower("check", compiler.infer(quantized(compiler).graph()));
      } catch (CompilerException e) {
        refused.add(Refusal.of(e));
      }
    }
    return new CheckReport(
        file.toString(),
        report.imported().stream()
            .map(each -> new CheckReport.Imported(each.node(), each.operator(), each.becomes()))
            .toList(),
        refused.stream()
            .map(each -> new CheckReport.Refused(each.places(), each.reason(), each.help()))
            .toList(),
        warnings);
  }

  private static Graph graph(Path file) {
    String text;
    try {
      text = RegularFile.text(file, LARGEST_GRAPH);
    } catch (IOException e) {
      throw UnreadableFile.at("read", file, e);
    }
    Registry registry = GraphJson.read(text);
    if (registry.graphs().size() != 1) {
      throw new CompilerException(
          CompilerError.UNSUPPORTED_GRAPH,
          file.toString(),
          "it has " + registry.graphs().size() + " graphs; one is needed");
    }
    return registry.graphs().firstEntry().getValue();
  }

  private BitWidths widths() {
    List<Integer> given = bits.get().isEmpty() ? List.of(DEFAULT_BITS) : bits.get();
    if (given.size() > 2) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "--bits has " + given.size() + " numbers")
          .during("read the command line")
          .remedy("Name the bits of activations and of weights, for example --bits 8,4")
          .build();
    }
    return new BitWidths(given.getFirst(), given.getLast());
  }
}
