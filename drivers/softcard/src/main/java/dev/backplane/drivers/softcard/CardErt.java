package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.ert.EmbeddedScheduler;
import dev.backplane.drivers.softcard.ert.QueueDriver;
import dev.backplane.drivers.softcard.ert.SlotRules;
import dev.backplane.drivers.softcard.ert.UnitPorts;
import dev.backplane.drivers.softcard.ert.WindowLayout;
import dev.backplane.xclbin.ControlProtocol;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The embedded scheduler of a loaded image, and the compute units and memory as it reaches them.
 *
 * <p>Its command queue has one host at a time: a holder who writes packets into it through
 * registers, until he leaves or the scheduler is reset, or else the card's driver. What a unit does
 * is done in the name of whose command it is.
 */
final class CardErt implements UnitPorts, AutoCloseable {
  private static final int COPY_BYTES = 1 << 16;

  /** The control register, and what it reads while a kernel executes. */
  private static final int CONTROL = 0;

  private static final int BUSY = 1;

  private final UnitAccess access;
  private final Dispatch dispatch;
  private final String name;
  private final WindowLayout layout;
  private final List<ComputeUnit> units;
  private final QueueDriver driver;

  /** Whose command each unit was started for last; null if it was one of the queue's host. */
  private final AtomicReferenceArray<QueuedRuns.@Nullable OfHolder> served;

  private final MemorySegment between = MemorySegment.ofArray(new byte[COPY_BYTES]);
  private volatile EmbeddedScheduler scheduler;

  /** Who wrote to the queue, or had the driver do so, last. */
  private volatile @Nullable CardSession latest;

  /** The holder who drives the queue by registers; null if nobody does. */
  private volatile @Nullable CardSession host;

  /** The way to a unit's registers. */
  @FunctionalInterface
  interface UnitAccess {
    /** Has a unit do an access, and waits for its answer. */
    int access(ComputeUnit unit, RegisterAccess access);
  }

  CardErt(
      List<ComputeUnit> all,
      CardConfig config,
      WindowLayout layout,
      UnitAccess access,
      Dispatch dispatch) {
    this.access = access;
    this.dispatch = dispatch;
    this.layout = layout;
    name = config.name() + "/ert";
    units = all.stream().filter(unit -> unit.plan().range() > 0).toList();
    served = new AtomicReferenceArray<>(units.size());
    scheduler = start();
    int slots =
        config.queueSlots() == 0
            ? SlotRules.chosen(units.size(), largestPacket(), false)
            : config.queueSlots();
    driver = new QueueDriver(name + " host", scheduler, this, slots, config.interrupts());
  }

  private EmbeddedScheduler start() {
    return new EmbeddedScheduler(name, layout, this, this::copy, System::nanoTime);
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

  EmbeddedScheduler scheduler() {
    return scheduler;
  }

  /** {@return the queue as the driver uses it} */
  QueueDriver driver() {
    return driver;
  }

  /** {@return the port of a unit} */
  int port(ComputeUnit unit) {
    return units.indexOf(unit);
  }

  /** {@return where the register space ends at least} */
  long end() {
    return Math.max(layout.control(), layout.queue()) + WindowLayout.BYTES;
  }

  boolean serves(long offset) {
    return layout.contains(offset);
  }

  int read(long offset) {
    checkNotDriven();
    return scheduler.read(offset);
  }

  /** A holder writes into the windows; into the queue, and he is its host. */
  synchronized void write(CardSession session, long offset, int value) {
    checkNotDriven();
    if (offset >= layout.queue() && offset < layout.queue() + WindowLayout.BYTES) {
      if (host == null) {
        driver.forget();
      }
      host = session;
      latest = session;
    }
    scheduler.write(offset, value);
  }

  /** Reading clears, and writing overwrites, what the driver needs while it has commands there. */
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

  /** Refuses the driver the queue while somebody drives it by registers. */
  synchronized void submit(QueueDriver.Command command) {
    CardSession other = host;
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
    if (command instanceof QueuedRuns.OfHolder held) {
      latest = held.owner();
    }
    driver.submit(command);
  }

  /** {@return whether the driver drives the queue, which has counted what it has started} */
  boolean isDriven() {
    return host == null;
  }

  /** {@return whether a holder drives the queue through registers} */
  boolean isDrivenBy(CardSession session) {
    return host == session;
  }

  /**
   * Starts the firmware anew.
   *
   * @return the driver's commands that were in flight, which the caller ends
   */
  List<QueueDriver.Command> restart() {
    EmbeddedScheduler old = scheduler;
    List<QueueDriver.Command> lost;
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
  boolean serves(QueuedRuns.OfHolder command) {
    return command.port() >= 0 && served.get(command.port()) == command;
  }

  /** How an execution on a unit has ended, which its registers do not tell. */
  void outcome(ComputeUnit unit, long cycles, @Nullable BackplaneException failure) {
    int port = units.indexOf(unit);
    QueuedRuns.OfHolder command = port < 0 ? null : served.get(port);
    if (command != null) {
      command.outcome(cycles, failure);
    }
  }

  /** An execution on a unit has ended. */
  void ended(ComputeUnit unit) {
    int port = units.indexOf(unit);
    if (port >= 0 && interrupts(port)) {
      scheduler.unitInterrupt(port);
    }
  }

  @Override
  public void serve(int unit, int slot) {
    served.set(unit, driver.in(slot) instanceof QueuedRuns.OfHolder command ? command : null);
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
    dispatch.stopStarted(units.get(unit));
    return true;
  }

  @Override
  public void reset(int unit) {
    dispatch.resetStarted(units.get(unit));
  }

  @Override
  public int read(int unit, int offset) {
    ComputeUnit read = units.get(unit);
    if (offset == CONTROL && read.executesStarted()) {
      // The control registers of a unit answer while its kernel executes; a kernel in Java does
      // not.
      return BUSY;
    }
    return access.access(read, RegisterAccess.read(holder(unit), offset));
  }

  @Override
  public void write(int unit, int offset, int value) {
    access.access(units.get(unit), RegisterAccess.write(holder(unit), offset, value));
  }

  /** {@return in whose name a unit is accessed: configuring is of whoever came first} */
  private CardSession holder(int unit) {
    QueuedRuns.OfHolder command = served.get(unit);
    CardSession holder = command == null ? latest : command.owner();
    if (holder == null) {
      throw new IllegalStateException("a command that nobody wrote");
    }
    return holder;
  }

  private void copy(long source, long target, long bytes) {
    CardSession session = host;
    if (session == null) {
      throw new IllegalStateException("a copy that nobody wrote");
    }
    DeviceMemory memory =
        session
            .facet(DeviceMemory.class)
            .orElseThrow(
                () ->
                    new BackplaneException(
                        ErrorCode.NOT_SUPPORTED, "the card has no device memory"));
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
