package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ert.Abort;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.CommandType;
import dev.backplane.xclbin.ert.Configure;
import dev.backplane.xclbin.ert.CuStat;
import dev.backplane.xclbin.ert.Header;
import dev.backplane.xclbin.ert.InitCu;
import dev.backplane.xclbin.ert.KeyValues;
import dev.backplane.xclbin.ert.Opcode;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.PacketRules;
import dev.backplane.xclbin.ert.StartCopy;
import dev.backplane.xclbin.ert.StartCu;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The firmware of the soft processor, executed one step at a time: takes visible slots, hands
 * starts to the compute units in the order of each unit, answers control commands, and reports what
 * has ended. All of it runs in one thread.
 */
final class Firmware {
  /**
   * The address word of CONFIGURE for a unit without registers: all ones. The lowest byte of the
   * word has another meaning.
   */
  private static final long NO_REGISTERS = 0xffff_ff00L;

  /** The build word of this firmware, as CU_STAT tells it. */
  static final int BUILD = 0xbac0_0001;

  private static final int CONTROL_WORDS = StartCu.CONTROL_WORDS;

  private final EmbeddedScheduler scheduler;
  private final CommandQueue queue;
  private final ControlRegisters registers;
  private final UnitPorts ports;
  private final DeviceCopy copy;
  private final LongSupplier nanoClock;
  private final SlotStates slots;
  private final UnitDrivers units;

  /** Visible slots that were not taken yet; guarded by the scheduler's lock. */
  private final boolean[] seen = new boolean[SlotRules.MOST];

  private int visible;

  private int features;
  private boolean exited;

  Firmware(
      EmbeddedScheduler scheduler,
      CommandQueue queue,
      ControlRegisters registers,
      UnitPorts ports,
      DeviceCopy copy,
      LongSupplier nanoClock) {
    this.scheduler = scheduler;
    this.queue = queue;
    this.registers = registers;
    this.ports = ports;
    this.copy = copy;
    this.nanoClock = nanoClock;
    slots = new SlotStates(scheduler, queue, nanoClock);
    units = new UnitDrivers(scheduler, queue, registers, ports, slots, nanoClock);
  }

  /** Notes that a slot became visible; called under the scheduler's lock. */
  void see(int slot) {
    if (!seen[slot]) {
      seen[slot] = true;
      visible++;
    }
  }

  /** Notes a unit's interrupt; called under the scheduler's lock. */
  void interrupt(int port) {
    units.interrupt(port);
  }

  /** Notes that a command's unit is to be reset; called under the scheduler's lock. */
  void resetUnitOf(int slot) {
    units.resetUnitOf(slot);
  }

  /** {@return the reason why the last command failed, with its slot; empty if none did} */
  String lastFailure() {
    return slots.lastFailure();
  }

  /** {@return the reason why the command in a slot failed, or null} */
  @Nullable RuntimeException failure(int slot) {
    return slots.failure(slot);
  }

  /** {@return whether something is under way that only looking tells the end of} */
  boolean polls() {
    return units.polls();
  }

  /** Goes round once. Returns whether anything moved on. */
  boolean step() {
    boolean taken = !exited && takeVisible();
    boolean progressed = units.step();
    return taken || progressed;
  }

  private boolean takeVisible() {
    boolean any = false;
    for (int slot = next(0); slot >= 0; slot = next(slot + 1)) {
      any = true;
      take(slot);
    }
    return any;
  }

  /** The next visible slot that is not under way: a host that writes into one of those waits. */
  private int next(int from) {
    scheduler.lock().lock();
    try {
      for (int slot = from; visible > 0 && slot < queue.slots(); slot++) {
        if (seen[slot] && slots.isFree(slot)) {
          seen[slot] = false;
          visible--;
          registers.lower(ControlRegisters.QUEUE_STATUS, slot);
          return slot;
        }
      }
      return -1;
    } finally {
      scheduler.lock().unlock();
    }
  }

  private void take(int slot) {
    Packet packet = queue.take(slot);
    slots.clear(slot);
    try {
      slots.accept(slot, PacketRules.check(packet));
      execute(slot, packet);
    } catch (RuntimeException e) {
      // What a unit or the memory throws ends this command and no other.
      slots.fail(slot, e);
    }
  }

