package dev.backplane.drivers.softcard;

import dev.backplane.api.Argument;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compute unit in RTL: an engine on the bench, with the card's memory at its masters. */
final class RtlModel implements UnitModel {
  /** Clock cycles that pass after a register access while no run is awaited. */
  private static final int CYCLES_PER_ACCESS = 256;

  private final KernelHarness harness;
  private final CardImage.KernelPlan kernel;

  RtlModel(KernelHarness harness, CardImage.KernelPlan kernel) {
    this.harness = harness;
    this.kernel = kernel;
  }

  /** Writes the arguments, or what a command says, and starts. */
  void begin(CardRun run) {
    int[] writes = run.writes();
    if (writes == null) {
      writeArguments(run.values());
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

  KernelHarness harness() {
    return harness;
  }

  @Override
  public long execute(CardRun run, Supervisor supervisor) {
    begin(run);
    RunLimits limits =
        new RunLimits(
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            () -> supervisor.cancelled() || supervisor.registersWait());
    while (true) {
      try {
        return harness.await(limits).cycles();
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
    int value = harness.readRegister(offset);
    goOn();
    return value;
  }

  @Override
  public void write(long offset, int value) {
    harness.writeRegister(offset, value);
    goOn();
  }

  /** A kernel that its owner started through registers moves on while it is looked at. */
  private void goOn() {
    if (!harness.isRunning()) {
      harness.advance(CYCLES_PER_ACCESS);
    }
  }

  @Override
  public List<PortActivity> activity(String unit, long cycles) {
    return kernel.models() instanceof RtlKernel rtl
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
