package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes a unit as a Verilog-2005 module. */
final class VerilogModuleWriter implements MemoryWriter.UnitScope {
  private static final String TRI_STATE =
      "a tri-state, which no kernel has inside; use an input and an output of their own";
  private static final Set<String> CHOICES =
      Set.of("$mux2", "$mux4", "$pmux", "$dyn_insert", "$dyn_insert_en", "$inout", "$iinout");

  private final Unit unit;
  private final Unit.Body body;
  private final Map<String, Unit> units;
  private final ExternalModules externals;
  private final Function<String, String> modules;
  private final Function<String, String> shown;
  private final NetDrivers drivers;
  private final ConstantNets constants;
  private final GateExpressions expressions;
  private final ClockEdges edges;

  /** The nets between which gates choose: high impedance among them is a tri-state. */
  private final Set<Integer> chosen = new HashSet<>();

  private final VerilogNames usedNames = new VerilogNames();
  private final Map<Integer, String> names = new HashMap<>();
  private final StringBuilder declarations = new StringBuilder();
  private final StringBuilder statements = new StringBuilder();

  /**
   * Creates a writer.
   *
   * @param unit a unit with a body
   * @param units all units by name
   * @param externals the modules that are not VHDL
   * @param modules the names of modules, by the names of units
   * @param ieeeCalls the calls of IEEE functions in the sources
   * @param shown converts locations to file names that the user gave
   */
  VerilogModuleWriter(
      Unit unit,
      Map<String, Unit> units,
      ExternalModules externals,
      Function<String, String> modules,
      IeeeCalls ieeeCalls,
      Function<String, String> shown) {
    this.shown = shown;
    this.unit = unit;
    this.body = LostRegisters.restore(UnassignedParts.fill(unit.body().orElseThrow()));
    this.units = units;
    this.externals = externals;
    this.modules = modules;
    drivers = new NetDrivers(body.gates());
    constants = new ConstantNets(drivers);
    expressions =
        new GateExpressions(
            this::name,
            new NumericCallCorrection(this::name, drivers, ieeeCalls, this::unsupported),
            new UnknownConstants(drivers));
    edges = new ClockEdges(drivers, body.gates());
  }

  /**
   * Writes the module.
   *
   * @param generics names of generics that instances set, although they are resolved already
   */
  String write(Collection<String> generics) {
    List<String> parameters =
        generics.stream().map(g -> "parameter " + VerilogNames.escape(g) + " = 0").toList();
    List<String> ports = new ArrayList<>();
    for (Unit.UnitPort port : unit.inputs()) {
      ports.add("  input wire " + range(port.width()) + port(port));
    }
    for (Unit.UnitPort port : unit.outputs()) {
      ports.add("  output wire " + range(port.width()) + port(port));
    }
    for (int i = 0; i < unit.inputs().size(); i++) {
      names.put(
          body.inputs().get(i).id(),
          VerilogNames.escape(VerilogNames.portName(unit.inputs().get(i).name())));
    }
    nameSignals();
    body.gates().stream()
        .filter(gate -> CHOICES.contains(gate.kind()))
        .flatMap(gate -> gate.inputs().values().stream())
        .forEach(net -> chosen.add(drivers.source(net).id()));
    body.gates().forEach(this::gate);
    for (int i = 0; i < unit.outputs().size(); i++) {
      if (unit.outputs().get(i).width() > 0) {
        assign(port(unit.outputs().get(i)), name(body.outputs().get(i)));
      }
    }
    return "module "
        + VerilogNames.escape(modules.apply(unit.name()))
        + (parameters.isEmpty() ? "" : " #(" + String.join(", ", parameters) + ")")
        + " (\n"
        + String.join(",\n", ports)
        + "\n);\n"
        + declarations
        + statements
        + "endmodule\n";
  }

  private String port(Unit.UnitPort port) {
    return VerilogNames.escape(usedNames.reserveExactly(VerilogNames.portName(port.name())));
  }

  /** Names registers and wires after the signal that they drive. */
  private void nameSignals() {
    for (Gate gate : body.gates()) {
      if (NetDrivers.isAlias(gate) && !gate.label().startsWith("%")) {
        Net net = drivers.source(gate.output());
        if (net.width() > 0 && !names.containsKey(net.id())) {
          names.put(net.id(), usedNames.reserve(gate.label()));
        }
      }
    }
  }

  private static String range(int width) {
    return width == 1 ? "" : "[" + (width - 1) + ":0] ";
  }

  @Override
  public String reserveName(String wanted) {
    return usedNames.reserve(wanted);
  }

  @Override
  public String name(Net net) {
    if (net.width() == 0) {
      throw new GateListException("a null range is used as a value in " + unit.name());
    }
    return names.computeIfAbsent(drivers.source(net).id(), id -> usedNames.reserve("n" + id));
  }

  private void assign(String target, String value) {
    statements.append("  assign ").append(target).append(" = ").append(value).append(";\n");
  }

  @Override
  public void declare(String kind, Net net) {
    declarations
        .append("  ")
        .append(kind)
        .append(' ')
        .append(range(net.width()))
        .append(name(net))
        .append(";\n");
  }

