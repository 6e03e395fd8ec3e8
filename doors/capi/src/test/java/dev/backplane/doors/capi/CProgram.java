package dev.backplane.doors.capi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.shims.c.CxlLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A program of these tests that is linked with libcxl.so.1. */
final class CProgram {
  private CProgram() {}

  /** Compiles it into a folder; the test is left out where there is no compiler. */
  static Path compile(String source, Path folder) throws IOException, InterruptedException {
    Path library = CxlLibrary.file().orElse(null);
    assumeTrue(library != null, "libcxl.so.1 was not built: gcc was missing");
    Files.createDirectories(folder.resolve("misc"));
    for (String header : List.of("libcxl.h", "misc/cxl.h")) {
      try (InputStream text =
          Objects.requireNonNull(CxlLibrary.class.getResourceAsStream(header), header)) {
        Files.copy(text, folder.resolve(header));
      }
    }
    Path program = folder.resolve("program");
    Process gcc =
        new ProcessBuilder(
                "gcc",
                "-O1",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-I" + folder,
                "-o",
                program.toString(),
                Path.of("src/test/c").resolve(source).toAbsolutePath().toString(),
                String.valueOf(library),
                "-Wl,-rpath," + Objects.requireNonNull(library).getParent())
            .redirectErrorStream(true)
            .start();
    String said = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(gcc.waitFor()).as(said).isZero();
    return program;
  }
}
