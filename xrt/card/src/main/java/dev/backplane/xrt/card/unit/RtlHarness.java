package dev.backplane.xrt.card.unit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.image.RtlKernel;
import java.util.List;

/** Makes the harness of a compute unit in RTL, with the card's memory at its masters. */
public final class RtlHarness {
  private RtlHarness() {}

  /** {@return a unit before its reset} */
  public static KernelHarness of(RtlKernel kernel, BusMemory memory, CardConfig config) {
    Waveform waveform = config.tracing().waveform();
    HarnessOptions options =
        HarnessOptions.builder()
            .latency(config.latency())
            .watchdogCycles(config.watchdogCycles())
            .warnings(config.options().warnings())
            .warningSink(
                text ->
                    warn("card %s, kernel %s: %s".formatted(config.name(), kernel.name(), text)))
            // What a designer prints is not the card's to judge, and reads as in a simulator.
            .reportSink(
                report ->
                    System.err.println(
                        "%s, %s: %s".formatted(config.name(), memory, report.plain())))
            .historyCycles(config.tracing().historyCycles())
            .faultWaveform(config.tracing().faultWaveform())
            .observer(waveform == null ? null : Recordings.file(waveform))
            .build();
    List<String> registers = waveform == null ? List.of() : waveform.registers();
    return new KernelHarness(
        kernel.design(registers)::newEngine, kernel.ports(), kernel.protocol(), memory, options);
  }

  private static void warn(String text) {
    System.getLogger(RtlHarness.class.getName()).log(System.Logger.Level.WARNING, text);
  }

  /** {@return a unit at power-up} */
  static KernelHarness atPowerUp(RtlKernel kernel, BusMemory memory, CardConfig config) {
    KernelHarness harness;
    try {
      harness = of(kernel, memory, config);
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
    return harness;
  }

  private static BackplaneException unknownPins(IllegalArgumentException e) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
        .during("record")
        .causedBy(e)
        .build();
  }
}
