package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.RunControl;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.Simulation;
import dev.backplane.rtl.harness.SimulationContext;
import java.util.Locale;
import java.util.Optional;

/** Runs jobs: RESET, then START with a work element descriptor, until the accelerator is done. */
final class PslControl implements RunControl {
  private static final int POLL_CYCLES = 64;

  /** Cycles after done in which a second done would be seen. */
  private static final int SETTLE_CYCLES = 4;

  private final Simulation simulation;
  private final SimulationContext context;
  private final PslModel model;
  private final String port;

  private boolean started;
  private long startCycle;
  private long startNanos;

  PslControl(Simulation simulation, PslModel model, String port) {
    this.simulation = simulation;
    this.model = model;
    this.port = port;
    context = simulation.context();
  }

  PslModel model() {
    return model;
  }

  SimulationContext context() {
    return context;
  }

  /** Simulates some cycles, or until a fault. */
  void simulate(int cycles) {
    simulation.simulate(context.cycle() + cycles);
    simulation.failOnFault();
  }

  @Override
  public void initialize() {
    model.reset();
    long end = context.cycle() + context.options().accessCycles();
    while (model.job().state() == PslJob.State.RESETTING
        && context.cycle() < end
        && context.fault() == null) {
      simulation.simulate(context.cycle() + 1);
    }
    if (model.job().state() == PslJob.State.RESETTING && context.fault() == null) {
      context.fail(
          new RtlException(
              RtlError.NO_PROGRESS,
              "%s: RESET is not answered with ah_jdone in %d cycles. Raise ah_jdone for a cycle when ha_jcom is 0x80 and the reset is done"
                  .formatted(context.location(port), context.options().accessCycles())),
          0);
    }
    simulation.simulate(context.cycle() + SETTLE_CYCLES);
    simulation.failOnFault();
  }

  @Override
  public boolean isRunning() {
    return started;
  }

  @Override
  public void start(long argument) {
    simulation.failOnFault();
    if (started) {
      throw new IllegalStateException("The kernel is running; await it or reset it first");
    }
    if (model.job().state() == PslJob.State.ENDED) {
      initialize();
    }
    simulation.clearStatistics();
    startNanos = context.options().nanoTime().getAsLong();
    startCycle = context.cycle();
    started = true;
    model.job().start(argument);
  }

  @Override
  public boolean pollReady() {
    return true;
  }

  @Override
  public Optional<RunOutcome> poll() {
    simulation.failOnFault();
    if (model.job().state() != PslJob.State.ENDED) {
      return Optional.empty();
    }
    started = false;
    simulation.simulate(context.cycle() + SETTLE_CYCLES);
    simulation.failOnFault();
    if (model.job().errorCode() != 0) {
      throw new RtlException(
          RtlError.KERNEL_FAILED,
          "%s: the job ended with ah_jerror 0x%x. What it means is defined by the accelerator"
              .formatted(context.location(port), model.job().errorCode()));
    }
    return Optional.of(
        new RunOutcome(
            model.job().doneCycle() - startCycle,
            context.cycle() - startCycle,
            context.options().nanoTime().getAsLong() - startNanos,
            simulation.statistics()));
  }

  @Override
  public long nextPoll() {
    return context.cycle() + POLL_CYCLES;
  }

  @Override
  public long pollInterval() {
    return POLL_CYCLES;
  }

  @Override
  public long read(long offset, int bytes) {
    model.mmio().registers.beginRead(offset, bytes);
    simulation.finishAccess(model.mmio().registers, "reading", offset);
    return model.mmio().registers.result();
  }

  @Override
  public void write(long offset, int bytes, long value, int strobes) {
    model.mmio().registers.beginWrite(offset, bytes, value, strobes);
    simulation.finishAccess(model.mmio().registers, "writing", offset);
  }

  @Override
  public String state() {
    return "job " + model.job().state().name().toLowerCase(Locale.ROOT);
  }
}
