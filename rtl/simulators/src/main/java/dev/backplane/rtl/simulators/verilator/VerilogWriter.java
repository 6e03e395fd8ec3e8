package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.netlist.Cell;
import dev.backplane.rtl.netlist.Memory;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Operand;
import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Register;
import dev.backplane.rtl.netlist.Signal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a netlist as Verilog. Ports are {@code p0}, {@code p1}, ... in the netlist's order, so
 * that no name of the design conflicts with a keyword. Each clock is a separate input, {@code c0},
 * {@code c1}, ..., whose rising edge stands for the rising or falling edge of the netlist. So edges
 * of one port can come in any order and simultaneously, as netlists allow.
 */
final class VerilogWriter {
  /** The name of the module. */
  static final String TOP = "whole";

  /**
   * The most words that are initialised by statements; a larger memory is initialised from a file.
   */
  private static final int MAX_STATEMENTS = 64;

  /** Wider shift amounts are compared before the shift. */
  private static final int MAX_AMOUNT_BITS = 24;

  private final Netlist netlist;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, String> data = new LinkedHashMap<>();
  private final String[] names;
  private int temporaries;

  private VerilogWriter(Netlist netlist) {
    this.netlist = netlist;
    names = new String[netlist.signals().size()];
    for (Signal signal : netlist.signals()) {
      names[signal.id()] = "s" + signal.id();
    }
  }

  /**
   * A design written as Verilog.
   *
   * @param text the module
   * @param data files with the initial contents of memories, by name
   */
  record VerilogModule(String text, Map<String, String> data) {}

  static VerilogModule write(Netlist netlist) {
    VerilogWriter writer = new VerilogWriter(netlist);
    writer.module();
    return new VerilogModule(writer.text.toString(), writer.data);
  }

  private void module() {
    List<Port> ports = netlist.ports();
    text.append("module ").append(TOP).append('(');
    for (int i = 0; i < ports.size(); i++) {
      Port port = ports.get(i);
      boolean in = port.direction() == Port.Direction.INPUT;
      text.append(i == 0 ? "\n" : ",\n").append(in ? "input wire " : "output wire ");
      text.append(range(port.width())).append('p').append(i);
    }
    for (int i = 0; i < netlist.clocks().size(); i++) {
      text.append(ports.isEmpty() && i == 0 ? "\n" : ",\n").append("input wire c").append(i);
    }
    text.append(");\n");
    int number = 0;
    for (Signal signal : netlist.inputs().values()) {
      names[signal.id()] = "p" + number++;
    }
    // Declared before use: Verilog declares an unknown name as a wire of one bit.
    netlist.registers().forEach(this::declare);
    for (int i = 0; i < netlist.memories().size(); i++) {
      declare(i, netlist.memories().get(i));
    }
    netlist.cells().forEach(cell -> declare(cell.output()));
    netlist.cells().forEach(this::cell);
    for (int i = 0; i < netlist.memories().size(); i++) {
      memory("m" + i, netlist.memories().get(i));
    }
    for (Register register : netlist.registers()) {
      line(
          "always @(posedge c%d) %s <= %s;"
              .formatted(register.clock(), name(register.output()), expression(register.input())));
    }
    for (Operand operand : netlist.outputs().values()) {
      line("assign p%d = %s;".formatted(number++, expression(operand)));
    }
    text.append("endmodule\n");
  }

  private void line(String statement) {
    text.append(statement).append('\n');
  }

  private String name(Signal signal) {
    return names[signal.id()];
  }

  private static String range(int width) {
    return width == 1 ? "" : "[" + (width - 1) + ":0] ";
  }

  private void declare(Signal signal) {
    line("wire %s%s;".formatted(range(signal.width()), name(signal)));
  }

  private void declare(Register register) {
    int width = register.output().width();
    line(
        "reg %s%s = %s;"
            .formatted(range(width), name(register.output()), constant(register.initial(), width)));
  }

