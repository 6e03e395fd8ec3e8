package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.harness.ports.KernelPorts;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Simulates one kernel with models of its environment, as the protocol of its interfaces says: a
 * master at its registers, memory behind its masters, queues at its streams, a link to a host. All
 * interfaces are checked against their protocol. One thread owns a harness.
 *
 * <p>A new harness is at power-up: call {@link #reset()} first, then {@link #writeRegister write
 * arguments}, then {@link #run}. The first fault of the kernel (a violated rule, an access outside
 * memory, no progress) fails the run and every later one until the next reset, which also creates a
 * new engine. A run that exceeded a limit can be {@link #await awaited} again, or reset.
 *
 * <p>A cycle is one of the main clock: that of the control registers, or else the first.
 */
public final class KernelHarness implements AutoCloseable {
  private final Supplier<? extends Engine> engines;
  private final KernelPorts ports;
  private final SimulatedProtocol protocol;
  private final ControlProtocol controlProtocol;
  private final BusMemory memory;
  private final HarnessOptions options;

  private final KernelEnvironment environment;

  private @Nullable KernelGroup group;
  private @Nullable CycleLoop loop;

  /** Null at power-up, and if the kernel has no control registers. */
  private @Nullable RunControl control;

  private @Nullable RegisterAccess registers;

  /**
   * Creates a harness.
   *
   * @param engines creates an engine at power-up, at every reset
   * @param ports the ports of the design
   * @param control how the kernel is controlled
   * @param memory the memory that its masters access
   * @param options options of the models
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if the kernel has no clock, lacks
   *     control registers that the protocol needs, or has interfaces without a model
   */
  public KernelHarness(
      Supplier<? extends Engine> engines,
      KernelPorts ports,
      ControlProtocol control,
      BusMemory memory,
      HarnessOptions options) {
    this.engines = engines;
    this.ports = ports;
    controlProtocol = control;
    this.memory = memory;
    this.options = options;
    if (ports.clocks().isEmpty()) {
      throw ports.missing("no clock: looked for an input of one bit with clk or clock in its name");
    }
    ports.checkResets();
    ports.interfaces().forEach(ports::clockOf);
    protocol = SimulatedProtocol.of(ports);
    protocol.check(ports, control);
    environment = protocol.newEnvironment(ports);
  }

  KernelPorts ports() {
    return ports;
  }

  /** Makes this kernel a member of a group. */
  void join(KernelGroup with) {
    if (group != null || loop != null) {
      throw new IllegalStateException(
          "A kernel joins one group, before its first reset, and stays there");
    }
    group = with;
  }

  /**
   * Resets the kernel, from power-up: creates a new engine, holds reset with all inputs low, then
   * simulates a few idle cycles. Clears faults and streams, and abandons runs. In a group, all
   * kernels are reset.
   *
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION} if the kernel requests something in
   *     reset
   */
  public void reset() {
    if (group != null) {
      group.reset();
      return;
    }
    CycleLoop fresh = newLoop();
    fresh.reset();
    initializeControl();
    fresh.failOnFault();
  }

  /** Replaces the cycle loop by one with a new engine. */
  CycleLoop newLoop() {
    close();
    environment.clear();
    Engine engine = engines.get();
    try {
      CycleLoop fresh = new CycleLoop(engine, ports, controlProtocol, memory, options, environment);
      loop = fresh;
      control = protocol.newControl(fresh, fresh.models(), ports, controlProtocol);
      fresh.controlledBy(control);
      registers = new RegisterAccess(fresh, ports, controlProtocol, control);
      return fresh;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** Does what the protocol wants after the reset of the pins. */
  void initializeControl() {
    if (control != null && fault() == null) {
      control.initialize();
    }
  }

  /** {@return the cycles simulated since the last reset began; 0 before the first} */
  public long cycles() {
    return loop == null ? 0 : loop.context.cycle;
  }

  /**
   * {@return the fault that makes the kernel unusable until the next reset, or null; in a group,
   * the fault of any of its kernels}
   */
  public @Nullable RtlException fault() {
    return loop == null ? null : loop.fault();
  }

  /** The fault and the rule that it violates. */
  Optional<FaultReport> faultReport() {
    CycleLoop on = loop;
    return Optional.ofNullable(fault())
        .map(
            fault ->
                new FaultReport(
                    fault.error(),
                    on == null ? Optional.empty() : on.context.brokenRule(),
                    String.valueOf(fault.getMessage())));
  }

  /**
   * {@return how often the interrupt output rose, or the bus carried an interrupt, since the last
   * reset}
   */
  public long interrupts() {
    return loop == null ? 0 : loop.interrupts();
  }

  /**
   * {@return how many of the interrupts had a vector; those of the interrupt output have 0}
   *
   * @param vector the number of the vector, 0 or more
   */
  public long interrupts(int vector) {
    return loop == null ? 0 : loop.interrupts(vector);
  }

  /** {@return whether there are runs that have not completed} */
  public boolean isRunning() {
    return control != null && control.isRunning();
  }

  /**
   * {@return cycles since the last progress on a bus, here or in a kernel of the same group; 0
   * before the first reset}
   */
  public long idleCycles() {
    return loop == null ? 0 : loop.idleCycles();
  }

  /** {@return what outlives the resets of the kernel, of the type of its protocol} */
  public KernelEnvironment environment() {
    return environment;
  }

  /**
   * Reads the current value of a pin, for example of an output that belongs to no bus.
   *
   * @param name the name of the port
   * @return its bits
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such port
   */
  public BigInteger pin(String name) {
    CycleLoop on = requireLoop();
    on.engine.settle();
    return on.engine.pins().stream()
        .filter(each -> each.port().name().equals(name))
        .findFirst()
        .map(Pin::value)
        .orElseThrow(() -> ports.missing("no port " + name));
  }

  /**
   * Reads a control register of the kernel, which takes some cycles.
   *
   * @param offset its address on the control interface, a multiple of 4
   * @return the word
   * @throws RtlException {@link RtlError#NO_PROGRESS} if the kernel does not answer, which makes it
   *     unusable until the next reset, {@link RtlError#ADDRESS_FAULT} if it responds with an error
   */
  public int readRegister(long offset) {
    return requireRegisters().read(offset);
  }

  /**
   * Reads a control register of 64 bits, in one access if the interface has such accesses, else as
   * two words, the lower one first.
   *
   * @param offset its address on the control interface, a multiple of 8
   * @return its value
   * @throws RtlException as {@link #readRegister(long)}
   */
  public long readRegister64(long offset) {
    return requireRegisters().read64(offset);
  }

  /**
   * Reads a register on any interface with registers, or in any register space of one.
   *
   * @param slave the name of the interface or space
   * @param offset its address there, a multiple of 4
   * @return the word
   * @throws RtlException as {@link #readRegister(long)}, or {@link RtlError#INTERFACE_MISSING} if
   *     there is no such interface
   */
  public int readRegister(String slave, long offset) {
    return requireRegisters().read(slave, offset);
  }

  /**
   * Writes a control register of the kernel, which takes some cycles.
   *
   * @param offset its address on the control interface, a multiple of 4
   * @param value the word
   * @throws RtlException as {@link #readRegister(long)}
   */
  public void writeRegister(long offset, int value) {
    writeRegister(offset, value, 0xf);
  }

  /**
   * Writes some bytes of a control register of the kernel.
   *
   * @param offset its address on the control interface, a multiple of 4
   * @param value the word
   * @param strobes a bit per byte, the lowest for the lowest byte; only those at 1 are written
   * @throws RtlException as {@link #readRegister(long)}
   */
  public void writeRegister(long offset, int value, int strobes) {
    requireRegisters().write(offset, value, strobes);
  }

  /**
   * Writes a control register of 64 bits, in one access if the interface has such accesses, else as
   * two words, the lower one first.
   *
   * @param offset its address on the control interface, a multiple of 8
   * @param value its value
   * @throws RtlException as {@link #readRegister(long)}
   */
  public void writeRegister64(long offset, long value) {
    requireRegisters().write64(offset, value);
  }

  /**
   * Writes 64 bytes of control registers: in one access if the interface has such accesses, as that
   * of CCI-P has, else as words, the lowest first.
   *
   * @param offset their address on the control interface, a multiple of 64
   * @param words the bytes, in 8 little-endian words
   * @throws RtlException as {@link #readRegister(long)}
   */
  public void writeRegisters(long offset, long[] words) {
    requireRegisters().writeLine(offset, words);
  }

  /**
   * Writes a register on any interface with registers.
   *
   * @param slave the name of the interface
   * @param offset its address there, a multiple of 4
   * @param value the word
   * @throws RtlException as {@link #readRegister(String, long)}
   */
  public void writeRegister(String slave, long offset, int value) {
    requireRegisters().write(slave, offset, value);
  }

  RegisterAccess requireRegisters() {
    requireLoop();
    return Objects.requireNonNull(registers);
  }

  /**
   * Starts the kernel and waits until it is done.
   *
   * @param limits the limits of the wait
   * @return the outcome
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION}, {@link RtlError#ADDRESS_FAULT} or
   *     {@link RtlError#NO_PROGRESS} for a fault of the kernel, {@link RtlError#TIMEOUT} or {@link
   *     RtlError#CANCELLED} for a limit
   */
  public RunOutcome run(RunLimits limits) {
    start();
    return await(limits);
  }

  /**
   * Starts the kernel. It is simulated only while a thread {@link #await awaits} the run or
   * accesses registers. A chained kernel can be started again before its run completes, with new
   * arguments, when it is {@link #awaitReady ready} for them; runs complete in the order of their
   * starts.
   *
   * @throws RtlException the fault of the kernel, if it has one
   * @throws IllegalStateException if it is running, or if its protocol has no start
   */
  public void start() {
    start(0);
  }

  /**
   * Starts the kernel with the argument of its start.
   *
   * @param argument the address of a work element descriptor, if the protocol passes one
   * @throws RtlException the fault of the kernel, if it has one
   * @throws IllegalStateException as {@link #start()}, or if a start has no argument
   */
  public void start(long argument) {
    requireLoop();
    if (control == null) {
      throw new IllegalStateException(
          "A kernel with control protocol %s cannot be started; use advance()"
              .formatted(controlProtocol));
    }
    control.start(argument);
  }

  /**
   * Waits until a chained kernel has accepted its last start, so that the arguments of the next run
   * can be written. Returns at once if it was not started.
   *
   * @param limits the limits of the wait
   * @throws RtlException as {@link #run}
   */
  public void awaitReady(RunLimits limits) {
    CycleLoop on = requireLoop();
    RunControl kernel = requireRegisters().control();
    RunLimitChecker checker = new RunLimitChecker(on, limits);
    while (!kernel.pollReady()) {
      on.simulate(on.context.cycle + kernel.pollInterval());
      checker.check();
    }
  }

  /**
   * Waits until the kernel is done.
   *
   * @param limits the limits of the wait
   * @return the outcome of the run
   * @throws RtlException as {@link #run}
   * @throws IllegalStateException if nothing was started
   */
  public RunOutcome await(RunLimits limits) {
    RunControl kernel = requireRunning();
    CycleLoop on = requireLoop();
    RunLimitChecker checker = new RunLimitChecker(on, limits);
    while (true) {
      Optional<RunOutcome> ended = kernel.poll();
      if (ended.isPresent()) {
        return ended.get();
      }
      checker.check();
      on.simulateUntil(Math.min(kernel.nextPoll(), on.context.cycle + CycleLoop.BATCH_CYCLES));
    }
  }

  private RunControl requireRunning() {
    if (control == null || !control.isRunning()) {
      throw new IllegalStateException("The kernel is not running; start it first");
    }
    return control;
  }

  /**
   * Checks whether the oldest run has completed. Simulates only the cycles of register accesses.
   *
   * @return the outcome of the run; empty if it has not completed
   * @throws RtlException a fault of the kernel
   * @throws IllegalStateException if nothing was started
   */
  public Optional<RunOutcome> poll() {
    return requireRunning().poll();
  }

  /**
   * Simulates a kernel that is not started and awaited, for example one that the host controls
   * through registers, or a free-running one.
   *
   * @param cycles how many cycles
   * @throws RtlException a fault of the kernel
   */
  public void advance(long cycles) {
    CycleLoop current = requireLoop();
    current.failOnFault();
    current.simulate(current.context.cycle + cycles);
    current.failOnFault();
  }

  /**
   * Simulates the kernel until a condition holds, for example that a stream has a packet.
   *
   * @param condition tested before every cycle
   * @param limits the limits of the wait
   * @throws RtlException a fault of the kernel, {@link RtlError#NO_PROGRESS} if the kernel is
   *     stuck, {@link RtlError#TIMEOUT} or {@link RtlError#CANCELLED} for a limit
   */
  public void advanceUntil(BooleanSupplier condition, RunLimits limits) {
    CycleLoop on = requireLoop();
    RunLimitChecker patience = new RunLimitChecker(on, limits);
    on.context.progress();
    while (!condition.getAsBoolean()) {
      on.simulate(on.context.cycle + 1);
      on.failOnFault();
      if (on.context.cycle % CycleLoop.BATCH_CYCLES == 0) {
        patience.check();
      }
    }
  }

  /**
   * {@return the traffic of the masters since the last start, or since {@link #clearStatistics}}
   */
  public List<PortStatistics> statistics() {
    return loop == null ? List.of() : loop.statistics();
  }

  /** Clears the traffic statistics of the masters; a start clears them too. */
  public void clearStatistics() {
    requireLoop().clearStatistics();
  }

  /**
   * Checks that the kernel is not stuck: that in the cycles of the watchdog there was progress on a
   * bus, or its registers changed. Awaiting a run includes this check; {@link #advance} does not.
   *
   * @throws RtlException {@link RtlError#NO_PROGRESS} with the state of all channels if it is
   *     stuck, which makes the kernel unusable until the next reset
   */
  public void checkProgress() {
    requireLoop().checkProgress();
  }

  /**
   * The same for a kernel that its controller has given a command after the last progress on a bus.
   *
   * @param commandCycle the cycle of the command, as {@link #cycles} counts; the limit is counted
   *     from it
   * @throws RtlException as {@link #checkProgress()}
   */
  public void checkProgress(long commandCycle) {
    requireLoop().checkProgress(commandCycle);
  }

  /**
   * Returns the result of {@link #checkProgress(long)} without making the kernel unusable.
   *
   * @param commandCycle the cycle of the command, as {@link #cycles} counts; the limit is counted
   *     from it
   * @return whether it is stuck, as far as was checked
   */
  public boolean isStuck(long commandCycle) {
    return requireLoop().isStuck(commandCycle);
  }

  /** Tells whether a loop is that of the last reset. */
  boolean isSimulatedBy(CycleLoop that) {
    return loop == that;
  }

  CycleLoop requireLoop() {
    if (loop == null) {
      throw new IllegalStateException("The kernel is at power-up or closed; reset it first");
    }
    return loop;
  }

  /** Closes the engine. */
  @Override
  public void close() {
    if (loop != null) {
      CycleLoop old = loop;
      loop = null;
      control = null;
      registers = null;
      old.engine.close();
    }
  }
}
