package dev.backplane.rtl.netlist;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;

/** Writes netlists in the text form that {@code docs/netlist.md} describes. */
public final class NetlistWriter {
  static final String HEADER = "backplane-netlist 1";
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_$.][A-Za-z0-9_$.]*");
  private static final int WORDS_PER_LINE = 8;

  private final Netlist netlist;
  private final StringBuilder text = new StringBuilder();

  private NetlistWriter(Netlist netlist) {
    this.netlist = netlist;
  }

  /**
   * Writes a netlist in the order of its lists. Give a {@link CanonicalNetlist} for a text that
   * depends on the structure only.
   *
   * @param netlist a valid netlist
   * @return lines of ASCII, each ended by a line feed
   */
  public static String write(Netlist netlist) {
    return new NetlistWriter(netlist).write();
  }

  private String write() {
    line(HEADER);
    line("top " + name(netlist.top()));
    netlist.inputs().keySet().forEach(p -> line("input " + name(p.name()) + " " + p.width()));
    netlist.clocks().forEach(clock -> line("clock " + name(clock.toString())));
    netlist.registers().forEach(this::register);
    netlist.memories().forEach(this::memory);
    netlist.cells().forEach(this::cell);
    netlist
        .outputs()
        .forEach(
            (port, operand) ->
                line("output " + name(port.name()) + " " + port.width() + " = " + text(operand)));
    netlist.effects().forEach(this::effect);
    netlist
        .aliases()
        .forEach((name, operand) -> line("alias " + name(name) + " = " + text(operand)));
    line("end");
    return text.toString();
  }

  private void register(Register register) {
    line(
        "register "
            + text(register.output())
            + " = "
            + text(register.input())
            + " clock "
            + clock(register.clock())
            + " initial "
            + register.initial().toString(16));
  }

  private void memory(Memory memory) {
    line("memory " + name(memory.name()) + " " + memory.width() + " " + memory.depth());
    List<BigInteger> words = memory.initial();
    for (int at = 0; at < words.size(); at += WORDS_PER_LINE) {
      StringBuilder line = new StringBuilder("  words");
      for (BigInteger word : words.subList(at, Math.min(at + WORDS_PER_LINE, words.size()))) {
        line.append(' ').append(word.toString(16));
      }
      line(line.toString());
    }
    for (Memory.ReadPort read : memory.reads()) {
      line("  read " + name(read.output().name()) + " = " + text(read.address()));
    }
    for (Memory.WritePort write : memory.writes()) {
      line(
          "  write "
              + text(write.address())
              + " = "
              + text(write.data())
              + " enable "
              + text(write.enable())
              + " clock "
              + clock(write.clock()));
    }
  }

  private void cell(Cell cell) {
    StringBuilder line = new StringBuilder("cell ").append(text(cell.output())).append(" = ");
    line.append(cell.operation().name().toLowerCase(java.util.Locale.ROOT));
    if (cell.signed()) {
      line.append(" signed");
    }
    cell.inputs().forEach(input -> line.append(' ').append(text(input)));
    line(line.toString());
  }

  private void effect(Effect effect) {
    StringBuilder line =
        new StringBuilder("effect ")
            .append(effect.severity().name().toLowerCase(java.util.Locale.ROOT))
            .append(' ')
            .append(name(effect.place()))
            .append(" clock ")
            .append(clock(effect.clock()))
            .append(" when ")
            .append(text(effect.condition()))
            .append(" say ")
            .append(name(effect.format()));
    for (Effect.Argument argument : effect.arguments()) {
      line.append(argument.signed() ? " signed " : " unsigned ").append(text(argument.value()));
    }
    line(line.toString());
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private String clock(int index) {
    return name(netlist.clocks().get(index).toString());
  }

  private static String text(Signal signal) {
    return name(signal.name()) + " " + signal.width();
  }

  /** Parts are written most significant first, as Verilog does. */
  private static String text(Operand operand) {
    if (operand.parts().size() == 1) {
      return text(operand.parts().getFirst());
    }
    StringBuilder text = new StringBuilder("{");
    for (Operand.Part part : operand.parts().reversed()) {
      text.append(text.length() == 1 ? "" : ",").append(text(part));
    }
    return text.append('}').toString();
  }

  private static String text(Operand.Part part) {
    return switch (part) {
      case Operand.Constant constant -> constant.width() + "'h" + constant.value().toString(16);
      case Operand.Slice slice when slice.isWhole() -> name(slice.signal().name());
      case Operand.Slice slice when slice.width() == 1 ->
          name(slice.signal().name()) + "[" + slice.lsb() + "]";
      case Operand.Slice slice ->
          name(slice.signal().name())
              + "["
              + (slice.lsb() + slice.width() - 1)
              + ":"
              + slice.lsb()
              + "]";
    };
  }

  private static String name(String name) {
    if (PLAIN.matcher(name).matches()) {
      return name;
    }
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        text.append(String.format("\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }
}
