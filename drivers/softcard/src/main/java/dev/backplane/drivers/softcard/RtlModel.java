package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.image.ImageKernel;
import dev.backplane.rtl.ports.KernelPorts;

/** A compute unit in RTL: an engine on the bench, with the card's memory at its masters. */
final class RtlModel implements UnitModel {
  /** Clock cycles that pass after a register access while no run is awaited. */
  private static final int CYCLES_PER_ACCESS = 256;

  private final KernelHarness harness;
  private final CardImage.KernelPlan kernel;

  private RtlModel(
      CompiledDesign design,
      KernelPorts ports,
      ControlProtocol protocol,
      CardImage.KernelPlan kernel,
      UnitMemory memory,
      CardConfig config) {
    this.kernel = kernel;
    HarnessOptions options =
        HarnessOptions.DEFAULT.withLatency(config.latency()).withWatchdog(config.watchdogCycles());
    harness = new KernelHarness(design::newEngine, ports, protocol, memory, options);
    harness.reset();
  }

  /**
   * Compiles a kernel's netlist, once for all of its units.
   *
   * @param image the kernel in the image
   * @return what makes models of it
   */
  static Maker maker(ImageKernel image) {
    KernelPorts ports = image.ports();
    ControlProtocol protocol = image.protocol();
    CompiledDesign design = JvmEngine.compile(image.netlist());
    return (kernel, memory, config) ->
        new RtlModel(design, ports, protocol, kernel, memory, config);
  }

  @Override
  public long execute(long[] values, Supervisor supervisor) {
    for (Argument argument : kernel.arguments()) {
      long bits = values[argument.index()];
      harness.writeRegister(argument.offset(), (int) bits);
      if (argument.size() > Integer.BYTES) {
        harness.writeRegister(argument.offset() + Integer.BYTES, (int) (bits >>> 32));
      }
    }
    harness.start();
    RunLimits limits =
        new RunLimits(
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            () -> supervisor.cancelled() || supervisor.registersWait());
    while (true) {
      try {
        return harness.await(limits).cycles();
      } catch (RtlException e) {
        if (e.error() != RtlError.CANCELLED || supervisor.cancelled()) {
          throw e;
        }
        // Only interrupted for register accesses; the run is awaited further after them.
        supervisor.serveRegisters();
      }
    }
  }

  @Override
  public int read(long offset) {
    int value = harness.readRegister(offset);
    goOn();
    return value;
  }

  @Override
  public void write(long offset, int value) {
    harness.writeRegister(offset, value);
    goOn();
  }

  /** A kernel that its owner started through registers moves on while it is looked at. */
  private void goOn() {
    if (!harness.isRunning()) {
      harness.advance(CYCLES_PER_ACCESS);
    }
  }

  @Override
  public void close() {
    harness.close();
  }
}
