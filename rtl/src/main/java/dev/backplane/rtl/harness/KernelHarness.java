package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Simulates one kernel with models of its environment: an AXI4-Lite master at its registers, memory
 * at its AXI4 masters, and queues at its streams. All interfaces are checked against their
 * protocol. One thread owns a harness.
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
  private final ControlProtocol protocol;
  private final BusMemory memory;
  private final HarnessOptions options;

  /** The queues between streams of the kernel and Java, by the interface's name in lower case. */
  private final Map<String, BeatQueue> queues = new LinkedHashMap<>();

  private @Nullable KernelGroup group;
  private @Nullable CycleLoop loop;

  /** Null at power-up, and if the kernel has no control registers. */
  private @Nullable RunControl control;

  /**
   * Creates a harness.
   *
   * @param engines creates an engine at power-up, at every reset
   * @param ports the ports of the design
   * @param protocol how the kernel is controlled
   * @param memory the memory that its masters access
   * @param options options of the models
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if the kernel has no clock, lacks
   *     control registers that the protocol needs, or has interfaces without a model
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
    InterfaceChecks.check(ports, protocol);
    for (BusInterface stream : ports.streams()) {
      queues.put(
          stream.name().toLowerCase(Locale.ROOT),
          new BeatQueue(stream.dataBits(), width(stream, "TUSER"), Integer.MAX_VALUE));
    }
  }

  static int width(BusInterface bus, String signal) {
    return bus.signal(signal) == null ? 0 : Objects.requireNonNull(bus.signal(signal)).width();
  }

  KernelPorts ports() {
    return ports;
  }

  /** Connects a stream to another queue; Java has no access to the stream from then on. */
  void link(BusInterface stream, BeatQueue queue) {
    queues.put(stream.name().toLowerCase(Locale.ROOT), queue);
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
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION} if the kernel raises a VALID in reset
   */
  public void reset() {
    if (group != null) {
      group.reset();
      return;
    }
    CycleLoop fresh = newLoop();
    fresh.reset();
    fresh.failOnFault();
  }

  /** Replaces the cycle loop by one with a new engine. */
  CycleLoop newLoop() {
    close();
    queues.values().forEach(BeatQueue::clear);
    Engine engine = engines.get();
    try {
      CycleLoop fresh =
          new CycleLoop(
              engine,
              ports,
              protocol,
              memory,
              options,
              stream -> Objects.requireNonNull(queues.get(stream.name().toLowerCase(Locale.ROOT))));
      loop = fresh;
      control = runControl(fresh);
      return fresh;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private @Nullable RunControl runControl(CycleLoop loop) {
    if (protocol == ControlProtocol.AP_CTRL_NONE && ports.slaves().size() != 1) {
      return null;
    }
    return new RunControl(
        loop,
        slave(loop, ports.control().name()),
        protocol == ControlProtocol.AP_CTRL_CHAIN,
        ports.interrupt() != null);
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

  /** {@return how often the interrupt output rose since the last reset} */
  public long interrupts() {
    return loop == null ? 0 : loop.interrupts();
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

  /**
   * Returns the Java end of an input stream of the kernel.
   *
   * @param port the name of the interface
   * @return sends data to the kernel
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream
   * @throws IllegalStateException if the other end of the stream is a kernel
   */
  public StreamSource source(String port) {
    BusInterface bus = stream(port, BusInterface.Kind.STREAM_IN);
    return new StreamSource(bus, javaQueue(bus));
  }

  /**
   * Returns the Java end of an output stream of the kernel.
   *
   * @param port the name of the interface
   * @return receives data from the kernel
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream
   * @throws IllegalStateException if the other end of the stream is a kernel
   */
  public StreamSink sink(String port) {
    return new StreamSink(javaQueue(stream(port, BusInterface.Kind.STREAM_OUT)));
  }

  BusInterface stream(String port, BusInterface.Kind kind) {
    BusInterface bus = ports.interfaceNamed(port);
    if (bus.kind() != kind) {
      throw ports.missing(port + " is an " + bus.kind() + ", not an " + kind);
    }
    return bus;
  }

  private BeatQueue javaQueue(BusInterface bus) {
    if (group != null && group.isLinked(this, bus)) {
      throw new IllegalStateException("The other end of stream " + bus.name() + " is a kernel");
    }
    return Objects.requireNonNull(queues.get(bus.name().toLowerCase(Locale.ROOT)));
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
    Pin pin =
        on.engine.pins().stream()
            .filter(each -> each.port().name().equals(name))
            .findFirst()
            .orElseThrow(() -> ports.missing("no port " + name));
    BigInteger bits = BigInteger.ZERO;
    for (int word = Payload.wordCount(pin.port().width()) - 1; word >= 0; word--) {
      bits = bits.shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(pin.word(word))));
    }
    return bits;
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
    checkOffset(offset);
    return control().read(offset);
  }

  /**
   * Reads a register on any AXI4-Lite slave of the kernel.
   *
   * @param slave the name of the interface
   * @param offset its address there, a multiple of 4
   * @return the word
   * @throws RtlException as {@link #readRegister(long)}, or {@link RtlError#INTERFACE_MISSING} if
   *     there is no such slave
   */
  public int readRegister(String slave, long offset) {
    checkOffset(offset);
    CycleLoop on = requireLoop();
    AxiLiteMaster from = slave(on, slave);
    if (isControl(slave)) {
      return control().read(offset);
    }
    from.beginRead(offset);
    on.finishAccess(from, "reading", offset);
    return from.result();
  }

  private boolean isControl(String slave) {
    return control != null && ports.control().name().equalsIgnoreCase(slave);
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
    checkOffset(offset);
    control().write(offset, value, strobes);
  }

  /**
   * Writes a register on any AXI4-Lite slave of the kernel.
   *
   * @param slave the name of the interface
   * @param offset its address there, a multiple of 4
   * @param value the word
   * @throws RtlException as {@link #readRegister(String, long)}
   */
  public void writeRegister(String slave, long offset, int value) {
    checkOffset(offset);
    CycleLoop on = requireLoop();
    AxiLiteMaster into = slave(on, slave);
    into.beginWrite(offset, value, 0xf);
    on.finishAccess(into, "writing", offset);
  }

  private AxiLiteMaster slave(CycleLoop loop, String name) {
    AxiLiteMaster found = loop.registers().get(name.toLowerCase(Locale.ROOT));
    if (found == null) {
      throw ports.missing("no AXI4-Lite slave " + name);
    }
    return found;
  }

  private RunControl control() {
    requireLoop();
    if (control == null) {
      throw ports.missing("it has no control registers (ap_ctrl_none)");
    }
    return control;
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
    requireLoop();
    if (protocol != ControlProtocol.AP_CTRL_HS && protocol != ControlProtocol.AP_CTRL_CHAIN) {
      throw new IllegalStateException(
          "A kernel with control protocol %s cannot be started; use its registers and advance()"
              .formatted(protocol));
    }
    control().start();
  }

  /**
   * Waits until a chained kernel has accepted its last start, so that the arguments of the next run
   * can be written. Returns at once if it was not started.
   *
   * @param limits the limits of the wait
   * @throws RtlException as {@link #run}
   */
  public void awaitReady(RunLimits limits) {
    control().awaitReady(limits);
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
    return requireRunning().await(limits);
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
   * Simulates the kernel until a condition holds, for example that a {@link StreamSink} has a
   * packet.
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
      if (on.context.cycle % RunControl.BATCH_CYCLES == 0) {
        patience.check();
      }
    }
  }

  /**
   * {@return the traffic of the AXI4 masters since the last start, or since {@link
   * #clearStatistics}}
   */
  public List<PortStatistics> statistics() {
    return loop == null ? List.of() : loop.statistics();
  }

  /** Clears the traffic statistics of the AXI4 masters; a start clears them too. */
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

  private CycleLoop requireLoop() {
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
      old.engine.close();
    }
  }
}
