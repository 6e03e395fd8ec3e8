package dev.backplane.compiler.hdl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes memories around a static unit in Verilog: a {@code case} in a clocked process. */
final class VerilogRomUnit {
  /** The digits of a line. */
  private static final int DIGITS = 64;

  private VerilogRomUnit() {}

  static String text(RomUnit unit) {
    StringBuilder text = new StringBuilder(unit.characters());
    text.append("// ").append(unit.purpose()).append('\n');
    text.append(
        String.format(
            Locale.ROOT,
            """
            module %s (
                input  wire clk,
                input  wire rst,
                input  wire in_valid,
                output wire in_ready,
                input  wire [%d:0] in_data,
                output wire out_valid,
                input  wire out_ready,
                output wire [%d:0] out_data
            );
              wire read;
            """,
            unit.name(),
            unit.inputWidth() - 1,
            unit.outputWidth() - 1));
    for (Rom rom : unit.roms()) {
      text.append("  wire [").append(rom.addressWidth() - 1).append(":0] ");
      text.append(rom.name()).append("_address;\n");
      text.append(rom.isConstant() ? "  wire [" : "  reg  [").append(rom.width() - 1);
      text.append(":0] ").append(rom.name()).append(";\n");
    }
    text.append('\n');
    constants(text, unit.roms().stream().filter(Rom::isConstant).toList());
    List<Rom> memories = unit.roms().stream().filter(rom -> !rom.isConstant()).toList();
    if (!memories.isEmpty()) {
      text.append("  always @(posedge clk) if (read) begin\n");
      memories.forEach(rom -> words(text, rom));
      text.append("  end\n\n");
    }
    text.append("  ").append(unit.core().unit()).append(" #(\n      ");
    List<String> parameters = new ArrayList<>();
    unit.core()
        .parameters()
        .forEach((name, value) -> parameters.add("." + name + "(" + value + ")"));
    text.append(String.join(",\n      ", parameters)).append("\n  ) core (\n");
    for (Rom rom : unit.roms()) {
      for (String port : List.of(rom.name() + "_address", rom.name())) {
        text.append("      .").append(port).append('(').append(port).append("),\n");
      }
    }
    return text.append(
            """
                  .read(read),
                  .clk(clk),
                  .rst(rst),
                  .in_valid(in_valid),
                  .in_ready(in_ready),
                  .in_data(in_data),
                  .out_valid(out_valid),
                  .out_ready(out_ready),
                  .out_data(out_data)
              );
            endmodule
            """)
        .toString();
  }

  /** A constant reads no address, and longer literals than a line of it are too long for tools. */
  private static void constants(StringBuilder text, List<Rom> roms) {
    for (Rom rom : roms) {
      String hex = rom.words().getFirst();
      text.append("  assign ").append(rom.name()).append(" = {");
      for (int from = 0; from < hex.length(); from = end(hex, from)) {
        String digits = hex.substring(from, end(hex, from));
        int bits =
            from == 0 ? rom.width() - 4 * (hex.length() - digits.length()) : 4 * digits.length();
        text.append(from == 0 ? "\n      " : ",\n      ").append(bits).append("'h").append(digits);
      }
      text.append("\n  };\n");
    }
    if (!roms.isEmpty()) {
      text.append("  wire unused;\n  assign unused = &{1'b0, read, ");
      text.append(String.join(", ", roms.stream().map(rom -> rom.name() + "_address").toList()));
      text.append("};\n\n");
    }
  }

  /** The end of a part of a constant: all parts but the first one have as many digits. */
  private static int end(String hex, int from) {
    int next = from + DIGITS;
    return from == 0 ? hex.length() - (hex.length() - 1) / DIGITS * DIGITS : next;
  }

  private static void words(StringBuilder text, Rom rom) {
    text.append("    case (").append(rom.name()).append("_address)\n");
    for (int address = 0; address < rom.depth(); address++) {
      text.append("      ").append(rom.addressWidth()).append("'d").append(address);
      text.append(": ").append(rom.name()).append(" <= ").append(rom.width()).append("'h");
      text.append(rom.words().get(address)).append(";\n");
    }
    text.append("      default: ").append(rom.name()).append(" <= {").append(rom.width());
    text.append("{1'b0}};\n    endcase\n");
  }
}
