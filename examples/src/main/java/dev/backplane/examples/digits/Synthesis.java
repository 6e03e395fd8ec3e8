package dev.backplane.examples.digits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The result of synthesis by yosys for FPGAs of the Xilinx 7 series, in cells of that series: one
 * technology among many, and before placement.
 *
 * @param multipliers blocks with a multiplier, DSP48E1
 * @param carries blocks of carry logic of four bits, CARRY4
 * @param lookups tables with up to six inputs, LUT1 to LUT6
 * @param registers flip-flops, FD*
 * @param memories blocks of 18 kibit, RAMB18E1; a RAMB36E1 counts as two
 */
record Synthesis(long multipliers, long carries, long lookups, long registers, long memories) {
  private static final Pattern CELL = Pattern.compile("(?m)^ +([A-Z]\\w+) +(\\d+)$");
  private static final long MINUTES = 15;

  /** The number of bits of a block of memory. */
  static final long MEMORY_BITS = 18 * 1024;

  /**
   * Synthesizes a design.
   *
   * @param sources the Verilog files
   * @param top the module that is the whole
   * @param log a file for what yosys says
   * @return what it needs, or nothing where yosys is not installed
   * @throws IOException if yosys fails, or its words cannot be kept
   */
  static Optional<Synthesis> of(List<Path> sources, String top, Path log) throws IOException {
    String files = String.join(" ", sources.stream().map(Path::toString).toList());
    ProcessBuilder yosys =
        new ProcessBuilder(
                "yosys",
                "-p",
                "read_verilog " + files + "; synth_xilinx -noiopad -flatten -top " + top + "; stat")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Process process;
    try {
      process = yosys.start();
    } catch (IOException e) {
      return Optional.empty(); // there is no such program
    }
    try {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException("yosys did not synthesize " + top + "; " + log + " says why");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while yosys ran", e);
    } finally {
      process.destroyForcibly();
    }
    return Optional.of(counted(Files.readString(log)));
  }

  private static Synthesis counted(String log) {
    Map<String, Long> cells = new HashMap<>();
    Matcher found = CELL.matcher(log.substring(log.lastIndexOf("Number of cells")));
    while (found.find()) {
      cells.put(found.group(1), Long.parseLong(found.group(2)));
    }
    return new Synthesis(
        sum(cells, "DSP"),
        sum(cells, "CARRY"),
        sum(cells, "LUT"),
        sum(cells, "FD"),
        sum(cells, "RAMB18") + 2 * sum(cells, "RAMB36"));
  }

  private static long sum(Map<String, Long> cells, String prefix) {
    return cells.entrySet().stream()
        .filter(cell -> cell.getKey().startsWith(prefix))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