  private void execute(int slot, Packet packet) {
    Opcode opcode = packet.opcode();
    if (opcode == null) {
      throw new IllegalStateException("checked and yet without opcode");
    }
    switch (opcode) {
      case CONFIGURE -> configure(slot, packet);
      case START_CU, EXEC_WRITE, START_KEY_VAL -> enqueue(slot, packet);
      case INIT_CU -> initialize(slot, packet);
      case START_COPYBO -> {
        copy.copy(StartCopy.source(packet), StartCopy.target(packet), StartCopy.bytes(packet));
        slots.end(slot, CommandState.COMPLETED);
      }
      case CU_STAT -> statistics(slot);
      case ABORT -> abort(slot, packet);
      case EXIT -> {
        exited = true;
        slots.end(slot, CommandState.COMPLETED);
      }
      case CLK_CALIB, MB_VALIDATE, ACCESS_TEST_C -> measure(slot, packet, opcode);
      case SK_CONFIG, SK_START, SK_UNCONFIG, START_FA, ACCESS_TEST ->
          throw new IllegalArgumentException(
              opcode + " is for soft kernels or fast adapters, which this card does not have");
    }
  }

  private void configure(int slot, Packet packet) {
    if (slot != 0) {
      throw new IllegalArgumentException("CONFIGURE in slot " + slot + "; it goes through slot 0");
    }
    if (!units.areIdle()) {
      throw new IllegalArgumentException("CONFIGURE while commands are under way");
    }
    int wanted = Configure.units(packet);
    features = Configure.features(packet);
    int slotSize = Configure.slotSize(packet);
    int number = SlotRules.ofSize(slotSize, (features & Configure.CU_DMA) != 0);
    UnitDriver[] drivers = new UnitDriver[wanted];
    for (int unit = 0; unit < wanted; unit++) {
      drivers[unit] = driver(Configure.address(packet, unit), unit);
      drivers[unit].enableInterrupts();
    }
    units.configure(drivers);
    scheduler.lock().lock();
    try {
      queue.divide(slotSize, number);
      Arrays.fill(seen, false);
      visible = 0;
      registers.set(ControlRegisters.SLOT_SIZE, slotSize);
      registers.set(ControlRegisters.SLOTS, number);
      registers.set(ControlRegisters.CU_OFFSET, Configure.shift(packet));
      registers.set(ControlRegisters.CU_BASE, Configure.base(packet));
      registers.set(ControlRegisters.UNITS, wanted);
      registers.set(ControlRegisters.CU_DMA_ENABLE, bit(Configure.CU_DMA));
      registers.set(ControlRegisters.CU_ISR_ENABLE, bit(Configure.CU_ISR));
      registers.set(ControlRegisters.QUEUE_STATUS_ENABLE, bit(Configure.CQ_INT));
      if (bit(Configure.INTR) == 1) {
        registers.set(ControlRegisters.HOST_INTERRUPT_ENABLE, 1);
      }
    } finally {
      scheduler.lock().unlock();
    }
    slots.end(slot, CommandState.COMPLETED);
  }

  private int bit(int feature) {
    return (features & feature) == 0 ? 0 : 1;
  }

  private UnitDriver driver(long address, int unit) {
    if (address == NO_REGISTERS) {
      return UnitDriver.withoutRegisters(ports);
    }
    int port = portAt(address, unit);
    boolean interrupt = (features & Configure.CU_ISR) != 0 && ports.interrupts(port);
    return new UnitDriver(ports, port, ports.protocol(port), interrupt);
  }

  private int portAt(long address, int unit) {
    for (int port = 0; port < ports.count(); port++) {
      if ((ports.base(port) & 0xffff_ff00L) == address) {
        return port;
      }
    }
    throw new IllegalArgumentException(
        "CONFIGURE says that compute unit %d is at 0x%x; the image has none there"
            .formatted(unit, address));
  }

  private void enqueue(int slot, Packet packet) {
    int index = packet.word(0);
    UnitDriver unit = units.unit(index);
    if (!unit.startable()) {
      throw new IllegalArgumentException(
          "compute unit %d of protocol %s cannot be started".formatted(index, unit.protocol()));
    }
    if (unit.crashed) {
      throw new IllegalStateException(
          "compute unit " + index + " crashed and needs a reset of the card");
    }
    checkRegisters(unit, packet, slots.header(slot));
    if (bit(Configure.ECHO) == 1) {
      slots.end(slot, CommandState.COMPLETED);
      return;
    }
    slots.move(slot, CommandState.SUBMITTED);
    unit.waiting.add(slot);
  }

