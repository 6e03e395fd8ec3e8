package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.KeyValues;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.util.function.LongSupplier;

/**
 * The compute units that the host has configured, as the firmware drives them: starts what waits
 * for each in its order, and ends what is done. Of the firmware's thread.
 */
final class UnitDrivers {
  private static final int CONTROL_WORDS = StartCu.CONTROL_WORDS;

  private final EmbeddedScheduler scheduler;
  private final CommandQueue queue;
  private final ControlRegisters registers;
  private final UnitPorts ports;
  private final SlotStates slots;
  private final LongSupplier nanoClock;

  /** Ports whose interrupt came and was not served yet; guarded by the scheduler's lock. */
  private final boolean[] interrupted = new boolean[SlotRules.MOST];

  /** Slots whose commands are to end by a reset of their unit; guarded by the scheduler's lock. */
  private final boolean[] resets = new boolean[SlotRules.MOST];

  private volatile boolean resetAsked;
  private UnitDriver[] units = {};

  UnitDrivers(
      EmbeddedScheduler scheduler,
      CommandQueue queue,
      ControlRegisters registers,
      UnitPorts ports,
      SlotStates slots,
      LongSupplier nanoClock) {
    this.scheduler = scheduler;
    this.queue = queue;
    this.registers = registers;
    this.ports = ports;
    this.slots = slots;
    this.nanoClock = nanoClock;
  }

  /** Replaces the units; none is busy. */
  void configure(UnitDriver... configured) {
    units = configured;
  }

  int count() {
    return units.length;
  }

