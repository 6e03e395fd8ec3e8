package dev.backplane.bench.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeEmitter;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import dev.backplane.rtl.netlist.pass.Passes;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a netlist of the drivers of all signals, backwards from the outputs. */
final class NetlistAssembly {
  private final Drivers drivers;
  private final Bits bits;
  private final NodeGraph graph;
  private final Map<Storage, Node> wholes = new HashMap<>();
  private final Map<Piece, Node> pieces = new HashMap<>();
  private final Map<Storage, Signal> inputs = new HashMap<>();
  private final Map<Drivers.Flop, Signal> flops = new HashMap<>();
  private final Deque<Object> pending = new ArrayDeque<>();
  private final Map<MemoryUse, List<Memory.ReadPort>> reads = new LinkedHashMap<>();
  private final Rewrite settled;
  private final Emitter emitter;

  private final boolean narrow;

  private NetlistAssembly(Drivers drivers, boolean narrow) {
    this.narrow = narrow;
    this.drivers = drivers;
    this.bits = drivers.bits();
    this.graph = bits.graph();
    this.settled = new Rewrite(graph, source -> whole(source), narrow);
    this.emitter = new Emitter();
  }

  /** Bits of a signal with one driver. */
  private record Piece(Storage storage, int lsb, int width) {}

  /** One bit of a piece, where words depend on themselves and bits do not. */
  private record Bit(Piece piece, int index) {}

  static Netlist netlist(Drivers drivers, String top, Elaborator.Made made) {
    try {
      return new NetlistAssembly(drivers, false).netlist(top, made);
    } catch (RtlException e) {
      if (e.error() != RtlError.COMBINATIONAL_LOOP) {
        throw e;
      }
      // A record whose fields depend on each other may be no loop: each by itself then.
      return new NetlistAssembly(drivers, true).netlist(top, made);
    }
  }

  private Netlist netlist(String top, Elaborator.Made made) {
    SequencedMap<Port, Signal> inputPorts = new LinkedHashMap<>();
    SequencedMap<Port, Operand> outputPorts = new LinkedHashMap<>();
    for (Elaborator.Port port : made.ports().values()) {
      int width = port.storage().type().width();
      if (port.mode().equals("in") && width > 0) {
        Signal signal = emitter.input(port.spelled(), width);
        inputs.put(port.storage(), signal);
        inputPorts.put(new Port(port.spelled(), Port.Direction.INPUT, width), signal);
      }
    }
    for (Elaborator.Port port : made.ports().values()) {
      int width = port.storage().type().width();
      if (port.mode().equals("out") && width > 0) {
        Node value = settled.of(graph.source(port.storage(), width));
        outputPorts.put(
            new Port(port.spelled(), Port.Direction.OUTPUT, width), emitter.operand(value));
      }
    }
    Registers found = complete();
    List<Clock> clocks = found.clocks(inputPorts);
    Netlist netlist =
        new Netlist(
            top,
            emitter.signals(),
            inputPorts,
            outputPorts,
            clocks,
            emitter.cells(),
            found.registers(clocks),
            found.memories(clocks));
    return Passes.run(netlist);
  }

  /** The findings on the way backwards. */
  private static final class Registers {
    private record Clocked(Signal output, Operand next, Clock clock, BigInteger initial) {}

    private record Written(Operand address, Operand data, Operand enable, Clock clock) {}

    private final List<Clocked> all = new ArrayList<>();
    private final Map<MemoryUse, List<Written>> writes = new LinkedHashMap<>();
    private final Map<MemoryUse, List<Memory.ReadPort>> reads;

    Registers(Map<MemoryUse, List<Memory.ReadPort>> reads) {
      this.reads = reads;
    }

    List<Clock> clocks(SequencedMap<Port, Signal> inputs) {
      List<Clock> clocks = new ArrayList<>();
      for (Port port : inputs.keySet()) {
        for (Clock clock : List.of(Clock.rising(port.name()), Clock.falling(port.name()))) {
          if (all.stream().anyMatch(each -> each.clock().equals(clock))
              || writes.values().stream()
                  .anyMatch(list -> list.stream().anyMatch(w -> w.clock().equals(clock)))) {
            clocks.add(clock);
          }
        }
      }
      return clocks;
    }

    List<Register> registers(List<Clock> clocks) {
      return all.stream()
          .map(
              each ->
                  new Register(
                      each.output(), each.next(), clocks.indexOf(each.clock()), each.initial()))
          .toList();
    }

