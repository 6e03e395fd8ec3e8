package dev.backplane.rtl.netlist;

import dev.backplane.rtl.base.RtlException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text form of netlists, {@code docs/netlist.md}. For any text, it returns a valid
 * netlist or throws {@link RtlException} with the line.
 */
public final class NetlistReader {
  private static final Map<String, Operation> OPERATIONS = operations();
  private static final Map<String, Effect.Severity> SEVERITIES =
      Arrays.stream(Effect.Severity.values())
          .collect(Collectors.toMap(each -> each.name().toLowerCase(Locale.ROOT), each -> each));

  private final List<String> lines;
  private final Map<String, Signal> signals = new LinkedHashMap<>();
  private final SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
  private final SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
  private final List<Clock> clocks = new ArrayList<>();
  private final List<Cell> cells = new ArrayList<>();
  private final List<Register> registers = new ArrayList<>();
  private final List<Memory> memories = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private final SequencedMap<String, Operand> aliases = new LinkedHashMap<>();
  private @Nullable String top;
  private @Nullable OpenMemory memory;
  private int lineNumber;

  /** A memory whose ports are still being read. */
  private record OpenMemory(
      String name,
      int width,
      int depth,
      List<BigInteger> words,
      List<Memory.ReadPort> reads,
      List<Memory.WritePort> writes) {
    Memory close() {
      return new Memory(name, width, depth, words, reads, writes);
    }
  }

  private NetlistReader(String text) {
    this.lines = text.lines().toList();
  }

  /**
   * Reads and validates.
   *
   * @param text a text that {@link NetlistWriter} wrote
   * @return the netlist; signals are numbered in the order in which lines declare them
   * @throws RtlException {@code NETLIST_INVALID} with the line, or {@code COMBINATIONAL_LOOP}
   */
  public static Netlist read(String text) {
    return NetlistValidator.validate(new NetlistReader(text).read());
  }

  private Netlist read() {
    if (lines.isEmpty() || !lines.getFirst().equals(NetlistWriter.HEADER)) {
      throw LineScanner.error(1, "not a netlist of version 1: it starts otherwise");
    }
    // Two passes: registers use signals that later lines declare, so the first pass collects all
    // names.
    if (!forEachLine(this::declare)) {
      throw LineScanner.error(lines.size(), "the netlist is cut off: no line 'end'");
    }
    forEachLine(this::define);
    closeMemory();
    if (top == null) {
      throw LineScanner.error(lines.size(), "no line names the top module");
    }
    return new Netlist(
        top,
        List.copyOf(signals.values()),
        inputs,
        outputs,
        clocks,
        cells,
        registers,
        memories,
        effects,
        aliases);
  }

  private interface LineAction {
    void accept(String keyword, LineScanner line);
  }

  /** {@return whether there was a line 'end'} */
  private boolean forEachLine(LineAction action) {
    for (int i = 1; i < lines.size(); i++) {
      lineNumber = i + 1;
      LineScanner line = new LineScanner(lines.get(i), lineNumber);
      if (line.atEnd() || lines.get(i).startsWith("#")) {
        continue;
      }
      String keyword = line.word();
      if (keyword.equals("end")) {
        line.expectEnd();
        return true;
      }
      try {
        action.accept(keyword, line);
      } catch (
          IllegalArgumentException
              e) { // thrown by the constructors of the records: slices, widths, parts
        throw line.error(String.valueOf(e.getMessage()));
      }
    }
    return false;
  }

  private int lastMemoryWidth;

  private void declare(String keyword, LineScanner line) {
    switch (keyword) {
      case "input" -> {
        Signal signal = declareSignal(line);
        line.expectEnd();
        inputs.put(new Port(signal.name(), Port.Direction.INPUT, signal.width()), signal);
      }
      case "register", "cell" -> declareSignal(line);
      case "memory" -> {
        line.name();
        lastMemoryWidth = width(line);
      }
      case "read" -> {
        if (lastMemoryWidth == 0) {
          throw line.error("a read without a memory before it");
        }
        declare(line, line.name(), lastMemoryWidth);
      }
      case "top", "clock", "words", "write", "output", "effect", "alias" -> {}
      default -> throw line.error("unknown keyword '" + keyword + "'");
    }
  }

  private Signal declareSignal(LineScanner line) {
    return declare(line, line.name(), width(line));
  }

  private Signal declare(LineScanner line, String name, int width) {
    Signal signal = new Signal(signals.size(), name, width);
    if (signals.putIfAbsent(name, signal) != null) {
      throw line.error("'" + name + "' is driven twice");
    }
    return signal;
  }