  private void declare(int number, Memory memory) {
    line("reg %sm%d [0:%d];".formatted(range(memory.width()), number, memory.depth() - 1));
    memory.reads().forEach(read -> declare(read.output()));
    long words = memory.initial().stream().filter(word -> word.signum() != 0).count();
    if (words > MAX_STATEMENTS) {
      StringBuilder file = new StringBuilder();
      memory.initial().forEach(word -> file.append(word.toString(16)).append('\n'));
      data.put("m" + number + ".hex", file.toString());
      line(
          "initial $readmemh(\"m%d.hex\", m%d, 0, %d);"
              .formatted(number, number, memory.initial().size() - 1));
    } else if (words > 0) {
      text.append("initial begin\n");
      for (int i = 0; i < memory.initial().size(); i++) {
        if (memory.initial().get(i).signum() != 0) {
          line(
              "m%d[%d] = %s;"
                  .formatted(number, i, constant(memory.initial().get(i), memory.width())));
        }
      }
      text.append("end\n");
    }
  }

  private static String constant(BigInteger value, int width) {
    return width + "'h" + value.toString(16);
  }

  private String expression(Operand operand) {
    if (operand.parts().size() == 1) {
      return expression(operand.parts().getFirst());
    }
    StringBuilder joined = new StringBuilder();
    for (Operand.Part part : operand.parts().reversed()) {
      joined.append(joined.isEmpty() ? "{" : ",").append(expression(part));
    }
    return joined.append('}').toString();
  }

  private String expression(Operand.Part part) {
    return switch (part) {
      case Operand.Constant constant -> constant(constant.value(), constant.width());
      case Operand.Slice slice -> {
        String name = name(slice.signal());
        if (slice.isWhole()) {
          yield name;
        }
        yield slice.width() == 1
            ? name + "[" + slice.lsb() + "]"
            : name + "[" + (slice.lsb() + slice.width() - 1) + ":" + slice.lsb() + "]";
      }
    };
  }

  /** The name of an operand, so that its bits can be selected. */
  private String nameOperand(Operand operand) {
    String expression = expression(operand);
    if (operand.parts().getFirst() instanceof Operand.Slice slice
        && operand.parts().size() == 1
        && slice.isWhole()) {
      return expression;
    }
    return nameOperand(operand.width(), expression);
  }

  private String nameOperand(int width, String expression) {
    String name = "t" + temporaries++;
    line("wire %s%s = %s;".formatted(range(width), name, expression));
    return name;
  }

  private void cell(Cell cell) {
    line("assign %s = %s;".formatted(name(cell.output()), value(cell)));
  }

  /**
   * The expression of a cell. Verilog extends operands to the width of the target, and sign-extends
   * them if all are signed. The netlist has the same rules, except where noted.
   */
  private String value(Cell cell) {
    List<Operand> in = cell.inputs();
    String a = signed(cell, 0);
    String b = in.size() > 1 ? signed(cell, 1) : "";
    return switch (cell.operation()) {
      case EXTEND -> a;
      case NOT -> "~" + a;
      case NEG -> "-" + a;
      case AND -> a + " & " + b;
      case OR -> a + " | " + b;
      case XOR -> a + " ^ " + b;
      case XNOR -> a + " ~^ " + b;
      case REDUCE_AND -> "&(" + expression(in.get(0)) + ")";
      case REDUCE_OR -> "|(" + expression(in.get(0)) + ")";
      case REDUCE_XOR -> "^(" + expression(in.get(0)) + ")";
      case LOGIC_NOT -> "!(" + expression(in.get(0)) + ")";
      case LOGIC_AND -> "(" + expression(in.get(0)) + ") && (" + expression(in.get(1)) + ")";
      case LOGIC_OR -> "(" + expression(in.get(0)) + ") || (" + expression(in.get(1)) + ")";
      case ADD -> a + " + " + b;
      case SUB -> a + " - " + b;
      case MUL -> a + " * " + b;
      case LT -> a + " < " + b;
      case LE -> a + " <= " + b;
      case EQ -> a + " == " + b;
      case NE -> a + " != " + b;
      case GE -> a + " >= " + b;
      case GT -> a + " > " + b;
      case MUX ->
          expression(in.get(2)) + " ? " + expression(in.get(1)) + " : " + expression(in.get(0));
      case SHL, SHR, SSHR -> shift(cell);
      case SHIFTX -> select(cell);
      case DIV, MOD -> division(cell);
      case POW -> power(cell);
      case PMUX -> parallelMux(cell);
    };
  }

