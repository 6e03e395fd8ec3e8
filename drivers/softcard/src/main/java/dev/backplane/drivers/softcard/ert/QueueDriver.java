package dev.backplane.drivers.softcard.ert;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.ert.Abort;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Configure;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.Timestamps;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The driver's side of the command queue: keeps commands for which no slot is free, fills slots,
 * and tells of what has completed, in whatever order. It learns of completions by the interrupt or
 * by polling the status registers.
 *
 * <p>One lock guards it. Whoever submits fills a free slot himself; the thread fills those that
 * become free. Commands are told of their end without the lock.
 */
public final class QueueDriver implements AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);
  private static final int SPINS = 200;
  private static final long SHORTEST_PAUSE = 10_000;
  private static final long LONGEST_PAUSE = 200_000;

  /** What goes through the queue. Its methods do not call this driver. */
  public interface Command {
    /** The port of a control command, which goes through slot 0. */
    int CONTROL = -1;

    /** {@return the index of its compute unit's port, or {@link #CONTROL}} */
    int port();

    /** Writes its packet, the header last; called when a slot is free, under the lock. */
    void encode(Packet packet);

    /** It lies in a slot now; called under the lock. */
    default void submitted() {}

    /**
     * Takes what the firmware has written into its slot: an answer, or timestamps; called under the
     * lock.
     */
    default void answered(@SuppressWarnings("unused") Packet slot) {}

    /**
     * It has ended; called once, without the lock.
     *
     * @param state how
     * @param reason what the firmware says if it failed
     */
    void ended(CommandState state, @Nullable RuntimeException reason);
  }

  /** Where a command was found that is to be aborted. */
  public enum Found {
    /** It had no slot yet, and was taken out; the caller ends it. */
    WAITING,
    /** In a slot: the firmware was told to end it, or to stop its unit. */
    IN_SLOT,
    /** Nowhere: it has ended. */
    NOWHERE
  }

  private enum Stage {
    NEW,
    CONFIGURING,
    READY
  }

  private record End(Command command, CommandState state, @Nullable RuntimeException reason) {}

  private final UnitPorts ports;
  private final int slots;
  private final int slotSize;
  private final boolean interrupts;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Deque<Command> waiting = new ArrayDeque<>();
  private final Deque<Command> controls = new ArrayDeque<>();
  private final @Nullable Command[] inSlot = new Command[SlotRules.MOST];
  private final boolean[] beingAborted = new boolean[SlotRules.MOST];
  private final Packet scratch = new Packet().over(MemorySegment.ofArray(new long[1024]), 0);
  private final Thread thread;
  private volatile EmbeddedScheduler scheduler;
  private HostQueue host;
  private Stage stage = Stage.NEW;
  private int used;
  private boolean started;
  private volatile boolean closed;

  /**
   * A driver of a scheduler, which is configured before the first command.
   *
   * @param name what to call the thread
   * @param scheduler whose registers are used
   * @param ports the compute units, in the order of their indices
   * @param slots how many slots to use, 1 to 128; of one alone, control commands share it
   * @param interrupts whether compute units and slots tell by interrupts that they are done, where
   *     they can; if not they are polled
   */
  public QueueDriver(
      String name, EmbeddedScheduler scheduler, UnitPorts ports, int slots, boolean interrupts) {
    this(scheduler, ports, slots, interrupts, Thread.ofPlatform().daemon().name(name)::unstarted);
  }

  /** A driver whose thread comes from elsewhere: tests step it themselves. */
  QueueDriver(
      EmbeddedScheduler scheduler,
      UnitPorts ports,
      int slots,
      boolean interrupts,
      ThreadFactory threads) {
    this.scheduler = scheduler;
    this.ports = ports;
    this.slots = slots;
    this.interrupts = interrupts;
    slotSize = Math.min(SlotRules.LARGEST, WindowLayout.BYTES / slots & -8);
    host = new HostQueue(scheduler);
    thread = threads.newThread(this::run);
  }

  /**
   * Refuses what has no room in a slot.
   *
   * @param header the packet's header
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT}
   */
  public void checkFits(int header) {
    int bytes =
        Header.statistics(header)
            ? Timestamps.offset(header) + Timestamps.BYTES
            : Integer.BYTES * (1 + Header.count(header));
    if (bytes > slotSize) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT,
              "the packet has %d bytes, a slot of the command queue %d".formatted(bytes, slotSize))
          .during("submit")
          .remedy("Configure fewer slots: 16 and less have 4096 bytes each")
          .build();
    }
  }

  /** Takes a command. */
  public void submit(Command command) {
    lock.lock();
    try {
      if (closed) {
        throw BackplaneException.because(ErrorCode.CLOSED, "the command queue was closed")
            .during("submit")
            .build();
      }
      (command.port() == Command.CONTROL ? controls : waiting).add(command);
      fill();
      if (!started) {
        started = true;
        thread.start();
      }
      work.signal();
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether a command has not ended} */
  public boolean isBusy() {
    lock.lock();
    try {
      return used > 0 || !waiting.isEmpty() || !controls.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the command in a slot, or null} */
  public @Nullable Command in(int slot) {
    lock.lock();
    try {
      return inSlot[slot];
    } finally {
      lock.unlock();
    }
  }

  /** Takes out commands that have no slot yet; the caller ends them. */
  public List<Command> withdraw(Predicate<Command> which) {
    lock.lock();
    try {
      List<Command> out = new ArrayList<>();
      waiting.removeIf(command -> which.test(command) && out.add(command));
      return out;
    } finally {
      lock.unlock();
    }
  }

  /** Aborts a command as far as the queue can. */
  public Found abort(Command command) {
    lock.lock();
    try {
      if (waiting.remove(command)) {
        return Found.WAITING;
      }
      int slot = slotOf(command);
      if (slot < 0) {
        return Found.NOWHERE;
      }
      if (!beingAborted[slot]) {
        beingAborted[slot] = true;
        controls.addFirst(new AbortSlot(slot, command));
        fill();
      }
      return Found.IN_SLOT;
    } finally {
      lock.unlock();
    }
  }

  private int slotOf(Command command) {
    for (int slot = 0; slot < slots; slot++) {
      if (inSlot[slot] == command) {
        return slot;
      }
    }
    return -1;
  }

  /**
   * Is not told of a command's end any more; its slot stays taken until the firmware gives it.
   *
   * @param reset whether the firmware is to reset the unit that it is on
   */
  public void abandon(Command command, boolean reset) {
    lock.lock();
    try {
      int slot = slotOf(command);
      if (slot >= 0) {
        inSlot[slot] = Nobody.ABANDONED;
        if (reset) {
          scheduler.resetUnitOf(slot);
        }
      }
      waiting.remove(command);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Somebody else has configured the queue: it is configured again before the next command. Nothing
   * is in flight.
   */
  public void forget() {
    restart(scheduler);
  }

  /**
   * Goes on with a scheduler that has just started.
   *
   * @return the commands that were in flight, which the caller ends
   */
  public List<Command> restart(EmbeddedScheduler next) {
    lock.lock();
    try {
      List<Command> lost = new ArrayList<>();
      for (Command command : inSlot) {
        if (command != null && !(command instanceof Nobody)) {
          lost.add(command);
        }
      }
      lost.addAll(controls);
      lost.addAll(waiting);
      lost.removeIf(command -> command instanceof AbortSlot);
      Arrays.fill(inSlot, null);
      Arrays.fill(beingAborted, false);
      controls.clear();
      waiting.clear();
      used = 0;
      stage = Stage.NEW;
      scheduler = next;
      host = new HostQueue(next);
      return lost;
    } finally {
      lock.unlock();
    }
  }

  // Slots are filled and looked at.

  private void fill() {
    if (controls.isEmpty() && waiting.isEmpty()) {
      return;
    }
    if (stage == Stage.NEW) {
      int features = Configure.ERT | (interrupts ? Configure.CU_ISR | Configure.INTR : 0);
      host.configure(ports, slotSize, slots, features);
      inSlot[0] = Nobody.CONFIGURATION;
      used++;
      stage = Stage.CONFIGURING;
    }
    if (stage != Stage.READY) {
      return;
    }
    while (!controls.isEmpty()) {
      Command command = controls.getFirst();
      if (command instanceof AbortSlot(int slot, Command target) && inSlot[slot] != target) {
        controls.removeFirst();
        aborted(slot);
        continue;
      }
      command.encode(scratch);
      if (!host.control(scratch)) {
        break;
      }
      controls.removeFirst();
      put(0, command);
    }
    while (!waiting.isEmpty() && host.hasRoom()) {
      Command command = waiting.removeFirst();
      command.encode(scratch);
      put(host.submit(scratch, command.port()), command);
    }
  }

  private void put(int slot, Command command) {
    inSlot[slot] = command;
    used++;
    command.submitted();
  }

  /** Looks at the status registers once. Returns whether anything has completed. */
  boolean step() {
    List<End> ends = new ArrayList<>();
    int found;
    lock.lock();
    try {
      found = host.poll(slot -> complete(slot, ends));
      for (int slot = 0; slot < slots; slot++) {
        // Not to be used again before the firmware has read what it was to abort.
        if (beingAborted[slot] && inSlot[slot] == null) {
          host.keep(slot);
        }
      }
      fill();
    } finally {
      lock.unlock();
    }
    ends.forEach(QueueDriver::tell);
    return found > 0;
  }

  private static void tell(End end) {
    try {
      end.command.ended(end.state, end.reason);
    } catch (RuntimeException e) {
      // The other commands have ended all the same, and the thread goes on.
      System.getLogger(QueueDriver.class.getName())
          .log(System.Logger.Level.ERROR, "telling of the end of a command failed", e);
    }
  }

  private void complete(int slot, List<End> ends) {
    Command command = inSlot[slot];
    inSlot[slot] = null;
    used--;
    if (command == null || command == Nobody.ABANDONED) {
      return;
    }
    int header = host.header(slot);
    CommandState state = Objects.requireNonNullElse(Header.state(header), CommandState.NORESPONSE);
    RuntimeException reason = state == CommandState.COMPLETED ? null : scheduler.failure(slot);
    if (command == Nobody.CONFIGURATION) {
      if (state == CommandState.COMPLETED) {
        stage = Stage.READY;
      } else {
        stage = Stage.NEW;
        waiting.forEach(one -> ends.add(new End(one, CommandState.ERROR, reason)));
        waiting.clear();
        controls.forEach(one -> ends.add(new End(one, CommandState.ERROR, reason)));
        controls.clear();
      }
      return;
    }
    if (command.port() == Command.CONTROL || Header.statistics(header)) {
      host.copy(slot, scratch);
      command.answered(scratch);
    }
    if (command instanceof AbortSlot(int target, Command _)) {
      aborted(target);
    }
    ends.add(new End(command, state, reason));
  }

  private void aborted(int slot) {
    beingAborted[slot] = false;
    if (inSlot[slot] == null) {
      host.release(slot);
    }
  }

  private void run() {
    EmbeddedScheduler of = null;
    long seen = 0;
    long pause = SHORTEST_PAUSE;
    int spins = 0;
    while (!closed) {
      EmbeddedScheduler now = scheduler;
      if (interrupts) {
        seen = now.awaitInterrupt(of == now ? seen : 0, IDLE);
        of = now;
        step();
      } else if (step()) {
        spins = 0;
        pause = SHORTEST_PAUSE;
      } else if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else if (isIdle()) {
        awaitWork();
        spins = 0;
        pause = SHORTEST_PAUSE;
      } else {
        LockSupport.parkNanos(this, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
    }
  }

  private boolean isIdle() {
    lock.lock();
    try {
      return used == 0;
    } finally {
      lock.unlock();
    }
  }

  private void awaitWork() {
    lock.lock();
    try {
      long left = IDLE.toNanos();
      while (used == 0 && !closed && left > 0) {
        left = work.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it on purpose; it looks whether it is to stop, and goes on.
      return;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the scheduler, and the thread. Commands that are in flight are not told; {@link #restart}
   * gives them.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      work.signalAll();
    } finally {
      lock.unlock();
    }
    scheduler.close();
    if (started && Thread.currentThread() != thread) {
      try {
        thread.join(STOP_DEADLINE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Stands in a slot where the firmware is at work and nobody waits. */
  private enum Nobody implements Command {
    /** In slot 0 while the queue is configured. */
    CONFIGURATION,
    /** In the slot of a command that was given up: it is not free before the firmware says so. */
    ABANDONED;

    @Override
    public int port() {
      return CONTROL;
    }

    @Override
    public void encode(Packet packet) {
      throw new IllegalStateException(this + " is not encoded");
    }

    @Override
    public void ended(CommandState state, @Nullable RuntimeException reason) {
      throw new IllegalStateException("nobody waits for " + this);
    }
  }

  /** Tells the firmware to end what is in a slot. */
  private record AbortSlot(int slot, Command target) implements Command {
    @Override
    public int port() {
      return CONTROL;
    }

    @Override
    public void encode(Packet packet) {
      Abort.encode(packet, slot);
    }

    @Override
    public void ended(CommandState state, @Nullable RuntimeException reason) {
      // Its target has ended too, and tells.
    }
  }
}