    List<Memory> memories(List<Clock> clocks) {
      List<Memory> memories = new ArrayList<>();
      reads.forEach(
          (memory, ports) -> {
            List<BigInteger> words = new ArrayList<>();
            BigInteger initial = memory.storage().initial();
            for (int i = 0; i < memory.depth(); i++) {
              words.add(initial.shiftRight(i * memory.width()).and(Vectors.ones(memory.width())));
            }
            memories.add(
                new Memory(
                    memory.storage().name(),
                    memory.width(),
                    memory.depth(),
                    words,
                    ports,
                    writes.getOrDefault(memory, List.of()).stream()
                        .map(
                            w ->
                                new Memory.WritePort(
                                    w.address(), w.data(), w.enable(), clocks.indexOf(w.clock())))
                        .toList()));
          });
      return memories;
    }
  }

  private Registers complete() {
    Registers found = new Registers(reads);
    for (Object next = pending.poll(); next != null; next = pending.poll()) {
      if (next instanceof Drivers.Flop flop) {
        Drivers.Kept kept = flop.kept();
        BigInteger initial =
            kept.storage().initial().shiftRight(kept.lsb()).and(Vectors.ones(kept.width()));
        found.all.add(
            new Registers.Clocked(
                Objects.requireNonNull(flops.get(flop)),
                emitter.operand(settled.of(flop.next())),
                clock(flop.edge(), kept.storage().name()),
                initial));
      } else if (next instanceof MemoryUse memory) {
        List<Registers.Written> writes = new ArrayList<>();
        for (Drivers.Clocked clocked : drivers.memoryWrites()) {
          if (clocked.memory() == memory) {
            MemoryUse.Write write = clocked.write();
            Node enable =
                graph.and(write.enable(), graph.resize(write.condition(), memory.width(), true));
            writes.add(
                new Registers.Written(
                    emitter.operand(settled.of(write.address())),
                    emitter.operand(settled.of(write.data())),
                    emitter.operand(settled.of(enable)),
                    clock(clocked.edge(), memory.storage().name())));
          }
        }
        found.writes.put(memory, writes);
      }
    }
    return found;
  }

  /** The input that a clock comes from. */
  private Clock clock(Drivers.Edge edge, String what) {
    RunningProcess.Event event = edge.event();
    int width = event.storage().type().width();
    Node node = graph.slice(settled.of(graph.source(event.storage(), width)), event.bit(), 1);
    boolean rising = edge.rising();
    while (true) {
      if (node instanceof Node.Source source) {
        if (source.origin() instanceof Storage input && inputs.containsKey(input)) {
          String pin = Objects.requireNonNull(inputs.get(input)).name();
          return rising ? Clock.rising(pin) : Clock.falling(pin);
        }
        if (source.origin() instanceof Piece piece) {
          node = settled.of(Objects.requireNonNull(pieces.get(piece)));
          continue;
        }
      }
      if (node instanceof Node.Compute compute && compute.operation() == Operation.NOT) {
        node = compute.input(0);
        rising = !rising;
        continue;
      }
      throw Refusal.unsupported(
          edge.place(),
          "the clock of '%s' is no input: it is made inside, or gated".formatted(what));
    }
  }

  /** The parts that stand for a signal or register, each with its own driver. */
  private @Nullable Node whole(Node.Source source) {
    return switch (source.origin()) {
      case Storage storage -> {
        if (inputs.containsKey(storage)) {
          yield null;
        }
        Node known = wholes.get(storage);
        if (known == null) {
          known = parts(storage);
          wholes.put(storage, known);
        }
        yield known;
      }
      case Drivers.Kept kept -> kept(kept);
      default -> null;
    };
  }

  private Node parts(Storage storage) {
    int width = storage.type().width();
    List<Drivers.Driver> all = new ArrayList<>(drivers.of(storage));
    all.sort(Comparator.comparingInt(Drivers.Driver::lsb));
    List<Node> parts = new ArrayList<>();
    int at = 0;
    for (Drivers.Driver driver : all) {
      if (driver.lsb() > at) {
        parts.add(initial(storage, at, driver.lsb() - at));
      }
      at = driver.lsb();
      List<Node> split =
          driver.value() instanceof Node.Concat join ? join.parts() : List.of(driver.value());
      for (Node value : split) {
        Piece piece = new Piece(storage, at, value.width());
        pieces.put(piece, value);
        parts.add(value instanceof Node.Fixed ? value : graph.source(piece, value.width()));
        at += value.width();
      }
    }
    if (at < width) {
      parts.add(initial(storage, at, width - at));
    }
    return graph.concat(parts);
  }

