package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Coherent accelerators: one in RTL beside the same RTL under Verilator in C++. */
final class CapiArea implements Area {
  private final boolean quick;

  CapiArea(boolean quick) {
    this.quick = quick;
  }

  @Override
  public List<Row> measure() throws IOException {
    Path folder = Files.createTempDirectory("backplane-bench");
    try {
      return new CoherentRtlRows(folder, quick).measure();
    } finally {
      EngineArea.delete(folder);
    }
  }
}
