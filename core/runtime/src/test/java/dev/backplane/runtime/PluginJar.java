package dev.backplane.runtime;

import dev.backplane.runtime.fakes.Script;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Jars with the scripted driver in them. */
final class PluginJar {
  static final String META =
      """
      [[plugins]]
      name = "boxed"
      version = "2.0.0"
      api_version = "^1.0"
      package = "dev.backplane.runtime.fakes"
      target_runtime = "driver"
      symbols = ["ScriptedDriver"]
      """;

  private PluginJar() {}

  static void write(Path file, String meta) throws IOException {
    Files.createDirectories(file.getParent());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      if (!meta.isEmpty()) {
        jar.putNextEntry(new JarEntry("META-INF/backplane/meta.toml"));
        jar.write(meta.getBytes(StandardCharsets.UTF_8));
      }
      try (Stream<Path> classes = Files.list(fakes())) {
        for (Path code : classes.toList()) {
          jar.putNextEntry(new JarEntry("dev/backplane/runtime/fakes/" + code.getFileName()));
          Files.copy(code, jar);
        }
      }
    }
  }

  /** The folder with the compiled fakes. */
  private static Path fakes() {
    URL script = Objects.requireNonNull(Script.class.getResource("Script.class"));
    return Objects.requireNonNull(Path.of(URI.create(script.toString())).getParent());
  }
}