  private Node initial(Storage storage, int lsb, int width) {
    return graph.fixed(storage.initial().shiftRight(lsb), width);
  }

  private Node kept(Drivers.Kept kept) {
    List<Node> parts = new ArrayList<>();
    List<Drivers.Flop> all =
        drivers.flops().stream()
            .filter(
                flop ->
                    flop.kept().storage() == kept.storage()
                        && flop.kept().process() == kept.process())
            .sorted(Comparator.comparingInt(flop -> flop.kept().lsb()))
            .toList();
    int at = 0;
    for (Drivers.Flop flop : all) {
      if (flop.kept().lsb() > at) {
        parts.add(initial(kept.storage(), at, flop.kept().lsb() - at));
      }
      parts.add(graph.source(flop, flop.kept().width()));
      at = flop.kept().lsb() + flop.kept().width();
    }
    if (at < kept.width()) {
      parts.add(initial(kept.storage(), at, kept.width() - at));
    }
    return graph.concat(parts);
  }

  /** Emits cells, and remembers what they need of registers and memories. */
  private final class Emitter extends NodeEmitter {
    private final Set<Piece> split = new HashSet<>();
    private final BitSlices pushed = new BitSlices(graph);
    private Rewrite splitter = splitter();

    Signal input(String name, int width) {
      return signal(name, width);
    }

    @Override
    protected @Nullable Node replacement(Node node) {
      if (node instanceof Node.Source source && source.origin() instanceof Piece piece) {
        return split.contains(piece) ? inBits(piece) : splitter.of(value(piece));
      }
      return node instanceof Node.Source source && source.origin() instanceof Bit(Piece of, int at)
          ? splitter.of(pushed.slice(value(of), at))
          : null;
    }

    private Node value(Piece piece) {
      return settled.of(Objects.requireNonNull(pieces.get(piece)));
    }

    private Node inBits(Piece piece) {
      List<Node> all = new ArrayList<>();
      for (int i = 0; i < piece.width(); i++) {
        all.add(graph.source(new Bit(piece, i), 1));
      }
      return graph.concat(all);
    }

    private Rewrite splitter() {
      return new Rewrite(
          graph,
          source ->
              source.origin() instanceof Piece piece && split.contains(piece)
                  ? inBits(piece)
                  : null,
          narrow);
    }

    @Override
    protected Operand source(Node.Source source) {
      return switch (source.origin()) {
        case Storage input -> Operand.of(Objects.requireNonNull(inputs.get(input)));
        case Drivers.Flop flop ->
            Operand.of(
                flops.computeIfAbsent(
                    flop,
                    _ -> {
                      pending.add(flop);
                      return signal(flop.kept().storage().name(), flop.kept().width());
                    }));
        case RunningProcess.Event event ->
            throw Refusal.unsupported(
                new Place(event.storage().name(), 0, 0), "an edge is used as a value");
        default -> throw new IllegalStateException("no operand of " + source.origin());
      };
    }

    @Override
    protected Operand read(Node.MemoryRead read) {
      MemoryUse memory = (MemoryUse) read.memory();
      if (!reads.containsKey(memory)) {
        reads.put(memory, new ArrayList<>());
        pending.add(memory);
      }
      Signal output = signal(read);
      Objects.requireNonNull(reads.get(memory))
          .add(new Memory.ReadPort(operand(read.address()), output));
      return Operand.of(output);
    }

    @Override
    protected void breakLoop(List<Node> loop) {
      boolean more = false;
      for (Node node : loop) {
        if (node instanceof Node.Source source
            && source.origin() instanceof Piece piece
            && piece.width() > 1) {
          more |= split.add(piece);
        }
      }
      if (more) {
        splitter = splitter();
        return;
      }
      String path =
          loop.stream()
              .map(node -> node instanceof Node.Source source ? source.origin() : node)
              .map(origin -> origin instanceof Bit(Piece piece, int _) ? piece : origin)
              .filter(Piece.class::isInstance)
              .map(piece -> ((Piece) piece).storage().name())
              .distinct()
              .collect(Collectors.joining(", "));
      throw new RtlException(
          RtlError.COMBINATIONAL_LOOP, "signals depend on themselves without a register: " + path);
    }
  }
}
