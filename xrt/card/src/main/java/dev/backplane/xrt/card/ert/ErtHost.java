package dev.backplane.xrt.card.ert;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Configure;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xrt.card.ert.InternalCommand.AbortSlot;
import dev.backplane.xrt.card.ert.InternalCommand.Placeholder;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The card's driver as the host of the embedded scheduler: keeps commands for which no slot is
 * free, fills slots of the command queue, and tells of what has completed, in whatever order. It
 * learns of completions by the interrupt or by polling the status registers.
 *
 * <p>One lock guards it. A thread that submits fills a free slot itself; the host's thread fills
 * those that become free. Commands are told of their end without the lock.
 */
public final class ErtHost implements AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);
  private static final int SPINS = 200;
  private static final long SHORTEST_PAUSE = 10_000;
  private static final long LONGEST_PAUSE = 200_000;

  private enum Stage {
    NEW,
    CONFIGURING,
    READY
  }

  private record End(HostCommand command, CommandState state, @Nullable RuntimeException reason) {}

  private final UnitPorts ports;
  private final int slots;
  private final int slotSize;
  private final boolean interrupts;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Deque<HostCommand> waiting = new ArrayDeque<>();
  private final Deque<HostCommand> controls = new ArrayDeque<>();
  private final HostSlots inSlots = new HostSlots();
  private final Packet scratch = new Packet().over(MemorySegment.ofArray(new long[1024]), 0);
  private final Thread thread;
  private volatile EmbeddedScheduler scheduler;
  private HostQueue host;
  private Stage stage = Stage.NEW;
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
  public ErtHost(
      String name, EmbeddedScheduler scheduler, UnitPorts ports, int slots, boolean interrupts) {
    this(scheduler, ports, slots, interrupts, Thread.ofPlatform().daemon().name(name)::unstarted);
  }

  /** A driver whose thread comes from elsewhere: tests step it themselves. */
  ErtHost(
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
    SlotRules.checkFits(header, slotSize);
  }

  /** Takes a command. */
  public void submit(HostCommand command) {
    lock.lock();
    try {
      if (closed) {
        throw BackplaneException.because(ErrorCode.CLOSED, "the command queue was closed")
            .during("submit")
            .build();
      }
      (command.port() == HostCommand.CONTROL ? controls : waiting).add(command);
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
      return inSlots.isUsed() || !waiting.isEmpty() || !controls.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the command in a slot, or null} */
  public @Nullable HostCommand in(int slot) {
    lock.lock();
    try {
      return inSlots.command(slot);
    } finally {
      lock.unlock();
    }
  }

  /** Aborts a command as far as the queue can. */
  public FoundCommand abort(HostCommand command) {
    lock.lock();
    try {
      if (waiting.remove(command)) {
        return FoundCommand.WAITING;
      }
      int slot = inSlots.of(command);
      if (slot < 0) {
        return FoundCommand.NOWHERE;
      }
      if (inSlots.beginAbort(slot)) {
        controls.addFirst(new AbortSlot(slot, command));
        fill();
      }
      return FoundCommand.IN_SLOT;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Is not told of a command's end any more; its slot stays taken until the firmware gives it.
   *
   * @param reset whether the firmware is to reset the unit that it is on
   */
  public void abandon(HostCommand command, boolean reset) {
    lock.lock();
    try {
      int slot = inSlots.of(command);
      if (slot >= 0) {
        inSlots.abandon(slot);
        if (reset) {
          scheduler.resetUnitOf(slot);
        }
      }
      waiting.remove(command);
    } finally {
      lock.unlock();
    }
  }

  /** Another host has configured the queue, which is idle: it is configured before the next use. */
  public void forget() {
    restart(scheduler);
  }

  /**
   * Goes on with a scheduler that has just started.
   *
   * @return the commands that were in flight, which the caller ends
   */
  public List<HostCommand> restart(EmbeddedScheduler next) {
    lock.lock();
    try {
      List<HostCommand> lost = inSlots.clear();
      lost.addAll(controls);
      lost.addAll(waiting);
      lost.removeIf(command -> command instanceof AbortSlot);
      controls.clear();
      waiting.clear();
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
      inSlots.put(0, Placeholder.CONFIGURATION);
      stage = Stage.CONFIGURING;
    }
    if (stage != Stage.READY) {
      return;
    }
    while (!controls.isEmpty()) {
      HostCommand command = controls.getFirst();
      if (command instanceof AbortSlot(int slot, HostCommand target)
          && inSlots.command(slot) != target) {
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
      HostCommand command = waiting.removeFirst();
      command.encode(scratch);
      put(host.submit(scratch, command.port()), command);
    }
  }

  private void put(int slot, HostCommand command) {
    inSlots.put(slot, command);
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
        if (inSlots.mayBeAborted(slot)) {
          host.keep(slot);
        }
      }
      fill();
    } finally {
      lock.unlock();
    }
    ends.forEach(ErtHost::tell);
    return found > 0;
  }

  private static void tell(End end) {
    try {
      end.command.ended(end.state, end.reason);
    } catch (RuntimeException e) {
      // The other commands have ended all the same, and the thread goes on.
      System.getLogger(ErtHost.class.getName())
          .log(System.Logger.Level.ERROR, "telling of the end of a command failed", e);
    }
  }

  private void complete(int slot, List<End> ends) {
    HostCommand command = inSlots.remove(slot);
    if (command == null || command == Placeholder.ABANDONED) {
      return;
    }
    int header = host.header(slot);
    CommandState state = Objects.requireNonNullElse(Header.state(header), CommandState.NORESPONSE);
    RuntimeException reason = state == CommandState.COMPLETED ? null : scheduler.failure(slot);
    if (command == Placeholder.CONFIGURATION) {
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
    if (command.port() == HostCommand.CONTROL || Header.statistics(header)) {
      host.copy(slot, scratch);
      command.answered(scratch);
    }
    if (command instanceof AbortSlot(int target, HostCommand _)) {
      aborted(target);
    }
    ends.add(new End(command, state, reason));
  }

  private void aborted(int slot) {
    if (inSlots.endAbort(slot)) {
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
      return !inSlots.isUsed();
    } finally {
      lock.unlock();
    }
  }

  private void awaitWork() {
    lock.lock();
    try {
      long left = IDLE.toNanos();
      while (!inSlots.isUsed() && !closed && left > 0) {
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
}
