package dev.backplane.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Looks for a program and asks its version.
 *
 * @param name what it is called
 * @param versionOption what makes it print its version
 * @param gives what Backplane does with it
 */
record ToolProbe(String name, String versionOption, String gives) {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final Duration DEADLINE = Duration.ofSeconds(5);

  static final List<ToolProbe> ALL =
      List.of(
          new ToolProbe("mvn", "-v", "building Backplane itself"),
          new ToolProbe("node", "--version", "running the npm build of yosys"),
          new ToolProbe("verilator", "--version", "the peer that benchmarks compare with"),
          new ToolProbe("g++", "--version", "compiling what verilator makes"),
          new ToolProbe("iverilog", "-V", "nothing yet; a second opinion on RTL for people"),
          new ToolProbe("ghdl", "--version", "nothing yet; VHDL is not read"));

  /** {@return the program on the path, if it is there} */
  Optional<Path> find(String path) {
    for (String folder : path.split(File.pathSeparator)) {
      if (!folder.isEmpty()) {
        Path file = Path.of(folder, name);
        if (Files.isRegularFile(file) && Files.isExecutable(file)) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  /** {@return the first line with a digit in it that the program prints of its version} */
  String version(Path program) {
    try {
      Process process =
          new ProcessBuilder(program.toString(), versionOption).redirectErrorStream(true).start();
      process.getOutputStream().close();
      Thread watchdog =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      if (!process.waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                        process.destroyForcibly();
                      }
                    } catch (InterruptedException e) {
                      process.destroyForcibly();
                    }
                  });
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        return lines
            .lines()
            .map(line -> COLOUR.matcher(line).replaceAll(""))
            .filter(line -> line.chars().anyMatch(Character::isDigit))
            .findFirst()
            .orElse("does not say its version within " + DEADLINE.toSeconds() + " s")
            .strip();
      } finally {
        watchdog.interrupt();
      }
    } catch (IOException e) {
      return "does not start: " + e.getMessage();
    }
  }
}