  private void gate(Gate gate) {
    if (NetDrivers.isAlias(gate)
        || gate.outputs().stream().anyMatch(net -> net.width() == 0)
        || edges.isEdge(gate)) {
      return;
    }
    gate.inputs()
        .forEach(
            (port, net) -> {
              if (!port.equals("$clk") && net.width() > 0 && edges.of(net).isPresent()) {
                throw unsupported(
                    gate,
                    "made of a clock's edge as if it were a value. Assign all of a register in one"
                        + " process, under one edge");
              }
            });
    if (!gate.isPrimitive()) {
      instance(gate);
      return;
    }
    switch (gate.kind()) {
      case "$dff", "$idff", "$adff", "$iadff" -> flipFlop(gate);
      case "$memory", "$memory_init" -> memory(gate);
      case "$mem_rd",
          "$mem_rd_sync",
          "$mem_wr_sync",
          "$mem_multiport" -> {} // written with their memory
      case "$assert", "$assume", "$cover", "$assert_cover" -> {} // without effect on the function
      case "$signal", "$isignal" -> constant(gate, initial(gate).orElse(BigInteger.ZERO));
      case "$const_Z" -> {
        if (chosen.contains(gate.output().id())) {
          throw unsupported(gate, TRI_STATE);
        }
        constant(gate, BigInteger.ZERO); // nothing drives these bits
      }
      case "$inout", "$iinout", "$tri" -> throw unsupported(gate, TRI_STATE);

      case "$resolver" -> throw unsupported(gate, "a signal with several drivers");
      case "$mdff", "$midff" -> throw unsupported(gate, "a register of several clocks");
      default -> {
        Optional<BigInteger> value = constants.value(gate.output());
        if (value.isPresent()) {
          constant(gate, value.get());
        } else {
          declare("wire", gate.output());
          assign(
              name(gate.output()),
              expressions
                  .of(gate)
                  .orElseThrow(() -> unsupported(gate, "GHDL's gate " + gate.kind())));
        }
      }
    }
  }

  private void constant(Gate gate, BigInteger value) {
    declare("wire", gate.output());
    assign(name(gate.output()), GateExpressions.literal(value, gate.output().width()));
  }

  private Optional<BigInteger> initial(Gate gate) {
    Net init = gate.inputs().get("$init");
    if (init == null) {
      return Optional.empty();
    }
    return Optional.of(
        constants
            .value(init)
            .orElseThrow(() -> unsupported(gate, "an initial value that is not a constant")));
  }

  private void flipFlop(Gate gate) {
    Net q = gate.output();
    declare("reg", q);
    initial(gate)
        .ifPresent(
            value ->
                statements.append(
                    "  initial %s = %s;\n"
                        .formatted(name(q), GateExpressions.literal(value, q.width()))));
    ClockEdges.Clock clock = clock(gate);
    Net reset = gate.inputs().get("$rst");
    String enable =
        clock.enables().stream()
            .map(net -> "if (" + name(net) + ") ")
            .collect(Collectors.joining());
    String take = "%s%s <= %s;".formatted(enable, name(q), name(gate.input("$d")));
    if (reset == null) {
      statements.append("  always @(%s) %s\n".formatted(sensitivity(clock), take));
      return;
    }
    // An active-low reset stays an edge of its own signal, not of an inverter's output.
    Gate inverter = drivers.of(reset);
    boolean low = inverter != null && inverter.kind().equals("$not");
    String level = name(low ? java.util.Objects.requireNonNull(inverter).input("$i") : reset);
    statements.append(
        "  always @(%s or %s %s) if (%s%s) %s <= %s; else %s\n"
            .formatted(
                sensitivity(clock),
                low ? "negedge" : "posedge",
                level,
                low ? "!" : "",
                level,
                name(q),
                name(gate.input("$rst_val")),
                take));
  }

  @Override
  public ClockEdges.Clock clock(Gate gate) {
    return edges
        .of(gate.input("$clk"))
        .orElseThrow(() -> unsupported(gate, "a clock that is no edge of a signal"));
  }

  private String sensitivity(ClockEdges.Clock clock) {
    return (clock.rising() ? "posedge " : "negedge ") + name(clock.signal());
  }

  private void memory(Gate memory) {
    new MemoryWriter(memory, body.gates(), this, declarations, statements).write(initial(memory));
  }

  private void instance(Gate gate) {
    Unit of = units.get(gate.kind());
    if (of == null) {
      throw new GateListException("the gate list lacks the unit " + gate.kind());
    }
    boolean external = of.body().isEmpty();
    String module = external ? externals.module(of.name()) : modules.apply(of.name());
    List<String> connections = new ArrayList<>();
    gate.inputs()
        .forEach(
            (port, net) -> {
              if (net.width() > 0) {
                connections.add(connection(external, module, port, name(net)));
              }
            });
    for (int i = 0; i < gate.outputs().size(); i++) {
      Net net = gate.outputs().get(i);
      declare("wire", net);
      connections.add(connection(external, module, of.outputs().get(i).name(), name(net)));
    }
    List<String> generics = new ArrayList<>();
    if (external) {
      externals
          .generics(unit.name(), gate.label())
          .forEach(
              (generic, value) ->
                  generics.add(
                      "."
                          + VerilogNames.escape(externals.port(module, generic))
                          + "("
                          + value
                          + ")"));
    }
    statements
        .append("  ")
        .append(VerilogNames.escape(module))
        .append(generics.isEmpty() ? " " : " #(" + String.join(", ", generics) + ") ")
        .append(VerilogNames.escape(usedNames.reserve(gate.label())))
        .append(" (\n    ")
        .append(String.join(",\n    ", connections))
        .append("\n  );\n");
  }

  private String connection(boolean external, String module, String port, String net) {
    String name = VerilogNames.portName(port);
    return "."
        + VerilogNames.escape(external ? externals.port(module, name) : name)
        + "("
        + net
        + ")";
  }

  @Override
  public RtlException unsupported(Gate gate, String what) {
    return new RtlException(
        RtlError.SOURCE_UNSUPPORTED,
        (gate.location().isEmpty() ? "entity " + unit.name() : shown.apply(gate.location()))
            + ": "
            + (gate.label().startsWith("%") ? "this is " : "'" + gate.label() + "' is ")
            + what);
  }
}
