package dev.backplane.rtl.frontends.vhdl;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes a memory with its ports as Verilog. Writes of one clock are in one block, in order. A read
 * after writes of the same clock forwards their data, as the VHDL process does.
 */
final class MemoryWriter {
  /** Services of the unit that contains the memory. */
  interface UnitScope {
    /** The name of a net. */
    String name(Net net);

    /** An unused name similar to the wanted one. */
    String reserveName(String wanted);

    /** Declares a net as {@code wire} or {@code reg}. */
    void declare(String kind, Net net);

    /** The clock of a port. */
    ClockEdges.Clock clock(Gate port);

    /** The error for an unsupported gate. */
    RuntimeException unsupported(Gate gate, String what);
  }

  private final UnitScope scope;
  private final MemoryPorts ports;
  private final Gate memory;
  private final StringBuilder declarations;
  private final StringBuilder statements;

  MemoryWriter(
      Gate memory,
      List<Gate> gates,
      UnitScope scope,
      StringBuilder declarations,
      StringBuilder statements) {
    this.memory = memory;
    this.scope = scope;
    this.declarations = declarations;
    this.statements = statements;
    ports = new MemoryPorts(memory, gates);
  }

  /**
   * Writes the memory.
   *
   * @param initial its initial contents, the first word in the lowest bits
   */
  void write(Optional<BigInteger> initial) {
    int total = memory.output().width();
    int width = ports.wordWidth().orElse(total);
    if (total % width != 0 || !ports.haveOneWidth()) {
      throw scope.unsupported(memory, "a memory whose ports have different widths");
    }
    int depth = total / width;
    String name = scope.reserveName(memory.label());
    declarations
        .append("  reg ")
        .append(width == 1 ? "" : "[" + (width - 1) + ":0] ")
        .append(name)
        .append(" [0:")
        .append(depth - 1)
        .append("];\n");
    initial.ifPresent(value -> contents(name, width, depth, value));
    Map<String, List<String>> writes = new LinkedHashMap<>();
    for (Gate port : ports.all()) {
      switch (port.kind()) {
        case "$mem_rd", "$mem_rd_sync" -> read(port, name);
        case "$mem_wr_sync" ->
            writes
                .computeIfAbsent(edge(scope.clock(port)), edge -> new ArrayList<>())
                .add(
                    "if (%s) %s[%s] <= %s;"
                        .formatted(
                            enable(port), name, address(port), scope.name(port.input("$data"))));
        default -> throw scope.unsupported(port, "GHDL's memory port " + port.kind());
      }
    }
    writes.forEach(
        (edge, each) ->
            statements.append(
                "  always @(%s) begin\n    %s\n  end\n"
                    .formatted(edge, String.join("\n    ", each))));
  }

  private void contents(String name, int width, int depth, BigInteger value) {
    String index = scope.reserveName(name + "_index");
    declarations.append("  integer ").append(index).append(";\n");
    statements.append(
        "  initial begin\n    for (%1$s = 0; %1$s < %2$d; %1$s = %1$s + 1) %3$s[%1$s] = %4$s;\n"
            .formatted(index, depth, name, GateExpressions.literal(BigInteger.ZERO, width)));
    BigInteger mask = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
    for (int word = 0; word < depth; word++) {
      BigInteger content = value.shiftRight(word * width).and(mask);
      if (content.signum() != 0) {
        statements.append(
            "    %s[%d] = %s;\n".formatted(name, word, GateExpressions.literal(content, width)));
      }
    }
    statements.append("  end\n");
  }

  private void read(Gate port, String name) {
    boolean direct = port.kind().equals("$mem_rd");
    Net data = port.outputs().get(1);
    StringBuilder word = new StringBuilder();
    List<Gate> writes = ports.writesBefore(port);
    for (Gate write : writes.reversed()) {
      if (direct || edge(scope.clock(write)).equals(edge(scope.clock(port)))) {
        word.append(
            "(%s) && %s == %s ? %s : "
                .formatted(
                    enable(write),
                    address(write),
                    address(port),
                    scope.name(write.input("$data"))));
      }
    }
    word.append(name).append('[').append(address(port)).append(']');
    scope.declare(direct ? "wire" : "reg", data);
    statements.append(
        direct
            ? "  assign %s = %s;\n".formatted(scope.name(data), word)
            : "  always @(%s) if (%s) %s <= %s;\n"
                .formatted(edge(scope.clock(port)), enable(port), scope.name(data), word));
  }

  private String edge(ClockEdges.Clock clock) {
    return (clock.rising() ? "posedge " : "negedge ") + scope.name(clock.signal());
  }

  private String enable(Gate port) {
    String enable = scope.name(port.input("$en"));
    return scope.clock(port).enables().stream()
        .map(net -> scope.name(net) + " && ")
        .collect(Collectors.joining("", "", enable));
  }

  /** The address; that of a memory of one word has no bits. */
  private String address(Gate port) {
    return port.input("$addr").width() == 0 ? "1'b0" : scope.name(port.input("$addr"));
  }
}
