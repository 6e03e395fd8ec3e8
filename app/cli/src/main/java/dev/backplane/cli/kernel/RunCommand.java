package dev.backplane.cli.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.RunReport;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Failures;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs a kernel of an image once. */
public final class RunCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> image = parameter(Path.class, "IMAGE").about("An xclbin file.");

  private final KernelOptions kernel = with(new KernelOptions());

  private final Option<Path> wave =
      option(Path.class, "--wave")
          .label("FILE")
          .about("Write all pins in all cycles to FILE: FST if it ends in .fst, VCD otherwise.");

  private final Option<PortReport.Form> stats =
      option(PortReport.Form.class, "--stats")
          .label("FORM")
          .withoutValue("table")
          .about(
              "Tell what went through the memory ports: ${COMPLETION-CANDIDATES}. Default: table.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  public RunCommand(CommonOptions common) {
    super("run", "Run a kernel of an image once, with files and numbers as its arguments.");
    footer(
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
        "    --arg a=@a.bin --arg b=@b.bin --arg c=c.bin:4K --arg n=1024");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    try {
      run();
      return ExitCode.OK;
    } catch (BackplaneException e) {
      if (json.get()) {
        Json.print(common.console().out(), new Failed("failed", Problem.of(e)));
      }
      throw e;
    }
  }

  private void run() {
    kernel.requireKernel();
    wave.optional().ifPresent(WaveFiles::recorded);
    List<PortActivity> activity = new ArrayList<>();
    KernelOptions.Ran ran =
        kernel.run(
            image.get(),
            common,
            device -> {
              if (wave.isPresent()) {
                device
                    .facet(Diagnosis.class)
                    .recordNext(
                        kernel.kernel(), Diagnosis.Waveform.of(wave.get().toAbsolutePath()));
              }
            },
            device -> {
              if (stats.isPresent()) {
                activity.addAll(device.facet(Diagnosis.class).activity(kernel.kernel()));
              }
            });
    print(ran, activity);
  }

  private void print(KernelOptions.Ran ran, List<PortActivity> activity) {
    PrintWriter out = common.console().out();
    if (!json.get() && stats.optional().filter(form -> form != PortReport.Form.TABLE).isPresent()) {
      PortReport.print(stats.get(), kernel.kernel(), activity, out);
      return;
    }
    if (!json.get()) {
      out.printf(
          "%s on %s: %s%n", kernel.kernel(), ran.device(), Figures.of(ran.report(), ran.took()));
      ran.written()
          .forEach(
              file ->
                  out.printf(
                      "%s -> %s (%s bytes)%n",
                      file.argument(), file.file(), Figures.grouped(file.bytes())));
      if (stats.isPresent()) {
        PortReport.print(stats.get(), kernel.kernel(), activity, out);
      }
      return;
    }
    RunReport report = ran.report();
    Json.print(
        out,
        new Completed(
            "completed",
            image.get(),
            kernel.kernel(),
            ran.device(),
            report.cycles() < 0 ? null : report.cycles(),
            report.elapsed().toNanos(),
            ran.took().toNanos(),
            ran.written().stream().map(Output::of).toList(),
            stats.isPresent() ? Optional.of(PortReport.rows(activity)) : Optional.empty()));
  }

  private record Completed(
      String state,
      Path image,
      String kernel,
      String device,
      @Nullable Long cycles,
      long elapsedNs,
      long wallNs,
      List<Output> outputs,
      Optional<List<PortReport.Row>> ports)
      implements Report {}

  private record Output(String argument, Path file, long bytes) implements Report {
    static Output of(BoundArguments.Written written) {
      return new Output(written.argument(), written.file(), written.bytes());
    }
  }

  private record Failed(String state, Problem error) implements Report {}

  private record Problem(String code, String name, String message) implements Report {
    static Problem of(BackplaneException e) {
      return new Problem(e.code().id(), e.code().name(), Failures.oneLine(e));
    }
  }
}
