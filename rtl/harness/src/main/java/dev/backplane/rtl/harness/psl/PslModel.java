package dev.backplane.rtl.harness.psl;

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

/** A PSL: jobs, registers, and commands on memory. */
final class PslModel implements BusModel {
  private final SimulationContext context;
  private final String port;
  private final PslEnvironment environment;
  private final PslCommands commands;
  private final List<PslDma> dmas;
  private final PslMmio mmio;
  private final PslJob job;

  PslModel(SimulationContext context, InterfacePins pins, PslEnvironment environment) {
    this.context = context;
    this.environment = environment;
    port = pins.bus().name();
    EventHistory history = new EventHistory(port);
    context.record(history);
    PslHost connected = environment.host();
    PslFaults faults = environment.faults();
    PslHost host =
        connected == null
            ? new BusMemoryHost(context, port, !PslSignals.isPsl9(pins.bus()))
            : connected;
    PslFaults injected = faults == null ? PslFaults.of(context.options()) : faults;
    GivenItags itags = new GivenItags();
    dmas =
        PslSignals.dmaPorts(pins.bus())
            .mapToObj(each -> new PslDma(each, itags, context, pins, history, host, injected))
            .toList();
    commands = new PslCommands(context, pins, history, host, injected, itags, dmas);
    mmio = new PslMmio(context, pins, history);
    job = new PslJob(context, pins, history, commands, host);
  }

  PslJob job() {
    return job;
  }

  PslEnvironment environment() {
    return environment;
  }

  PslCommands commands() {
    return commands;
  }

  PslMmio mmio() {
    return mmio;
  }

  /** Gives RESET. */
  void reset() {
    mmio.forget();
    job.reset();
  }

  @Override
  public void sample() {
    if (job.state() == PslJob.State.UNKNOWN || job.state() == PslJob.State.RESETTING) {
      // Whatever its registers hold at power-up ends with the first RESET.
      if (job.isInReset()) {
        commands.checkQuiet();
        dmas.forEach(PslDma::checkQuiet);
      }
      job.sample();
      return;
    }
    boolean running = job.isRunning() && job.state() == PslJob.State.STARTED;
    commands.sample(running);
    dmas.forEach(dma -> dma.sample(running));
    mmio.sample();
    job.sample();
  }

  @Override
  public void drive() {
    commands.drive();
    dmas.forEach(PslDma::drive);
    mmio.drive();
    job.drive();
  }

  @Override
  public void checkQuiet(String when) {
    // There is no reset pin: a RESET command resets the accelerator.
  }

  @Override
  public boolean isBusy() {
    return commands.outstanding() > 0 || dmas.stream().anyMatch(dma -> dma.outstanding() > 0);
  }

  @Override
  public void checkFinished() {
    if (isBusy()) {
      context.violation(port, PslRule.UNFINISHED, "the job leaves " + commands.state());
    }
  }

  @Override
  public long interrupts() {
    return commands.interrupts();
  }

  @Override
  public Map<String, RegisterPort> registers() {
    return Map.of(
        port.toLowerCase(Locale.ROOT), mmio.registers, mmio.descriptor.port(), mmio.descriptor);
  }

  @Override
  public List<PortStatistics> statistics() {
    return List.of(new PortStatistics(port, commands.readTraffic(), commands.writeTraffic()));
  }

  @Override
  public void clearStatistics() {
    commands.clearStatistics();
  }

  @Override
  public void describeWaits(Consumer<String> waits) {
    if (mmio.registers.isBusy()) {
      waits.accept(port + ": " + mmio.registers.state());
    }
    if (job.state() == PslJob.State.STARTED && commands.outstanding() == 0) {
      waits.accept(
          port
              + (job.isRunning()
                  ? ": a command of the accelerator, or ah_jdone"
                  : ": ah_jrunning, which START should raise"));
    }
  }

  @Override
  public void describeState(Consumer<String> states) {
    states.accept(
        "%s: job %s, ah_jrunning=%d, %s"
            .formatted(
                port,
                job.state().name().toLowerCase(Locale.ROOT),
                job.isRunning() ? 1 : 0,
                commands.state()));
  }
}
