package dev.backplane.rtl.harness;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Starts a kernel through its control registers and detects that it is done: by its interrupt if it
 * has one, by polling otherwise. A reset replaces it.
 */
final class RunControl {
  /** Cycles between checks of the limits of a run. */
  static final int BATCH_CYCLES = 4096;

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

  private final CycleLoop loop;
  private final AxiLiteMaster registers;
  private final boolean chained;
  private final boolean hasInterrupt;

  /** Runs that have not completed; more than one only if the kernel is chained. */
  private final Deque<StartedRun> startedRuns = new ArrayDeque<>();

  /** Whether the kernel has accepted the last start, so that the next one is possible. */
  private boolean startTaken;

  private boolean seenBusy;
  private boolean seenDone;
  private boolean interruptsEnabled;
  private long nextPoll;

  RunControl(CycleLoop loop, AxiLiteMaster registers, boolean chained, boolean hasInterrupt) {
    this.loop = loop;
    this.registers = registers;
    this.chained = chained;
    this.hasInterrupt = hasInterrupt;
  }

  boolean isRunning() {
    return !startedRuns.isEmpty();
  }

  /**
   * Reads a register. A read of the control register clears done, so its value is always evaluated.
   */
  int read(long offset) {
    registers.beginRead(offset);
    loop.finishAccess(registers, "reading", offset);
    int value = registers.result();
    if (offset == CONTROL && isRunning()) {
      evaluateControl(value);
    } else if (offset == CONTROL) {
      loop.lastControl = value;
    }
    return value;
  }

  void write(long offset, int value, int strobes) {
    registers.beginWrite(offset, value, strobes & 0xf);
    loop.finishAccess(registers, "writing", offset);
  }

  private void write(long offset, int value) {
    write(offset, value, 0xf);
  }

  void start() {
    loop.failOnFault();
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
      loop.clearStatistics();
      loop.lastControl = 0;
      seenBusy = false;
      seenDone = false;
    }
    long nanos = loop.context.options.nanoTime().getAsLong();
    loop.context.progress();
    startTaken = false;
    write(CONTROL, START);
    startedRuns.add(new StartedRun(registers.writeDataCycle, nanos));
    if (startedRuns.size() == 1) {
      nextPoll = loop.context.cycle + pollInterval();
    }
  }

  void awaitReady(RunLimits limits) {
    RunLimitChecker checker = new RunLimitChecker(loop, limits);
    while (isRunning() && !startTaken) {
      read(CONTROL);
      loop.failOnFault();
      if (!startTaken) {
        loop.simulate(loop.context.cycle + pollInterval());
        checker.check();
      }
    }
  }

  RunOutcome await(RunLimits limits) {
    RunLimitChecker checker = new RunLimitChecker(loop, limits);
    while (true) {
      Optional<RunOutcome> ended = poll();
      if (ended.isPresent()) {
        return ended.get();
      }
      checker.check();
      loop.simulateUntil(Math.min(nextPoll, loop.context.cycle + BATCH_CYCLES));
    }
  }

  Optional<RunOutcome> poll() {
    if (!isRunning()) {
      throw new IllegalStateException("The kernel is not running; start it first");
    }
    loop.failOnFault();
    boolean raised = loop.isInterruptHigh();
    if (!raised && !seenDone && loop.context.cycle < nextPoll) {
      return Optional.empty();
    }
    long raisedAt = loop.interruptCycle();
    read(CONTROL);
    if (seenDone) {
      StartedRun run = startedRuns.remove();
      long doneAt = raised ? raisedAt : loop.context.cycle;
      finishRun(raised);
      return Optional.of(
          new RunOutcome(
              doneAt - run.cycle(),
              loop.context.cycle - run.cycle(),
              loop.context.options.nanoTime().getAsLong() - run.nanos(),
              loop.statistics()));
    }
    loop.failOnFault();
    nextPoll = loop.context.cycle + pollInterval();
    return Optional.empty();
  }

  /**
   * The cycles until the next poll: a sixteenth of the time since the start, within limits, so that
   * short runs are detected early.
   */
  private long pollInterval() {
    if (interruptsEnabled) {
      return BATCH_CYCLES;
    }
    StartedRun oldest = startedRuns.peek();
    return Math.clamp(oldest == null ? 0 : (loop.context.cycle - oldest.cycle()) / 16, 8, 256);
  }

  /** Evaluates a value of the control register: a read clears done, so none may be ignored. */
  private void evaluateControl(int control) {
    if (control != loop.lastControl) {
      loop.context.progress();
      loop.lastControl = control;
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
    if (raised || loop.isInterruptHigh()) {
      // Newer kernels clear the status on a read; in older ones, a write of 1 toggles it. So it is
      // written only if a read has not cleared it.
      read(INTERRUPT_STATUS);
      int left = read(INTERRUPT_STATUS);
      if (left != 0) {
        write(INTERRUPT_STATUS, left);
      }
    }
    if (!isRunning()) {
      loop.drain(DRAIN_CYCLES);
    }
    loop.failOnFault();
  }

  private void acknowledge() {
    write(CONTROL, CONTINUE);
    // Done stays high until the acknowledgement, so the register may have latched it a second time
    // after the read. The done of the next run stays high too and is detected later.
    read(CONTROL);
    seenDone = false;
    nextPoll = loop.context.cycle + pollInterval();
  }
}
