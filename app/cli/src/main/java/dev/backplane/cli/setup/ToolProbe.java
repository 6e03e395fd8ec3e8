package dev.backplane.cli.setup;

import dev.backplane.cli.command.SearchPath;
import java.io.IOException;
import java.io.InputStream;
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
 * @param name its name
 * @param versionOption the option that makes it print its version; empty if it has none
 * @param gives what Backplane uses it for
 * @param install what installs it
 * @param deadline the time that it may take to answer
 */
record ToolProbe(
    String name, String versionOption, String gives, String install, Duration deadline) {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final int LARGEST_OUTPUT = 64 * 1024;
  private static final Duration USUAL_DEADLINE = Duration.ofSeconds(5);

  static final List<ToolProbe> ALL =
      List.of(
          debian("ghdl", "--version", "'backplane build' from VHDL", "ghdl"),
          debian("iverilog", "-V", "'backplane build --check': another simulator", "iverilog"),
          debian("g++", "--version", "the engine 'verilator', with verilator", "g++"),
          debian("gcc", "--version", "the libraries for C programs of OPAE and libcxl", "gcc"),
          debian("unzip", "-v", "'backplane exec': XRT unpacks images with it", "unzip"),
          debian("node", "--version", "running the yosys of npm", "nodejs"),
          debian("npm", "--version", "installing the yosys of npm", "npm"),
          debian("gtkwave", "", "looking at waveforms of 'backplane wave'", "gtkwave"),
          new ToolProbe(
              "surfer",
              "--version",
              "looking at waveforms of 'backplane wave'",
              "not in Debian: https://surfer-project.org",
              USUAL_DEADLINE),
          debian("mvn", "-v", "building Backplane itself", "maven"),
          debian("valgrind", "--version", "tests of the libraries for C programs", "valgrind"));

  private static ToolProbe debian(
      String name, String versionOption, String gives, String packageName) {
    return new ToolProbe(
        name, versionOption, gives, "apt-get install " + packageName, USUAL_DEADLINE);
  }

  /** {@return the program on the path, if it is there} */
  Optional<Path> find(String path) {
    return SearchPath.find(name, path);
  }

  /**
   * The answer of a program that was asked for its version.
   *
   * @param works whether it started and ended
   * @param text its version, or the problem
   */
  record Answer(boolean works, String text) {}

  /**
   * {@return the first line with a digit in it that the program prints of its version, or its
   * place}
   */
  Answer version(Path program) {
    if (versionOption.isEmpty()) {
      return new Answer(true, program.toString());
    }
    try {
      // To a file: a pipe would stay open as long as some child of the program lives.
      Path output = Files.createTempFile("backplane-version", ".txt");
      try {
        return version(program, output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      return new Answer(false, program + " does not start: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(false, program + " was not waited for");
    }
  }

  private Answer version(Path program, Path output) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(program.toString(), versionOption)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        return new Answer(
            false,
            program + " " + versionOption + " does not end within " + deadline.toSeconds() + " s");
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    try (InputStream written = Files.newInputStream(output)) {
      String version =
          new String(written.readNBytes(LARGEST_OUTPUT), StandardCharsets.UTF_8)
              .lines()
              .map(line -> COLOUR.matcher(line).replaceAll(""))
              .filter(line -> line.chars().anyMatch(Character::isDigit))
              .findFirst()
              .orElse("does not say its version")
              .strip();
      return new Answer(true, version);
    }
  }
}
