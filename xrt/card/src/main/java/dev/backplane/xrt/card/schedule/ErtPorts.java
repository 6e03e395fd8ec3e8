package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.ert.EmbeddedScheduler;
import dev.backplane.xrt.card.ert.ErtHost;
import dev.backplane.xrt.card.ert.HostCommand;
import dev.backplane.xrt.card.ert.SlotRules;
import dev.backplane.xrt.card.ert.UnitPorts;
import dev.backplane.xrt.card.ert.WindowLayout;
import dev.backplane.xrt.card.unit.ComputeUnit;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The embedded scheduler of a loaded image, and the compute units and memory as it reaches them.
 *
 * <p>Its command queue has one host at a time: a client that writes packets into it through
 * registers, until it leaves or the scheduler is reset, or else the card's driver. What a unit does
 * is done in the name of the client whose command it executes.
 */
public final class ErtPorts implements UnitPorts, AutoCloseable {
  private static final int COPY_BYTES = 1 << 16;

  /** The control register, and what it reads while a kernel executes. */
  private static final int CONTROL = 0;

  private static final int BUSY = 1;

  private final UnitControl control;
  private final String name;
  private final WindowLayout layout;
  private final List<ScheduledUnit> units;
  private final ErtHost driver;

  /**
   * The command that each unit was started for last; null if the host put it into the queue itself.
   */
  private final AtomicReferenceArray<@Nullable ErtCommand> served;

  private final MemorySegment between = MemorySegment.ofArray(new byte[COPY_BYTES]);
  private volatile EmbeddedScheduler scheduler;

  /** The client that wrote to the queue, or had the driver do so, last. */
  private volatile @Nullable CardClient latest;

  /** The client that drives the queue through registers, if one does. */
  private volatile @Nullable CardClient host;

  /** The way to a unit. */
  interface UnitControl {
    /** Has a unit perform a register access, and waits for its answer. */
    int access(ComputeUnit unit, RegisterAccess access);

    /** Stops an execution that was started through registers. */
    void stopStarted(ScheduledUnit unit);

    /** Resets a unit that is used through its registers. */
    void resetStarted(ScheduledUnit unit);

    /** The scheduler tells the host that slots have completed. */
    void slotsCompleted();
  }

  ErtPorts(List<ScheduledUnit> all, CardConfig config, WindowLayout layout, UnitControl control) {
    this.control = control;
    this.layout = layout;
    name = config.name() + "/ert";
    units = all.stream().filter(unit -> unit.plan().range() > 0).toList();
    served = new AtomicReferenceArray<>(units.size());
    scheduler = start();
    int slots =
        config.queueSlots() == 0
            ? SlotRules.chosen(units.size(), largestPacket(), false)
            : config.queueSlots();
    driver = new ErtHost(name + " host", scheduler, this, slots, config.interrupts());
  }

  private EmbeddedScheduler start() {
    return new EmbeddedScheduler(
        name, layout, this, this::copy, System::nanoTime, control::slotsCompleted);
  }

  /** Bytes of the packet that writes all arguments of the kernel with the most. */
  private int largestPacket() {
    int pairs =
        units.stream()
            .mapToInt(
                unit ->
                    unit.kernel().arguments().stream()
                        .mapToInt(one -> (one.size() + 3) / Integer.BYTES)
                        .sum())
            .max()
            .orElse(0);
    return Integer.BYTES * (2 + 2 * pairs);
  }

  public EmbeddedScheduler scheduler() {
    return scheduler;
  }

  /** {@return the reason why the last command failed, for reports; empty if none did} */
  public String lastFailure() {
    return scheduler.lastFailure();
  }

  /** {@return the queue as the driver uses it} */
  ErtHost driver() {
    return driver;
  }

  /** {@return the port of a unit} */
  int port(ScheduledUnit unit) {
    return units.indexOf(unit);
  }

  /** {@return the end of the scheduler's windows, which the register space has to reach} */
  public long end() {
    return Math.max(layout.control(), layout.queue()) + WindowLayout.BYTES;
  }

  public boolean serves(long offset) {
    return layout.contains(offset);
  }

  /** Does a client's access to the windows, whose offsets are those of the register space. */
  public int access(RegisterAccess access) {
    if (!access.isWrite()) {
      checkNotDriven();
      return scheduler.read(access.offset());
    }
    write(access.owner(), access.offset(), access.value());
    return 0;
  }

  /** A client that writes into the queue becomes its host. */
  private synchronized void write(CardClient client, long offset, int value) {
    checkNotDriven();
    if (offset >= layout.queue() && offset < layout.queue() + WindowLayout.BYTES) {
      if (host == null) {
        driver.forget();
      }
      host = client;
      latest = client;
    }
    scheduler.write(offset, value);
  }