  private String signed(Cell cell, int input) {
    String expression = expression(cell.inputs().get(input));
    return cell.signed() ? "$signed(" + expression + ")" : expression;
  }

  private String shift(Cell cell) {
    int wide = Math.max(cell.inputs().get(0).width(), cell.output().width());
    boolean fills = cell.operation() == Operation.SSHR && cell.signed();
    // A separate wire of the full width: mixed with unsigned operands, the operand would lose its
    // sign.
    String a = cell.signed() ? nameOperand(wide, signed(cell, 0)) : signed(cell, 0);
    String operator =
        switch (cell.operation()) {
          case SHL -> "<<";
          case SSHR -> fills ? ">>>" : ">>";
          default -> ">>";
        };
    String left = fills ? "$signed(" + a + ")" : a;
    if (cell.inputs().get(1).width() <= MAX_AMOUNT_BITS) {
      return left + " " + operator + " " + expression(cell.inputs().get(1));
    }
    return clampedShift(
        cell,
        left,
        operator,
        wide,
        fills ? "{" + wide + "{" + a + "[" + (wide - 1) + "]}}" : "1'b0");
  }

  /** A shift by a wide amount, which is limited to the width of the value. */
  private String clampedShift(Cell cell, String left, String operator, int wide, String beyond) {
    String b = nameOperand(cell.inputs().get(1));
    int width = cell.inputs().get(1).width();
    int low = 32 - Integer.numberOfLeadingZeros(wide);
    String shifted = nameOperand(wide, left + " " + operator + " " + b + "[" + (low - 1) + ":0]");
    return "|" + b + "[" + (width - 1) + ":" + low + "] ? " + beyond + " : " + shifted;
  }

  private String select(Cell cell) {
    int wide = Math.max(cell.inputs().get(0).width(), cell.output().width());
    int amount = cell.inputs().get(1).width();
    String a = nameOperand(wide, expression(cell.inputs().get(0)));
    String b = nameOperand(cell.inputs().get(1));
    if (!cell.signed()) {
      return amount <= MAX_AMOUNT_BITS ? a + " >> " + b : clampedShift(cell, a, ">>", wide, "1'b0");
    }
    String sign = b + (amount == 1 ? "" : "[" + (amount - 1) + "]");
    String size = nameOperand(amount, sign + " ? -" + b + " : " + b);
    String amountInside = size;
    String outside = "1'b0";
    if (amount > MAX_AMOUNT_BITS) {
      int low = 32 - Integer.numberOfLeadingZeros(wide);
      amountInside = size + "[" + (low - 1) + ":0]";
      outside = "|" + size + "[" + (amount - 1) + ":" + low + "]";
    }
    String left = nameOperand(wide, a + " << " + amountInside);
    String right = nameOperand(wide, a + " >> " + amountInside);
    String zero = wide + "'h0";
    return outside + " ? " + zero + " : " + sign + " ? " + left + " : " + right;
  }

  /** The netlist defines division by zero, and the least number divided by -1. */
  private String division(Cell cell) {
    int wide =
        Math.max(
            cell.output().width(),
            Math.max(cell.inputs().get(0).width(), cell.inputs().get(1).width()));
    String a = nameOperand(wide, signed(cell, 0));
    String b = nameOperand(wide, signed(cell, 1));
    boolean quotient = cell.operation() == Operation.DIV;
    String byZero = quotient ? "{" + wide + "{1'b1}}" : a;
    String operator = quotient ? " / " : " % ";
    if (!cell.signed()) {
      return "!(|" + b + ") ? " + byZero + " : " + a + operator + b;
    }
    String divided = nameOperand(wide, "$signed(" + a + ")" + operator + "$signed(" + b + ")");
    String byMinusOne = quotient ? nameOperand(wide, "-" + a) : wide + "'h0";
    return "!(|%s) ? %s : &%s ? %s : %s".formatted(b, byZero, b, byMinusOne, divided);
  }

  private String power(Cell cell) {
    int width = cell.output().width();
    String a = nameOperand(width, signed(cell, 0));
    return a + " ** " + nameOperand(cell.inputs().get(1));
  }

