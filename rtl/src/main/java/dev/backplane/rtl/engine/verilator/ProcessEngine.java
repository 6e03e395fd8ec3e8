package dev.backplane.rtl.engine.verilator;

import dev.backplane.rtl.engine.Pin;
import java.util.List;

/** A model in a process of its own. */
final class ProcessEngine extends ModelEngine {
  ProcessEngine(NativeDesign design, ModelEntry entry, int seed) {
    super(design.top(), design.clocks());
    throw new IllegalStateException("" + entry + seed);
  }

  @Override
  public List<Pin> pins() {
    return List.of();
  }

  @Override
  public void settle() {}

  @Override
  void pulse(long mask) {}

  @Override
  public void close() {}
}
