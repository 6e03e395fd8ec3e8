package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.capi.clib.CxlLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A program in C that is linked with libcxl.so.1.
 *
 * @param file the program
 */
record CompiledProgram(Path file) {
  /** Compiles one of the sources of these tests, against the headers of the library. */
  static CompiledProgram of(Path folder, String source) throws IOException, InterruptedException {
    Path library = CxlLibrary.file().orElse(null);
    assumeTrue(library != null, "libcxl.so.1 was not built: gcc was missing");
    return compiled(
        folder,
        source,
        String.valueOf(library),
        "-Wl,-rpath," + Objects.requireNonNull(library).getParent());
  }

  /** Compiles one of them without shared libraries. */
  static CompiledProgram ofArchive(Path folder, String source)
      throws IOException, InterruptedException {
    Path archive = CxlLibrary.archive().orElse(null);
    assumeTrue(archive != null, "libcxl.a was not built: binutils were missing");
    return compiled(folder, source, String.valueOf(archive), "-static");
  }

  /** Compiles one of them that has the headers alone. */
  static CompiledProgram alone(Path folder, String source)
      throws IOException, InterruptedException {
    return compiled(folder, source);
  }

  private static CompiledProgram compiled(Path folder, String source, String... library)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("misc"));
    for (String header : List.of("libcxl.h", "misc/cxl.h")) {
      try (InputStream text = CxlLibrary.companion(header).orElseThrow()) {
        Files.write(folder.resolve(header), text.readAllBytes());
      }
    }
    Path program = folder.resolve(source.replace(".c", ""));
    List<String> command =
        new ArrayList<>(
            List.of(
                "gcc",
                "-O1",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I" + folder,
                "-o",
                program.toString(),
                Path.of("src/test/c").resolve(source).toAbsolutePath().toString()));
    command.addAll(List.of(library));
    command.add("-lpthread");
    Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(gcc.waitFor()).as(said).isZero();
    return new CompiledProgram(program);
  }

  /** Starts it on the cards of a door. */
  Process start(CapiDoor door, String... arguments) throws IOException {
    return start(door.socket(), arguments);
  }

  /** Starts it on the cards that are served at a socket. */
  Process start(Path socket, String... arguments) throws IOException {
    return start(socket, List.of(), Map.of(), arguments);
  }

  /** Starts it below another program, and with more in its environment. */
  Process start(
      Path socket, List<String> below, Map<String, String> environment, String... arguments)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(below));
    builder.command().add(file.toString());
    builder.command().addAll(List.of(arguments));
    builder.redirectErrorStream(true);
    builder.environment().put("BACKPLANE_CAPI", socket.toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Runs it to its end, without an error; returns what it said. */
  List<String> run(CapiDoor door, String... arguments) throws IOException, InterruptedException {
    return run(door.socket(), arguments);
  }

  /** Runs it to its end, without an error; returns what it said. */
  List<String> run(Path socket, String... arguments) throws IOException, InterruptedException {
    return lines(start(socket, arguments));
  }

  /** Waits for the end of one that was started, without an error; returns what it said. */
  static List<String> lines(Process started) throws IOException, InterruptedException {
    String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(started.waitFor()).as(said).isZero();
    return said.lines().toList();
  }
}
