package dev.backplane.rtl.harness;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Starts a kernel through its control registers and sees when it is done: by its interrupt if it
 * has one, by polling otherwise. Lives from reset to reset.
 */
final class RunControl {
  /** Cycles between looks at the limits of a run. */
  static final int BATCH = 4096;

  private static final int CONTROL = 0x00;
  private static final int GLOBAL_INTERRUPT_ENABLE = 0x04;
  private static final int INTERRUPT_ENABLE = 0x08;
  private static final int INTERRUPT_STATUS = 0x0c;

  private static final int START = 1;
  private static final int DONE = 2;
  private static final int IDLE = 4;
  private static final int CONTINUE = 0x10;

  /** Cycles in which what is on its way may end after the kernel says done. */
  private static final int DRAIN = 1024;

  /** A run that was started: when, in cycles and nanoseconds. */
  private record Started(long cycle, long nanos) {}

  private final Stage on;
  private final AxiLiteMaster registers;
  private final boolean chained;
  private final boolean hasInterrupt;

  /** Runs that were not seen to end; more than one only if the kernel is chained. */
  private final Deque<Started> started = new ArrayDeque<>();

  /** Whether the kernel has taken the last start, so that it can be given the next one. */
  private boolean startTaken;

  private boolean seenBusy;
  private boolean seenDone;
  private boolean interrupts;
  private long nextPoll;

  RunControl(Stage on, AxiLiteMaster registers, boolean chained, boolean hasInterrupt) {
    this.on = on;
    this.registers = registers;
    this.chained = chained;
    this.hasInterrupt = hasInterrupt;
  }

  boolean isRunning() {
    return !started.isEmpty();
  }

  /** Reads a register; what it says of a run is not lost, whoever reads it. */
  int read(long offset) {
    registers.beginRead(offset);
    on.finishAccess(registers, "reading", offset);
    int value = registers.result();
    if (offset == CONTROL && isRunning()) {
      note(value);
    } else if (offset == CONTROL) {
      on.controlSeen = value;
    }
    return value;
  }

  void write(long offset, int value, int strobes) {
    registers.beginWrite(offset, value, strobes & 0xf);
    on.finishAccess(registers, "writing", offset);
  }

  private void write(long offset, int value) {
    write(offset, value, 0xf);
  }

  void start() {
    on.failOnFault();
    if (isRunning() && !chained) {
      throw new IllegalStateException("The kernel is running; await it or reset it first");
    }
    if (isRunning() && !startTaken) {
      throw new IllegalStateException(
          "The kernel has not taken its last start yet; awaitReady() first");
    }
    if (hasInterrupt && !interrupts) {
      write(INTERRUPT_ENABLE, 1);
      write(GLOBAL_INTERRUPT_ENABLE, 1);
      interrupts = true;
    }
    if (!isRunning()) {
      on.clearStatistics();
      on.controlSeen = 0;
      seenBusy = false;
      seenDone = false;
    }
    long nanos = on.bench.options.nanoTime().getAsLong();
    on.bench.progress();
    startTaken = false;
    write(CONTROL, START);
    started.add(new Started(registers.writtenAt, nanos));
    if (started.size() == 1) {
      nextPoll = on.bench.cycle + pollInterval();
    }
  }

  void awaitReady(RunLimits limits) {
    Patience patience = new Patience(on, limits);
    while (isRunning() && !startTaken) {
      read(CONTROL);
      on.failOnFault();
      if (!startTaken) {
        on.simulate(on.bench.cycle + pollInterval());
        patience.check();
      }
    }
  }

  RunOutcome await(RunLimits limits) {
    Patience patience = new Patience(on, limits);
    while (true) {
      Optional<RunOutcome> ended = poll();
      if (ended.isPresent()) {
        return ended.get();
      }
      patience.check();
      on.simulateUntil(Math.min(nextPoll, on.bench.cycle + BATCH));
    }
  }

  Optional<RunOutcome> poll() {
    if (!isRunning()) {
      throw new IllegalStateException("The kernel is not running; start it first");
    }
    on.failOnFault();
    boolean raised = on.interruptRaised();
    if (!raised && !seenDone && on.bench.cycle < nextPoll) {
      return Optional.empty();
    }
    long raisedAt = on.interruptRaisedAt();
    read(CONTROL);
    if (seenDone) {
      Started run = started.remove();
      long doneAt = raised ? raisedAt : on.bench.cycle;
      finish(raised);
      return Optional.of(
          new RunOutcome(
              doneAt - run.cycle(),
              on.bench.cycle - run.cycle(),
              on.bench.options.nanoTime().getAsLong() - run.nanos(),
              on.statistics()));
    }
    on.failOnFault();
    nextPoll = on.bench.cycle + pollInterval();
    return Optional.empty();
  }

  /** Often at first, then at a sixteenth of the time so far: quick kernels are seen quickly. */
  private long pollInterval() {
    if (interrupts) {
      return BATCH;
    }
    Started oldest = started.peek();
    return Math.clamp(oldest == null ? 0 : (on.bench.cycle - oldest.cycle()) / 16, 8, 256);
  }

  /** Done is gone when read, so every read while the kernel runs is evaluated. */
  private void note(int control) {
    if (control != on.controlSeen) {
      on.bench.progress();
      on.controlSeen = control;
    }
    boolean idle = (control & IDLE) != 0;
    startTaken |= (control & START) == 0;
    // Idle is as good, once the kernel was seen busy: right after a start it may still be up.
    boolean ended = !chained && seenBusy && idle && (control & START) == 0;
    seenDone |= (control & DONE) != 0 || ended;
    seenBusy |= !idle;
  }

  private void finish(boolean raised) {
    seenDone = false;
    if (chained) {
      acknowledge();
    }
    if (raised || on.interruptRaised()) {
      // Cleared by reading in newer kernels; toggled by writing in older ones, where a write after
      // a read that has cleared it would set it again.
      read(INTERRUPT_STATUS);
      int left = read(INTERRUPT_STATUS);
      if (left != 0) {
        write(INTERRUPT_STATUS, left);
      }
    }
    if (!isRunning()) {
      on.drain(DRAIN);
    }
    on.failOnFault();
  }

  private void acknowledge() {
    write(CONTROL, CONTINUE);
    // Done stays up until then, so the register may have caught it a second time after it was
    // read. That of the next run stays up too, and is seen later.
    read(CONTROL);
    seenDone = false;
    nextPoll = on.bench.cycle + pollInterval();
  }
}
