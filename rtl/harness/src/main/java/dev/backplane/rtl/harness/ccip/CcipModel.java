package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.BusModel;
import dev.backplane.rtl.harness.EventHistory;
import dev.backplane.rtl.harness.InterfacePins;
import dev.backplane.rtl.harness.PortStatistics;
import dev.backplane.rtl.harness.RegisterPort;
import dev.backplane.rtl.harness.SimulationContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** A host behind CCI-P: its memory, and its accesses to registers. */
final class CcipModel implements BusModel {
  private final String port;
  private final CcipReads reads;
  private final CcipWrites writes;
  private final CcipMmio mmio;

  CcipModel(SimulationContext context, InterfacePins pins) {
    port = pins.bus().name();
    EventHistory history = new EventHistory(port);
    context.record(history);
    CcipReceive receive = new CcipReceive(pins);
    HostLines memory = new HostLines(context, port);
    reads = new CcipReads(context, pins, history, receive, memory);
    writes = new CcipWrites(context, pins, history, memory);
    mmio = new CcipMmio(context, pins, history, receive);
  }

  CcipMmio registerPort() {
    return mmio;
  }

  @Override
  public void sample() {
    reads.sample();
    writes.sample();
    mmio.sample();
  }

  @Override
  public void drive() {
    reads.drive(mmio.drive());
    writes.drive();
  }

  @Override
  public void checkQuiet(String when) {
    reads.checkQuiet(when);
    writes.checkQuiet(when);
    mmio.checkQuiet(when);
  }

  @Override
  public boolean isBusy() {
    return reads.outstanding() + writes.outstanding() > 0;
  }

  @Override
  public void checkFinished() {
    // There is no end of a run that the model could see: the accelerator's registers have it.
  }

  @Override
  public long interrupts() {
    return writes.interrupts().total();
  }

  @Override
  public long interrupts(int vector) {
    return writes.interrupts().of(vector);
  }

  @Override
  public Map<String, RegisterPort> registers() {
    return Map.of(port.toLowerCase(Locale.ROOT), mmio);
  }

  @Override
  public List<PortStatistics> statistics() {
    return List.of(new PortStatistics(port, reads.traffic(), writes.traffic()));
  }

  @Override
  public void clearStatistics() {
    reads.clearStatistics();
    writes.clearStatistics();
  }

  @Override
  public void describeWaits(Consumer<String> waits) {
    if (mmio.isBusy()) {
      waits.accept(port + ": " + mmio.state());
    } else if (!isBusy()) {
      waits.accept(port + ": the accelerator has no request outstanding");
    }
  }

  @Override
  public void describeState(Consumer<String> states) {
    states.accept("%s: %s, %s".formatted(port, reads.state(), writes.state()));
  }
}
