package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.frontend.FrontEnd;
import dev.backplane.rtl.harness.AxiRule;
import dev.backplane.rtl.image.BankConnection;
import dev.backplane.rtl.image.BuiltImage;
import dev.backplane.rtl.image.ImageBuild;
import dev.backplane.rtl.image.MemorySpec;
import dev.backplane.rtl.image.SourceList;
import dev.backplane.rtl.image.StreamLink;
import dev.backplane.rtl.ports.Wiring;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds an image. */
@Command(
    name = "build",
    header = "Build an image from Verilog, SystemVerilog, VHDL, packaged or Java kernels.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "RTL needs verilator or yosys, VHDL also ghdl; 'backplane doctor' says which are there.",
      "Running an image needs none of them.",
      "",
      "Examples:",
      "  backplane build vadd.sv --kernel kernel.xml -o vadd.xclbin",
      "  backplane build vadd.xo -o vadd.xclbin",
      "  backplane build vadd.sv --describe kernel.toml"
    })
final class BuildCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(
      arity = "0..*",
      paramLabel = "SOURCE",
      description = {
        "Sources (.v, .sv, .vhd), packages before their users; folders and patterns of them;",
        "descriptions (.toml, .xml) and packaged kernels (.xo)."
      })
  private List<String> sources = List.of();

  @Option(
      names = {"-f", "--file-list"},
      paramLabel = "FILE",
      description = "A list of sources and options, as simulators read it.")
  private List<Path> fileLists = List.of();

  @Option(
      names = "--kernel",
      paramLabel = "FILE",
      description = {
        "The description of a kernel: kernel.xml, component.xml or kernel.toml. Again for each",
        "kernel; all are built with the sources that are named."
      })
  private List<Path> kernels = List.of();

  @Option(
      names = "--describe",
      paramLabel = "FILE",
      description = "Write a kernel.toml of what the sources show, to be filled in; build nothing.")
  private @Nullable Path describe;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The image to write.")
  private @Nullable Path output;

  @Option(
      names = "--top",
      paramLabel = "MODULE",
      description = "The top module. Default: the name of the kernel.")
  private @Nullable String top;

  @Option(
      names = {"-I", "--include"},
      paramLabel = "FOLDER",
      description = "Look for included files here too.")
  private List<Path> includes = List.of();

  @Option(
      names = {"-D", "--define"},
      paramLabel = "NAME=VALUE",
      mapFallbackValue = "",
      description = "Define a macro.")
  private Map<String, String> defines = Map.of();

  @Option(
      names = {"-G", "-P", "--parameter"},
      paramLabel = "NAME=VALUE",
      description = "Set a parameter of the top module, or a generic.")
  private Map<String, String> parameters = Map.of();

  @Option(
      names = "--reset",
      paramLabel = "INPUT=low|high",
      description = "When a reset input is active. Default: what its name and the design say.")
  private Map<String, String> resets = Map.of();

  @Option(
      names = "--warn-only",
      paramLabel = "RULE",
      split = ",",
      description = "Only warn where the kernel breaks this rule of AXI; see docs/diagnosis.md.")
  private List<String> warnings = List.of();

  @Option(
      names = "--java",
      paramLabel = "FILE=CLASS",
      description = "Add a kernel that is a Java class, with its description.")
  private Map<Path, String> javaKernels = Map.of();

  @Option(
      names = "--units",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Compute units of each kernel, 1 to 32. Default: ${DEFAULT-VALUE}.")
  private int units = 1;

  @Option(
      names = "--cu",
      paramLabel = "KERNEL:COUNT",
      description = "Compute units of one kernel, 1 to 32.")
  private List<String> unitsOf = List.of();

  @Option(
      names = "--bank",
      paramLabel = "NAME:SIZE",
      description = "A memory bank, for example DDR[0]:4G. Default: four DDR of 4 GiB.")
  private List<String> banks = List.of();

  @Option(
      names = "--connect",
      paramLabel = "ARG=BANK,...",
      description = {
        "Connect an argument to these banks only, for example a=DDR[0], vadd.a=DDR[0:1], or for"
            + " one",
        "compute unit vadd_1.a:DDR[0]. Default: to all."
      })
  private List<String> connections = List.of();

  @Option(
      names = "--stream-connect",
      paramLabel = "FROM:TO[:DEPTH]",
      description = "Connect streams of compute units, for example scale_1.out:sum_1.in:64.")
  private List<String> streams = List.of();

  @Option(
      names = "--clock",
      paramLabel = "MHZ",
      defaultValue = "300",
      description = "The clock that the image names. Default: ${DEFAULT-VALUE}.")
  private int megahertz = 300;

  @Option(names = "--embed-sources", description = "Put the sources into the image.")
  private boolean embedSources;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationText.class,
      defaultValue = "10m",
      description = "How long elaboration may take. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ofMinutes(10);

  @Option(
      names = "--frontend",
      paramLabel = "NAME",
      description = {
        "What elaborates: verilator, yosys, or both, whose results are compared. Default: what is",
        "there, verilator first."
      })
  private @Nullable String frontEnd;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "Try the image out on an engine: jvm, verilator, or both, which are compared.")
  private @Nullable String engine;

  @Option(
      names = "--force",
      description = "Build even if nothing changed; overwrite a description.")
  private boolean force;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print errors only.")
  private boolean quiet;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  BuildCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    SourceList list = new SourceList().add(sources);
    fileLists.forEach(list::addList);
    if (list.sources().isEmpty()
        && list.descriptions().isEmpty()
        && kernels.isEmpty()
        && javaKernels.isEmpty()) {
      throw usage("there is nothing to build", "Name sources, a --kernel, or a --java class");
    }
    if (describe != null) {
      return describe(list, describe);
    }
    if (output == null) {
      throw usage("no image is named", "Add --output FILE");
    }
    long start = System.nanoTime();
    StepTimes steps = new StepTimes(System::nanoTime);
    EngineTrial trial = EngineTrial.of(engine);
    try (OutputFile file = OutputFile.at(output)) {
      BuiltImage built =
          common
              .interruption()
              .cancelling(Thread.currentThread()::interrupt, () -> build(list, steps));
      byte[] bytes = built.bytes();
      file.write(MemorySegment.ofArray(bytes));
      List<String> tried = tried(built, trial, list, steps);
      steps.end();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      report(new BuildReport(built, output, bytes.length, took, steps, tried));
      return ExitCode.OK;
    }
  }

  private void report(BuildReport report) {
    if (json) {
      Json.print(common.console().out(), report.json());
    } else if (!quiet) {
      report.warnings(common.console().err());
      report.print(common.console().out());
    }
  }

  private int describe(SourceList list, Path file) {
    if (Files.exists(file) && !force) {
      throw usage("'" + file + "' is there already", "Name another file, or add --force");
    }
    try (OutputFile target = OutputFile.at(file)) {
      Path folder = file.toAbsolutePath().getParent();
      String text =
          common
              .interruption()
              .cancelling(
                  Thread.currentThread()::interrupt,
                  () -> {
                    try (Progress progress = common.console().progress()) {
                      return configured(list)
                          .describe(folder == null ? Path.of("") : folder, progress::step);
                    }
                  });
      target.write(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)));
      if (!quiet) {
        common.console().out().printf("%s: check it, then build with it%n", file);
      }
      return ExitCode.OK;
    }
  }

  private static BackplaneException usage(String problem, String remedy) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem)
        .during("build")
        .remedy(remedy)
        .build();
  }

  private BuiltImage build(SourceList list, StepTimes steps) {
    try (Progress progress = common.console().progress()) {
      ImageBuild build = configured(list);
      BuildCacheFolder.find().ifPresent(folder -> build.cache(folder, Versions.backplane(), force));
      return build.build(
          step -> {
            steps.begin(step);
            progress.step(step);
          });
    }
  }

  private List<String> tried(
      BuiltImage built, EngineTrial trial, SourceList list, StepTimes steps) {
    List<String> results = new ArrayList<>();
    for (BuiltImage.BuiltKernel kernel : built.kernels()) {
      if (kernel.hardware().isPresent() && trial != EngineTrial.NONE) {
        steps.begin("trying " + kernel.metadata().name());
        results.addAll(trial.run(kernel));
      }
    }
    if ("both".equals(frontEnd)) {
      steps.begin("building with yosys");
      results.addAll(FrontEndTrial.compare(built, secondOpinion(list, steps)));
    }
    return results;
  }

  private BuiltImage secondOpinion(SourceList list, StepTimes steps) {
    ImageBuild build = configured(list).frontEnd(FrontEnd.find("yosys", timeout));
    try {
      return build.build(steps::begin);
    } catch (RtlException e) {
      throw new RtlException(
          e.error(),
          "verilator reads these sources and yosys does not, so nothing could be compared: "
              + e.getMessage()
              + ". To do without the comparison: --frontend verilator",
          e);
    }
  }

  private ImageBuild configured(SourceList list) {
    List<Path> folders = new ArrayList<>(includes);
    folders.addAll(list.includes());
    Map<String, String> macros = list.defines();
    macros.putAll(defines);
    List<Path> descriptions = new ArrayList<>(kernels);
    descriptions.addAll(list.descriptions());
    ImageBuild build =
        ImageBuild.of(list.sources())
            .includes(folders)
            .defines(macros)
            .parameters(parameters)
            .kernels(descriptions)
            .computeUnits(units)
            .connectStreams(streams.stream().map(StreamLink::parse).toList())
            .megahertz(megahertz)
            .embedSources(embedSources)
            .deadline(timeout);
    unitsOf.forEach(text -> units(build, text));
    if (frontEnd != null) {
      build.frontEnd(FrontEnd.find(frontEnd.equals("both") ? "verilator" : frontEnd, timeout));
    }
    if (top != null) {
      build.top(top);
    }
    if (!banks.isEmpty()) {
      build.banks(banks.stream().map(MemorySpec::parse).toList());
    }
    javaKernels.forEach(build::java);
    build.wiring(wiring());
    build.connect(connections.stream().map(BankConnection::parse).toList());
    return build;
  }

  private Wiring wiring() {
    Wiring.Builder said = Wiring.builder();
    resets.forEach(
        (input, active) -> {
          if (!active.equals("low") && !active.equals("high")) {
            throw usage(
                "--reset %s=%s says neither low nor high".formatted(input, active),
                "Write --reset %s=low if it resets while it is 0".formatted(input));
          }
          said.reset(input, active.equals("low"));
        });
    for (String rule : warnings) {
      try {
        said.warning(AxiRule.warnable(rule).text());
      } catch (IllegalArgumentException e) {
        throw usage("--warn-only " + e.getMessage(), "Name one of them");
      }
    }
    return said.build();
  }

  private static void units(ImageBuild build, String text) {
    if (!text.matches("\\w+:[0-9]{1,3}")) {
      throw usage("--cu '" + text + "' is not KERNEL:COUNT", "Write for example vadd:2");
    }
    int colon = text.indexOf(':');
    build.computeUnits(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }
}
