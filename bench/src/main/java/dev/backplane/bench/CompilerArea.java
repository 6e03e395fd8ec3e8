package dev.backplane.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The compiler at work, and what it makes, in use. */
final class CompilerArea implements Area {
  private static final Path FOLDER = Path.of("target/bench/compiler");

  private final Effort effort;

  CompilerArea(Effort effort) {
    this.effort = effort;
  }

  @Override
  public List<Row> measure() throws Exception {
    List<Row> rows = new ArrayList<>(new PluginLoadRows(effort).measure());
    rows.addAll(new LoweringRows(effort).measure());
    rows.addAll(new InferenceRows(Files.createDirectories(FOLDER), effort).measure());
    return rows;
  }
}
