package dev.backplane.rtl.harness.ccip;

import dev.backplane.rtl.harness.RunControl;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.Simulation;
import java.util.Optional;

/**
 * Finds the accelerator by its feature header, as a driver does, and accesses its registers. What
 * starts it, and what says that it is done, is defined by the accelerator.
 */
final class CcipControl implements RunControl {
  private static final int ACCELERATOR = 1;
  private static final int TYPE_SHIFT = 60;
  private static final int POLL_CYCLES = 64;

  private final Simulation simulation;
  private final CcipMmio registers;
  private String identifier = "unknown";

  CcipControl(Simulation simulation, CcipMmio registers) {
    this.simulation = simulation;
    this.registers = registers;
  }

  @Override
  public void initialize() {
    long header = read(0, Long.BYTES);
    if (header >>> TYPE_SHIFT != ACCELERATOR) {
      simulation
          .context()
          .violation(
              registers.port(),
              CcipRule.FEATURE_HEADER,
              "the register at 0 is 0x%016x, of type %d".formatted(header, header >>> TYPE_SHIFT));
      simulation.failOnFault();
    }
    long low = read(Long.BYTES, Long.BYTES);
    identifier = "%016x%016x".formatted(read(2 * Long.BYTES, Long.BYTES), low);
  }

  @Override
  public boolean isRunning() {
    return false;
  }

  @Override
  public void start(long argument) {
    throw new IllegalStateException(
        "CCI-P has no start: write the registers of the accelerator, then advanceUntil() it is"
            + " done");
  }

  @Override
  public boolean pollReady() {
    return true;
  }

  @Override
  public Optional<RunOutcome> poll() {
    return Optional.empty();
  }

  @Override
  public long nextPoll() {
    return simulation.context().cycle() + POLL_CYCLES;
  }

  @Override
  public long pollInterval() {
    return POLL_CYCLES;
  }

  @Override
  public long read(long offset, int bytes) {
    registers.beginRead(offset, bytes);
    simulation.finishAccess(registers, "reading", offset);
    simulation.failOnFault();
    return registers.result();
  }

  @Override
  public void write(long offset, int bytes, long value, int strobes) {
    registers.beginWrite(offset, bytes, value, strobes);
    simulation.finishAccess(registers, "writing", offset);
  }

  @Override
  public String state() {
    return "accelerator " + identifier;
  }
}
