package dev.backplane.opae.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.opae.ErrorRegisters.Description;
import dev.backplane.opae.card.AfuFault;
import dev.backplane.opae.card.afu.AfuExecution;
import dev.backplane.opae.card.afu.AfuListener;
import dev.backplane.opae.card.afu.AfuProgram;
import dev.backplane.opae.card.afu.IoSpace;
import dev.backplane.opae.card.config.CardConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A card: one slot with an accelerator, which is under power while anybody holds it. What is
 * loaded, the error registers and the clocks stay as long as the instance. Safe for several
 * threads.
 */
public final class Card implements AfuListener, HotPlug {
  /** Bits of the error register of the accelerator: a request that was refused. */
  public static final long ERROR_REQUEST = 1 << 1;

  /** A request or an access that was not answered in time. */
  public static final long ERROR_NO_ANSWER = 1L << 32;

  /** The accelerator failed itself. */
  public static final long ERROR_FAILED = 1L << 62;

  /** Virtual functions that the accelerator can be given to. */
  public static final int VIRTUAL_FUNCTIONS = 1;

  private static final String REMOVED = "the card was removed";

  private static final List<Description> DEVICE_ERRORS =
      List.of(
          new Description("fme_errors", true),
          new Description("pcie0_errors", true),
          new Description("pcie1_errors", true),
          new Description("nonfatal_errors", true),
          new Description("catfatal_errors", true),
          new Description("first_error", false));

  private static final List<Description> PORT_ERRORS =
      List.of(new Description("errors", true), new Description("first_error", false));

  private final CardConfig config;
  private final Duration patience;
  private final IoSpace space = new IoSpace();
  private final UserClocks clocks = new UserClocks();
  private final ErrorLatches deviceErrors;
  private final ErrorLatches portErrors;
  private final List<HolderEvents> deviceHolders = new CopyOnWriteArrayList<>();
  private final List<HolderEvents> portHolders = new CopyOnWriteArrayList<>();
  private final LongAdder resets = new LongAdder();
  private final LongAdder reconfigurations = new LongAdder();
  private final LongAdder registerReads = new LongAdder();
  private final LongAdder registerWrites = new LongAdder();

  // Written with this locked.
  private volatile @Nullable AfuProgram program;
  private volatile @Nullable AfuExecution execution;
  private volatile int hostInterface;
  private volatile boolean removed;
  private @Nullable AfuProgram atPowerUp;

  /**
   * A card without an accelerator.
   *
   * @param config what is said of it
   * @param patience how long an access waits for its turn
   */
  public Card(CardConfig config, Duration patience) {
    this.config = config;
    this.patience = patience;
    hostInterface = config.virtual() ? 1 : 0;
    deviceErrors = new ErrorLatches(DEVICE_ERRORS, config.deviceErrors());
    portErrors = new ErrorLatches(PORT_ERRORS, config.portErrors());
  }

  /** Puts the accelerator of power-up into the slot. */
  public synchronized void powerUp(AfuProgram first) {
    first.clocks().ifPresent(clocks::set);
    program = first;
    atPowerUp = first;
  }

  /** Ends the accelerator; who holds it keeps its buffers, and nothing else. */
  @Override
  public synchronized void remove() {
    if (removed) {
      return;
    }
    removed = true;
    AfuExecution running = execution;
    execution = null;
    if (running != null) {
      running.close();
    }
    tell(DeviceEvent.Severity.ERROR, "bus", REMOVED);
  }

  /** The accelerator is that of power-up, also for who held the one before. */
  @Override
  public synchronized void rescan() {
    if (!removed) {
      return;
    }
    program = atPowerUp;
    program().clocks().ifPresent(clocks::set);
    deviceErrors.clearAll();
    portErrors.clearAll();
    if (isHeld()) {
      execution = new AfuExecution(config.name(), program(), space, this, patience);
    }
    removed = false;
  }

  /** {@return whether it was taken off its bus} */
  public boolean isRemoved() {
    return removed;
  }

  private BackplaneException gone(String operation) {
    return BackplaneException.because(ErrorCode.DEVICE_FAULTED, REMOVED)
        .during(operation)
        .on("card " + config.name())
        .remedy("Rescan its bus, with the facet HotPlug of the card's device")
        .build();
  }

  /** {@return what is said of it} */
  public CardConfig config() {
    return config;
  }

  /** {@return what is in the slot} */
  public AfuProgram program() {
    AfuProgram loaded = program;
    if (loaded == null) {
      throw new IllegalStateException("a card is powered up before it is used");
    }
    return loaded;
  }

  /** {@return the memory that its accelerator reaches} */
  public IoSpace space() {
    return space;
  }

  /** {@return its clocks} */
  public UserClocks clocks() {
    return clocks;
  }

  /** {@return the error registers of the device} */
  public ErrorLatches deviceErrors() {
    return deviceErrors;
  }

  /** {@return the error registers of the accelerator} */
  public ErrorLatches portErrors() {
    return portErrors;
  }

  /** {@return the accelerator that is under power, if one is} */
  public @Nullable AfuExecution execution() {
    return execution;
  }

