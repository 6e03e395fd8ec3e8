package dev.backplane.drivers.softcard.ert;

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
import dev.backplane.xclbin.ert.Timestamps;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the soft processor executes, a step at a time: takes visible slots, hands starts to the
 * compute units in the order of each unit, answers control commands, and tells of what has ended.
 * All of it in one thread.
 */
final class Firmware {
  /**
   * Where CONFIGURE has a unit that no register starts: the address of such a unit is all ones, and
   * the lowest byte of the word says other things.
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

  /** Visible slots that were not taken yet; guarded by the scheduler's lock. */
  private final boolean[] seen = new boolean[SlotRules.MOST];

  private int visible;

  /** Ports whose interrupt came and was not served yet; guarded by the scheduler's lock. */
  private final boolean[] interrupted = new boolean[SlotRules.MOST];

  /** Slots whose commands are to end by a reset of their unit; guarded by the scheduler's lock. */
  private final boolean[] resets = new boolean[SlotRules.MOST];

  private volatile boolean resetAsked;

  /** Slots whose commands were told to stop. */
  private final boolean[] aborted = new boolean[SlotRules.MOST];

  private final int[] headers = new int[SlotRules.MOST];

  /** Which slots have room for timestamps behind their payload, and want them. */
  private final boolean[] timed = new boolean[SlotRules.MOST];

  private final CommandState[] states = new CommandState[SlotRules.MOST];
  private UnitDriver[] units = {};
  private int features;
  private boolean exited;
  private volatile String lastFailure = "";

