package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.command.Progress;
import dev.backplane.cli.command.Versions;
import dev.backplane.cli.image.GreenBitstream;
import dev.backplane.cli.report.Json;
import dev.backplane.ffi.UserCache;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.FrontEndProvider;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.images.BankConnection;
import dev.backplane.rtl.images.BuiltImage;
import dev.backplane.rtl.images.ImageBuild;
import dev.backplane.rtl.images.MemorySpec;
import dev.backplane.rtl.images.SourceList;
import dev.backplane.rtl.images.StreamLink;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** Builds an image. */
public final class BuildCommand extends Command {
  /** The front end whose image is written where two are compared. */
  private static final String FIRST_FRONT_END = "verilator";

  private final CommonOptions common;

  private final Parameter<List<String>> sources =
      parameters(String.class, "SOURCE")
          .about(
              "Sources (.v, .sv, .vhd), packages before their users; folders and patterns of them;",
              "descriptions (.toml, .xml) and packaged kernels (.xo).");

  private final Option<List<Path>> fileLists =
      list(Path.class, "-f", "--file-list")
          .label("FILE")
          .about("A list of sources and options, as simulators read it.");

  private final Option<List<Path>> listsOfTheirFolders =
      list(Path.class, "-F")
          .label("FILE")
          .about("The same, with names relative to the folder of the list.");

  private final Option<List<Path>> kernels =
      list(Path.class, "--kernel")
          .label("FILE")
          .about(
              "The description of a kernel: kernel.xml, component.xml or kernel.toml. Again for"
                  + " each",
              "kernel; all are built with the sources that are named.");

  private final Option<Path> describe =
      option(Path.class, "--describe")
          .label("FILE")
          .about("Write a kernel.toml of what the sources show, to be filled in; build nothing.");

  private final Option<Path> output =
      option(Path.class, "-o", "--output")
          .label("FILE")
          .about("The image to write: xclbin, or FILE.gbs for OPAE.");

  private final Option<String> top =
      option(String.class, "--top")
          .label("MODULE")
          .about("The top module. Default: the name of the kernel.");

  private final Option<List<Path>> includes =
      list(Path.class, "-I", "--include")
          .label("FOLDER")
          .about("Look for included files here too.");

  private final Option<List<Path>> libraries =
      list(Path.class, "-y", "--library")
          .label("FOLDER")
          .about("Take modules that no source defines from files of their names in this folder.");

  private final Option<Map<String, String>> defines =
      map(String.class, String.class, "-D", "--define")
          .label("NAME=VALUE")
          .withoutPairValue("")
          .about("Define a macro.");

  private final Option<Map<String, String>> parameters =
      map(String.class, String.class, "-G", "-P", "--parameter")
          .label("NAME=VALUE")
          .about("Set a parameter of the top module, or a generic.");

  private final Option<Map<String, String>> resets =
      map(String.class, String.class, "--reset")
          .label("INPUT=low|high")
          .about("When a reset input is active. Default: what its name and the design say.");

  private final Option<List<String>> warnings =
      list(String.class, "--warn-only")
          .label("RULE")
          .commas()
          .about("Only warn where the kernel breaks this rule of its bus; see docs/diagnosis.md.");

  private final Option<Map<Path, String>> javaKernels =
      map(Path.class, String.class, "--java")
          .label("FILE=CLASS")
          .about("Add a kernel that is a Java class, with its description.");

  private final Option<Integer> units =
      option(Integer.class, "--units")
          .label("COUNT")
          .byDefault("1")
          .about("Compute units of each kernel, 1 to 32. Default: ${DEFAULT-VALUE}.");

  private final Option<List<String>> unitsOf =
      list(String.class, "--cu")
          .label("KERNEL:COUNT")
          .about("Compute units of one kernel, 1 to 32.");

  private final Option<List<String>> banks =
      list(String.class, "--bank")
          .label("NAME:SIZE")
          .about("A memory bank, for example DDR[0]:4G. Default: four DDR of 4 GiB.");

  private final Option<List<String>> connections =
      list(String.class, "--connect")
          .label("ARG=BANK,...")
          .about(
              "Connect an argument to these banks only, for example a=DDR[0], vadd.a=DDR[0:1], or"
                  + " for one",
              "compute unit vadd_1.a:DDR[0]. Default: to all.");

  private final Option<List<String>> streams =
      list(String.class, "--stream-connect")
          .label("FROM:TO[:DEPTH]")
          .about("Connect streams of compute units, by port or argument: scale_1.out:sum_1.in:64.");

