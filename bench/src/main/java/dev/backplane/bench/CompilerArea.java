package dev.backplane.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the compiler makes, in use. */
final class CompilerArea implements Area {
  private static final Path FOLDER = Path.of("target/bench/compiler");

  private final boolean quick;

  CompilerArea(boolean quick) {
    this.quick = quick;
  }

  @Override
  public List<Row> measure() throws Exception {
    return new InferenceRows(Files.createDirectories(FOLDER), quick).measure();
  }
}
