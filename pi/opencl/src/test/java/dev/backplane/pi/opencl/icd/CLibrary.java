package dev.backplane.pi.opencl.icd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Compiles libraries of C that behave as vendors' libraries do, well and badly. */
public final class CLibrary {
  private CLibrary() {}

  /** Compiles a source to {@code lib<name>.so}; assumes that there is a compiler. */
  public static Path compile(Path folder, String name, String source) {
    try {
      Path c = Files.writeString(folder.resolve(name + ".c"), source);
      Path library = folder.resolve("lib" + name + ".so");
      Process gcc =
          start(
              List.of(
                  "gcc",
                  "-shared",
                  "-fPIC",
                  "-O1",
                  "-o",
                  library.toString(),
                  c.toString(),
                  "-ldl"));
      String said = new String(gcc.getInputStream().readAllBytes(), UTF_8);
      assertThat(gcc.waitFor()).as(said).isZero();
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Process start(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "no gcc; tools/setup installs it");
      throw new UncheckedIOException(e);
    }
  }

  /** {@return a source that lies beside this class} */
  public static String source(String name) {
    try (var stream = Objects.requireNonNull(CLibrary.class.getResourceAsStream(name))) {
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return OpenCL's functions in the order of their slots} */
  public static List<String> slots() {
    return ClNames.ALL;
  }
}
