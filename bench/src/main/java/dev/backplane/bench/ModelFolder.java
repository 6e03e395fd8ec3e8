package dev.backplane.bench;

import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A cache of models of the benchmarks' own, so that what is timed is compiled. */
final class ModelFolder {
  private static final Path FOLDER = Path.of("target/bench/models").toAbsolutePath();

  /** Verilator's runtime, which every machine compiles once. */
  private static final String RUNTIME = "runtime-";

  private ModelFolder() {}

  /** Options with a cache that has no models, but the runtime if there ever was one. */
  static VerilatorOptions withoutModels() throws IOException {
    Files.createDirectories(FOLDER);
    try (Stream<Path> entries = Files.list(FOLDER)) {
      List<Path> models =
          entries
              .filter(entry -> !String.valueOf(entry.getFileName()).startsWith(RUNTIME))
              .toList();
      for (Path model : models) {
        EngineArea.delete(model);
      }
    }
    return VerilatorOptions.standard().withCache(FOLDER, Long.MAX_VALUE);
  }
}
