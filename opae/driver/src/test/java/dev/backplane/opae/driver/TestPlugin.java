package dev.backplane.opae.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.opae.abi.TableLayout;
import dev.backplane.opae.clib.OpaeCLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Plugins in C, compiled from the source beside the tests with the table of a layout. */
final class TestPlugin {
  private static final Path SOURCES = Path.of("src/test/c").toAbsolutePath();
  private static final Path HEADERS =
      Path.of("../../opae/clib/src/main/c/include").toAbsolutePath().normalize();

  private TestPlugin() {}

  static Path card(Path folder, TableLayout layout, String... options) {
    return of("card", folder, layout, options);
  }

  static Path of(String source, Path folder, TableLayout layout, String... options) {
    assumeTrue(gccIsHere(), "gcc is not installed: tools/setup does it");
    assumeTrue(OpaeCLibrary.file().isPresent(), "libopae-c.so.2 was not built: gcc was missing");
    String name = source + layout + String.join("", options).replaceAll("[^A-Za-z0-9_]", "_");
    Path library = folder.resolve("lib" + name + ".so");
    if (Files.exists(library)) {
      return library;
    }
    try {
      Path headers = Files.createDirectories(folder.resolve(name + ".headers"));
      List<String> offsets = new ArrayList<>();
      List<String> slots = new ArrayList<>();
      for (String function : layout.functions()) {
        offsets.add("#define OFFSET_%s %d".formatted(function, layout.offset(function).get()));
        slots.add("SLOT(%s)".formatted(function));
      }
      Files.write(headers.resolve("slots.h"), offsets);
      Files.write(headers.resolve("functions.h"), slots);
      List<String> command =
          new ArrayList<>(
              List.of("gcc", "-O1", "-Wall", "-shared", "-fPIC", "-I", "" + headers, "-I"));
      command.add(HEADERS.toString());
      command.addAll(List.of(options));
      command.addAll(List.of("-o", library.toString(), SOURCES.resolve(source + ".c").toString()));
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
