package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Run;
import dev.backplane.api.RunReport;
import dev.backplane.api.Token;
import dev.backplane.runtime.Backplane;
import dev.backplane.runtime.BackplaneBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a kernel of an image once. */
@Command(
    name = "run",
    header = "Run a kernel of an image once, with files and numbers as its arguments.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Values of --arg:",
      "  a=@in.bin          a buffer filled from a file",
      "  c=out.bin:4096     a buffer of 4096 bytes, written to a file after the run (4K, 1M too)",
      "  d=@in.bin:out.bin  both",
      "  t=:4096            a buffer that is only room to work in",
      "  n=1024             a number; 0x starts a hexadecimal one",
      "",
      "Example:",
      "  backplane run vadd.xclbin --kernel vadd \\",
      "    --arg a=@a.bin --arg b=@b.bin --arg c=c.bin:4K --arg n=1024"
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(paramLabel = "IMAGE", description = "An xclbin file.")
  private Path image = Path.of("");

  @Option(
      names = "--kernel",
      paramLabel = "NAME",
      required = true,
      description = "The kernel to run.")
  private String kernelName = "";

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      converter = ArgumentTextConverter.class,
      description = "One for each argument of the kernel, in any order; see below.")
  private List<ArgumentText> arguments = List.of();

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "Where to run it: " + Selector.HELP + ". Default: the first that can run the kernel.")
  private @Nullable String device;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationText.class,
      defaultValue = "60s",
      description = "How long it may take, for example 500ms or 5m. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ofSeconds(60);

  @Option(names = "--trace", description = "Print every call to plugins and devices on stderr.")
  private boolean trace;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  RunCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    try {
      run();
      return ExitCode.OK;
    } catch (BackplaneException e) {
      if (json) {
        Json.print(common.console().out(), Map.of("state", "failed", "error", error(e)));
      }
      throw e;
    }
  }

  private void run() {
    Image content = Image.of(image);
    BackplaneBuilder builder = common.backplane();
    if (trace) {
      builder = builder.trace(call -> common.console().err().println(call));
    }
    try (Backplane backplane = builder.open();
        Device opened = token(backplane).open()) {
      Kernel kernel = opened.load(content).kernel(kernelName);
      try (BoundArguments bound = BoundArguments.bind(kernel, arguments)) {
        long began = System.nanoTime();
        Run run = kernel.start(bound.values());
        RunReport report = Watch.await(run, "kernel " + kernelName, timeout, common);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        print(opened.id(), report, took, bound.writeResults());
      }
    }
  }

  private Token token(Backplane backplane) {
    String words = device;
    return words == null
        ? backplane.find(Filter.kernel(kernelName).onHost(Filter.ANY_HOST))
        : Selector.find(backplane, words);
  }

  private void print(
      String id, RunReport report, Duration took, List<BoundArguments.Written> written) {
    if (!json) {
      common.console().out().printf("%s on %s: %s%n", kernelName, id, Figures.of(report, took));
      written.forEach(
          file ->
              common
                  .console()
                  .out()
                  .printf(
                      "%s -> %s (%s bytes)%n",
                      file.argument(), file.file(), Figures.grouped(file.bytes())));
      return;
    }
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("state", "completed");
    object.put("image", image);
    object.put("kernel", kernelName);
    object.put("device", id);
    object.put("cycles", report.cycles() < 0 ? null : report.cycles());
    object.put("elapsed_ns", report.elapsed().toNanos());
    object.put("wall_ns", took.toNanos());
    object.put("outputs", written.stream().map(RunCommand::describe).toList());
    Json.print(common.console().out(), object);
  }

  private static Map<String, Object> describe(BoundArguments.Written written) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("argument", written.argument());
    map.put("file", written.file());
    map.put("bytes", written.bytes());
    return map;
  }

  private static Map<String, Object> error(BackplaneException e) {
    return Map.of("code", e.code().id(), "name", e.code().name(), "message", Failures.oneLine(e));
  }
}
