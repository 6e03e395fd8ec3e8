package dev.backplane.runtime;

import dev.backplane.runtime.fakes.Script;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

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
      for (String type :
          List.of(
              "Script",
              "ScriptedDriver",
              "FakeDevice",
              "FakeExtension",
              "FakeMemory",
              "FakeMemory$FakeBuffer",
              "FakeRegisters",
              "FakeImages",
              "FakeManagement",
              "FakeProgram",
              "FakeProgram$Twice",
              "FakeRun",
              "FakeRun$1")) {
        try (InputStream code = Script.class.getResourceAsStream(type + ".class")) {
          if (code != null) {
            jar.putNextEntry(new JarEntry("dev/backplane/runtime/fakes/" + type + ".class"));
            code.transferTo(jar);
          }
        }
      }
    }
  }
}
