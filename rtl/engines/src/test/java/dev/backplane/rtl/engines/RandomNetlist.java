package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;

/**
 * Generates random designs: every operation on every kind of operand, with registers, memories and
 * clocks, from a seed.
 */
public final class RandomNetlist {
  private static final Operation[] OPERATIONS = Operation.values();

  private final Random random;
  private final int widest;
  private final List<Signal> signals = new ArrayList<>();

  /** Signals that may be used: all except cells and reads that are created later. */
  private final List<Signal> usable = new ArrayList<>();

  private final SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
  private final SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
  private final List<Clock> clocks = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();

  private RandomNetlist(Random random, int widest) {
    this.random = random;
    this.widest = widest;
  }

  /**
   * Generates a design.
   *
   * @param seed equal seeds give equal designs
   * @param cells how many cells
   * @param widest the width of its widest signals
   * @return the design
   */
  public static Netlist of(long seed, int cells, int widest) {
    return new RandomNetlist(new Random(seed), widest).make(cells);
  }

  /** The same with clocks of its own. */
  public static Netlist of(long seed, int cells, int widest, List<Clock> clocks) {
    RandomNetlist made = new RandomNetlist(new Random(seed), widest);
    made.clocks.addAll(clocks);
    clocks.stream().map(Clock::pin).distinct().forEach(pin -> made.input(pin, 1));
    return made.makeLogic(cells);
  }

  private Netlist make(int count) {
    for (int i = 0; i <= random.nextInt(3); i++) {
      input("clk" + i, 1);
      clocks.add(random.nextBoolean() ? Clock.rising("clk" + i) : Clock.falling("clk" + i));
    }
    return makeLogic(count);
  }

