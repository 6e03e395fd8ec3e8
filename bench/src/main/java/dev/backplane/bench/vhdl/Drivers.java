package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The drivers of signals, bit by bit, and the registers. */
final class Drivers {
  private final Bits bits;
  private final Map<Storage, List<Driver>> drivers = new LinkedHashMap<>();
  private final Map<Storage, BitSet> driven = new LinkedHashMap<>();
  private final List<Flop> flops = new ArrayList<>();
  private final List<Clocked> memories = new ArrayList<>();

  Drivers(Bits bits) {
    this.bits = bits;
  }

  /** Bits of a signal and their value. */
  record Driver(int lsb, Node value) {
    int width() {
      return value.width();
    }
  }

  /** An edge of a signal. */
  record Edge(RunningProcess.Event event, boolean rising, Place place) {}

  /** Bits of a signal or variable that are kept in a register. */
  record Kept(Storage storage, RunningProcess process, int lsb, int width) {}

  /** A register. */
  record Flop(Kept kept, Node next, Edge edge) {}

  /** A memory with the edge of some of its writes. */
  record Clocked(MemoryUse memory, MemoryUse.Write write, Edge edge) {}

  void drive(Storage signal, int lsb, Node value, Place place) {
    BitSet before = driven.computeIfAbsent(signal, _ -> new BitSet());
    int twice = before.nextSetBit(lsb);
    if (twice >= 0 && twice < lsb + value.width()) {
      throw Refusal.invalid(
          place,
          "'%s' is driven here and elsewhere too. Leave one driver".formatted(signal.name()));
    }
    before.set(lsb, lsb + value.width());
    drivers.computeIfAbsent(signal, _ -> new ArrayList<>()).add(new Driver(lsb, value));
  }

  void add(Flop flop) {
    flops.add(flop);
  }

  void add(Clocked write) {
    memories.add(write);
  }

  List<Flop> flops() {
    return flops;
  }

  List<Clocked> memoryWrites() {
    return memories;
  }

  List<Driver> of(Storage signal) {
    return drivers.getOrDefault(signal, List.of());
  }

  Bits bits() {
    return bits;
  }
}
