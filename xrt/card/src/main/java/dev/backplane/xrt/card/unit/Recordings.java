package dev.backplane.xrt.card.unit;

import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.rtl.engines.trace.PinFilter;
import dev.backplane.rtl.engines.trace.Trigger;
import dev.backplane.rtl.engines.trace.WaveformRecorder;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.PortStatistics;
import dev.backplane.rtl.harness.Traffic;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.ArrayList;
import java.util.List;

/** Waveforms and statistics of RTL in the words of the device model, and back. */
public final class Recordings {
  private Recordings() {}

  /**
   * {@return a recorder that writes the waveform}
   *
   * @throws IllegalArgumentException if the window or the trigger is invalid
   */
  public static WaveformRecorder file(Waveform asked) {
    List<String> pins = new ArrayList<>(asked.pins());
    if (!pins.isEmpty()) {
      pins.addAll(asked.registers());
    }
    return new WaveformRecorder(
        asked.file(),
        asked.from(),
        asked.length(),
        asked.trigger().isBlank() ? Trigger.Event.START : Trigger.parse(asked.trigger()),
        asked.before(),
        new PinFilter(pins));
  }

  static List<PortActivity> activity(
      String unit, KernelPorts ports, KernelHarness harness, long cycles) {
    List<PortActivity> lines = new ArrayList<>();
    for (PortStatistics port : harness.statistics()) {
      double megahertz =
          ports
              .wiring()
              .megahertz(ports.clockOf(ports.interfaceNamed(port.port())).name())
              .doubleValue();
      for (boolean reads : new boolean[] {true, false}) {
        Traffic traffic = reads ? port.read() : port.written();
        if (!traffic.equals(Traffic.NONE)) {
          lines.add(line(unit, port.port(), reads ? "read" : "write", cycles, megahertz, traffic));
        }
      }
    }
    return lines;
  }

  private static PortActivity line(
      String unit, String port, String direction, long cycles, double megahertz, Traffic traffic) {
    return new PortActivity(
        unit,
        port,
        direction,
        cycles,
        megahertz,
        traffic.bursts(),
        traffic.beats(),
        traffic.bytes(),
        traffic.kernelStalls(),
        traffic.memoryStalls(),
        traffic.addressWaits(),
        traffic.responseWaits(),
        traffic.mostOutstanding(),
        // Little's law: bursts on their way are bursts per cycle times cycles per burst.
        cycles <= 0 ? 0 : (double) traffic.latencySum() / cycles,
        traffic.latencies(),
        traffic.lengths());
  }
}
