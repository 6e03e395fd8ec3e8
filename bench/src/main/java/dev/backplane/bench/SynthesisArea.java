package dev.backplane.bench;

import dev.backplane.bench.Technology.Part;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.calibration.Calibration;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.compiler.onnx.ImportedModel;
import dev.backplane.compiler.onnx.OnnxImport;
import dev.backplane.compiler.resource.Resources;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the compiler estimates of a network beside what yosys makes of it for three families of
 * FPGAs, and the clock that nextpnr reaches where it is installed and the design fits.
 */
final class SynthesisArea implements Area {
  private static final Pattern CLOCK =
      Pattern.compile("Max frequency for clock '[^']*': ([0-9.]+) MHz");

  private static final String NETWORK = "net";
  private static final int SAMPLES = 50;

  /**
   * A network as hardware.
   *
   * @param network its layers
   * @param bits the bits of its numbers
   * @param lanes the sums at a time, at most
   */
  private record Configuration(Perceptron network, int bits, int lanes) {
    String name() {
      return network.name() + ", " + bits + " bits, " + lanes + " lanes";
    }
  }

  private final Effort effort;
  private final Compiler compiler = Compiler.load();

  SynthesisArea(Effort effort) {
    this.effort = effort;
  }

  private static List<Configuration> configurations() {
    return List.of(
        new Configuration(Perceptron.JETS, 6, 2),
        new Configuration(Perceptron.JETS, 8, 8),
        new Configuration(Perceptron.DIGITS, 6, 4));
  }

  @Override
  public List<Row> measure() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Configuration each : configurations().subList(0, effort.of(1, 3, 3))) {
      TypedGraph graph = typed(each);
      Resources estimate = compiler.resources().estimate(graph, Wrapper.SKELETON).total();
      try (TemporaryFolder folder = TemporaryFolder.create()) {
        List<Path> files =
            compiler
                .verilog()
                .lower(NETWORK, graph, Wrapper.SKELETON)
                .write(folder.path().resolve("design"));
        Technology[] technologies = Technology.values();
        for (Technology technology :
            List.of(technologies)
                .subList(0, effort.of(1, technologies.length, technologies.length))) {
          rows.addAll(measure(each, estimate, technology, files, folder.path()));
        }
      }
    }
    return rows;
  }

  private TypedGraph typed(Configuration configuration) {
    Perceptron network = configuration.network();
    int bits = configuration.bits();
    ImportedModel imported =
        OnnxImport.of(network.model(), new BitWidths(bits, bits)).withLanes(configuration.lanes());
    Calibration calibration = new Calibration(imported.graph(), compiler.components());
    Random random = new Random(2);
    for (int i = 0; i < SAMPLES; i++) {
      double[] sample = random.doubles(network.inputs()).toArray();
      calibration.add(Map.of("in", imported.inputTensor(sample)));
    }
    return compiler.infer(compiler.quantize(calibration.formats(1)));
  }

  private static List<Row> measure(
      Configuration configuration,
      Resources estimate,
      Technology technology,
      List<Path> files,
      Path folder)
      throws IOException {
    Path netlist = folder.resolve(technology + ".json");
    String script =
        "read_verilog "
            + files.stream().map(Path::toString).collect(Collectors.joining(" "))
            + "; "
            + technology.pass()
            + " -top "
            + NETWORK
            + "; write_json "
            + netlist
            + "; tee -q -o "
            + folder.resolve("statistics.txt")
            + " stat";
    Programs.output(List.of("yosys", "-q", "-w", ".*", "-p", script));
    Map<Part, Integer> found = technology.count(Files.readString(folder.resolve("statistics.txt")));
    String what = configuration.name() + ", " + technology + ": ";
    String peer = "yosys " + technology.pass();
    List<Row> rows = new ArrayList<>();
    rows.add(
        Row.speed(
            what + "register bits, estimated",
            "bits",
            (double) estimate.registerBits(),
            peer + ", flip-flops",
            found.getOrDefault(Part.FLIP_FLOP, 0)));
    if (technology.hasMultipliers()) {
      rows.add(
          Row.speed(
              what + "multipliers, estimated",
              "",
              (double) estimate.multipliers(),
              peer + ", multipliers",
              found.getOrDefault(Part.MULTIPLIER, 0)));
    }
    rows.add(Row.alone(what + "memory, estimated", "bits", (double) estimate.memoryBits()));
    rows.add(
        Row.alone(
            what + "blocks of memory by yosys", "", found.getOrDefault(Part.MEMORY_BLOCK, 0)));
    rows.add(Row.alone(what + "LUTs by yosys", "", found.getOrDefault(Part.LUT, 0)));
    if (technology == Technology.ICE40) {
      clock(netlist)
          .ifPresent(clock -> rows.add(Row.alone(what + "clock by nextpnr, hx8k", "MHz", clock)));
    }
    return rows;
  }

  /** The clock of the routed design; empty without nextpnr, or if the design does not fit. */
  private static OptionalDouble clock(Path netlist) throws IOException {
    Path log = netlist.resolveSibling("nextpnr.log");
    try {
      Programs.output(
          List.of(
              "nextpnr-ice40",
              "--quiet",
              "--hx8k",
              "--package",
              "ct256",
              "--seed",
              "1",
              "--pcf-allow-unconstrained",
              "--timing-allow-fail",
              "--json",
              netlist.toString(),
              "--log",
              log.toString()));
    } catch (IOException e) {
      System.err.println("no clock by nextpnr-ice40: " + e.getMessage());
      return OptionalDouble.empty();
    }
    // The last one is that of the routed design; those before are estimates.
    return CLOCK
        .matcher(Files.readString(log))
        .results()
        .mapToDouble(match -> Double.parseDouble(match.group(1)))
        .reduce((_, last) -> last);
  }
}
