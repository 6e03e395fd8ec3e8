package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.image.BuiltImage;
import dev.backplane.rtl.image.ImageBuild;
import dev.backplane.rtl.image.MemorySpec;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
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
    header = "Build an image from Verilog, SystemVerilog or Java kernels.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Verilog needs yosys or its npm build; 'backplane doctor' says which is there. Running an",
      "image needs neither.",
      "",
      "Example:",
      "  backplane build vadd.sv --kernel kernel.xml -o vadd.xclbin"
    })
final class BuildCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(
      arity = "0..*",
      paramLabel = "SOURCE",
      description = "Verilog (.v) and SystemVerilog (.sv) files, packages before their users.")
  private List<Path> sources = List.of();

  @Option(
      names = "--kernel",
      paramLabel = "FILE",
      description = "The kernel description (kernel.xml) that the sources belong to.")
  private @Nullable Path kernel;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The image to write.")
  private Path output = Path.of("");

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
      names = {"-P", "--parameter"},
      paramLabel = "NAME=VALUE",
      description = "Set a parameter of the top module.")
  private Map<String, String> parameters = Map.of();

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
      names = "--bank",
      paramLabel = "NAME:SIZE",
      description = "A memory bank, for example DDR[0]:4G. Default: four DDR of 4 GiB.")
  private List<String> banks = List.of();

  @Option(
      names = "--connect",
      paramLabel = "ARG=BANK,...",
      description = "Connect an argument to these banks only. Default: to all.")
  private Map<String, String> connections = Map.of();

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

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  BuildCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    if (sources.isEmpty() && javaKernels.isEmpty()) {
      throw BackplaneException.because(ErrorCode.INVALID_ARGUMENT, "there is nothing to build")
          .during("build")
          .on(output.toString())
          .remedy("Name source files and their --kernel, or give --java")
          .build();
    }
    try (OutputFile file = OutputFile.at(output)) {
      BuiltImage built =
          common.interruption().cancelling(Thread.currentThread()::interrupt, this::build);
      byte[] bytes = built.bytes();
      file.write(MemorySegment.ofArray(bytes));
      print(built, bytes.length);
      return ExitCode.OK;
    }
  }

  private BuiltImage build() {
    try (Progress progress = common.console().progress()) {
      return configured().build(progress::step);
    }
  }

  private ImageBuild configured() {
    ImageBuild build =
        ImageBuild.of(sources)
            .includes(includes)
            .defines(defines)
            .parameters(parameters)
            .computeUnits(units)
            .megahertz(megahertz)
            .embedSources(embedSources)
            .deadline(timeout);
    if (kernel != null) {
      build.kernel(kernel);
    }
    if (top != null) {
      build.top(top);
    }
    if (!banks.isEmpty()) {
      build.banks(banks.stream().map(MemorySpec::parse).toList());
    }
    javaKernels.forEach(build::java);
    connections.forEach(
        (argument, names) -> build.connect(argument, Arrays.asList(names.split(",", -1))));
    return build;
  }

  private void print(BuiltImage built, int bytes) {
    for (BuiltImage.BuiltKernel each : built.kernels()) {
      each.hardware()
          .ifPresent(
              hardware ->
                  hardware
                      .elaboration()
                      .warnings()
                      .forEach(warning -> common.console().err().println("warning: " + warning)));
    }
    if (json) {
      Map<String, @Nullable Object> object = new LinkedHashMap<>();
      object.put("image", output);
      object.put("bytes", bytes);
      object.put("uuid", built.xclbin().uuid());
      object.put("kernels", built.kernels().stream().map(BuildCommand::describe).toList());
      Json.print(common.console().out(), object);
      return;
    }
    common
        .console()
        .out()
        .printf("%s: %s bytes, uuid %s%n", output, Figures.grouped(bytes), built.xclbin().uuid());
    for (BuiltImage.BuiltKernel each : built.kernels()) {
      common.console().out().printf("  kernel %s%n", summary(each));
    }
  }

  private static String summary(BuiltImage.BuiltKernel built) {
    return built.metadata().name()
        + built
            .hardware()
            .map(
                hardware ->
                    ": "
                        + hardware.elaboration().netlist().cells().size()
                        + " cells, "
                        + hardware.elaboration().netlist().registers().size()
                        + " registers, by "
                        + hardware.elaboration().tool())
            .orElse(": Java");
  }

  private static Map<String, @Nullable Object> describe(BuiltImage.BuiltKernel built) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("name", built.metadata().name());
    map.put("kind", built.hardware().isPresent() ? "rtl" : "java");
    map.put("tool", built.hardware().map(hardware -> hardware.elaboration().tool()).orElse(null));
    map.put(
        "cells",
        built
            .hardware()
            .map(hardware -> hardware.elaboration().netlist().cells().size())
            .orElse(null));
    return map;
  }
}