  private final Option<Integer> megahertz =
      option(Integer.class, "--clock")
          .label("MHZ")
          .byDefault("300")
          .about("The clock that the image names. Default: ${DEFAULT-VALUE}.");

  private final Option<UUID> guid =
      option(UUID.class, "--guid")
          .label("ID")
          .about("The accelerator's identifier in a FILE.gbs. Default: what its registers say.");

  private final Option<UUID> interfaceId =
      option(UUID.class, "--interface-id")
          .label("ID")
          .about("The interface that a FILE.gbs is for. Default: that of the software OPAE card.");

  private final Option<Boolean> embedSources =
      flag("--embed-sources").about("Put the sources into the image.");

  private final Option<Duration> timeout =
      option(Duration.class, "--timeout")
          .label("TIME")
          .byDefault("10m")
          .about("How long elaboration may take. Default: ${DEFAULT-VALUE}.");

  private final Option<String> frontEnd =
      option(String.class, "--frontend")
          .label("NAME")
          .offers(List.of("verilator", "yosys", "both"))
          .about(
              "What elaborates: verilator, yosys, or both, whose results are compared. Default:"
                  + " what is",
              "there, verilator first.");

  private final Option<String> engine =
      option(String.class, "--engine")
          .label("NAME")
          .offers(List.of("jvm", "verilator", "both"))
          .about("Try the image out on an engine: jvm, verilator, or both, which are compared.");

  private final Option<Boolean> check =
      flag("--check")
          .about(
              "Compare each kernel with a simulation of its sources, by GHDL or Icarus Verilog, on"
                  + " random",
              "inputs.");

  private final Option<Boolean> force =
      flag("--force").about("Build even if nothing changed; overwrite a description.");

  private final Option<Boolean> quiet = flag("-q", "--quiet").about("Print errors only.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public BuildCommand(CommonOptions common) {
    super("build", "Build an image from Verilog, SystemVerilog, VHDL, packaged or Java kernels.");
    footer(
        "",
        "RTL needs verilator or yosys, VHDL also ghdl; 'backplane doctor' says which are there.",
        "Running an image needs none of them.",
        "",
        "Examples:",
        "  backplane build vadd.sv --kernel kernel.xml -o vadd.xclbin",
        "  backplane build vadd.xo -o vadd.xclbin",
        "  backplane build --kernel examples/hello-afu/kernel.toml -o hello_afu.gbs",
        "  backplane build vadd.sv --describe kernel.toml");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    SourceList list = new SourceList().add(sources.get());
    fileLists.get().forEach(list::addList);
    listsOfTheirFolders.get().forEach(list::addListOfItsFolder);
    libraries.get().forEach(list::addLibrary);
    if (list.sources().isEmpty()
        && list.descriptions().isEmpty()
        && kernels.get().isEmpty()
        && javaKernels.get().isEmpty()) {
      throw usage("there is nothing to build", "Name sources, a --kernel, or a --java class");
    }
    if (describe.isPresent()) {
      return describe(list, describe.get());
    }
    Path target =
        output.optional().orElseThrow(() -> usage("no image is named", "Add --output FILE"));
    long start = System.nanoTime();
    StepTimes steps = new StepTimes(System::nanoTime);
    EngineTrial trial = engine.optional().map(EngineTrial::of).orElse(EngineTrial.NONE);
    try (OutputFile file = OutputFile.at(target)) {
      BuiltImage built =
          common
              .interruption()
              .cancelling(Thread.currentThread()::interrupt, () -> build(list, steps));
      byte[] bytes = isGreenBitstream(target) ? greenBitstream(built) : built.bytes();
      file.write(MemorySegment.ofArray(bytes));
      List<String> tried = tried(built, trial, list, steps);
      steps.end();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      report(new BuildReport(built, target, bytes.length, took, steps, tried));
      return ExitCode.OK;
    }
  }

  private static boolean isGreenBitstream(Path file) {
    return file.toString().endsWith(".gbs");
  }

  private byte[] greenBitstream(BuiltImage built) {
    return GreenBitstream.of(
            built,
            guid.optional(),
            interfaceId.optional().orElse(Gbs.CARD_INTERFACE),
            megahertz.get())
        .toBytes();
  }

  private void report(BuildReport report) {
    if (json.get()) {
      Json.print(common.console().out(), report.forPrograms());
    } else if (!quiet.get()) {
      report.warnings(common.console().err());
      report.print(common.console().out());
    }
  }