  private Netlist makeLogic(int count) {
    for (int i = 0; i < 3 + random.nextInt(4); i++) {
      input("in" + i, width());
    }
    List<Signal> states = new ArrayList<>();
    for (int i = 0; i < 1 + count / 4; i++) {
      states.add(use(signal("r" + i, width())));
    }
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < random.nextInt(3); i++) {
      shapes.add(new Shape("mem" + i, width(), depth()));
    }
    for (int i = 0; i < count; i++) {
      if (!shapes.isEmpty() && random.nextInt(12) == 0) {
        shapes.get(random.nextInt(shapes.size())).read(i);
      } else {
        cell(i);
      }
    }
    List<Register> registers = new ArrayList<>();
    List<Operand> enables = List.of(operand(1), operand(1), operand(1));
    for (Signal state : states) {
      registers.add(register(state, enables, registers));
    }
    List<Memory> memories = shapes.stream().map(Shape::finish).toList();
    int total = 0;
    for (int i = 0; i < 4 + count / 6; i++) {
      int width = width();
      total += width;
      outputs.put(new Port("out" + i, Port.Direction.OUTPUT, width), operand(width));
    }
    outputs.put(new Port("last", Port.Direction.OUTPUT, 1 + total % 64), operand(1 + total % 64));
    return new Netlist("random", signals, inputs, outputs, clocks, cells, registers, memories);
  }

  /** Some registers never change, in all bits or in the upper ones; some repeat others. */
  private Register register(Signal state, List<Operand> enables, List<Register> others) {
    int width = state.width();
    BigInteger initial = bits(width);
    if (random.nextInt(6) == 0 && width > 1) {
      int low = 1 + random.nextInt(width - 1);
      Operand.Constant high = new Operand.Constant(initial.shiftRight(low), width - low);
      return new Register(
          state,
          Operand.concat(List.of(operand(low), new Operand(List.of(high)))),
          clock(),
          initial);
    }
    for (Register other : others) {
      if (other.output().width() == width && random.nextInt(3) == 0) {
        return new Register(state, other.input(), other.clock(), other.initial());
      }
    }
    Operand next = random.nextBoolean() ? operand(width) : chosen(state, enables, 0);
    return new Register(state, next, clock(), initial);
  }

  private int clock() {
    return random.nextInt(clocks.size());
  }

  private int depth() {
    return switch (random.nextInt(3)) {
      case 0 -> 1 << random.nextInt(6);
      case 1 -> 1 + random.nextInt(50);
      default -> 1 + random.nextInt(4);
    };
  }

  private int width() {
    int[] corners = {1, 1, 2, 3, 7, 8, 9, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 192, 200};
    int width =
        random.nextBoolean() ? corners[random.nextInt(corners.length)] : 1 + random.nextInt(widest);
    return Math.min(width, widest);
  }

  private void input(String name, int width) {
    inputs.put(new Port(name, Port.Direction.INPUT, width), use(signal(name, width)));
  }

  private Signal signal(String name, int width) {
    Signal signal = new Signal(signals.size(), name, width);
    signals.add(signal);
    return signal;
  }

  private Signal use(Signal signal) {
    usable.add(signal);
    return signal;
  }

  private BigInteger bits(int width) {
    return switch (random.nextInt(5)) {
      case 0 -> BigInteger.ZERO;
      case 1 -> BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
      case 2 -> BigInteger.ONE.shiftLeft(random.nextInt(width));
      default -> new BigInteger(width, random);
    };
  }

  private Signal any() {
    int count = usable.size();
    return random.nextBoolean()
        ? usable.get(random.nextInt(count))
        : usable.get(count - 1 - random.nextInt(Math.min(count, 8)));
  }

  private Operand operand(int width) {
    List<Operand.Part> parts = new ArrayList<>();
    int left = width;
    while (left > 0) {
      Operand.Part part = part(left);
      parts.add(part);
      left -= part.width();
      if (random.nextInt(10) == 0) {
        while (left > 0 && parts.size() < 200 && random.nextInt(20) != 0) {
          parts.add(part.width() <= left ? part : part(left));
          left -= parts.getLast().width();
        }
      }
    }
    return new Operand(parts);
  }

  private Operand.Part part(int most) {
    if (random.nextInt(6) == 0) {
      int width = random.nextInt(3) == 0 ? 1 + random.nextInt(most) : most;
      return new Operand.Constant(bits(width), width);
    }
    Signal signal = any();
    if (signal.width() <= most && random.nextInt(4) != 0) {
      return new Operand.Slice(signal, 0, signal.width());
    }
    int width = 1 + random.nextInt(Math.min(most, signal.width()));
    return new Operand.Slice(signal, random.nextInt(signal.width() - width + 1), width);
  }

  private Operand anyOperand() {
    Signal signal = any();
    return random.nextInt(3) == 0 ? operand(width()) : Operand.of(signal);
  }

  private void cell(int number) {
    Operation operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
    int width = width();
    boolean signed = random.nextBoolean();
    List<Operand> in =
        switch (operation) {
          case MUX -> List.of(operand(width), operand(width), operand(1));
          case PMUX -> {
            int choices = 1 + random.nextInt(5);
            yield List.of(operand(width), operand(width * choices), operand(choices));
          }
          case SHL, SHR, SSHR, SHIFTX -> List.of(anyOperand(), amount());
          case POW -> List.of(anyOperand(), operand(1 + random.nextInt(8)));
          default ->
              operation.inputs() == 1 ? List.of(anyOperand()) : List.of(anyOperand(), anyOperand());
        };
    if (operation == Operation.DIV || operation == Operation.MOD) {
      in = List.of(in.get(0), random.nextInt(8) == 0 ? zero() : in.get(1));
    }
    Signal output = signal("n" + number, width);
    cells.add(new Cell(operation, signed, in, output));
    use(output);
  }

  /** Typical logic in front of registers: multiplexers of constants, values and the old value. */
  private Operand chosen(Signal state, List<Operand> enables, int depth) {
    int width = state.width();
    if (depth == 3 || (depth > 0 && random.nextInt(3) == 0)) {
      return switch (random.nextInt(4)) {
        case 0 -> Operand.of(state);
        case 1 -> Operand.of(bits(width), width);
        default -> operand(width);
      };
    }
    Signal output = signal("m" + signals.size(), width);
    cells.add(
        new Cell(
            Operation.MUX,
            false,
            List.of(
                chosen(state, enables, depth + 1),
                chosen(state, enables, depth + 1),
                enables.get(random.nextInt(enables.size()))),
            output));
    return Operand.of(output);
  }

  private Operand zero() {
    return Operand.of(BigInteger.ZERO, width());
  }

  /** Mostly small amounts: large ones shift everything out. */
  private Operand amount() {
    return switch (random.nextInt(4)) {
      case 0 -> anyOperand();
      case 1 -> {
        int width = 1 + random.nextInt(9);
        yield Operand.of(new BigInteger(width, random), width);
      }
      default -> operand(1 + random.nextInt(8));
    };
  }

  private final class Shape {
    private final String name;
    private final int width;
    private final int depth;
    private final List<Memory.ReadPort> reads = new ArrayList<>();

    Shape(String name, int width, int depth) {
      this.name = name;
      this.width = width;
      this.depth = depth;
    }

    void read(int number) {
      Signal output = signal("q" + number, width);
      reads.add(new Memory.ReadPort(address(), output));
      use(output);
    }

    private Operand address() {
      return random.nextInt(6) == 0
          ? anyOperand()
          : operand(Math.max(1, 33 - Integer.numberOfLeadingZeros(depth) - random.nextInt(3)));
    }

    Memory finish() {
      List<Memory.WritePort> writes = new ArrayList<>();
      for (int i = 0; i < random.nextInt(4); i++) {
        Operand enable = i > 0 && random.nextInt(3) == 0 ? writes.getLast().enable() : enable();
        writes.add(new Memory.WritePort(address(), operand(width), enable, clock()));
      }
      List<BigInteger> initial = new ArrayList<>();
      for (int i = 0; i < random.nextInt(depth + 1); i++) {
        initial.add(bits(width));
      }
      return new Memory(name, width, depth, initial, reads, writes);
    }

    private Operand enable() {
      if (random.nextBoolean()) {
        return operand(width);
      }
      Signal signal = any();
      Operand.Part bit = new Operand.Slice(signal, random.nextInt(signal.width()), 1);
      return new Operand(java.util.Collections.nCopies(width, bit));
    }
  }
}
