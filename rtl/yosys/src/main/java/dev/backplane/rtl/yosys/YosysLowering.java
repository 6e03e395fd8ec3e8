package dev.backplane.rtl.yosys;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.StagedSources;
import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import dev.backplane.rtl.netlist.pass.CombinationalLoops;
import dev.backplane.rtl.netlist.pass.Passes;
import dev.backplane.rtl.yosys.YosysModule.YosysCell;
import dev.backplane.rtl.yosys.YosysModule.YosysPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lowers a module of yosys to a netlist. */
final class YosysLowering {
  /** Cells for other tools, without outputs. */
  private static final Set<String> IGNORED =
      Set.of("$print", "$check", "$assert", "$assume", "$cover", "$live", "$fair", "$scopeinfo");

  private final YosysModule design;
  private final String top;
  private final Set<YosysCell> splitCells;
  private final WordRecovery words;
  private final Map<Signal, YosysCell> origins = new HashMap<>();
  private final List<Cell> cells = new ArrayList<>();
  private final List<Register> registers = new ArrayList<>();
  private final List<Memory> memories = new ArrayList<>();
  private final SequencedMap<Port, Signal> inputs = new LinkedHashMap<>();
  private final Set<String> clockNames = new LinkedHashSet<>();

  private YosysLowering(
      YosysModule design, String top, StagedSources folder, Set<YosysCell> splitCells) {
    this.design = design;
    this.top = top;
    this.splitCells = splitCells;
    this.words = new WordRecovery(design, folder, cells::add);
  }

  /** Lowers a module; splits bitwise cells into bits if words form a loop and bits may not. */
  static Netlist lower(YosysModule design, String top, StagedSources folder) {
    // An identity set: there are many large cells.
    Set<YosysCell> apart = Collections.newSetFromMap(new IdentityHashMap<>());
    while (true) {
      YosysLowering lowering = new YosysLowering(design, top, folder, apart);
      Netlist netlist = lowering.run();
      List<Signal> loop = CombinationalLoops.find(netlist);
      if (loop.isEmpty()) {
        return Passes.run(netlist);
      }
      boolean more = false;
      for (Signal signal : CombinationalLoops.core(netlist)) {
        YosysCell origin = lowering.origins.get(signal);
        more |= origin != null && YosysCellLowering.isBitwise(origin) && apart.add(origin);
      }
      if (!more) {
        throw lowering.loop(loop);
      }
    }
  }

  private Netlist run() {
    for (YosysPort port : design.ports()) {
      input(port);
    }
    List<YosysCell> logic = new ArrayList<>();
    List<YosysCell> flops = new ArrayList<>();
    List<YosysCell> arrays = new ArrayList<>();
    for (YosysCell cell : design.cells()) {
      classify(cell, logic, flops, arrays);
    }
    IdentityHashMap<YosysCell, Signal> outputs = new IdentityHashMap<>();
    logic.stream()
        .filter(cell -> !splitCells.contains(cell))
        .forEach(cell -> outputs.put(cell, driven(cell, cell.bits("Y"))));
    flops.forEach(cell -> outputs.put(cell, driven(cell, cell.bits("Q"))));
    IdentityHashMap<YosysCell, Signal[]> bits = new IdentityHashMap<>();
    for (YosysCell cell : logic.stream().filter(splitCells::contains).toList()) {
      bits.put(
          cell,
          java.util.Arrays.stream(cell.bits("Y"))
              .mapToObj(bit -> driven(cell, new int[] {bit}))
              .toArray(Signal[]::new));
    }
    YosysMemoryLowering memoryLowering = new YosysMemoryLowering(words, this::clock, cells::add);
    List<YosysMemoryLowering.Declared> declared =
        arrays.stream().map(memoryLowering::declare).toList();

    YosysCellLowering cellLowering = new YosysCellLowering(words, cells::add);
    for (YosysCell cell : logic) {
      Signal[] taken = bits.get(cell);
      Signal y = outputs.get(cell);
      if (taken != null) {
        for (int i = 0; i < taken.length; i++) {
          cellLowering.lowerBit(cell, i, taken[i]);
        }
      } else if (y != null) {
        cellLowering.lower(cell, y);
      }
    }
    collectClocks(flops, declared);
    List<Clock> clocks = clockNames.stream().map(Clock::rising).toList();
    for (YosysCell cell : flops) {
      Signal q = java.util.Objects.requireNonNull(outputs.get(cell));
      registers.add(
          new Register(
              q,
              words.operand(cell.bits("D")),
              clock(cell, cell.bits("CLK")[0], cell.flag("CLK_POLARITY"), q.name()),
              words.initial(cell.bits("Q"))));
    }
    declared.forEach(memory -> memories.add(memoryLowering.define(memory)));
    return new Netlist(top, words.signals(), inputs, outputs(), clocks, cells, registers, memories);
  }