  /**
   * {@return the accelerator that is under power}
   *
   * @param operation what for, in words
   * @throws BackplaneException {@link ErrorCode#DEVICE_FAULTED} if the card is removed, {@link
   *     ErrorCode#CLOSED} if nobody holds the accelerator
   */
  public AfuExecution powered(String operation) {
    AfuExecution running = execution;
    if (running != null) {
      return running;
    }
    throw removed
        ? gone(operation)
        : BackplaneException.because(ErrorCode.CLOSED, "the accelerator was closed")
            .during(operation)
            .on("card " + config.name())
            .build();
  }

  /** {@return whether somebody holds the accelerator} */
  public boolean isHeld() {
    return !portHolders.isEmpty();
  }

  /** {@return how often the accelerator was reset} */
  public long resets() {
    return resets.sum();
  }

  /** {@return how often the slot was reconfigured} */
  public long reconfigurations() {
    return reconfigurations.sum();
  }

  /** {@return a counter of reads of the accelerator's registers by programs} */
  public LongAdder registerReads() {
    return registerReads;
  }

  /** {@return a counter of writes to the accelerator's registers by programs} */
  public LongAdder registerWrites() {
    return registerWrites;
  }

  /** Adds a holder of the device. */
  public void holdDevice(HolderEvents holder) {
    deviceHolders.add(holder);
  }

  /** Takes a holder of the device away. */
  public void leaveDevice(HolderEvents holder) {
    deviceHolders.remove(holder);
  }

  /** Adds a holder of the accelerator, and puts it under power for the first one. */
  public synchronized void holdPort(HolderEvents holder) {
    if (removed) {
      throw gone("open");
    }
    if (execution == null) {
      execution = new AfuExecution(config.name(), program(), space, this, patience);
    }
    portHolders.add(holder);
  }

  /** Takes a holder of the accelerator away; it ends with the last one. */
  public synchronized void leavePort(HolderEvents holder) {
    AfuExecution running = execution;
    if (portHolders.remove(holder) && portHolders.isEmpty() && running != null) {
      execution = null;
      running.close();
    }
  }

  /** Resets the accelerator. */
  public void reset() {
    AfuExecution running = powered("reset");
    resets.increment();
    running.reset();
  }

  /**
   * Puts another accelerator into the slot.
   *
   * @param next the accelerator
   * @param force whether also under somebody who holds the one before
   * @throws BackplaneException {@link ErrorCode#BUSY} or {@link ErrorCode#RECONFIGURATION_FAILED};
   *     then nothing changed
   */
  public synchronized void reconfigure(AfuProgram next, boolean force) {
    if (removed) {
      throw gone("reconfigure");
    }
    AfuExecution running = execution;
    if (running != null && !force) {
      throw busy("reconfigure");
    }
    if (running == null) {
      AfuExecution.check(config.name(), next);
    } else {
      running.replace(next);
    }
    program = next;
    portErrors.clearAll();
    reconfigurations.increment();
    tell(
        DeviceEvent.Severity.WARNING,
        "reconfiguration",
        "the accelerator is %s now, '%s'".formatted(next.guid(), next.name()));
  }

  private BackplaneException busy(String operation) {
    return BackplaneException.because(
            ErrorCode.BUSY, "the accelerator of the slot is open, %s".formatted(program().guid()))
        .during(operation)
        .on("card " + config.name())
        .remedy("Close it first, or reconfigure with FORCE")
        .build();
  }

  /** {@return the host interface that the accelerator is given to} */
  public int hostInterface() {
    return hostInterface;
  }

  /** Gives the accelerator to a host interface. */
  public synchronized void assign(int to) {
    if (isHeld()) {
      throw busy("assign");
    }
    hostInterface = to;
  }

  @Override
  public void interrupted(int vector) {
    portHolders.forEach(holder -> holder.publish(new DeviceEvent.Interrupt(vector, 1)));
  }

  @Override
  public void failed(AfuFault fault) {
    long bits =
        switch (fault.kind()) {
          case REQUEST -> ERROR_REQUEST;
          case NO_ANSWER -> ERROR_NO_ANSWER;
          case FAILED -> ERROR_FAILED;
        };
    portErrors.setFirst("first_error", bits);
    portErrors.set("errors", bits);
    String text = String.valueOf(fault.getMessage());
    if (fault.address().isPresent()) {
      DeviceEvent event =
          new DeviceEvent.Fault(
              Instant.now(), "accelerator", fault.address().getAsLong(), fault.access(), text);
      portHolders.forEach(holder -> holder.publish(event));
    }
    tell(DeviceEvent.Severity.ERROR, "accelerator", text);
  }

  /** Injects errors into the device, as its register for that does. */
  public void inject(long bits) {
    if (bits == 0) {
      return;
    }
    if ((bits & 1) != 0) {
      deviceErrors.set("catfatal_errors", bits & 1);
    }
    if ((bits & ~1L) != 0) {
      deviceErrors.set("nonfatal_errors", bits & ~1L);
    }
    deviceErrors.setFirst("first_error", bits);
    tell(DeviceEvent.Severity.ERROR, "device", "errors 0x%x were injected".formatted(bits));
  }

  private void tell(DeviceEvent.Severity severity, String source, String text) {
    DeviceEvent event = new DeviceEvent.Error(Instant.now(), source, severity, text);
    deviceHolders.forEach(holder -> holder.publish(event));
    portHolders.forEach(holder -> holder.publish(event));
  }
}
