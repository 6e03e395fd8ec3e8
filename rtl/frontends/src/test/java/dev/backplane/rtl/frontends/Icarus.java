package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.tool.ToolRun;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Runs Verilog with its test bench on another simulator. */
public final class Icarus {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private Icarus() {}

  /** {@return whether iverilog and vvp are on the path} */
  public static boolean isInstalled() {
    return List.of("iverilog", "vvp").stream()
        .allMatch(
            program ->
                List.of(System.getenv().getOrDefault("PATH", "").split(":")).stream()
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))));
  }

  /**
   * Compiles and runs.
   *
   * @param folder the work folder, which is searched for memory files
   * @param top the test bench
   * @param sources the sources, absolute or relative to the folder
   * @return the lines that the test bench printed
   */
  public static List<String> run(Path folder, String top, Path... sources) throws IOException {
    List<String> compile = new java.util.ArrayList<>();
    compile.addAll(List.of("iverilog", "-g2012", "-s", top, "-o", "bench.vvp"));
    for (Path source : sources) {
      compile.add(source.toString());
    }
    check(ToolRun.run(compile, folder, DEADLINE));
    return check(ToolRun.run(List.of("vvp", "-n", "bench.vvp"), folder, DEADLINE)).lines().toList();
  }

  private static String check(ToolRun run) throws IOException {
    if (run.exitCode() != 0) {
      throw new IOException("iverilog failed: " + run.output());
    }
    return run.output();
  }

  /** A value in hexadecimal digits, but x for those that Icarus does not know. */
  static String known(BigInteger value, String expected) {
    String digits = value.toString(16);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < expected.length(); i++) {
      int at = digits.length() - expected.length() + i;
      boolean isKnown = Character.digit(expected.charAt(i), 16) >= 0;
      text.append(!isKnown ? 'x' : at < 0 ? '0' : digits.charAt(at));
    }
    return text.toString();
  }
}
