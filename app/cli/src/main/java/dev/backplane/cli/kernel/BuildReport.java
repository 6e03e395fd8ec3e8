package dev.backplane.cli.kernel;

import dev.backplane.cli.image.KernelReport;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Report;
import dev.backplane.rtl.images.BuiltImage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The report of a build: what it found and made.
 *
 * @param built the image
 * @param output the file that the image was written to
 * @param bytes the size of the file
 * @param took the time that the whole build took
 * @param steps the time that each step took
 * @param tried what engines reported when they tried the image
 */
record BuildReport(
    BuiltImage built, Path output, int bytes, Duration took, StepTimes steps, List<String> tried) {
  private static final int MOST_WARNINGS = 20;

  /** The first ones: hundreds of them would hide the image. */
  void warnings(PrintWriter err) {
    List<String> all =
        built.kernels().stream()
            .flatMap(kernel -> kernel.hardware().stream())
            .flatMap(
                hardware ->
                    java.util.stream.Stream.concat(
                        hardware.elaboration().warnings().stream(),
                        hardware.ports().notes().stream()))
            .distinct()
            .toList();
    all.stream().limit(MOST_WARNINGS).forEach(warning -> err.println("warning: " + warning));
    if (all.size() > MOST_WARNINGS) {
      err.println("warning: " + (all.size() - MOST_WARNINGS) + " more; --json shows all");
    }
  }

  void print(PrintWriter out) {
    for (BuiltImage.BuiltKernel kernel : built.kernels()) {
      out.printf(
          "kernel %s: %s, %s%n",
          kernel.metadata().name(),
          KernelReport.protocol(kernel.metadata()),
          kernel.hardware().map(hardware -> "by " + hardware.elaboration().tool()).orElse("Java"));
      kernel.hardware().ifPresent(hardware -> KernelReport.ports(hardware.ports(), out));
      KernelReport.arguments(kernel.metadata(), out);
      kernel
          .hardware()
          .ifPresent(
              hardware ->
                  out.println(
                      "  netlist: " + KernelReport.netlist(hardware.elaboration().netlist())));
    }
    steps.steps().forEach((step, time) -> out.printf("%9s  %s%n", Figures.time(time), step));
    tried.forEach(out::println);
    out.printf(
        "%s: %s bytes, uuid %s, %s%s%n",
        output,
        Figures.grouped(bytes),
        built.xclbin().uuid(),
        Figures.time(took),
        built.cached() ? ", unchanged since an earlier build (--force builds again)" : "");
  }

  private record Described(
      Path image,
      int bytes,
      UUID uuid,
      boolean cached,
      double seconds,
      Map<String, Double> steps,
      List<Report> kernels,
      Optional<List<String>> tried)
      implements Report {}

  /** {@return all of it, for a program} */
  Report forPrograms() {
    Map<String, Double> times = new LinkedHashMap<>();
    steps.steps().forEach((step, time) -> times.put(step, time.toNanos() / 1e9));
    return new Described(
        output,
        bytes,
        built.xclbin().uuid(),
        built.cached(),
        took.toNanos() / 1e9,
        times,
        built.kernels().stream().map(KernelReport::of).toList(),
        tried.isEmpty() ? Optional.empty() : Optional.of(tried));
  }
}
