package dev.backplane.rtl.engines;

import static java.math.BigInteger.ZERO;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A simple and very slow reference: evaluates every cell on whole numbers, repeatedly until nothing
 * changes.
 */
public final class ReferenceEngine implements Engine {
  private final Netlist netlist;
  private final Map<Signal, BigInteger> values = new HashMap<>();
  private final Map<String, BigInteger> outputs = new HashMap<>();
  private final List<BigInteger[]> memories = new ArrayList<>();
  private final List<Pin> pins = new ArrayList<>();
  private boolean settled;

  /**
   * An engine at power-up.
   *
   * @param netlist the design
   */
  public ReferenceEngine(Netlist netlist) {
    this.netlist = netlist;
    netlist.inputs().values().forEach(signal -> values.put(signal, ZERO));
    netlist.registers().forEach(register -> values.put(register.output(), register.initial()));
    for (Memory memory : netlist.memories()) {
      BigInteger[] words = new BigInteger[memory.depth()];
      for (int i = 0; i < words.length; i++) {
        words[i] = i < memory.initial().size() ? memory.initial().get(i) : ZERO;
      }
      memories.add(words);
    }
    netlist.inputs().forEach((port, signal) -> pins.add(new InputPin(port, signal)));
    netlist.outputs().keySet().forEach(port -> pins.add(new OutputPin(port)));
  }

  @Override
  public List<Pin> pins() {
    return List.copyOf(pins);
  }

  @Override
  public List<Clock> clocks() {
    return netlist.clocks();
  }

  @Override
  public void settle() {
    Set<Signal> known = new HashSet<>(netlist.inputs().values());
    netlist.registers().forEach(register -> known.add(register.output()));
    List<Runnable> done = new ArrayList<>();
    boolean progress = true;
    while (progress) {
      done.clear();
      for (Cell cell : netlist.cells()) {
        if (!known.contains(cell.output())
            && cell.inputs().stream().allMatch(in -> isKnown(in, known))) {
          List<BigInteger> in = cell.inputs().stream().map(this::value).toList();
          values.put(cell.output(), ReferenceOperations.compute(cell, in));
          done.add(() -> known.add(cell.output()));
        }
      }
      for (int m = 0; m < memories.size(); m++) {
        for (Memory.ReadPort port : netlist.memories().get(m).reads()) {
          if (!known.contains(port.output()) && isKnown(port.address(), known)) {
            values.put(port.output(), read(m, value(port.address())));
            done.add(() -> known.add(port.output()));
          }
        }
      }
      done.forEach(Runnable::run);
      progress = !done.isEmpty();
    }
    netlist.outputs().forEach((port, operand) -> outputs.put(port.name(), value(operand)));
    settled = true;
  }

  private static boolean isKnown(Operand operand, Set<Signal> known) {
    return operand.parts().stream()
        .allMatch(part -> !(part instanceof Operand.Slice slice) || known.contains(slice.signal()));
  }

  private BigInteger value(Operand operand) {
    BigInteger result = ZERO;
    int at = 0;
    for (Operand.Part part : operand.parts()) {
      BigInteger bits =
          switch (part) {
            case Operand.Constant constant -> constant.value();
            case Operand.Slice slice ->
                ReferenceOperations.cut(
                    Objects.requireNonNull(values.get(slice.signal())).shiftRight(slice.lsb()),
                    slice.width());
          };
      result = result.or(bits.shiftLeft(at));
      at += part.width();
    }
    return result;
  }

  private BigInteger read(int memory, BigInteger address) {
    BigInteger[] words = memories.get(memory);
    return inside(words, address) ? words[address.intValue()] : ZERO;
  }

  private static boolean inside(BigInteger[] words, BigInteger address) {
    return address.compareTo(BigInteger.valueOf(words.length)) < 0;
  }

  @Override
  public void edge(int clock) {
    edges(1L << clock);
  }

  @Override
  public void edges(long mask) {
    if (!settled) {
      settle();
    }
    Map<Signal, BigInteger> next = new HashMap<>();
    for (Register register : netlist.registers()) {
      if ((mask >>> register.clock() & 1) != 0) {
        next.put(register.output(), value(register.input()));
      }
    }
    List<Runnable> writes = new ArrayList<>();
    for (int m = 0; m < memories.size(); m++) {
      BigInteger[] words = memories.get(m);
      for (Memory.WritePort port : netlist.memories().get(m).writes()) {
        if ((mask >>> port.clock() & 1) != 0) {
          BigInteger address = value(port.address());
          BigInteger data = value(port.data());
          BigInteger enable = value(port.enable());
          writes.add(() -> write(words, address, data, enable));
        }
      }
    }
    values.putAll(next);
    writes.forEach(Runnable::run);
    settled = false;
  }

  private static void write(
      BigInteger[] words, BigInteger address, BigInteger data, BigInteger enable) {
    if (inside(words, address)) {
      BigInteger old = words[address.intValue()];
      words[address.intValue()] = old.andNot(enable).or(data.and(enable));
    }
  }

  @Override
  public void close() {
    values.clear();
  }

  private static long limb(BigInteger value, int index) {
    return value.shiftRight(index * Long.SIZE).longValue();
  }

  private final class InputPin implements Pin {
    private final Port port;
    private final Signal signal;

    InputPin(Port port, Signal signal) {
      this.port = port;
      this.signal = signal;
    }

    @Override
    public Port port() {
      return port;
    }

    @Override
    public long get() {
      return word(0);
    }

    @Override
    public void set(long value) {
      setWord(0, value);
    }

    @Override
    public long word(int index) {
      return limb(Objects.requireNonNull(values.get(signal)), index);
    }

    @Override
    public void setWord(int index, long value) {
      BigInteger old = Objects.requireNonNull(values.get(signal));
      BigInteger ones = new BigInteger(Long.toUnsignedString(-1L)).shiftLeft(index * Long.SIZE);
      BigInteger bits = new BigInteger(Long.toUnsignedString(value)).shiftLeft(index * Long.SIZE);
      values.put(signal, ReferenceOperations.cut(old.andNot(ones).or(bits), port.width()));
      settled = false;
    }
  }

  private final class OutputPin implements Pin {
    private final Port port;

    OutputPin(Port port) {
      this.port = port;
    }

    @Override
    public Port port() {
      return port;
    }

    @Override
    public long get() {
      return word(0);
    }

    @Override
    public void set(long value) {
      throw new IllegalStateException(port.name() + " is an output");
    }

    @Override
    public long word(int index) {
      return limb(outputs.getOrDefault(port.name(), ZERO), index);
    }

    @Override
    public void setWord(int index, long value) {
      set(value);
    }
  }
}
