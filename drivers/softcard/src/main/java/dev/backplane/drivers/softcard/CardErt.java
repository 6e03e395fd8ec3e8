package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.ErrorCode;
import dev.backplane.drivers.softcard.ert.EmbeddedScheduler;
import dev.backplane.drivers.softcard.ert.UnitPorts;
import dev.backplane.drivers.softcard.ert.WindowLayout;
import dev.backplane.xclbin.ControlProtocol;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The embedded scheduler of a loaded image, and the compute units and memory as it reaches them: in
 * the name of the holder who wrote to the queue last, who is the one that drives it.
 */
final class CardErt implements UnitPorts, AutoCloseable {
  private static final int COPY_BYTES = 1 << 16;

  private final UnitAccess access;
  private final List<ComputeUnit> units;
  private final EmbeddedScheduler scheduler;
  private final MemorySegment between = MemorySegment.ofArray(new byte[COPY_BYTES]);
  private volatile @Nullable CardSession driver;

  /** The way to a unit's registers. */
  @FunctionalInterface
  interface UnitAccess {
    /** Has a unit do an access, and waits for its answer. */
    int access(ComputeUnit unit, RegisterAccess access);
  }

  CardErt(List<ComputeUnit> all, String card, WindowLayout layout, UnitAccess access) {
    this.access = access;
    units = all.stream().filter(unit -> unit.plan().range() > 0).toList();
    scheduler = new EmbeddedScheduler(card + "/ert", layout, this, this::copy, System::nanoTime);
  }

  EmbeddedScheduler scheduler() {
    return scheduler;
  }

  /** {@return where the register space ends at least} */
  long end() {
    WindowLayout layout = scheduler.layout();
    return Math.max(layout.control(), layout.queue()) + WindowLayout.BYTES;
  }

  boolean serves(long offset) {
    return scheduler.layout().contains(offset);
  }

  int read(long offset) {
    return scheduler.read(offset);
  }

  void write(CardSession session, long offset, int value) {
    driver = session;
    scheduler.write(offset, value);
  }

  /** An execution on a unit has ended. */
  void ended(ComputeUnit unit) {
    int port = units.indexOf(unit);
    if (port >= 0 && interrupts(port)) {
      scheduler.unitInterrupt(port);
    }
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
    return units.get(unit) instanceof ThreadUnit threaded && threaded.plan().control().interrupts();
  }

  @Override
  public int read(int unit, int offset) {
    return access.access(units.get(unit), RegisterAccess.read(driver(), offset));
  }

  @Override
  public void write(int unit, int offset, int value) {
    access.access(units.get(unit), RegisterAccess.write(driver(), offset, value));
  }

  private CardSession driver() {
    CardSession session = driver;
    if (session == null) {
      throw new IllegalStateException("a command that nobody wrote");
    }
    return session;
  }

  private void copy(long source, long target, long bytes) {
    DeviceMemory memory =
        driver()
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
    scheduler.close();
  }
}
