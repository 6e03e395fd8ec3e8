package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.ports.KernelPorts;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A kernel on the bench: an engine with the design, an AXI4-Lite master at its registers, and
 * memory at each of its AXI4 masters, all checked against the protocol. One thread owns it.
 *
 * <p>A new harness is at power-up: {@link #reset()} first, then {@link #writeRegister arguments},
 * then {@link #run}. The first fault of the kernel (a broken rule, an access outside memory, no
 * progress) fails the run and every later one until the next reset, which also gives a fresh
 * engine. A run that ran into a limit can be {@link #await awaited} further, or reset.
 */
public final class KernelHarness implements AutoCloseable {
  private static final int CONTROL = 0x00;
  private static final int GLOBAL_INTERRUPT_ENABLE = 0x04;
  private static final int INTERRUPT_ENABLE = 0x08;
  private static final int INTERRUPT_STATUS = 0x0c;

  private static final int START = 1;
  private static final int DONE = 2;
  private static final int IDLE = 4;
  private static final int CONTINUE = 0x10;

  /** Cycles between looks at the limits of a run. */
  private static final int BATCH = 4096;

  /** Cycles in which what is on its way may end after the kernel says done. */
  private static final int DRAIN = 1024;

  private final Supplier<? extends Engine> engines;
  private final KernelPorts ports;
  private final ControlProtocol protocol;
  private final BusMemory memory;
  private final HarnessOptions options;

  private @Nullable Stage stage;
  private boolean running;
  private boolean seenBusy;
  private boolean seenDone;
  private boolean interrupts;
  private long startedAt;
  private long startedNanos;
  private int lastControl;

  /**
   * Puts a kernel on the bench.
   *
   * @param engines makes an engine at power-up, at the first reset and at every later one
   * @param ports the ports of the design
   * @param protocol how the kernel is controlled
   * @param memory what its masters reach
   * @param options how the surroundings behave
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if the kernel has no clock, no control
   *     registers that the protocol needs, or interfaces that cannot be driven
   */
  public KernelHarness(
      Supplier<? extends Engine> engines,
      KernelPorts ports,
      ControlProtocol protocol,
      BusMemory memory,
      HarnessOptions options) {
    this.engines = engines;
    this.ports = ports;
    this.protocol = protocol;
    this.memory = memory;
    this.options = options;
    Drivable.check(ports, protocol);
  }

  /**
   * Resets the kernel, from power-up: a fresh engine, reset held with all inputs low, then a few
   * idle cycles. Clears faults and gives up a run.
   *
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION} if the kernel raises a VALID in reset
   */
  public void reset() {
    close();
    Stage fresh = powerUp();
    stage = fresh;
    running = false;
    interrupts = false;
    fresh.reset();
    failOnFault(fresh);
  }

  private Stage powerUp() {
    Engine engine = engines.get();
    try {
      return new Stage(engine, ports, protocol, memory, options);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** {@return the cycles simulated since the last reset began; 0 before the first} */
  public long cycles() {
    return stage == null ? 0 : stage.bench.cycle;
  }

  /** {@return what made the kernel unusable until the next reset, if anything did} */
  public @Nullable RtlException fault() {
    return stage == null ? null : stage.bench.fault();
  }

  /** {@return whether a run was started and has not been seen to end} */
  public boolean isRunning() {
    return running;
  }

  /**
   * Reads a register of the kernel, which takes some cycles.
   *
   * @param offset its address on the control interface, a multiple of 4
   * @return the word
   * @throws RtlException {@link RtlError#NO_PROGRESS} if the kernel does not answer, {@link
   *     RtlError#ADDRESS_FAULT} if it answers with an error
   */
  public int readRegister(long offset) {
    Stage on = stage();
    AxiLiteMaster control = on.control(ports);
    checkOffset(offset);
    control.beginRead(offset);
    on.finishAccess(control, "reading", offset);
    int value = control.result();
    if (offset == CONTROL && running) {
      noteControl(on, value);
    }
    return value;
  }

  /**
   * Writes a register of the kernel, which takes some cycles.
   *
   * @param offset its address on the control interface, a multiple of 4
   * @param value the word
   * @throws RtlException as {@link #readRegister}
   */
  public void writeRegister(long offset, int value) {
    writeRegister(offset, value, 0xf);
  }

  /**
   * Writes some bytes of a register of the kernel.
   *
   * @param offset its address on the control interface, a multiple of 4
   * @param value the word
   * @param strobes a bit per byte, the lowest for the lowest byte; only those at 1 are written
   * @throws RtlException as {@link #readRegister}
   */
  public void writeRegister(long offset, int value, int strobes) {
    Stage on = stage();
    AxiLiteMaster control = on.control(ports);
    checkOffset(offset);
    control.beginWrite(offset, value, strobes & 0xf);
    on.finishAccess(control, "writing", offset);
  }

  private static void checkOffset(long offset) {
    if (offset < 0 || (offset & 3) != 0) {
      throw new IllegalArgumentException(
          "register offset 0x%x is not a multiple of 4".formatted(offset));
    }
  }

  /**
   * Starts the kernel and waits until it is done.
   *
   * @param limits when to give up
   * @return what it took
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION}, {@link RtlError#ADDRESS_FAULT} or
   *     {@link RtlError#NO_PROGRESS} for what the kernel did wrong, {@link RtlError#TIMEOUT} or
   *     {@link RtlError#CANCELLED} for a limit
   */
  public RunOutcome run(RunLimits limits) {
    start();
    return await(limits);
  }

  /**
   * Starts the kernel; it moves only while somebody {@link #await waits} or uses registers.
   *
   * @throws RtlException a fault that the kernel is in
   * @throws IllegalStateException if it runs already, or cannot be started this way
   */
  public void start() {
    Stage on = stage();
    failOnFault(on);
    if (protocol != ControlProtocol.AP_CTRL_HS && protocol != ControlProtocol.AP_CTRL_CHAIN) {
      throw new IllegalStateException(
          "A kernel with control protocol %s cannot be started; use its registers and advance()"
              .formatted(protocol));
    }
    if (running) {
      throw new IllegalStateException("The kernel is running; await it or reset it first");
    }
    if (ports.interrupt() != null && !interrupts) {
      writeRegister(INTERRUPT_ENABLE, 1);
      writeRegister(GLOBAL_INTERRUPT_ENABLE, 1);
      interrupts = true;
    }
    on.clearStatistics();
    startedNanos = options.nanoTime().getAsLong();
    lastControl = 0;
    seenBusy = false;
    seenDone = false;
    on.bench.progress();
    writeRegister(CONTROL, START);
    startedAt = on.control(ports).writtenAt;
    running = true;
  }

  /**
   * Waits until the kernel is done.
   *
   * @param limits when to give up
   * @return what the run took since its start
   * @throws RtlException as {@link #run}
   * @throws IllegalStateException if nothing was started
   */
  public RunOutcome await(RunLimits limits) {
    if (!running) {
      throw new IllegalStateException("The kernel is not running; start it first");
    }
    Stage on = stage();
    Bench bench = on.bench;
    long begun = bench.cycle;
    long begunNanos = options.nanoTime().getAsLong();
    long poll = seenDone ? bench.cycle : bench.cycle + pollInterval(on);
    while (true) {
      long end = Math.min(poll, bench.cycle + BATCH);
      on.simulateUntil(end);
      failOnFault(on);
      boolean raised = on.interruptRaised();
      if (raised || bench.cycle >= poll) {
        long seenAt = bench.cycle;
        readRegister(CONTROL);
        if (seenDone) {
          finish(on, raised);
          return outcome(on, raised ? seenAt : bench.cycle);
        }
        failOnFault(on);
        poll = bench.cycle + pollInterval(on);
      }
      checkProgress(on);
      checkLimits(limits, bench.cycle - begun, begunNanos);
    }
  }

  /**
   * Lets a kernel that is not started and awaited go on, for example one that its owner controls
   * through registers.
   *
   * @param cycles how many cycles
   * @throws RtlException a fault of the kernel
   */
  public void advance(long cycles) {
    Stage on = stage();
    failOnFault(on);
    on.simulate(on.bench.cycle + cycles);
    failOnFault(on);
  }

  /** {@return what went through the AXI4 masters since the last start} */
  public List<PortStatistics> statistics() {
    return stage == null ? List.of() : stage.statistics();
  }

  /** Often at first, then at a sixteenth of the time so far: quick kernels are seen quickly. */
  private long pollInterval(Stage on) {
    if (interrupts) {
      return BATCH;
    }
    return Math.clamp((on.bench.cycle - startedAt) / 16, 8, 256);
  }

  /** Done is gone when read, so every read while the kernel runs is evaluated, whoever reads. */
  private void noteControl(Stage on, int control) {
    if (control != lastControl) {
      on.bench.progress();
      lastControl = control;
    }
    boolean idle = (control & IDLE) != 0;
    // Idle is as good, once the kernel was seen busy: right after a start it may still be up.
    boolean ended =
        protocol == ControlProtocol.AP_CTRL_HS && seenBusy && idle && (control & START) == 0;
    seenDone |= (control & DONE) != 0 || ended;
    seenBusy |= !idle;
  }

  private void finish(Stage on, boolean raised) {
    running = false;
    if (protocol == ControlProtocol.AP_CTRL_CHAIN) {
      writeRegister(CONTROL, CONTINUE);
    }
    if (raised || on.interruptRaised()) {
      // Cleared by reading in newer kernels; toggled by writing in older ones, where a write after
      // a read that has cleared it would set it again.
      readRegister(INTERRUPT_STATUS);
      int left = readRegister(INTERRUPT_STATUS);
      if (left != 0) {
        writeRegister(INTERRUPT_STATUS, left);
      }
    }
    on.drain(DRAIN);
    failOnFault(on);
  }

  private RunOutcome outcome(Stage on, long doneAt) {
    return new RunOutcome(
        doneAt - startedAt,
        on.bench.cycle - startedAt,
        options.nanoTime().getAsLong() - startedNanos,
        on.statistics());
  }

  private void checkProgress(Stage on) {
    long watchdog = options.watchdogCycles();
    Bench bench = on.bench;
    if (watchdog > 0 && bench.cycle - bench.lastProgress > watchdog) {
      bench.fail(
          new RtlException(
              RtlError.NO_PROGRESS,
              "The kernel made no progress for %d cycles, since cycle %d: %s; control register 0x%x"
                      .formatted(
                          bench.cycle - bench.lastProgress,
                          bench.lastProgress,
                          on.state(),
                          lastControl)
                  + ". If it computes that long without memory, raise the watchdog's limit"),
          0);
      failOnFault(on);
    }
  }

  private void checkLimits(RunLimits limits, long cycles, long begunNanos) {
    if (limits.cancelled().getAsBoolean()) {
      throw new RtlException(
          RtlError.CANCELLED, "The run was cancelled after " + cycles + " cycles");
    }
    if (cycles >= limits.maxCycles()) {
      throw new RtlException(
          RtlError.TIMEOUT,
          "The kernel is not done after %d cycles; allowed are %d"
              .formatted(cycles, limits.maxCycles()));
    }
    long nanos = options.nanoTime().getAsLong() - begunNanos;
    if (nanos >= limits.maxNanos()) {
      throw new RtlException(
          RtlError.TIMEOUT,
          "The kernel is not done after %d ms (%d cycles); allowed are %d ms"
              .formatted(nanos / 1_000_000, cycles, limits.maxNanos() / 1_000_000));
    }
  }

  private Stage stage() {
    if (stage == null) {
      throw new IllegalStateException("The kernel is at power-up or closed; reset it first");
    }
    return stage;
  }

  private static void failOnFault(Stage on) {
    RtlException fault = on.bench.fault();
    if (fault != null) {
      // A new one each time: the trace is that of this call, the cause that of the first.
      throw new RtlException(fault.error(), Objects.requireNonNull(fault.getMessage()), fault);
    }
  }

  /** Lets go of the engine. */
  @Override
  public void close() {
    if (stage != null) {
      Stage old = stage;
      stage = null;
      old.engine.close();
    }
  }
}