  private void define(String keyword, LineScanner line) {
    switch (keyword) {
      case "input" -> {}
      case "top" -> {
        if (top != null) {
          throw line.error("a second top");
        }
        top = line.name();
        line.expectEnd();
      }
      case "clock" -> {
        clocks.add(Clock.parse(line.name()));
        line.expectEnd();
      }
      case "register" -> register(line);
      case "memory" -> {
        closeMemory();
        String name = line.name();
        int width = width(line);
        int depth = line.decimal("the depth", 1, Integer.MAX_VALUE);
        line.expectEnd();
        if ((long) width * depth > NetlistValidator.MAX_MEMORY_BITS) {
          throw line.error("memory '" + name + "' is too large");
        }
        memory =
            new OpenMemory(
                name, width, depth, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      }
      case "words" -> {
        OpenMemory into = openMemory(line);
        while (!line.atEnd()) {
          into.words().add(line.hex(into.width()));
        }
      }
      case "read" -> {
        OpenMemory of = openMemory(line);
        Signal output = signal(line, line.name());
        line.expect('=');
        of.reads().add(new Memory.ReadPort(operand(line), output));
        line.expectEnd();
      }
      case "write" -> write(line);
      case "cell" -> cell(line);
      case "effect" -> effect(line);
      case "alias" -> {
        String name = line.name();
        line.expect('=');
        if (aliases.putIfAbsent(name, operand(line)) != null) {
          throw line.error("alias '" + name + "' appears twice");
        }
        line.expectEnd();
      }
      case "output" -> {
        Port port = new Port(line.name(), Port.Direction.OUTPUT, width(line));
        line.expect('=');
        if (outputs.putIfAbsent(port, operand(line)) != null) {
          throw line.error("output '" + port.name() + "' appears twice");
        }
        line.expectEnd();
      }
      default -> throw line.error("unknown keyword '" + keyword + "'");
    }
  }

  private void register(LineScanner line) {
    Signal output = signal(line, line.name());
    width(line);
    line.expect('=');
    Operand input = operand(line);
    line.expectWord("clock");
    int clock = clock(line);
    line.expectWord("initial");
    registers.add(new Register(output, input, clock, line.hex(output.width())));
    line.expectEnd();
  }

  private void effect(LineScanner line) {
    String word = line.word();
    Effect.Severity severity =
        Optional.ofNullable(SEVERITIES.get(word))
            .orElseThrow(() -> line.error("unknown severity '" + word + "'"));
    String place = line.name();
    line.expectWord("clock");
    int clock = clock(line);
    line.expectWord("when");
    Operand condition = operand(line);
    line.expectWord("say");
    String format = line.name();
    List<Effect.Argument> arguments = new ArrayList<>();
    while (!line.atEnd()) {
      boolean signed = line.acceptWord("signed");
      if (!signed) {
        line.expectWord("unsigned");
      }
      arguments.add(new Effect.Argument(operand(line), signed));
    }
    effects.add(new Effect(severity, place, clock, condition, format, arguments));
  }

  private void write(LineScanner line) {
    OpenMemory into = openMemory(line);
    Operand address = operand(line);
    line.expect('=');
    Operand data = operand(line);
    line.expectWord("enable");
    Operand enable = operand(line);
    line.expectWord("clock");
    into.writes().add(new Memory.WritePort(address, data, enable, clock(line)));
    line.expectEnd();
  }

  private void cell(LineScanner line) {
    Signal output = signal(line, line.name());
    width(line);
    line.expect('=');
    String word = line.word();
    Operation operation =
        Optional.ofNullable(OPERATIONS.get(word))
            .orElseThrow(() -> line.error("unknown operation '" + word + "'"));
    boolean signed = line.acceptWord("signed");
    List<Operand> operands = new ArrayList<>();
    for (int i = 0; i < operation.inputs(); i++) {
      operands.add(operand(line));
    }
    line.expectEnd();
    cells.add(new Cell(operation, signed, operands, output));
  }

  private Operand operand(LineScanner line) {
    List<Operand.Part> parts = new ArrayList<>();
    long width = 0;
    boolean joined = line.accept('{');
    do {
      Operand.Part part = part(line);
      parts.add(part);
      width += part.width();
      if (width > NetlistValidator.MAX_WIDTH) {
        throw line.error("an operand is too wide");
      }
    } while (joined && line.accept(','));
    if (joined) {
      line.expect('}');
    }
    return new Operand(parts.reversed());
  }

  private Operand.Part part(LineScanner line) {
    if (line.nextIsDigit()) {
      int width = width(line);
      line.expect('\'');
      line.expect('h');
      return new Operand.Constant(line.hex(width), width);
    }
    Signal signal = signal(line, line.name());
    if (!line.accept('[')) {
      return new Operand.Slice(signal, 0, signal.width());
    }
    int high = line.decimal("a bit", 0, NetlistValidator.MAX_WIDTH);
    int low = line.accept(':') ? line.decimal("a bit", 0, NetlistValidator.MAX_WIDTH) : high;
    line.expect(']');
    return new Operand.Slice(signal, low, high - low + 1);
  }

  private Signal signal(LineScanner line, String name) {
    Signal signal = signals.get(name);
    if (signal == null) {
      throw line.error("nothing drives '" + name + "'");
    }
    return signal;
  }

  private int clock(LineScanner line) {
    String name = line.name();
    int index = clocks.indexOf(Clock.parse(name));
    if (index < 0) {
      throw line.error("no line before this one declares the clock '" + name + "'");
    }
    return index;
  }

  private static int width(LineScanner line) {
    return line.decimal("a width", 1, NetlistValidator.MAX_WIDTH);
  }

  private OpenMemory openMemory(LineScanner line) {
    if (memory == null) {
      throw line.error("a memory port without a memory before it");
    }
    return memory;
  }

  private void closeMemory() {
    if (memory != null) {
      memories.add(memory.close());
      memory = null;
    }
  }

  private static Map<String, Operation> operations() {
    Map<String, Operation> operations = new HashMap<>();
    Stream.of(Operation.values())
        .forEach(operation -> operations.put(operation.name().toLowerCase(Locale.ROOT), operation));
    return Map.copyOf(operations);
  }
}
