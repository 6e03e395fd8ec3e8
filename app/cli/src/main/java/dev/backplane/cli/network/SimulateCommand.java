package dev.backplane.cli.network;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.report.Json;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.SampleFile;
import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.onnx.ImportedModel;
import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.EngineKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Runs a network in integers and as hardware, side by side. */
public final class SimulateCommand extends Command {
  private static final String NAME = "simulated";
  private static final String SAMPLES = "samples";
  private static final long SEED = 2;
  private static final int RANDOM_SAMPLES = 8;

  private final CommonOptions common;
  private final NetworkOptions network;
  private final ComponentOptions components;

  private final Option<Path> inputs =
      option(Path.class, "--inputs")
          .label("FILE")
          .about("Samples to run, .npy or text, in the order of the model. Default: random ones.");

  private final Option<Integer> samples =
      option(Integer.class, "--samples")
          .label("COUNT")
          .about("How many samples to run, at most. Default: all of --inputs, else 8 random ones.");

  private final Option<EngineKind> engine =
      option(EngineKind.class, "--engine")
          .label("NAME")
          .byDefault("jvm")
          .about("What runs the hardware: jvm, or verilator for large ones. Default: jvm.");

  private final Option<Duration> timeout =
      option(Duration.class, "--timeout")
          .label("TIME")
          .byDefault("10m")
          .about("How long elaboration may take. Default: ${DEFAULT-VALUE}.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public SimulateCommand(CommonOptions common) {
    super("simulate", "Run a network in integers and as hardware, and compare both.");
    footer(
        "",
        "Needs verilator or yosys to read the hardware; no image and no card.",
        "",
        "Examples:",
        "  backplane simulate digits.onnx --bits 8,4 --calibration samples.npy",
        "  backplane simulate out/network.json --inputs samples.npy --samples 100");
    exitCode(
        ExitCode.FAILED, "Hardware and integers differ, or the network could not be simulated.");
    this.common = with(common);
    this.network = with(new NetworkOptions());
    this.components = with(new ComponentOptions(common));
  }

  @Override
  public Integer call() {
    if (samples.isPresent() && samples.get() < 1) {
      throw mistake("--samples must be 1 at least");
    }
    SimulationReport report;
    try (Progress progress = common.console().progress()) {
      report = simulate(progress);
    }
    if (json.get()) {
      Json.print(common.console().out(), report.forPrograms());
    } else {
      report.print(common.console());
    }
    return report.agrees() ? ExitCode.OK : ExitCode.FAILED;
  }

  private SimulationReport simulate(Progress progress) {
    progress.step("loading components");
    Compiler compiler = components.load().compiler();
    progress.step("choosing formats");
    ImportedModel model = network.quantized(compiler);
    TypedGraph typed = compiler.infer(model.graph());
    FixedPoint format = typed.type(typed.order().getFirst()).format();
    List<double[]> elements = elements(model);
    List<long[]> integers =
        elements.stream()
            .map(sample -> Arrays.stream(sample).mapToLong(format::quantize).toArray())
            .toList();
    Interpreter interpreter = Interpreter.of(typed);
    progress.step("computing in integers", integers.size(), SAMPLES);
    List<long[]> expected = new ArrayList<>();
    for (long[] sample : integers) {
      expected.add(interpreter.run(sample));
      progress.done(expected.size());
    }
    NetworkSimulation simulation =
        common
            .interruption()
            .cancelling(
                Thread.currentThread()::interrupt,
                () -> {
                  CompiledDesign design = compile(compiler, typed, progress);
                  progress.step("simulating", integers.size(), SAMPLES);
                  return NetworkSimulation.run(design, typed, integers, progress::done);
                });
    return new SimulationReport(
        withSaturation(model, format, elements), typed, expected, simulation);
  }

  /** The model, with a warning if many numbers of the samples are beyond its input's format. */
  private ImportedModel withSaturation(
      ImportedModel model, FixedPoint format, List<double[]> samples) {
    long numbers = samples.stream().mapToLong(sample -> sample.length).sum();
    long beyond =
        samples.stream()
            .flatMapToDouble(Arrays::stream)
            .filter(number -> !format.holds(number))
            .count();
    if (!inputs.isPresent() || beyond <= NetworkOptions.WARNED_SHARE * numbers) {
      return model;
    }
    List<String> warnings = new ArrayList<>(model.warnings());
    warnings.add(
        "%d of %d numbers of the inputs are beyond %s, the format of the input, and saturate"
            .formatted(beyond, numbers, format));
    return new ImportedModel(model.graph(), warnings);
  }

  /** The elements of each sample, in the order of the graph. */
  private List<double[]> elements(ImportedModel model) {
    List<double[]> given = new ArrayList<>();
    if (inputs.isPresent()) {
      given.addAll(SampleFile.read(inputs.get(), model.sampleShape()));
    } else {
      int size = model.inputShape().size();
      Random random = new Random(SEED);
      for (int i = 0; i < samples.optional().orElse(RANDOM_SAMPLES); i++) {
        double[] numbers = new double[size];
        Arrays.setAll(numbers, _ -> random.nextGaussian());
        given.add(numbers);
      }
    }
    return given.stream()
        .limit(samples.optional().orElse(given.size()))
        .map(sample -> model.inputTensor(sample).toArray())
        .toList();
  }

  private CompiledDesign compile(Compiler compiler, TypedGraph typed, Progress progress) {
    progress.step("elaborating");
    Design design = compiler.verilog().lower(NAME, typed);
    try (DesignFolder folder = DesignFolder.of(design)) {
      Netlist netlist =
          FrontEnd.find(timeout.get())
              .elaborate(Sources.of(folder.files()), NAME + "_network")
              .netlist();
      progress.step("compiling for the engine");
      return engine.get().compile(netlist);
    }
  }
}
