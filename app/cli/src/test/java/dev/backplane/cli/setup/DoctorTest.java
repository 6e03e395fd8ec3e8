package dev.backplane.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The doctor on machines that have nothing, and on some that have what a test puts there. */
@Timeout(300)
class DoctorTest {
  @TempDir private Path folder = Path.of("");

  private void tool(String name, String version) throws IOException {
    Path tool = Files.writeString(folder.resolve(name), "#!/bin/sh\necho '" + version + "'\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
  }

  /** {@return what a process of its own prints, whose path is this folder alone} */
  private String doctor(String... options) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("backplane.test.classpath", ""),
            "dev.backplane.cli.Main",
            "doctor");
    builder.command().addAll(List.of(options));
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                folder.toString(),
                "HOME",
                folder.toString(),
                "LC_ALL",
                "C.UTF-8",
                "BACKPLANE_CACHE",
                folder.resolve("cache").toString()));
    Process process =
        builder.directory(folder.toFile()).redirectError(folder.resolve("errors").toFile()).start();
    process.getOutputStream().close();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(text).isZero();
      return text;
    }
  }

  private static JsonNode part(Map<String, JsonNode> parts, String name) {
    return Objects.requireNonNull(parts.get(name), name);
  }

  private Map<String, JsonNode> parts() throws IOException, InterruptedException {
    Map<String, JsonNode> parts = new TreeMap<>();
    for (JsonNode part : new ObjectMapper().readTree(doctor("--json")).get("parts")) {
      parts.put(part.get("name").asString(), part);
    }
    return parts;
  }

  @Test
  void aMachineWithoutToolsIsToldWhatInstallsThem() throws IOException, InterruptedException {
    Map<String, JsonNode> parts = parts();
    assertThat(parts)
        .containsKeys(
            "JDK",
            "verilator",
            "yosys",
            "yosys of npm",
            "ghdl",
            "iverilog",
            "g++",
            "gcc",
            "valgrind",
            "gtkwave",
            "surfer",
            "libxrt",
            "OpenCL");
    assertThat(part(parts, "JDK").get("gives").asString()).isEqualTo("everything");
    for (String name :
        new String[] {"verilator", "yosys", "yosys of npm", "ghdl", "iverilog", "g++", "gcc"}) {
      assertThat(part(parts, name).get("works").asBoolean()).as(name).isFalse();
      assertThat(part(parts, name).get("found").asString()).as(name).isNotEmpty();
      assertThat(part(parts, name).get("gives").asString()).as(name).isNotEmpty();
      assertThat(part(parts, name).get("install").asString()).as(name).contains("install");
    }
  }

  @Test
  void aToolThatIsThereHasItsVersion() throws IOException, InterruptedException {
    tool("verilator", "Verilator 5.006 2023-01-22 rev (Debian 5.006-3)");
    tool("yosys", "Yosys 0.23 (git sha1 7ce5011c24b)");
    tool("iverilog", "Icarus Verilog version 11.0 (stable) ()");
    tool("gtkwave", "");
    Files.createDirectories(folder.resolve("cache/node_modules/@yowasp/yosys"));
    Files.writeString(folder.resolve("cache/node_modules/@yowasp/yosys/package.json"), "{}");
    Map<String, JsonNode> parts = parts();
    for (String name : new String[] {"verilator", "yosys", "yosys of npm", "iverilog", "gtkwave"}) {
      assertThat(part(parts, name).get("works").asBoolean()).as("%s", part(parts, name)).isTrue();
    }
    assertThat(part(parts, "verilator").get("found").asString()).contains("5.006");
    assertThat(part(parts, "yosys").get("found").asString()).contains("0.23");
    assertThat(part(parts, "iverilog").get("found").asString()).contains("11.0");
    assertThat(part(parts, "gtkwave").get("found").asString()).endsWith("/gtkwave");
    assertThat(part(parts, "ghdl").get("works").asBoolean()).isFalse();
  }

  @Test
  void theTextNamesWhatInstallsWhatIsMissing() throws IOException, InterruptedException {
    tool("iverilog", "Icarus Verilog version 11.0 (stable) ()");
    assertThat(doctor())
        .containsPattern("ok +iverilog +Icarus Verilog version 11.0")
        .containsPattern("-- +ghdl +not on PATH")
        .containsPattern("MISSING +INSTALLED BY\n")
        .containsPattern("\nghdl +apt-get install ghdl\n")
        .doesNotContainPattern("\niverilog +apt-get");
  }

  @Test
  void theConfigurationIsAPartOfTheReport() throws IOException, InterruptedException {
    JsonNode configuration = new ObjectMapper().readTree(doctor("--json")).get("configuration");
    assertThat(configuration.get("problem").isNull()).isTrue();
    assertThat(configuration.get("plugins"))
        .anySatisfy(
            plugin -> {
              assertThat(plugin.get("plugin").asString()).isEqualTo("softcard");
              assertThat(plugin.get("devices").get(0).asString()).isEqualTo("softcard/card0");
            });
    JsonNode wrong = new ObjectMapper().readTree(doctor("--json", "--config", "missing.json"));
    assertThat(wrong.get("configuration").get("problem").asString()).startsWith("BP2001");
  }
}