  private String parallelMux(Cell cell) {
    int width = cell.output().width();
    int words = cell.inputs().get(2).width();
    String b = nameOperand(cell.inputs().get(1));
    String s = nameOperand(cell.inputs().get(2));
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < words; i++) {
      String bit = words == 1 ? s : s + "[" + i + "]";
      String word =
          words * width == 1 ? b : b + "[" + ((i + 1) * width - 1) + ":" + i * width + "]";
      joined.append(i == 0 ? "" : " | ");
      joined.append("({%d{%s}} & %s)".formatted(width, bit, word));
    }
    String selected = nameOperand(width, joined.toString());
    return "|" + s + " ? " + selected + " : " + expression(cell.inputs().get(0));
  }

  private void memory(String name, Memory memory) {
    for (Memory.ReadPort read : memory.reads()) {
      Address address =
          new Address(nameOperand(read.address()), read.address().width(), memory.depth());
      String word = name + "[" + address.index() + "]";
      line(
          "assign %s = %s;"
              .formatted(
                  name(read.output()),
                  address.inBounds().isEmpty()
                      ? word
                      : address.inBounds() + " ? " + word + " : " + memory.width() + "'h0"));
    }
    List<Integer> clocks =
        memory.writes().stream().map(Memory.WritePort::clock).distinct().sorted().toList();
    if (clocks.isEmpty()) {
      return;
    }
    StringBuilder body = new StringBuilder();
    for (Memory.WritePort write : memory.writes()) {
      body.append(write(name, memory, write, clocks.size() > 1));
    }
    // One block: only inside a block do writes take place in the order of the ports.
    String edges = String.join(" or ", clocks.stream().map(clock -> "posedge c" + clock).toList());
    line("always @(%s) begin".formatted(edges));
    text.append(body).append("end\n");
  }

  private String write(String name, Memory memory, Memory.WritePort write, boolean severalClocks) {
    Address address =
        new Address(nameOperand(write.address()), write.address().width(), memory.depth());
    String data = nameOperand(write.data());
    String enable = nameOperand(write.enable());
    StringBuilder body = new StringBuilder();
    // In a block with several clocks, the level shows which one rose: all are low between edges.
    String condition =
        (severalClocks ? "c" + write.clock() + " && " : "")
            + (address.inBounds().isEmpty() ? "" : address.inBounds() + " && ");
    List<Operand.Part> bits = bits(write.enable());
    for (int from = 0; from < memory.width(); ) {
      int to = from + 1;
      while (to < memory.width() && bits.get(to).equals(bits.get(from))) {
        to++;
      }
      String part = to - from == memory.width() ? "" : select(from, to);
      body.append(
          "if (%s%s) %s[%s]%s <= %s%s;\n"
              .formatted(
                  condition,
                  memory.width() == 1 ? enable : enable + "[" + from + "]",
                  name,
                  address.index(),
                  part,
                  data,
                  part));
      from = to;
    }
    return body.toString();
  }

  private static String select(int from, int to) {
    return to - from == 1 ? "[" + from + "]" : "[" + (to - 1) + ":" + from + "]";
  }

  /** The bits of an operand, each as a part, so that equal bits can be recognised. */
  private static List<Operand.Part> bits(Operand operand) {
    return operand.parts().stream()
        .<Operand.Part>mapMulti(
            (part, out) -> {
              for (int i = 0; i < part.width(); i++) {
                out.accept(
                    switch (part) {
                      case Operand.Constant c ->
                          new Operand.Constant(
                              c.value().testBit(i) ? BigInteger.ONE : BigInteger.ZERO, 1);
                      case Operand.Slice s -> new Operand.Slice(s.signal(), s.lsb() + i, 1);
                    });
              }
            })
        .toList();
  }

  /**
   * The address of a memory port.
   *
   * @param name the wire with the address
   * @param width its bits
   * @param depth how many words the memory has
   */
  private record Address(String name, int width, int depth) {
    /** The address bits that index the memory. */
    String index() {
      int bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(depth - 1));
      return width <= bits ? name : bits == 1 ? name + "[0]" : name + "[" + (bits - 1) + ":0]";
    }

    /** The condition that the address is inside the memory; empty if it always is. */
    String inBounds() {
      return width < 31 && 1 << width <= depth ? "" : name + " < " + width + "'d" + depth;
    }
  }
}
