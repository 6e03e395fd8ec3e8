package dev.backplane.xrt.card.unit;

import dev.backplane.api.Argument;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.image.RtlKernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compute unit in RTL: an engine in its harness, with the card's memory at its masters. */
public final class RtlModel implements UnitModel {
  /** Clock cycles that pass after a register access while no run is awaited. */
  private static final int CYCLES_PER_ACCESS = 256;

  /** Clock cycles that pass at a time on a unit that goes on by itself. */
  private static final int CYCLES_AT_A_TIME = 1024;

  private static final long CONTROL = 0;

  private final KernelHarness harness;
  private final CardImage.KernelPlan kernel;

  private final @Nullable RtlStarted started;

  /** The number of interrupts at the last look. */
  private long interrupts;

  /** The cycle of the last register access. */
  private long told;

  /**
   * A unit at power-up.
   *
   * @param started follows what its owner starts through registers; null if its owner controls it,
   *     or if it is simulated together with others
   */
  public RtlModel(
      KernelHarness harness, CardImage.KernelPlan kernel, @Nullable RtlStarted started) {
    this.harness = harness;
    this.kernel = kernel;
    this.started = started;
  }

  /** Writes the arguments, or what a command says, and starts. */
  public void begin(RunArguments arguments) {
    int[] writes = arguments.writes();
    if (writes == null) {
      writeArguments(arguments.values());
    } else {
      for (int i = 0; i < writes.length; i += 2) {
        harness.writeRegister(Integer.toUnsignedLong(writes[i]), writes[i + 1]);
      }
    }
    harness.start();
  }

  private void writeArguments(long[] values) {
    for (Argument argument : kernel.arguments()) {
      long bits = values[argument.index()];
      harness.writeRegister(argument.offset(), (int) bits);
      if (argument.size() > Integer.BYTES) {
        harness.writeRegister(argument.offset() + Integer.BYTES, (int) (bits >>> 32));
      }
    }
  }

  public KernelHarness harness() {
    return harness;
  }

  @Override
  public long execute(RunArguments arguments, Supervisor supervisor) {
    begin(arguments);
    RunLimits limits =
        new RunLimits(
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            () -> supervisor.cancelled() || supervisor.registersWait());
    while (true) {
      try {
        long cycles = harness.await(limits).cycles();
        // Raised for whoever awaits the run, who is told by its end.
        interrupts = harness.interrupts();
        return cycles;
      } catch (RtlException e) {
        if (e.error() != RtlError.CANCELLED || supervisor.cancelled()) {
          throw e;
        }
        // Only interrupted for register accesses; the run is awaited further after them.
        supervisor.serveRegisters();
      }
    }
  }

  @Override
  public int read(long offset) {
    told = harness.cycles();
    int value;
    if (offset == CONTROL && started != null && !harness.isRunning()) {
      value = started.read();
      if (!started.isAtRest()) {
        // It was given its time.
        return value;
      }
      goOn();
    } else {
      value = harness.readRegister(offset);
      goOn();
      if (started != null) {
        started.looked();
      }
    }
    return value;
  }

  @Override
  public void write(long offset, int value) {
    told = harness.cycles();
    harness.writeRegister(offset, value);
    if (offset == CONTROL && started != null && !harness.isRunning()) {
      started.written(value);
    } else if (started != null) {
      started.written();
    }
    goOn();
  }

  /**
   * Advances the kernel by some cycles, unless it is running or waits for its start: a kernel that
   * its owner controls through registers moves on while it is looked at.
   */
  private void goOn() {
    if (!harness.isRunning() && (started == null || started.isOn())) {
      harness.advance(CYCLES_PER_ACCESS);
    }
  }

  @Override
  public boolean isStarted() {
    return started != null && started.isExecuting();
  }

  @Override
  public boolean isMovedByAccesses() {
    return true;
  }

  @Override
  public void executeStarted(Supervisor supervisor) {
    if (started == null) {
      throw new IllegalStateException("nothing was started");
    }
    started.goOn(supervisor);
  }

  @Override
  public long startedCycles() {
    return started == null ? -1 : started.cycles();
  }

  @Override
  public boolean takeInterrupt() {
    long before = interrupts;
    interrupts = harness.interrupts();
    return interrupts != before && !harness.isRunning();
  }

  @Override
  public boolean isClocked() {
    return !harness.isRunning()
        && (started == null || started.isAutomatic())
        && !harness.isStuck(told);
  }

  @Override
  public void advance() {
    harness.advance(CYCLES_AT_A_TIME);
  }

  @Override
  public List<PortActivity> activity(String unit, long cycles) {
    return kernel.code() instanceof RtlKernel rtl
        ? Recordings.activity(unit, rtl.ports(), harness, cycles)
        : List.of();
  }

  @Override
  public @Nullable Throwable fault() {
    return harness.fault();
  }

  @Override
  public void close() {
    harness.close();
  }
}