  boolean areIdle() {
    for (UnitDriver unit : units) {
      if (!unit.running.isEmpty() || !unit.waiting.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** {@return a unit by the index that the host has given it} */
  UnitDriver unit(int index) {
    if (index < 0 || index >= units.length) {
      throw new IllegalArgumentException(
          "there is no compute unit %d; %d are configured"
              .formatted(index & 0xffff_ffffL, units.length));
    }
    return units[index];
  }

  /** Notes a unit's interrupt; called under the scheduler's lock. */
  void interrupt(int port) {
    interrupted[port] = true;
  }

  /** Notes that a command's unit is to be reset; called under the scheduler's lock. */
  void resetUnitOf(int slot) {
    resets[slot] = true;
    resetAsked = true;
  }

  /** {@return whether something is under way that only looking tells the end of} */
  boolean polls() {
    for (UnitDriver unit : units) {
      boolean looking = !unit.interrupts() || unit.timeoutNanos > 0;
      if ((looking && !unit.running.isEmpty()) || (unit.chained() && !unit.waiting.isEmpty())) {
        return true;
      }
    }
    return false;
  }

  /** Goes round once. Returns whether anything moved on. */
  boolean step() {
    boolean progressed = resetWhatIsAsked();
    for (UnitDriver unit : units) {
      progressed |= attend(unit);
    }
    return progressed;
  }

  /** Ends the command in a slot, if it waits for a unit or is on one. */
  void abort(int slot) {
    for (UnitDriver unit : units) {
      if (unit.waiting.remove(slot)) {
        slots.end(slot, CommandState.ABORT);
      } else if (unit.running.contains(slot)) {
        stop(unit, slot);
      }
    }
  }

  private void stop(UnitDriver unit, int slot) {
    if (ports.stop(unit.port())) {
      slots.abort(slot);
    } else {
      // Its unit works on, its command does not.
      unit.running.giveUp(slot);
      slots.end(slot, CommandState.ABORT);
    }
  }

  private boolean attend(UnitDriver unit) {
    boolean progressed = false;
    try {
      if (!unit.running.isEmpty() && due(unit)) {
        progressed = retire(unit);
      }
      while (!unit.waiting.isEmpty() && !unit.running.isFull() && unit.ready()) {
        start(unit);
        progressed = true;
      }
    } catch (RuntimeException e) {
      lose(unit, e);
      progressed = true;
    }
    return progressed;
  }

  private boolean resetWhatIsAsked() {
    boolean any = false;
    if (!resetAsked) {
      return any;
    }
    resetAsked = false;
    for (int slot = 0; slot < resets.length; slot++) {
      if (isAskedToReset(slot)) {
        for (UnitDriver unit : units) {
          if (unit.running.contains(slot)) {
            ports.reset(unit.port());
            wasReset(unit);
            any = true;
          }
        }
      }
    }
    return any;
  }

  private boolean isAskedToReset(int slot) {
    scheduler.lock().lock();
    try {
      boolean asked = resets[slot];
      resets[slot] = false;
      return asked;
    } finally {
      scheduler.lock().unlock();
    }
  }

  /** Takes note of a unit's reset: its executions are lost, those that were given up too. */
  private void wasReset(UnitDriver unit) {
    scheduler.lock().lock();
    try {
      interrupted[unit.port()] = false;
    } finally {
      scheduler.lock().unlock();
    }
    unit.wasReset();
    while (!unit.running.isEmpty()) {
      int slot = unit.running.remove();
      if (slot != SlotRing.GIVEN_UP) {
        slots.end(slot, CommandState.ABORT);
      }
    }
  }

  /**
   * Tells whether to look at a unit now. One with interrupts and without a time limit is looked at
   * only after its interrupt.
   */
  private boolean due(UnitDriver unit) {
    if (!unit.interrupts() || unit.timeoutNanos > 0) {
      return true;
    }
    scheduler.lock().lock();
    try {
      boolean raised = interrupted[unit.port()];
      interrupted[unit.port()] = false;
      registers.lower(ControlRegisters.CU_STATUS, unit.port());
      return raised;
    } finally {
      scheduler.lock().unlock();
    }
  }

  private boolean retire(UnitDriver unit) {
    return switch (unit.look()) {
      case DONE -> {
        finish(unit.running.remove());
        unit.startedAt = nanoClock.getAsLong();
        yield true;
      }
      case CRASHED -> {
        unit.crashed = true;
        throw new IllegalStateException("the compute unit's control register reads 0xffffffff");
      }
      case BUSY -> timedOut(unit);
    };
  }

  private boolean timedOut(UnitDriver unit) {
    int slot = unit.running.first();
    boolean late =
        unit.timeoutNanos > 0
            && slot != SlotRing.GIVEN_UP
            && nanoClock.getAsLong() - unit.startedAt > unit.timeoutNanos;
    if (late) {
      unit.running.giveUp(slot);
      slots.end(slot, CommandState.TIMEOUT);
    }
    return late;
  }

  private void start(UnitDriver unit) {
    int slot = unit.waiting.first();
    unit.serve(slot);
    Packet packet = queue.taken(slot);
    int header = slots.header(slot);
    if (Header.opcode(header) == Opcode.START_CU) {
      writeMap(unit, packet, StartCu.registerMap(header), StartCu.registers(header));
    } else {
      for (int pair = 0; pair < KeyValues.pairs(header); pair++) {
        unit.write(KeyValues.offset(packet, pair), KeyValues.value(packet, pair));
      }
    }
    if (unit.running.isEmpty()) {
      unit.startedAt = nanoClock.getAsLong();
    }
    unit.start();
    unit.waiting.remove();
    unit.running.add(slot);
    slots.move(slot, CommandState.RUNNING);
  }

  /**
   * Fails the commands of a unit that threw an exception: those that it executes, and those that
   * wait for it if it has crashed.
   */
  private void lose(UnitDriver unit, RuntimeException reason) {
    if (unit.running.isEmpty() && !unit.waiting.isEmpty()) {
      slots.fail(unit.waiting.remove(), reason);
    }
    while (!unit.running.isEmpty()) {
      int slot = unit.running.remove();
      if (slot != SlotRing.GIVEN_UP) {
        slots.fail(slot, reason);
      }
    }
    while (unit.crashed && !unit.waiting.isEmpty()) {
      slots.fail(unit.waiting.remove(), reason);
    }
  }

  private void finish(int slot) {
    if (slot != SlotRing.GIVEN_UP) {
      slots.end(slot, CommandState.COMPLETED);
    }
  }

  static void writeMap(UnitDriver unit, Packet packet, int first, int words) {
    for (int word = CONTROL_WORDS; word < words; word++) {
      unit.write(word * Integer.BYTES, packet.word(first + word));
    }
  }
}
