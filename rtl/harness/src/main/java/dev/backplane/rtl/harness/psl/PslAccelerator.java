package dev.backplane.rtl.harness.psl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.IdleDetector;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An accelerator behind the pins of a PSL, whose commands a {@link PslHost} serves: what a driver
 * of a coherent card needs. The clock runs in its methods only, and the host serves what it was
 * given every few cycles. One thread at a time uses it.
 *
 * <p>Every method throws the first fault of the accelerator, an {@link RtlException} that says
 * which rule was broken and when; it stays until a {@link #reset}. What the accelerator does not
 * answer in {@link HarnessOptions#accessCycles} cycles is {@link RtlError#NO_PROGRESS}.
 */
public final class PslAccelerator implements AutoCloseable {
  /** Cycles after which the host may serve. */
  private static final int SLICE_CYCLES = 16;

  /** The host serves at the latest when it has so many commands, or after so many slices. */
  private static final int MOST_WAITING = 16;

  private static final int MOST_SLICES = 8;

  private static final BusMemory NONE =
      new BusMemory() {
        @Override
        public @Nullable Region find(String master, long address) {
          return null;
        }

        @Override
        public String describe(String master, long address) {
          return "all memory is that of the host";
        }
      };

  private final KernelHarness kernel;
  private final PslEnvironment environment;
  private final PslHost host;
  private final int accessCycles;
  private @Nullable IdleDetector idleness;
  private int slices;
  private int waiting;

  /**
   * Creates an accelerator that has no power yet: {@link #reset} it first.
   *
   * @param engines creates an engine, at power-up
   * @param ports the ports of the design
   * @param host serves its commands
   * @param faults what is injected at the pins
   * @param options options of the models
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if it has not the ports of a PSL
   */
  public PslAccelerator(
      Supplier<? extends Engine> engines,
      KernelPorts ports,
      PslHost host,
      PslFaults faults,
      HarnessOptions options) {
    this.host = host;
    accessCycles = options.accessCycles();
    kernel = new KernelHarness(engines, ports, ControlProtocol.USER_MANAGED, NONE, options);
    if (!(kernel.environment() instanceof PslEnvironment connection)) {
      throw new RtlException(
          RtlError.INTERFACE_MISSING,
          "the accelerator has ports of the protocol %s, not of a PSL"
              .formatted(ports.protocol().name()));
    }
    environment = connection;
    environment.connect(host, faults);
  }

  /** Gives RESET; the first time and after a fault, from power-up. */
  public void reset() {
    if (idleness == null || kernel.fault() != null) {
      idleness = null;
      kernel.reset();
      idleness = new IdleDetector(kernel);
    } else {
      environment.control().initialize();
    }
  }

  /**
   * Gives START, and waits until the job runs.
   *
   * @param workElementDescriptor its argument
   */
  public void start(long workElementDescriptor) {
    job().start(workElementDescriptor);
    await(
        () -> job().hasRun() || job().state() == PslJob.State.ENDED,
        "START is not answered with ah_jrunning");
  }

  /**
   * Tells the accelerator of a context, in directed mode, and waits until it has acknowledged that;
   * when a context ends, also until none of its commands is outstanding: nothing of it is left.
   *
   * @param command what
   * @param process the process element
   */
  public void tell(ContextCommand command, int process) {
    job().tell(command, process);
    await(
        () -> job().isAcknowledged() || job().state() == PslJob.State.ENDED,
        "%s of process element %d is not acknowledged with ah_jcack".formatted(command, process));
    if (command == ContextCommand.TERMINATE) {
      PslCommands commands = environment.control().model().commands();
      await(
          () -> commands.outstanding(process) == 0 || job().state() == PslJob.State.ENDED,
          "TERMINATE of process element %d is acknowledged, and its commands do not end"
              .formatted(process));
    }
  }

  /** {@return with what the job ended, if it has: 0, or what went wrong} */
  public OptionalLong ending() {
    PslJob job = job();
    return job.state() == PslJob.State.ENDED
        ? OptionalLong.of(job.errorCode())
        : OptionalLong.empty();
  }

  private PslJob job() {
    return environment.control().model().job();
  }

  private void await(BooleanSupplier condition, String problem) {
    long end = kernel.cycles() + accessCycles;
    while (!condition.getAsBoolean()) {
      if (kernel.cycles() >= end) {
        PslControl control = environment.control();
        control
            .context()
            .fail(
                new RtlException(
                    RtlError.NO_PROGRESS,
                    "psl @cycle %d: %s in %d cycles"
                        .formatted(kernel.cycles(), problem, accessCycles)),
                0);
      }
      step();
    }
  }

  /**
   * Simulates some cycles. Then the host serves, unless the accelerator gave commands in them: it
   * does not wait for answers, and it is quicker to serve several together.
   */
  private void step() {
    PslControl control = environment.control();
    control.simulate(SLICE_CYCLES);
    int now = control.model().commands().atHost();
    slices++;
    if (now == waiting || now >= MOST_WAITING || slices >= MOST_SLICES) {
      slices = 0;
      if (now > 0 && job().state() == PslJob.State.STARTED) {
        host.serve();
        now = 0;
      }
    }
    waiting = now;
  }

  /**
   * Lets the accelerator work, until its job ends or for some cycles.
   *
   * @param cycles how many at least
   * @return false if it is idle: it waits for an access to a register
   */
  public boolean advance(int cycles) {
    long end = kernel.cycles() + cycles;
    while (kernel.cycles() < end && job().state() == PslJob.State.STARTED) {
      step();
    }
    return idleness == null || !idleness.isIdle();
  }

  /** {@return the cycles since power-up} */
  public long cycles() {
    return kernel.cycles();
  }

  /**
   * Reads a register.
   *
   * @param descriptor whether it is of the descriptor
   * @param offset a multiple of the size
   * @param bytes 4 or 8
   * @return its value; empty if it is not acknowledged, now or since an access before
   */
  public OptionalLong read(boolean descriptor, long offset, int bytes) {
    PslMmio.Space space = space(descriptor);
    if (mmio().isOwed()) {
      return OptionalLong.empty();
    }
    space.beginRead(offset, bytes);
    return finish(space) ? OptionalLong.of(space.result()) : OptionalLong.empty();
  }

  /**
   * Writes a register.
   *
   * @param offset a multiple of the size
   * @param bytes 4 or 8
   * @param value what to write
   * @return whether it is acknowledged; false also if an access before was not
   */
  public boolean write(long offset, int bytes, long value) {
    PslMmio.Space space = space(false);
    if (mmio().isOwed()) {
      return false;
    }
    space.beginWrite(offset, bytes, value, (1 << bytes) - 1);
    return finish(space);
  }

  private PslMmio mmio() {
    return environment.control().model().mmio();
  }

  private PslMmio.Space space(boolean descriptor) {
    return descriptor ? mmio().descriptor : mmio().registers;
  }

  private boolean finish(PslMmio.Space space) {
    long end = kernel.cycles() + accessCycles;
    while (space.isBusy() && kernel.cycles() < end) {
      environment.control().simulate(1);
    }
    if (space.isBusy()) {
      space.abandon();
      return false;
    }
    return true;
  }

  /** Takes its power. */
  @Override
  public void close() {
    kernel.close();
  }
}
