package dev.backplane.drivers.softcard;

import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.EngineKind;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.image.ImageKernel;
import dev.backplane.rtl.ports.KernelPorts;

/** A kernel of an image in RTL, compiled once for all of its units. */
final class RtlKernel implements UnitModel.Maker {
  private final KernelPorts ports;
  private final ControlProtocol protocol;
  private final CompiledDesign design;

  /**
   * Compiles a kernel.
   *
   * @param image the kernel in the image
   * @param engine what runs it
   */
  RtlKernel(ImageKernel image, EngineKind engine) {
    ports = image.ports();
    protocol = image.protocol();
    design = engine.compile(image.netlist());
  }

  KernelPorts ports() {
    return ports;
  }

  /** A unit of it at power-up, with the card's memory at its masters. */
  KernelHarness harness(UnitMemory memory, CardConfig config) {
    HarnessOptions options =
        HarnessOptions.DEFAULT.withLatency(config.latency()).withWatchdog(config.watchdogCycles());
    return new KernelHarness(design::newEngine, ports, protocol, memory, options);
  }

  @Override
  public UnitModel make(CardImage.KernelPlan kernel, UnitMemory memory, CardConfig config) {
    KernelHarness harness = harness(memory, config);
    try {
      harness.reset();
    } catch (RuntimeException e) {
      harness.close();
      throw e;
    }
    return new RtlModel(harness, kernel);
  }
}
