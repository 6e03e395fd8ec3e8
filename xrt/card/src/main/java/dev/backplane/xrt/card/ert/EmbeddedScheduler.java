package dev.backplane.xrt.card.ert;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.xclbin.ert.CommandState;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The embedded scheduler at work: the two windows that the host reads and writes, the completion
 * interrupt, and the thread of the firmware.
 *
 * <p>One lock guards control registers and slots. The firmware accesses compute units without it,
 * so that a host that reads a status register never waits for a unit.
 */
public final class EmbeddedScheduler implements AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);
  private static final long SHORTEST_POLL = 10_000;
  private static final long LONGEST_POLL = 200_000;

  private final WindowLayout layout;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition interrupt = lock.newCondition();
  private final ControlRegisters registers = new ControlRegisters();
  private final CommandQueue queue = new CommandQueue();
  private final Runnable message;
  private final Firmware firmware;
  private final Thread thread;
  private boolean started;
  private boolean woken;
  private boolean stopping;
  private long interrupts;

  /**
   * A scheduler whose firmware runs in a thread of its own from the first command on.
   *
   * @param name what to call the thread
   * @param layout where the windows are
   * @param ports the compute units
   * @param copy the DMA kernel
   * @param nanoClock what time-outs and timestamps are measured by
   * @param message told of each message that slots have completed; must not wait
   */
  public EmbeddedScheduler(
      String name,
      WindowLayout layout,
      UnitPorts ports,
      DeviceCopy copy,
      LongSupplier nanoClock,
      Runnable message) {
    this(
        layout,
        ports,
        copy,
        nanoClock,
        message,
        Thread.ofPlatform().daemon().name(name)::unstarted);
  }

  /** A scheduler whose thread comes from elsewhere: tests step the firmware themselves. */
  EmbeddedScheduler(
      WindowLayout layout,
      UnitPorts ports,
      DeviceCopy copy,
      LongSupplier nanoClock,
      Runnable message,
      ThreadFactory threads) {
    this.layout = layout;
    this.message = message;
    firmware = new Firmware(this, queue, registers, ports, copy, nanoClock);
    registers.set(ControlRegisters.SLOT_SIZE, queue.slotSize());
    registers.set(ControlRegisters.SLOTS, queue.slots());
    registers.set(ControlRegisters.QUEUE_BASE, (int) layout.queue());
    thread = threads.newThread(this::run);
  }

  /** {@return where the windows are} */
  public WindowLayout layout() {
    return layout;
  }

  /**
   * Reads a word of one of the windows. Reading a status register clears it.
   *
   * @param offset in the register space; {@link WindowLayout#contains} holds, a multiple of 4
   * @return the word
   */
  public int read(long offset) {
    if (layout.inQueue(offset)) {
      return queue.read((int) (offset - layout.queue()));
    }
    lock.lock();
    try {
      return registers.read((int) (offset - layout.control()));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes a word of one of the windows.
   *
   * @param offset as for {@link #read}
   * @param value the word
   */
  public void write(long offset, int value) {
    lock.lock();
    try {
      if (layout.inQueue(offset)) {
        int slot = queue.write((int) (offset - layout.queue()), value);
        if (slot >= 0) {
          firmware.see(slot);
          wake();
        }
      } else {
        int register = (int) (offset - layout.control());
        registers.write(register, value);
        if (register >= ControlRegisters.QUEUE_STATUS
            && register < ControlRegisters.QUEUE_STATUS + 16) {
          announced((register - ControlRegisters.QUEUE_STATUS) / 4 * 32, value);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The doorbell: slots are looked at though their headers may have been seen before. */
  private void announced(int first, int bits) {
    for (int rest = bits; rest != 0; rest &= rest - 1) {
      int slot = first + Integer.numberOfTrailingZeros(rest);
      if (slot < queue.slots() && queue.isNew(slot)) {
        firmware.see(slot);
      }
    }
    wake();
  }

  /**
   * Takes the interrupt of a compute unit.
   *
   * @param unit the index of its port
   */
  public void unitInterrupt(int unit) {
    lock.lock();
    try {
      registers.raise(ControlRegisters.CU_STATUS, unit);
      firmware.interrupt(unit);
      wake();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has the firmware reset the compute unit that the command in a slot is on, if it is on one. What
   * was started there ends as aborted.
   *
   * @param slot the slot
   */
  void resetUnitOf(int slot) {
    lock.lock();
    try {
      firmware.resetUnitOf(slot);
      wake();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a message that slots have completed. Several completions may share one. Sent only if
   * the host enabled it.
   *
   * @param seen how many the caller knows of
   * @param timeout how long to wait at most
   * @return how many were sent by now; not more than {@code seen} if none came in time
   */
  public long awaitInterrupt(long seen, Duration timeout) {
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (interrupts <= seen && left > 0 && !stopping) {
        left = interrupt.awaitNanos(left);
      }
      return interrupts;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED, "the waiting thread was interrupted; the commands go on")
          .during("await interrupt")
          .causedBy(e)
          .build();
    } finally {
      lock.unlock();
    }
  }

  /** A command has ended; called by the firmware. */
  void completed(int slot, CommandState state) {
    lock.lock();
    try {
      queue.visible(slot).state(state);
      registers.raise(ControlRegisters.STATUS, slot);
      if (registers.get(ControlRegisters.HOST_INTERRUPT_ENABLE) != 0) {
        interrupts++;
        interrupt.signalAll();
        message.run();
      }
    } finally {
      lock.unlock();
    }
  }

  ReentrantLock lock() {
    return lock;
  }

  /** Has the firmware go round once. Returns whether anything moved on. */
  boolean step() {
    return firmware.step();
  }

  private void wake() {
    woken = true;
    if (!started && !stopping) {
      started = true;
      thread.start();
    }
    work.signal();
  }

  private void run() {
    long poll = SHORTEST_POLL;
    while (true) {
      boolean progressed = step();
      poll = progressed ? SHORTEST_POLL : Math.min(2 * poll, LONGEST_POLL);
      lock.lock();
      try {
        if (stopping) {
          return;
        }
        if (!progressed && !woken) {
          work.awaitNanos(firmware.polls() ? poll : IDLE.toNanos());
        }
        woken = false;
      } catch (InterruptedException e) {
        // Nobody interrupts it on purpose; it looks whether it is to stop.
        woken = false;
      } finally {
        lock.unlock();
      }
    }
  }

  /** {@return what the last command failed for, for reports; empty if none did} */
  public String lastFailure() {
    return firmware.lastFailure();
  }

  /** {@return what the last command in a slot failed for, if it did: the firmware's own words} */
  @Nullable RuntimeException failure(int slot) {
    return firmware.failure(slot);
  }

  /** Ends the firmware; commands that are in slots stay as they are. */
  @Override
  public void close() {
    lock.lock();
    try {
      stopping = true;
      work.signalAll();
      interrupt.signalAll();
    } finally {
      lock.unlock();
    }
    if (started && Thread.currentThread() != thread) {
      try {
        thread.join(STOP_DEADLINE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