  /** A register map that leaves the unit is refused before anything is written. */
  private static void checkRegisters(UnitDriver unit, Packet packet, int header) {
    if (Header.opcode(header) == Opcode.START_CU) {
      int last = (StartCu.registers(header) - 1) * Integer.BYTES;
      if (StartCu.registers(header) > CONTROL_WORDS && !unit.reaches(last)) {
        throw new IllegalArgumentException(
            "the register map reaches 0x%x, beyond the unit's registers".formatted(last));
      }
      return;
    }
    for (int pair = 0; pair < KeyValues.pairs(header); pair++) {
      int offset = KeyValues.offset(packet, pair);
      if (!unit.reaches(offset) || offset < CONTROL_WORDS * Integer.BYTES) {
        throw new IllegalArgumentException(
            "register offset 0x%x is not among the unit's arguments".formatted(offset));
      }
    }
  }

  private void initialize(int slot, Packet packet) {
    int header = slots.header(slot);
    UnitDriver unit =
        units.unit(packet.word(InitCu.registerMap(header) - Header.extraMasks(header) - 1));
    int last = (InitCu.registers(header) - 1) * Integer.BYTES;
    if (!unit.reaches(last)) {
      throw new IllegalArgumentException(
          "the register map reaches 0x%x, beyond the unit's registers".formatted(last));
    }
    unit.timeoutNanos = InitCu.runTimeout(packet) * 1000;
    UnitDrivers.writeMap(unit, packet, InitCu.registerMap(header), InitCu.registers(header));
    slots.end(slot, CommandState.COMPLETED);
  }

  private void abort(int slot, Packet packet) {
    long handle = Abort.handle(packet);
    if (handle >= 0 && handle < queue.slots()) {
      int target = (int) handle;
      if (target != slot && untake(target)) {
        slots.end(target, CommandState.ABORT);
      }
      units.abort(target);
    }
    slots.end(slot, CommandState.COMPLETED);
  }

  /** Takes back that a slot is visible. Returns whether it was, and not taken yet. */
  private boolean untake(int slot) {
    scheduler.lock().lock();
    try {
      boolean was = seen[slot] && slots.isFree(slot);
      if (was) {
        seen[slot] = false;
        visible--;
        slots.clear(slot);
        registers.lower(ControlRegisters.QUEUE_STATUS, slot);
      }
      return was;
    } finally {
      scheduler.lock().unlock();
    }
  }

  private void statistics(int slot) {
    Packet reply = queue.visible(slot);
    int number = queue.slots();
    int room = (int) reply.capacity() - 1;
    if (CuStat.words(0, units.count()) > room) {
      throw new IllegalArgumentException(
          "the answer has %d words and more, a slot %d"
              .formatted(CuStat.words(0, units.count()), room));
    }
    // Small slots do not hold the states of all slots: those of the first ones are told.
    int words = Math.min(CuStat.words(number, units.count()), room);
    CuStat.encode(reply, BUILD, number, units.count());
    for (int i = 0; i < units.count(); i++) {
      reply.word(CuStat.executionsAt(i), units.unit(i).executions);
      reply.word(CuStat.busyAt(units.count(), i), units.unit(i).running.isEmpty() ? 0 : 1);
    }
    for (int i = 0; CuStat.slotAt(units.count(), i) < words; i++) {
      CommandState state = i == slot ? CommandState.RUNNING : slots.state(i);
      reply.word(CuStat.slotAt(units.count(), i), state.number());
    }
    reply.header(Header.of(Opcode.CU_STAT, CommandType.CTRL, words));
    slots.end(slot, CommandState.COMPLETED);
  }

  /** Times and counts, by the clock of the card: as many words as the host left room for. */
  private void measure(int slot, Packet packet, Opcode opcode) {
    Packet reply = queue.visible(slot);
    int words = packet.count();
    if (words > 0) {
      reply.word(0, (int) nanoClock.getAsLong());
    }
    if (opcode != Opcode.CLK_CALIB) {
      for (int word = 1; word < words; word++) {
        long before = nanoClock.getAsLong();
        queue.read(word * Integer.BYTES);
        reply.word(word, (int) (nanoClock.getAsLong() - before));
      }
    }
    slots.end(slot, CommandState.COMPLETED);
  }
}
