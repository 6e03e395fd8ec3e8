package dev.backplane.rtl.harness.axi;

import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.RunControl;
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.Simulation;
import dev.backplane.rtl.harness.SimulationContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Starts a kernel through its control registers and detects that it is done: by its interrupt if it
 * has one, by polling otherwise. A reset replaces it.
 */
final class RegisterControl implements RunControl {
  /** Cycles between polls of a kernel with an interrupt, in case that it raises none. */
  private static final int INTERRUPT_POLL_CYCLES = 4096;

  private static final int CONTROL = 0x00;
  private static final int GLOBAL_INTERRUPT_ENABLE = 0x04;
  private static final int INTERRUPT_ENABLE = 0x08;
  private static final int INTERRUPT_STATUS = 0x0c;

  private static final int START = 1;
  private static final int DONE = 2;
  private static final int IDLE = 4;
  private static final int CONTINUE = 0x10;

  /** Cycles after done in which outstanding accesses may complete. */
  private static final int DRAIN_CYCLES = 1024;

  /** A started run: the cycle and the time of its start. */
  private record StartedRun(long cycle, long nanos) {}

  private final Simulation simulation;
  private final SimulationContext context;
  private final AxiLiteMaster registers;
  private final ControlProtocol protocol;
  private final boolean chained;
  private final boolean hasInterrupt;

  /** Runs that have not completed; more than one only if the kernel is chained. */
  private final Deque<StartedRun> startedRuns = new ArrayDeque<>();

  /** True if the kernel has accepted the last start, so that the next one is possible. */
  private boolean startTaken;

  /** The last value of the control register. */
  private int lastControl;

  private boolean seenBusy;
  private boolean seenDone;
  private boolean interruptsEnabled;
  private long nextPoll;

  RegisterControl(
      Simulation simulation,
      AxiLiteMaster registers,
      ControlProtocol protocol,
      boolean hasInterrupt) {
    this.simulation = simulation;
    context = simulation.context();
    this.protocol = protocol;
    this.registers = registers;
    chained = protocol == ControlProtocol.AP_CTRL_CHAIN;
    this.hasInterrupt = hasInterrupt;
  }

  @Override
  public boolean isRunning() {
    return !startedRuns.isEmpty();
  }

  /**
   * Reads a register. A read of the control register clears done, so its value is always evaluated.
   */
  @Override
  public long read(long offset, int bytes) {
    registers.beginRead(offset, bytes);
    simulation.finishAccess(registers, "reading", offset);
    long value = registers.result();
    if (offset == CONTROL && isRunning()) {
      evaluateControl((int) value);
    } else if (offset == CONTROL) {
      lastControl = (int) value;
    }
    return value;
  }

  private int read(long offset) {
    return (int) read(offset, Integer.BYTES);
  }

  @Override
  public void write(long offset, int bytes, long value, int strobes) {
    registers.beginWrite(offset, bytes, value, strobes);
    simulation.finishAccess(registers, "writing", offset);
  }

  private void write(long offset, int value) {
    write(offset, Integer.BYTES, Integer.toUnsignedLong(value), 0xf);
  }

  @Override
  public void start(long argument) {
    if (protocol == ControlProtocol.AP_CTRL_NONE || protocol == ControlProtocol.USER_MANAGED) {
      throw new IllegalStateException(
          "A kernel with control protocol %s cannot be started; use its registers and advance()"
              .formatted(protocol));
    }
    if (argument != 0) {
      throw new IllegalStateException(
          "A start through control registers has no argument; write the kernel's registers");
    }
    simulation.failOnFault();
    if (isRunning() && !chained) {
      throw new IllegalStateException("The kernel is running; await it or reset it first");
    }
    if (isRunning() && !startTaken) {
      throw new IllegalStateException(
          "The kernel has not taken its last start yet; awaitReady() first");
    }
    if (hasInterrupt && !interruptsEnabled) {
      write(INTERRUPT_ENABLE, 1);
      write(GLOBAL_INTERRUPT_ENABLE, 1);
      interruptsEnabled = true;
    }
    if (!isRunning()) {
      simulation.clearStatistics();
      lastControl = 0;
      seenBusy = false;
      seenDone = false;
    }
    long nanos = context.options().nanoTime().getAsLong();
    context.progress();
    startTaken = false;
    write(CONTROL, START);
    startedRuns.add(new StartedRun(registers.writeDataCycle, nanos));
    if (startedRuns.size() == 1) {
      nextPoll = context.cycle() + pollInterval();
    }
  }

  @Override
  public boolean pollReady() {
    if (isRunning() && !startTaken) {
      read(CONTROL);
      simulation.failOnFault();
    }
    return !isRunning() || startTaken;
  }

  @Override
  public long nextPoll() {
    return nextPoll;
  }

  @Override
  public String state() {
    return "control register 0x%x".formatted(lastControl);
  }

  @Override
  public Optional<RunOutcome> poll() {
    simulation.failOnFault();
    boolean raised = simulation.isInterruptHigh();
    if (!raised && !seenDone && context.cycle() < nextPoll) {
      return Optional.empty();
    }
    long raisedAt = simulation.interruptCycle();
    read(CONTROL);
    if (seenDone) {
      StartedRun run = startedRuns.remove();
      long doneAt = raised ? raisedAt : context.cycle();
      finishRun(raised);
      return Optional.of(
          new RunOutcome(
              doneAt - run.cycle(),
              context.cycle() - run.cycle(),
              context.options().nanoTime().getAsLong() - run.nanos(),
              simulation.statistics()));
    }
    simulation.failOnFault();
    nextPoll = context.cycle() + pollInterval();
    return Optional.empty();
  }

  /**
   * The cycles until the next poll: a sixteenth of the time since the start, within limits, so that
   * short runs are detected early.
   */
  @Override
  public long pollInterval() {
    if (interruptsEnabled) {
      return INTERRUPT_POLL_CYCLES;
    }
    StartedRun oldest = startedRuns.peek();
    return Math.clamp(oldest == null ? 0 : (context.cycle() - oldest.cycle()) / 16, 8, 256);
  }

  /** Evaluates a value of the control register: a read clears done, so none may be ignored. */
  private void evaluateControl(int control) {
    if (control != lastControl) {
      context.progress();
      lastControl = control;
    }
    boolean idle = (control & IDLE) != 0;
    startTaken |= (control & START) == 0;
    // Idle means done as well, but only once the kernel was busy: right after a start, idle may
    // still be high.
    boolean ended = !chained && seenBusy && idle && (control & START) == 0;
    seenDone |= (control & DONE) != 0 || ended;
    seenBusy |= !idle;
  }

  private void finishRun(boolean raised) {
    seenDone = false;
    if (chained) {
      acknowledge();
    }
    if (raised || simulation.isInterruptHigh()) {
      // Newer kernels clear the status on a read; in older ones, a write of 1 toggles it. So it is
      // written only if a read has not cleared it.
      read(INTERRUPT_STATUS);
      int left = read(INTERRUPT_STATUS);
      if (left != 0) {
        write(INTERRUPT_STATUS, left);
      }
    }
    if (!isRunning()) {
      simulation.drain(DRAIN_CYCLES);
    }
    simulation.failOnFault();
  }

  private void acknowledge() {
    write(CONTROL, CONTINUE);
    // Done stays high until the acknowledgement, so the register may have latched it a second time
    // after the read. The done of the next run stays high too and is detected later.
    read(CONTROL);
    seenDone = false;
    nextPoll = context.cycle() + pollInterval();
  }
}