  private int describe(SourceList list, Path file) {
    if (Files.isRegularFile(file) && !force.get()) {
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
      if (!quiet.get()) {
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
      UserCache.folder("kernels")
          .ifPresent(folder -> build.cache(folder, Versions.backplane(), force.get()));
      return build.build(telling(steps, progress));
    }
  }

  private static Consumer<String> telling(StepTimes steps, Progress progress) {
    return step -> {
      steps.begin(step);
      progress.step(step);
    };
  }

  private List<String> tried(
      BuiltImage built, EngineTrial trial, SourceList list, StepTimes steps) {
    try (Progress progress = common.console().progress()) {
      return tried(built, trial, list, telling(steps, progress));
    }
  }

  private List<String> tried(
      BuiltImage built, EngineTrial trial, SourceList list, Consumer<String> step) {
    List<String> results = new ArrayList<>();
    for (BuiltImage.BuiltKernel kernel : built.kernels()) {
      if (kernel.hardware().isPresent() && trial != EngineTrial.NONE) {
        step.accept("trying " + kernel.metadata().name());
        results.addAll(trial.run(kernel));
      }
    }
    if (check.get()) {
      step.accept("comparing with a simulator");
      results.addAll(new SimulatorTrial().compare(built));
    }
    if (frontEnd.optional().filter("both"::equals).isPresent()) {
      FrontEndProvider other = secondFrontEnd();
      step.accept("building with " + other.name());
      results.addAll(FrontEndTrial.compare(built, secondOpinion(list, other, step)));
    }
    return results;
  }

  private static FrontEndProvider secondFrontEnd() {
    return FrontEndProvider.all().stream()
        .filter(provider -> !provider.name().equals(FIRST_FRONT_END))
        .findFirst()
        .orElseThrow(
            () ->
                new RtlException(
                    RtlError.TOOL_MISSING,
                    "'both' compares two front ends, and there is only "
                        + FIRST_FRONT_END
                        + ": name that, or put the module of another one on the class path"));
  }

  private BuiltImage secondOpinion(SourceList list, FrontEndProvider other, Consumer<String> step) {
    ImageBuild build = configured(list).frontEnd(FrontEnd.find(other.name(), timeout.get()));
    try {
      return build.build(step);
    } catch (RtlException e) {
      throw new RtlException(
          e.error(),
          FIRST_FRONT_END
              + " reads these sources and "
              + other.name()
              + " does not, so nothing could be compared: "
              + e.getMessage()
              + ". To do without the comparison: --frontend "
              + FIRST_FRONT_END,
          e);
    }
  }

  private ImageBuild configured(SourceList list) {
    List<Path> folders = new ArrayList<>(includes.get());
    folders.addAll(list.includes());
    Map<String, String> macros = list.defines();
    macros.putAll(defines.get());
    List<Path> descriptions = new ArrayList<>(kernels.get());
    descriptions.addAll(list.descriptions());
    ImageBuild build =
        ImageBuild.of(list.sources())
            .includes(folders)
            .defines(macros)
            .parameters(parameters.get())
            .kernels(descriptions)
            .computeUnits(units.get())
            .connectStreams(streams.get().stream().map(StreamLink::parse).toList())
            .megahertz(megahertz.get())
            .embedSources(embedSources.get())
            .deadline(timeout.get());
    unitsOf.get().forEach(text -> units(build, text));
    frontEnd
        .optional()
        .map(name -> name.equals("both") ? FIRST_FRONT_END : name)
        .ifPresent(name -> build.frontEnd(FrontEnd.find(name, timeout.get())));
    top.optional().ifPresent(build::top);
    if (!banks.get().isEmpty()) {
      build.banks(banks.get().stream().map(MemorySpec::parse).toList());
    }
    javaKernels.get().forEach(build::java);
    build.wiring(wiring());
    build.connect(connections.get().stream().map(BankConnection::parse).toList());
    return build;
  }

  private Wiring wiring() {
    Wiring.Builder said = Wiring.builder();
    resets
        .get()
        .forEach(
            (input, active) -> {
              if (!active.equals("low") && !active.equals("high")) {
                throw usage(
                    "--reset %s=%s says neither low nor high".formatted(input, active),
                    "Write --reset %s=low if it resets while it is 0".formatted(input));
              }
              said.reset(input, active.equals("low"));
            });
    for (String rule : warnings.get()) {
      try {
        said.warning(Rule.warnable(rule));
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
