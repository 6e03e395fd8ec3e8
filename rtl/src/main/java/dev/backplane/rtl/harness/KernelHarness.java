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
 * A kernel on the bench: an engine with the design, an AXI4-Lite master at its registers, memory at
 * each of its AXI4 masters, and Java at the ends of its streams, all checked against the protocol.
 * One thread owns it.
 *
 * <p>A new harness is at power-up: {@link #reset()} first, then {@link #writeRegister arguments},
 * then {@link #run}. The first fault of the kernel (a broken rule, an access outside memory, no
 * progress) fails the run and every later one until the next reset, which also gives a fresh
 * engine. A run that ran into a limit can be {@link #await awaited} further, or reset.
 *
 * <p>A cycle is one of the main clock: that of the control registers, or else the first.
 */
public final class KernelHarness implements AutoCloseable {
  private final Supplier<? extends Engine> engines;
  private final KernelPorts ports;
  private final ControlProtocol protocol;
  private final BusMemory memory;
  private final HarnessOptions options;

  /** Between the kernel's streams and Java, by the interface's name in lower case. */
  private final Map<String, BeatQueue> queues = new LinkedHashMap<>();

  private @Nullable KernelGroup group;
  private @Nullable Stage stage;

  /** Null at power-up, and if the kernel has no control registers. */
  private @Nullable RunControl control;

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

  /** Puts another queue behind a stream, which Java has no access to from then on. */
  void link(BusInterface stream, BeatQueue queue) {
    queues.put(stream.name().toLowerCase(Locale.ROOT), queue);
  }

  /** From now on, this kernel is simulated with others. */
  void join(KernelGroup with) {
    if (group != null || stage != null) {
      throw new IllegalStateException(
          "A kernel joins one group, before its first reset, and stays there");
    }
    group = with;
  }

  /**
   * Resets the kernel, from power-up: a fresh engine, reset held with all inputs low, then a few
   * idle cycles. Clears faults and streams, and gives up runs. In a group, all its kernels are.
   *
   * @throws RtlException {@link RtlError#PROTOCOL_VIOLATION} if the kernel raises a VALID in reset
   */
  public void reset() {
    if (group != null) {
      group.reset();
      return;
    }
    Stage fresh = freshStage();
    fresh.reset();
    fresh.failOnFault();
  }

  /** A stage at power-up instead of the one there was. */
  Stage freshStage() {
    close();
    queues.values().forEach(BeatQueue::clear);
    Engine engine = engines.get();
    try {
      Stage fresh =
          new Stage(
              engine,
              ports,
              protocol,
              memory,
              options,
              stream -> Objects.requireNonNull(queues.get(stream.name().toLowerCase(Locale.ROOT))));
      stage = fresh;
      control = runControl(fresh);
      return fresh;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private @Nullable RunControl runControl(Stage on) {
    if (protocol == ControlProtocol.AP_CTRL_NONE && ports.slaves().size() != 1) {
      return null;
    }
    return new RunControl(
        on,
        slave(on, ports.control().name()),
        protocol == ControlProtocol.AP_CTRL_CHAIN,
        ports.interrupt() != null);
  }

  /** {@return the cycles simulated since the last reset began; 0 before the first} */
  public long cycles() {
    return stage == null ? 0 : stage.bench.cycle;
  }

  /**
   * {@return what made the kernel unusable until the next reset, if anything did; in a group, what
   * made any of its kernels unusable}
   */
  public @Nullable RtlException fault() {
    return stage == null ? null : stage.fault();
  }

  /** {@return whether a run was started and has not been seen to end} */
  public boolean isRunning() {
    return control != null && control.isRunning();
  }

  /**
   * {@return cycles since something moved on a bus, here or in a kernel of the same group; 0 before
   * the first reset}
   */
  public long idleCycles() {
    return stage == null ? 0 : stage.idleCycles();
  }

  /**
   * Finds the Java end of a stream into the kernel.
   *
   * @param port the name of the interface
   * @return takes what the kernel is to get
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream
   * @throws IllegalStateException if the other end of the stream is a kernel
   */
  public StreamSource source(String port) {
    BusInterface bus = stream(port, BusInterface.Kind.STREAM_IN);
    return new StreamSource(bus, javaQueue(bus));
  }

  /**
   * Finds the Java end of a stream out of the kernel.
   *
   * @param port the name of the interface
   * @return has what the kernel gave
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such stream
   * @throws IllegalStateException if the other end of the stream is a kernel
   */
  public StreamSink sink(String port) {
    return new StreamSink(javaQueue(stream(port, BusInterface.Kind.STREAM_OUT)));
  }

  BusInterface stream(String port, BusInterface.Kind kind) {
    BusInterface bus = ports.named(port);
    if (bus.kind() != kind) {
      throw ports.missing(port + " is an " + bus.kind() + ", not an " + kind);
    }
    return bus;
  }

  private BeatQueue javaQueue(BusInterface bus) {
    if (group != null && group.links(this, bus)) {
      throw new IllegalStateException("The other end of stream " + bus.name() + " is a kernel");
    }
    return Objects.requireNonNull(queues.get(bus.name().toLowerCase(Locale.ROOT)));
  }

  /**
   * Reads a pin as it is now, for example an output that belongs to no bus.
   *
   * @param name the name of the port
   * @return its bits
   * @throws RtlException {@link RtlError#INTERFACE_MISSING} if there is no such port
   */
  public BigInteger pin(String name) {
    Stage on = stage();
    on.engine.settle();
    Pin pin =
        on.engine.pins().stream()
            .filter(each -> each.port().name().equals(name))
            .findFirst()
            .orElseThrow(() -> ports.missing("no port " + name));
    BigInteger bits = BigInteger.ZERO;
    for (int word = Payload.words(pin.port().width()) - 1; word >= 0; word--) {
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
   *     unusable until the next reset, {@link RtlError#ADDRESS_FAULT} if it answers with an error
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
    Stage on = stage();
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
    Stage on = stage();
    AxiLiteMaster into = slave(on, slave);
    into.beginWrite(offset, value, 0xf);
    on.finishAccess(into, "writing", offset);
  }

  private AxiLiteMaster slave(Stage on, String name) {
    AxiLiteMaster found = on.registers().get(name.toLowerCase(Locale.ROOT));
    if (found == null) {
      throw ports.missing("no AXI4-Lite slave " + name);
    }
    return found;
  }

  private RunControl control() {
    stage();
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
   * Starts the kernel; it moves only while somebody {@link #await waits} or uses registers. A
   * kernel that is chained can be started again before its run has ended, with new arguments, when
   * it is {@link #awaitReady ready} for them; runs end in the order of their starts.
   *
   * @throws RtlException a fault that the kernel is in
   * @throws IllegalStateException if it runs already, or cannot be started this way
   */
  public void start() {
    stage();
    if (protocol != ControlProtocol.AP_CTRL_HS && protocol != ControlProtocol.AP_CTRL_CHAIN) {
      throw new IllegalStateException(
          "A kernel with control protocol %s cannot be started; use its registers and advance()"
              .formatted(protocol));
    }
    control().start();
  }

  /**
   * Waits until a chained kernel has taken its last start, so that its arguments can be written for
   * the next one. Returns at once if it was not started.
   *
   * @param limits when to give up
   * @throws RtlException as {@link #run}
   */
  public void awaitReady(RunLimits limits) {
    control().awaitReady(limits);
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
    return requireRunning().await(limits);
  }

  private RunControl requireRunning() {
    if (control == null || !control.isRunning()) {
      throw new IllegalStateException("The kernel is not running; start it first");
    }
    return control;
  }

  /**
   * Looks whether the oldest run has ended. Simulates no more than register accesses take.
   *
   * @return what the run took since its start; empty if it goes on
   * @throws RtlException what the kernel did wrong
   * @throws IllegalStateException if nothing was started
   */
  public Optional<RunOutcome> poll() {
    return requireRunning().poll();
  }

  /**
   * Lets a kernel that is not started and awaited go on, for example one that its owner controls
   * through registers, or one that works on its own.
   *
   * @param cycles how many cycles
   * @throws RtlException a fault of the kernel
   */
  public void advance(long cycles) {
    Stage on = stage();
    on.failOnFault();
    on.simulate(on.bench.cycle + cycles);
    on.failOnFault();
  }

  /**
   * Lets the kernel go on until something holds, for example that a {@link StreamSink} has a
   * packet.
   *
   * @param condition asked before every cycle
   * @param limits when to give up
   * @throws RtlException a fault of the kernel, {@link RtlError#NO_PROGRESS} if nothing moves any
   *     more, {@link RtlError#TIMEOUT} or {@link RtlError#CANCELLED} for a limit
   */
  public void advanceUntil(BooleanSupplier condition, RunLimits limits) {
    Stage on = stage();
    Patience patience = new Patience(on, limits);
    on.bench.progress();
    while (!condition.getAsBoolean()) {
      on.simulate(on.bench.cycle + 1);
      on.failOnFault();
      if (on.bench.cycle % RunControl.BATCH == 0) {
        patience.check();
      }
    }
  }

  /**
   * {@return what went through the AXI4 masters since the last start, or since it is counted anew}
   */
  public List<PortStatistics> statistics() {
    return stage == null ? List.of() : stage.statistics();
  }

  /** Counts anew what goes through the AXI4 masters; a start does so by itself. */
  public void clearStatistics() {
    stage().clearStatistics();
  }

  /**
   * Checks that the kernel is not stuck: that in the cycles of the watchdog something has moved on
   * its buses, or its registers change. Waiting for a run does so by itself; {@link #advance} does
   * not.
   *
   * @throws RtlException {@link RtlError#NO_PROGRESS} with the state of all channels if nothing
   *     moved, which makes the kernel unusable until the next reset
   */
  public void checkProgress() {
    stage().checkProgress();
  }

  /**
   * The same for a kernel that whoever controls it has told something since its buses moved.
   *
   * @param told the cycle, as {@link #cycles} counts, from which on it is expected to move
   * @throws RtlException as {@link #checkProgress()}
   */
  public void checkProgress(long told) {
    stage().checkProgress(told);
  }

  /**
   * Asks what {@link #checkProgress(long)} would find, without making the kernel unusable.
   *
   * @param told the cycle, as {@link #cycles} counts, from which on it is expected to move
   * @return whether it is stuck, as far as was looked
   */
  public boolean isStuck(long told) {
    return stage().isStuck(told);
  }

  private Stage stage() {
    if (stage == null) {
      throw new IllegalStateException("The kernel is at power-up or closed; reset it first");
    }
    return stage;
  }

  /** Lets go of the engine. */
  @Override
  public void close() {
    if (stage != null) {
      Stage old = stage;
      stage = null;
      control = null;
      old.engine.close();
    }
  }
}
