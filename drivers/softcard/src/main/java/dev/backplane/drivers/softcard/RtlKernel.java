package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.EngineKind;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.image.ImageKernel;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.ports.KernelPorts;
import dev.backplane.rtl.trace.PinFilter;
import dev.backplane.rtl.trace.Probes;
import org.jspecify.annotations.Nullable;

/** A kernel of an image in RTL, compiled once for all of its units. */
final class RtlKernel implements UnitModel.Maker {

  private final String name;
  private final KernelPorts ports;
  private final ControlProtocol protocol;
  private final CompiledDesign design;
  private final Netlist netlist;

  /**
   * Compiles a kernel.
   *
   * @param image the kernel in the image
   * @param engine what runs it
   */
  RtlKernel(ImageKernel image, EngineKind engine) {
    name = image.name();
    ports = image.ports();
    protocol = image.protocol();
    netlist = image.netlist();
    design = engine.compile(netlist);
  }

  KernelPorts ports() {
    return ports;
  }

  /** A unit of it at power-up, with the card's memory at its masters. */
  KernelHarness harness(UnitMemory memory, CardConfig config) {
    Waveform waveform = config.tracing().waveform();
    HarnessOptions options =
        HarnessOptions.builder()
            .latency(config.latency())
            .watchdogCycles(config.watchdogCycles())
            .warnings(config.warnings())
            .warningSink(
                text ->
                    System.getLogger(RtlKernel.class.getName())
                        .log(
                            System.Logger.Level.WARNING,
                            "card %s, kernel %s: %s".formatted(config.name(), name, text)))
            .historyCycles(config.tracing().historyCycles())
            .faultWaveform(config.tracing().faultWaveform())
            .observer(waveform == null ? null : Recordings.file(waveform))
            .build();
    return new KernelHarness(
        design(waveform, config.engine())::newEngine, ports, protocol, memory, options);
  }

  /** The design, or one with more pins that show registers. */
  private CompiledDesign design(@Nullable Waveform waveform, EngineKind engine) {
    return waveform == null || waveform.registers().isEmpty()
        ? design
        : engine.compile(Probes.add(netlist, new PinFilter(waveform.registers())));
  }

  @Override
  public UnitModel make(CardImage.KernelPlan kernel, UnitMemory memory, CardConfig config) {
    KernelHarness harness;
    try {
      harness = harness(memory, config);
    } catch (IllegalArgumentException e) {
      throw unknownPins(e);
    }
    try {
      harness.reset();
    } catch (IllegalArgumentException e) {
      harness.close();
      throw unknownPins(e);
    } catch (RuntimeException e) {
      harness.close();
      throw e;
    }
    boolean chained = protocol == ControlProtocol.AP_CTRL_CHAIN;
    RtlStarted started = kernel.startable() ? new RtlStarted(harness, chained) : null;
    return new RtlModel(harness, kernel, started);
  }

  private static BackplaneException unknownPins(IllegalArgumentException e) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
        .during("record")
        .causedBy(e)
        .build();
  }
}
