package dev.backplane.rtl.harness;

import dev.backplane.rtl.harness.ports.Rule;
import java.util.Optional;

/**
 * Finds an accelerator by its feature header, as a driver of OPAE does, and accesses its registers.
 * What starts it, and what says that it is done, is defined by the accelerator.
 */
public final class MmioControl implements RunControl {
  private static final int ACCELERATOR = 1;
  private static final int TYPE_SHIFT = 60;
  private static final int POLL_CYCLES = 64;

  private final Simulation simulation;
  private final RegisterPort registers;
  private final Rule headerRule;
  private String identifier = "unknown";

  /**
   * Creates a control.
   *
   * @param simulation the simulation of the accelerator
   * @param registers its registers
   * @param headerRule the rule of its protocol that there is a feature header at 0
   */
  public MmioControl(Simulation simulation, RegisterPort registers, Rule headerRule) {
    this.simulation = simulation;
    this.registers = registers;
    this.headerRule = headerRule;
  }

  @Override
  public void initialize() {
    long header = readWhole(0);
    if (header >>> TYPE_SHIFT != ACCELERATOR) {
      simulation
          .context()
          .violation(
              registers.port(),
              headerRule,
              "the register at 0 is 0x%016x, of type %d".formatted(header, header >>> TYPE_SHIFT));
      simulation.failOnFault();
    }
    long low = readWhole(Long.BYTES);
    identifier = "%016x%016x".formatted(readWhole(2 * Long.BYTES), low);
  }

  private long readWhole(long offset) {
    if (registers.widestAccess() == Long.BYTES) {
      return read(offset, Long.BYTES);
    }
    long low = read(offset, Integer.BYTES);
    return low | read(offset + Integer.BYTES, Integer.BYTES) << Integer.SIZE;
  }

  @Override
  public boolean isRunning() {
    return false;
  }

  @Override
  public void start(long argument) {
    throw new IllegalStateException(
        "The accelerator has no start: write its registers, then advanceUntil() it is done");
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
    simulation.failOnFault();
    registers.beginRead(offset, bytes);
    simulation.finishAccess(registers, "reading", offset);
    simulation.failOnFault();
    return registers.result();
  }

  @Override
  public void write(long offset, int bytes, long value, int strobes) {
    simulation.failOnFault();
    registers.beginWrite(offset, bytes, value, strobes);
    simulation.finishAccess(registers, "writing", offset);
    simulation.failOnFault();
  }

  @Override
  public void writeLine(long offset, long[] words) {
    if (!registers.hasLineWrites()) {
      RunControl.super.writeLine(offset, words);
      return;
    }
    simulation.failOnFault();
    registers.beginLineWrite(offset, words);
    simulation.finishAccess(registers, "writing", offset);
    simulation.failOnFault();
  }

  @Override
  public String state() {
    return "accelerator " + identifier;
  }
}
