package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Plugins in C, compiled from the sources beside the tests with the slot list of a version. */
final class TestPlugin {
  private static final Path SOURCES = Path.of("src/test/c").toAbsolutePath();

  private TestPlugin() {}

  static Path host(Path folder, String version) {
    return compile(folder, "host.c", version, "-pthread");
  }

  /** {@return a plugin that is wrong in a way that its source knows} */
  static Path wrong(Path folder, String how) {
    return compile(folder, "hostile.c", "15.49", "-DWRONG_" + how);
  }

  static Path compile(Path folder, String source, String version, String... options) {
    assumeTrue(gccIsHere(), "gcc is not installed: tools/setup does it");
    SlotList slots = SlotList.of(InterfaceVersion.parse(version).orElseThrow()).orElseThrow();
    String name = source.replace(".c", "") + version + String.join("", options);
    Path library = folder.resolve("libpi_" + name.replaceAll("[^A-Za-z0-9_]", "_") + ".so");
    try {
      Path headers = Files.createDirectories(folder.resolve(name + ".headers"));
      List<String> lines = new ArrayList<>();
      lines.add("#define PI_MAJOR " + slots.version().major());
      lines.add("#define PI_MINOR " + slots.version().minor());
      lines.add("#define SLOT_COUNT " + slots.functions().size());
      for (int i = 0; i < slots.functions().size(); i++) {
        // The name alone, whatever arguments it had.
        lines.add("#define SLOT_" + slots.functions().get(i).split(" ")[0] + " " + i);
      }
      Files.write(headers.resolve("slots.h"), lines);
      Files.write(
          headers.resolve("functions.h"),
          IntStream.range(0, slots.functions().size())
              .mapToObj(i -> "FUNCTION(" + i + ")")
              .toList());
      List<String> command =
          new ArrayList<>(List.of("gcc", "-O1", "-Wall", "-shared", "-fPIC", "-I", "" + headers));
      command.addAll(List.of(options));
      command.addAll(List.of("-o", library.toString(), SOURCES.resolve(source).toString()));
      run(command);
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean gccIsHere() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "gcc")));
  }

  private static void run(List<String> command) throws IOException {
    Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(gcc.waitFor(10, TimeUnit.MINUTES)).isTrue();
      assertThat(said).as(command.toString()).isEmpty();
      assertThat(gcc.exitValue()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