  /** What the command in each slot failed for; read by the host after its status bit. */
  private final @Nullable RuntimeException[] failures = new RuntimeException[SlotRules.MOST];

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
    Arrays.fill(states, CommandState.COMPLETED);
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
    interrupted[port] = true;
  }

  /** Notes that a command's unit is to be reset; called under the scheduler's lock. */
  void resetUnitOf(int slot) {
    resets[slot] = true;
    resetAsked = true;
  }

  /** {@return what the last command failed for} */
  String lastFailure() {
    return lastFailure;
  }

  /** {@return what the command in a slot failed for} */
  @Nullable RuntimeException failure(int slot) {
    return failures[slot];
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
    boolean progressed = !exited && takeVisible();
    progressed |= resetWhatIsAsked();
    for (UnitDriver unit : units) {
      progressed |= attend(unit);
    }
    return progressed;
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
        if (seen[slot] && states[slot].isFinal()) {
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
    failures[slot] = null;
    timed[slot] = false;
    try {
      int header = PacketRules.check(packet);
      headers[slot] = header;
      timed[slot] = Header.statistics(header) && isStart(header);
      if (timed[slot]) {
        // What lies there is of the command before.
        for (CommandState state : CommandState.values()) {
          Timestamps.set(queue.visible(slot), state, 0);
        }
      }
      move(slot, CommandState.QUEUED);
      execute(slot, packet);
    } catch (RuntimeException e) {
      // What a unit or the memory throws ends this command and no other.
      fail(slot, e);
    }
  }

  private static boolean isStart(int header) {
    Opcode opcode = Header.opcode(header);
    return opcode == Opcode.START_CU
        || opcode == Opcode.EXEC_WRITE
        || opcode == Opcode.START_KEY_VAL;
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
        end(slot, CommandState.COMPLETED);
      }
      case CU_STAT -> statistics(slot);
      case ABORT -> abort(slot, packet);
      case EXIT -> {
        exited = true;
        end(slot, CommandState.COMPLETED);
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
    for (UnitDriver unit : units) {
      if (!unit.running.isEmpty() || !unit.waiting.isEmpty()) {
        throw new IllegalArgumentException("CONFIGURE while commands are under way");
      }
    }
    int wanted = Configure.units(packet);
    features = Configure.features(packet);
    int slotSize = Configure.slotSize(packet);
    int slots = SlotRules.ofSize(slotSize, (features & Configure.CU_DMA) != 0);
    UnitDriver[] drivers = new UnitDriver[wanted];
    for (int unit = 0; unit < wanted; unit++) {
      drivers[unit] = driver(Configure.address(packet, unit), unit);
      drivers[unit].enableInterrupts();
    }
    units = drivers;
    scheduler.lock().lock();
    try {
      queue.divide(slotSize, slots);
      Arrays.fill(seen, false);
      visible = 0;
      registers.set(ControlRegisters.SLOT_SIZE, slotSize);
      registers.set(ControlRegisters.SLOTS, slots);
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
    end(slot, CommandState.COMPLETED);
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
    UnitDriver unit = unit(index);
    if (!unit.startable()) {
      throw new IllegalArgumentException(
          "compute unit %d of protocol %s cannot be started".formatted(index, unit.protocol()));
    }
    if (unit.crashed) {
      throw new IllegalStateException(
          "compute unit " + index + " crashed and needs a reset of the card");
    }
    checkRegisters(unit, packet, headers[slot]);
    if (bit(Configure.ECHO) == 1) {
      end(slot, CommandState.COMPLETED);
      return;
    }
    move(slot, CommandState.SUBMITTED);
    unit.waiting.add(slot);
  }

  private UnitDriver unit(int index) {
    if (index < 0 || index >= units.length) {
      throw new IllegalArgumentException(
          "there is no compute unit %d; %d are configured"
              .formatted(index & 0xffff_ffffL, units.length));
    }
    return units[index];
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
    int header = headers[slot];
    UnitDriver unit = unit(packet.word(InitCu.registerMap(header) - Header.extraMasks(header) - 1));
    int last = (InitCu.registers(header) - 1) * Integer.BYTES;
    if (!unit.reaches(last)) {
      throw new IllegalArgumentException(
          "the register map reaches 0x%x, beyond the unit's registers".formatted(last));
    }
    unit.timeoutNanos = InitCu.runTimeout(packet) * 1000;
    writeMap(unit, packet, InitCu.registerMap(header), InitCu.registers(header));
    end(slot, CommandState.COMPLETED);
  }

  private static void writeMap(UnitDriver unit, Packet packet, int first, int words) {
    for (int word = CONTROL_WORDS; word < words; word++) {
      unit.write(word * Integer.BYTES, packet.word(first + word));
    }
  }

  private void abort(int slot, Packet packet) {
    long handle = Abort.handle(packet);
    if (handle >= 0 && handle < queue.slots()) {
      int target = (int) handle;
      if (target != slot && untake(target)) {
        end(target, CommandState.ABORT);
      }
      for (UnitDriver unit : units) {
        if (unit.waiting.remove(target)) {
          end(target, CommandState.ABORT);
        } else if (unit.running.contains(target)) {
          stop(unit, target);
        }
      }
    }
    end(slot, CommandState.COMPLETED);
  }

  /** Takes back that a slot is visible. Returns whether it was, and not taken yet. */
  private boolean untake(int slot) {
    scheduler.lock().lock();
    try {
      boolean was = seen[slot] && states[slot].isFinal();
      if (was) {
        seen[slot] = false;
        visible--;
        failures[slot] = null;
        timed[slot] = false;
        registers.lower(ControlRegisters.QUEUE_STATUS, slot);
      }
      return was;
    } finally {
      scheduler.lock().unlock();
    }
  }

  private void stop(UnitDriver unit, int slot) {
    if (ports.stop(unit.port())) {
      aborted[slot] = true;
    } else {
      // Its unit works on, its command does not.
      unit.running.giveUp(slot);
      end(slot, CommandState.ABORT);
    }
  }

  private void statistics(int slot) {
    Packet reply = queue.visible(slot);
    int slots = queue.slots();
    int room = (int) reply.capacity() - 1;
    if (CuStat.words(0, units.length) > room) {
      throw new IllegalArgumentException(
          "the answer has %d words and more, a slot %d"
              .formatted(CuStat.words(0, units.length), room));
    }
    // Small slots do not hold the states of all slots: those of the first ones are told.
    int words = Math.min(CuStat.words(slots, units.length), room);
    CuStat.encode(reply, BUILD, slots, units.length);
    for (int i = 0; i < units.length; i++) {
      reply.word(CuStat.executionsAt(i), units[i].executions);
      reply.word(CuStat.busyAt(units.length, i), units[i].running.isEmpty() ? 0 : 1);
    }
    for (int i = 0; CuStat.slotAt(units.length, i) < words; i++) {
      CommandState state = i == slot ? CommandState.RUNNING : states[i];
      reply.word(CuStat.slotAt(units.length, i), state.number());
    }
    reply.header(Header.of(Opcode.CU_STAT, CommandType.CTRL, words));
    end(slot, CommandState.COMPLETED);
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
    end(slot, CommandState.COMPLETED);
  }

  // Compute units.

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

  /** What was on a unit is lost, given up or not. */
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
        end(slot, CommandState.ABORT);
      }
    }
  }

  /** With interrupts a unit is looked at when its interrupt came, or to see a time-out. */
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
      end(slot, CommandState.TIMEOUT);
    }
    return late;
  }

  private void start(UnitDriver unit) {
    int slot = unit.waiting.first();
    unit.serve(slot);
    Packet packet = queue.taken(slot);
    int header = headers[slot];
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
    move(slot, CommandState.RUNNING);
  }

  /** What a unit threw: its executions are lost; what waits for one that crashed is, too. */
  private void lose(UnitDriver unit, RuntimeException reason) {
    if (unit.running.isEmpty() && !unit.waiting.isEmpty()) {
      fail(unit.waiting.remove(), reason);
    }
    while (!unit.running.isEmpty()) {
      int slot = unit.running.remove();
      if (slot != SlotRing.GIVEN_UP) {
        fail(slot, reason);
      }
    }
    while (unit.crashed && !unit.waiting.isEmpty()) {
      fail(unit.waiting.remove(), reason);
    }
  }

  private void finish(int slot) {
    if (slot != SlotRing.GIVEN_UP) {
      end(slot, CommandState.COMPLETED);
    }
  }

  private void fail(int slot, RuntimeException reason) {
    lastFailure = "slot " + slot + ": " + reason.getMessage();
    failures[slot] = reason;
    end(slot, CommandState.ERROR);
  }

  private void move(int slot, CommandState state) {
    states[slot] = state;
    stamp(slot, state);
    queue.visible(slot).state(state);
  }

  /** When the command came into a state, for hosts that left room for it behind the payload. */
  private void stamp(int slot, CommandState state) {
    if (timed[slot]) {
      Timestamps.set(queue.visible(slot), state, nanoClock.getAsLong());
    }
  }

  private void end(int slot, CommandState how) {
    CommandState state = aborted[slot] ? CommandState.ABORT : how;
    aborted[slot] = false;
    states[slot] = state;
    stamp(slot, state);
    scheduler.completed(slot, state);
  }
}
