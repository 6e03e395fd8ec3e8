package dev.backplane.bench;

import dev.backplane.opae.clib.OpaeCLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Programs and plugins of OPAE in C, compiled as releases of such are. */
final class OpaePrograms {
  /** The file of the plugin. */
  static final String PLUGIN = "libbench.so";

  private OpaePrograms() {}

  /** A plugin whose registers are behind a function. */
  static Path plugin(Path folder) throws IOException {
    Path headers = folder.resolve("include");
    Path header = headers.resolve("backplane/fpga.h");
    Files.createDirectories(headers.resolve("backplane"));
    try (InputStream text =
        Objects.requireNonNull(OpaeCLibrary.class.getResourceAsStream("fpga.h"), "fpga.h")) {
      Files.copy(text, header);
    }
    return compile(folder, "plugin.c", folder.resolve(PLUGIN), "-shared", "-fPIC", "-I" + headers);
  }

  /** A program that calls functions of a plugin by its table. */
  static Path direct(Path folder) throws IOException {
    return compile(folder, "direct.c", folder.resolve("direct"));
  }

  /** A program that is linked with OPAE's library, of which a folder has what is needed. */
  static Path program(Path folder, Path opae) throws IOException {
    Path libraries = opae.resolve("lib");
    return compile(
        folder,
        "program.c",
        folder.resolve("program"),
        "-I" + opae.resolve("include"),
        "-L" + libraries,
        "-Wl,-rpath," + libraries,
        "-lopae-c");
  }

  private static Path compile(Path folder, String name, Path result, String... options)
      throws IOException {
    Path source = folder.resolve(name);
    try (InputStream text =
        Objects.requireNonNull(OpaePrograms.class.getResourceAsStream("opae/" + name), name)) {
      Files.copy(text, source);
    }
    List<String> command =
        new ArrayList<>(
            List.of("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", result.toString()));
    command.add(source.toString());
    command.addAll(List.of(options));
    command.add("-ldl");
    Programs.output(command);
    return result;
  }

  /**
   * Writes a configuration with instances of a plugin.
   *
   * @param instances how many
   * @param resources how many resources each has
   */
  static Path configuration(Path folder, Path plugin, int instances, int resources)
      throws IOException {
    List<String> plugins = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      plugins.add(
          """
          {"module": "opae", "name": "boards%d", "config": {"library": "%s", "layout": "F",
            "config": {"bus": %d, "resources": %d}}}
          """
              .formatted(i, plugin, i + 1, resources));
    }
    return configuration(folder.resolve("native.json"), String.join(",", plugins));
  }

  /** Writes a configuration with some plugins. */
  static Path configuration(Path file, String plugins) throws IOException {
    return Files.writeString(file, "{\"plugins\": [%s]}\n".formatted(plugins));
  }
}
