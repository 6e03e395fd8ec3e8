package dev.backplane.rtl.harness;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.Pin;
import dev.backplane.rtl.ports.BusInterface;
import dev.backplane.rtl.ports.KernelPorts;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
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

  /** A run that was started: when, in cycles and nanoseconds. */
  private record Started(long cycle, long nanos) {}

  private final Supplier<? extends Engine> engines;
  private final KernelPorts ports;
  private final ControlProtocol protocol;
  private final BusMemory memory;
  private final HarnessOptions options;

  /** Between the kernel's streams and Java, by the interface's name in lower case. */
  private final Map<String, BeatQueue> queues = new LinkedHashMap<>();

  private @Nullable KernelGroup group;
  private @Nullable Stage stage;

  /** Runs that were not seen to end; more than one only if the kernel is chained. */
  private final Deque<Started> started = new ArrayDeque<>();

  /** Whether the kernel has taken the last start, so that it can be given the next one. */
  private boolean startTaken;

  private boolean seenBusy;
  private boolean seenDone;
  private boolean interrupts;
  private long nextPoll;
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
      started.clear();
      interrupts = false;
      return fresh;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
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
    return !started.isEmpty();
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
    Stage on = stage();
    int value = read(on, control(on), offset);
    if (offset == CONTROL && isRunning()) {
      noteControl(on, value);
    }
    return value;
  }

  private static int read(Stage on, AxiLiteMaster from, long offset) {
    checkOffset(offset);
    from.beginRead(offset);
    on.finishAccess(from, "reading", offset);
    return from.result();
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
    Stage on = stage();
    AxiLiteMaster from = slave(on, slave);
    return from == stagedControl(on) ? readRegister(offset) : read(on, from, offset);
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
    Stage on = stage();
    write(on, control(on), offset, value, strobes);
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
    Stage on = stage();
    write(on, slave(on, slave), offset, value, 0xf);
  }

  private static void write(Stage on, AxiLiteMaster into, long offset, int value, int strobes) {
    checkOffset(offset);
    into.beginWrite(offset, value, strobes & 0xf);
    on.finishAccess(into, "writing", offset);
  }

  private AxiLiteMaster slave(Stage on, String name) {
    AxiLiteMaster found = on.registers().get(name.toLowerCase(Locale.ROOT));
    if (found == null) {
      throw ports.missing("no AXI4-Lite slave " + name);
    }
    return found;
  }

  private AxiLiteMaster control(Stage on) {
    AxiLiteMaster found = stagedControl(on);
    if (found == null) {
      throw ports.missing("it has no control registers (ap_ctrl_none)");
    }
    return found;
  }

  private @Nullable AxiLiteMaster stagedControl(Stage on) {
    return ports.slaves().isEmpty()
        ? null
        : on.registers().get(ports.control().name().toLowerCase(Locale.ROOT));
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
    Stage on = stage();
    on.failOnFault();
    if (protocol != ControlProtocol.AP_CTRL_HS && protocol != ControlProtocol.AP_CTRL_CHAIN) {
      throw new IllegalStateException(
          "A kernel with control protocol %s cannot be started; use its registers and advance()"
              .formatted(protocol));
    }
    if (isRunning() && protocol != ControlProtocol.AP_CTRL_CHAIN) {
      throw new IllegalStateException("The kernel is running; await it or reset it first");
    }
    if (isRunning() && !startTaken) {
      throw new IllegalStateException(
          "The kernel has not taken its last start yet; awaitReady() first");
    }
    if (ports.interrupt() != null && !interrupts) {
      writeRegister(INTERRUPT_ENABLE, 1);
      writeRegister(GLOBAL_INTERRUPT_ENABLE, 1);
      interrupts = true;
    }
    if (!isRunning()) {
      on.clearStatistics();
      lastControl = 0;
      seenBusy = false;
      seenDone = false;
    }
    long nanos = options.nanoTime().getAsLong();
    on.bench.progress();
    startTaken = false;
    writeRegister(CONTROL, START);
    started.add(new Started(control(on).writtenAt, nanos));
    if (started.size() == 1) {
      nextPoll = on.bench.cycle + pollInterval(on);
    }
  }

  /**
   * Waits until a chained kernel has taken its last start, so that its arguments can be written for
   * the next one. Returns at once if it was not started.
   *
   * @param limits when to give up
   * @throws RtlException as {@link #run}
   */
  public void awaitReady(RunLimits limits) {
    Stage on = stage();
    long begun = on.bench.cycle;
    long begunNanos = options.nanoTime().getAsLong();
    while (isRunning() && !startTaken) {
      readRegister(CONTROL);
      on.failOnFault();
      if (!startTaken) {
        on.simulate(on.bench.cycle + pollInterval(on));
        checkProgress(on);
        checkLimits(limits, on.bench.cycle - begun, begunNanos);
      }
    }
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
    Stage on = stage();
    long begun = on.bench.cycle;
    long begunNanos = options.nanoTime().getAsLong();
    while (true) {
      Optional<RunOutcome> ended = poll();
      if (ended.isPresent()) {
        return ended.get();
      }
      checkProgress(on);
      checkLimits(limits, on.bench.cycle - begun, begunNanos);
      on.simulateUntil(Math.min(nextPoll, on.bench.cycle + BATCH));
    }
  }

  /**
   * Looks whether the oldest run has ended. Simulates no more than register accesses take.
   *
   * @return what the run took since its start; empty if it goes on
   * @throws RtlException what the kernel did wrong
   * @throws IllegalStateException if nothing was started
   */
  public Optional<RunOutcome> poll() {
    if (!isRunning()) {
      throw new IllegalStateException("The kernel is not running; start it first");
    }
    Stage on = stage();
    on.failOnFault();
    boolean raised = on.interruptRaised();
    if (!raised && !seenDone && on.bench.cycle < nextPoll) {
      return Optional.empty();
    }
    long raisedAt = on.interruptRaisedAt();
    readRegister(CONTROL);
    if (seenDone) {
      Started run = started.remove();
      long doneAt = raised ? raisedAt : on.bench.cycle;
      finish(on, raised);
      return Optional.of(outcome(on, run, doneAt));
    }
    on.failOnFault();
    nextPoll = on.bench.cycle + pollInterval(on);
    return Optional.empty();
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
    long begun = on.bench.cycle;
    long begunNanos = options.nanoTime().getAsLong();
    on.bench.progress();
    while (!condition.getAsBoolean()) {
      on.simulate(on.bench.cycle + 1);
      on.failOnFault();
      if (on.bench.cycle % BATCH == 0) {
        checkProgress(on);
        checkLimits(limits, on.bench.cycle - begun, begunNanos);
      }
    }
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
    Started oldest = started.peek();
    return Math.clamp(oldest == null ? 0 : (on.bench.cycle - oldest.cycle()) / 16, 8, 256);
  }

  /** Done is gone when read, so every read while the kernel runs is evaluated, whoever reads. */
  private void noteControl(Stage on, int control) {
    if (control != lastControl) {
      on.bench.progress();
      lastControl = control;
    }
    boolean idle = (control & IDLE) != 0;
    startTaken |= (control & START) == 0;
    // Idle is as good, once the kernel was seen busy: right after a start it may still be up.
    boolean ended =
        protocol == ControlProtocol.AP_CTRL_HS && seenBusy && idle && (control & START) == 0;
    seenDone |= (control & DONE) != 0 || ended;
    seenBusy |= !idle;
  }

  private void finish(Stage on, boolean raised) {
    seenDone = false;
    if (protocol == ControlProtocol.AP_CTRL_CHAIN) {
      writeRegister(CONTROL, CONTINUE);
      // Done stays up until the line above, so the register may have caught it a second time after
      // it was read. That of the next run stays up too, and is seen later.
      startTaken |= (read(on, control(on), CONTROL) & START) == 0;
      nextPoll = on.bench.cycle + 8;
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
    if (!isRunning()) {
      on.drain(DRAIN);
    }
    on.failOnFault();
  }

  private RunOutcome outcome(Stage on, Started run, long doneAt) {
    return new RunOutcome(
        doneAt - run.cycle(),
        on.bench.cycle - run.cycle(),
        options.nanoTime().getAsLong() - run.nanos(),
        on.statistics());
  }

  /**
   * Checks that something has moved in the cycles of the watchdog. Waiting for a run does so by
   * itself; {@link #advance} does not.
   *
   * @throws RtlException {@link RtlError#NO_PROGRESS} with the state of all channels if nothing
   *     moved, which makes the kernel unusable until the next reset
   */
  public void checkProgress() {
    checkProgress(stage());
  }

  private void checkProgress(Stage on) {
    long watchdog = options.watchdogCycles();
    Bench bench = on.bench;
    long idle = on.idleCycles();
    if (watchdog > 0 && idle > watchdog) {
      bench.fail(
          new RtlException(
              RtlError.NO_PROGRESS,
              "The kernel made no progress for %d cycles, since cycle %d: %s; control register 0x%x"
                      .formatted(idle, bench.cycle - idle, on.stateOfAll(), lastControl)
                  + ". If it computes that long without memory, raise the watchdog's limit"),
          0);
      on.failOnFault();
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
