package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The cost of a whole process, as a person at a terminal sees it. Peak memory is the kernel's own
 * high-water mark, read while the process lives (Linux only).
 *
 * @param seconds from its start to its end
 * @param mebibytes its largest resident set
 */
record ProcessCost(double seconds, double mebibytes) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Runs a command to its end. */
  static ProcessCost of(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("backplane-bench", ".txt");
    try {
      return of(folder, environment, command, output);
    } finally {
      Files.delete(output);
    }
  }

  private static ProcessCost of(
      Path folder, Map<String, String> environment, List<String> command, Path output)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    long peak = 0;
    while (!process.waitFor(2, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, highWaterKibibytes(process.pid()));
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + " did not end within " + PATIENCE);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(
          "%s exited with %d: %s"
              .formatted(String.join(" ", command), process.exitValue(), Files.readString(output)));
    }
    return new ProcessCost(seconds, peak / 1024.0);
  }

  /**
   * Runs commands in turns, so that each meets the same machine.
   *
   * @return for each command the median of its times and the largest of its peaks
   */
  static List<ProcessCost> inTurns(int runs, Path folder, List<List<String>> commands)
      throws IOException, InterruptedException {
    List<List<ProcessCost>> all = new ArrayList<>();
    for (List<String> command : commands) {
      of(folder, Map.of(), command); // The first one finds cold file caches.
      all.add(new ArrayList<>());
    }
    for (int run = 0; run < runs; run++) {
      for (int i = 0; i < commands.size(); i++) {
        all.get(i).add(of(folder, Map.of(), commands.get(i)));
      }
    }
    return all.stream().map(ProcessCost::summary).toList();
  }

  private static ProcessCost summary(List<ProcessCost> costs) {
    double[] seconds = costs.stream().mapToDouble(ProcessCost::seconds).sorted().toArray();
    double peak = costs.stream().mapToDouble(ProcessCost::mebibytes).max().orElse(0);
    return new ProcessCost(seconds[seconds.length / 2], peak);
  }

  private static long highWaterKibibytes(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D+", ""));
        }
      }
      return 0;
    } catch (IOException e) {
      return 0; // It ended between the two looks, or while its file was read.
    }
  }
}
