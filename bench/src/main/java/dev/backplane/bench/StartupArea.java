package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Whole processes, as a person at a terminal meets them: median wall time and largest resident set
 * of several runs of the built command. Peak memory is the kernel's own high-water mark, read while
 * the process lives (Linux only).
 */
final class StartupArea implements Area {
  private static final int RUNS = 9;
  private static final Path LAUNCHER = Path.of("backplane");

  private record Cost(double seconds, double mebibytes) {}

  @Override
  public List<Row> measure() throws IOException, InterruptedException {
    if (!Files.isExecutable(LAUNCHER)) {
      throw new IOException("no ./backplane here: run from the top folder of the project");
    }
    Cost floor = median("bash", "-c", "exec \"$(bash tools/jdk25)/bin/java\" -version");
    Cost list = median("./backplane", "list");
    Cost demo = median("./backplane", "demo");
    return List.of(
        Row.cost("backplane list, wall", "s", list.seconds, "java -version", floor.seconds),
        Row.cost(
            "backplane list, peak RSS", "MiB", list.mebibytes, "java -version", floor.mebibytes),
        Row.alone("backplane demo, wall", "s", demo.seconds),
        Row.alone("backplane demo, peak RSS", "MiB", demo.mebibytes));
  }

  private static Cost median(String... command) throws IOException, InterruptedException {
    run(command);
    double[] seconds = new double[RUNS];
    double[] mebibytes = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      Cost cost = run(command);
      seconds[i] = cost.seconds;
      mebibytes[i] = cost.mebibytes;
    }
    Arrays.sort(seconds);
    Arrays.sort(mebibytes);
    return new Cost(seconds[RUNS / 2], mebibytes[RUNS - 1]);
  }

  private static Cost run(String... command) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    long peak = 0;
    while (!process.waitFor(2, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, highWaterKibibytes(process.pid()));
      if (System.nanoTime() - start > TimeUnit.MINUTES.toNanos(2)) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + " did not end within 2 minutes");
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " exited with " + process.exitValue());
    }
    return new Cost(seconds, peak / 1024.0);
  }

  private static long highWaterKibibytes(long pid) throws IOException {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D+", ""));
        }
      }
      return 0;
    } catch (NoSuchFileException e) {
      return 0; // It ended between the two looks.
    }
  }
}
