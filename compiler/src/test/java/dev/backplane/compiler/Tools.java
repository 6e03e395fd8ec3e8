package dev.backplane.compiler;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Which of the tools that check hardware are installed. */
final class Tools {
  private Tools() {}

  static boolean haveVerilator() {
    return have("verilator");
  }

  static boolean haveYosys() {
    return have("yosys");
  }

  static boolean haveGhdl() {
    return have("ghdl");
  }

  private static boolean have(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