  private void input(YosysPort port) {
    switch (port.direction()) {
      case "input" -> {
        Signal signal = words.drive(port.bits(), port.name());
        inputs.put(new Port(port.name(), Port.Direction.INPUT, signal.width()), signal);
      }
      case "output" -> {}
      default ->
          throw new RtlException(
              RtlError.SOURCE_UNSUPPORTED,
              words.messagePrefix(port.bits()[0])
                  + "port '"
                  + port.name()
                  + "' goes both ways. Use an input, an output and an enable");
    }
  }

  private SequencedMap<Port, Operand> outputs() {
    SequencedMap<Port, Operand> outputs = new LinkedHashMap<>();
    for (YosysPort port : design.ports()) {
      if (port.direction().equals("output")) {
        outputs.put(
            new Port(port.name(), Port.Direction.OUTPUT, port.bits().length),
            words.operand(port.bits()));
      }
    }
    return outputs;
  }

  private void classify(
      YosysCell cell, List<YosysCell> logic, List<YosysCell> flops, List<YosysCell> arrays) {
    switch (cell.type()) {
      case "$dff" -> flops.add(cell);
      case "$mem", "$mem_v2" -> arrays.add(cell);
      case "$slice" -> alias(cell.bits("Y"), cell.bits("A"), (int) cell.number("OFFSET"));
      case "$buf", "$_BUF_" -> alias(cell.bits("Y"), cell.bits("A"), 0);
      case "$concat" -> {
        int[] y = cell.bits("Y");
        int[] a = cell.bits("A");
        alias(java.util.Arrays.copyOf(y, a.length), a, 0);
        alias(java.util.Arrays.copyOfRange(y, a.length, y.length), cell.bits("B"), 0);
      }
      case "$tribuf", "$_TBUF_" ->
          throw error(cell, cell.bits("Y"), RtlError.SOURCE_UNSUPPORTED, "is tri-state");
      case "$dlatch", "$adlatch", "$dlatchsr", "$sr" ->
          throw error(
              cell,
              cell.bits("Q"),
              RtlError.LATCH,
              "is a latch: some path through its block does not assign it");
      default -> {
        if (cell.type().startsWith("$_DLATCH") || cell.type().startsWith("$_SR")) {
          throw error(cell, cell.bits("Q"), RtlError.LATCH, "is a latch");
        }
        if (IGNORED.contains(cell.type())) {
          return;
        }
        if (!cell.type().startsWith("$") || cell.bits("Y").length == 0) {
          throw YosysCellLowering.unknown(cell, words);
        }
        logic.add(cell);
      }
    }
  }

  private void alias(int[] bits, int[] meaning, int offset) {
    for (int i = 0; i < bits.length; i++) {
      words.alias(bits[i], meaning[offset + i]);
    }
  }

  private Signal driven(YosysCell cell, int[] bits) {
    Signal signal = words.drive(bits);
    origins.put(signal, cell);
    return signal;
  }

  private void collectClocks(List<YosysCell> flops, List<YosysMemoryLowering.Declared> declared) {
    Set<Integer> bits = new HashSet<>();
    flops.forEach(cell -> bits.add(words.resolve(cell.bits("CLK")[0])));
    declared.forEach(memory -> memory.clocks().forEach(bit -> bits.add(words.resolve(bit))));
    for (YosysPort port : design.ports()) {
      if (port.direction().equals("input")
          && port.bits().length == 1
          && bits.contains(port.bits()[0])) {
        clockNames.add(port.name());
      }
    }
  }

  private int clock(YosysCell cell, int bit, boolean rising, String what) {
    Signal signal = words.driverOf(bit);
    int index = signal == null ? -1 : List.copyOf(clockNames).indexOf(signal.name());
    @Nullable String problem = null;
    if (index < 0) {
      problem =
          "is clocked by '"
              + words.name(words.resolve(bit))
              + "', which is not an input of the design. Use a clock port and an enable";
    } else if (!rising) {
      problem =
          "follows the falling edge of '"
              + words.name(words.resolve(bit))
              + "', which engines do not give. Use the rising edge";
    }
    if (problem != null) {
      throw new RtlException(
          RtlError.SOURCE_UNSUPPORTED,
          words.messagePrefix(cell.source()) + "'" + what + "' " + problem);
    }
    return index;
  }

  private RtlException error(YosysCell cell, int[] bits, RtlError error, String problem) {
    return new RtlException(
        error,
        words.messagePrefix(cell.source())
            + "'"
            + words.name(bits)
            + "' "
            + problem
            + ". "
            + (error == RtlError.LATCH
                ? "Assign it on every path, or clock it"
                : "Write it otherwise"));
  }

  private RtlException loop(List<Signal> loop) {
    String places =
        loop.stream()
            .map(origins::get)
            .filter(java.util.Objects::nonNull)
            .map(cell -> words.messagePrefix(cell.source()))
            .filter(place -> !place.isEmpty())
            .map(place -> place.substring(0, place.length() - 2))
            .distinct()
            .limit(8)
            .collect(java.util.stream.Collectors.joining(", "));
    return new RtlException(
        RtlError.COMBINATIONAL_LOOP,
        (places.isEmpty() ? "" : places + ": ")
            + "a loop without a register: "
            + CombinationalLoops.format(loop)
            + ". Put a register into it");
  }
}