  /**
   * Refuses register accesses while the driver has commands in the queue: reading clears, and
   * writing overwrites, what it needs.
   */
  private void checkNotDriven() {
    if (host == null && driver.isBusy()) {
      throw BackplaneException.because(
              ErrorCode.BUSY, "the card's driver has commands in the command queue")
          .during("access register")
          .on(name)
          .remedy(
              "Wait until runs and commands have ended, or drive the queue yourself from the"
                  + " start and start none")
          .build();
    }
  }

  /** Submits a command of the driver; refused while a client drives the queue through registers. */
  synchronized void submit(HostCommand command) {
    CardClient other = host;
    if (other != null && !other.isLeaving()) {
      throw BackplaneException.because(
              ErrorCode.BUSY,
              "%s drives the command queue through registers".formatted(other.name()))
          .during("submit")
          .on(name)
          .remedy("Wait until he closes the device, or reset the scheduler")
          .build();
    }
    host = null;
    if (command instanceof ErtCommand held) {
      latest = held.owner();
    }
    driver.submit(command);
  }

  /** {@return whether the driver drives the queue, which has counted what it has started} */
  boolean isDriven() {
    return host == null;
  }

  /** {@return whether a holder drives the queue through registers} */
  boolean isDrivenBy(CardClient client) {
    return host == client;
  }

  /**
   * Starts the firmware anew.
   *
   * @return the driver's commands that were in flight, which the caller ends
   */
  List<HostCommand> restart() {
    EmbeddedScheduler old = scheduler;
    List<HostCommand> lost;
    synchronized (this) {
      EmbeddedScheduler next = start();
      lost = driver.restart(next);
      scheduler = next;
      host = null;
    }
    old.close();
    return lost;
  }

  /** {@return whether a unit was started for a command} */
  boolean serves(ErtCommand command) {
    return command.port() >= 0 && served.get(command.port()) == command;
  }

  /** Tells a unit's command how the execution ended, since the unit's registers do not say it. */
  void outcome(ScheduledUnit unit, long cycles, @Nullable BackplaneException failure) {
    int port = units.indexOf(unit);
    ErtCommand command = port < 0 ? null : served.get(port);
    if (command != null) {
      command.outcome(cycles, failure);
    }
  }

  /** An execution on a unit has ended. */
  void ended(ScheduledUnit unit) {
    int port = units.indexOf(unit);
    if (port >= 0 && interrupts(port)) {
      scheduler.unitInterrupt(port);
    }
  }

  @Override
  public void serve(int unit, int slot) {
    served.set(unit, driver.in(slot) instanceof ErtCommand command ? command : null);
  }

  @Override
  public int count() {
    return units.size();
  }

  @Override
  public long base(int unit) {
    return units.get(unit).plan().base();
  }

  @Override
  public long range(int unit) {
    return units.get(unit).plan().range();
  }

  @Override
  public ControlProtocol protocol(int unit) {
    return switch (units.get(unit).plan().control().protocol()) {
      case "ap_ctrl_hs" -> ControlProtocol.AP_CTRL_HS;
      case "ap_ctrl_chain" -> ControlProtocol.AP_CTRL_CHAIN;
      // What its user manages is not started by a scheduler either.
      default -> ControlProtocol.AP_CTRL_NONE;
    };
  }

  @Override
  public boolean interrupts(int unit) {
    // Others are done before anybody could wait for an interrupt of theirs.
    return units.get(unit) instanceof ThreadUnit threaded && threaded.isAwaited();
  }

  @Override
  public boolean stop(int unit) {
    control.stopStarted(units.get(unit));
    return true;
  }

  @Override
  public void reset(int unit) {
    control.resetStarted(units.get(unit));
  }

  @Override
  public int read(int unit, int offset) {
    ScheduledUnit read = units.get(unit);
    if (offset == CONTROL && read.executesStarted()) {
      // The control registers of a unit answer while its kernel executes; a kernel in Java does
      // not.
      return BUSY;
    }
    return control.access(read.unit(), RegisterAccess.read(holder(unit), offset));
  }

  @Override
  public void write(int unit, int offset, int value) {
    control.access(units.get(unit).unit(), RegisterAccess.write(holder(unit), offset, value));
  }

  /**
   * {@return the client in whose name a unit is accessed: while the queue is configured, the
   * latest}
   */
  private CardClient holder(int unit) {
    ErtCommand command = served.get(unit);
    CardClient holder = command == null ? latest : command.owner();
    if (holder == null) {
      throw new IllegalStateException("a command that nobody wrote");
    }
    return holder;
  }

  private void copy(long source, long target, long bytes) {
    CardClient client = host;
    if (client == null) {
      throw new IllegalStateException("a copy that nobody wrote");
    }
    DeviceMemory memory = client.memory().addresses();
    for (long done = 0; done < bytes; done += COPY_BYTES) {
      MemorySegment part = between.asSlice(0, Math.min(COPY_BYTES, bytes - done));
      memory.read(source + done, part);
      memory.write(target + done, part);
    }
  }

  @Override
  public void close() {
    driver.close();
  }
}
