package dev.backplane.xrt.card.ert;

import dev.backplane.xclbin.ControlProtocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Compute units by their control registers alone. Time passes when a test says so; each execution
 * takes as many ticks as a supplier gives. What an execution read as its first argument is kept.
 */
final class FakeUnits implements UnitPorts {
  static final long FIRST_BASE = 0x180_0000;

  /** One unit. */
  static final class Unit {
    final ControlProtocol protocol;
    final int[] registers = new int[1024];
    final Deque<Integer> left = new ArrayDeque<>();
    final List<Integer> executed = new ArrayList<>();
    final List<String> writes = new ArrayList<>();
    int done;
    boolean startBit;
    boolean dead;
    boolean broken;

    Unit(ControlProtocol protocol) {
      this.protocol = protocol;
    }
  }

  final List<Unit> units = new ArrayList<>();
  boolean interrupts;
  boolean canBeTold;
  int reads;
  private final IntSupplier latency;

  FakeUnits(IntSupplier latency, ControlProtocol... protocols) {
    this.latency = latency;
    for (ControlProtocol protocol : protocols) {
      units.add(new Unit(protocol));
    }
  }

  /** Lets one tick pass; returns the units that became done in it. */
  List<Integer> tick() {
    List<Integer> ended = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      Unit unit = units.get(i);
      if (!unit.left.isEmpty()) {
        int rest = unit.left.removeFirst() - 1;
        if (rest > 0) {
          unit.left.addFirst(rest);
        } else {
          unit.done++;
          ended.add(i);
        }
        unit.startBit = false;
      }
    }
    return ended;
  }

  @Override
  public int count() {
    return units.size();
  }

  @Override
  public long base(int unit) {
    return FIRST_BASE + unit * 0x1_0000L;
  }

  @Override
  public long range(int unit) {
    return 4096;
  }

  @Override
  public ControlProtocol protocol(int unit) {
    return units.get(unit).protocol;
  }

  @Override
  public boolean interrupts(int unit) {
    return interrupts;
  }

  @Override
  public boolean stop(int index) {
    return canBeTold;
  }

  @Override
  public void reset(int index) {
    Unit unit = units.get(index);
    unit.left.clear();
    unit.done = 0;
    unit.startBit = false;
    unit.dead = false;
    unit.broken = false;
  }

  @Override
  public int read(int index, int offset) {
    Unit unit = units.get(index);
    reads++;
    if (unit.broken) {
      throw new IllegalStateException("the bus does not answer");
    }
    if (unit.dead) {
      return -1;
    }
    if (offset != 0) {
      return unit.registers[offset / 4];
    }
    int control = unit.startBit ? UnitDriver.START : 0;
    if (unit.done > 0) {
      control |= UnitDriver.DONE;
      if (unit.protocol == ControlProtocol.AP_CTRL_HS) {
        unit.done = 0;
      }
    }
    return control | (unit.left.isEmpty() ? UnitDriver.IDLE : 0);
  }

  @Override
  public void write(int index, int offset, int value) {
    Unit unit = units.get(index);
    unit.writes.add("%x=%x".formatted(offset, value));
    if (offset != 0) {
      unit.registers[offset / 4] = value;
      return;
    }
    if ((value & UnitDriver.START) != 0) {
      unit.executed.add(unit.registers[4]);
      unit.left.addLast(latency.getAsInt());
      unit.startBit = true;
    }
    if ((value & UnitDriver.CONTINUE) != 0) {
      unit.done--;
    }
  }
}
