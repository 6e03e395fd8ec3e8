package dev.backplane.compiler.hdl;

import java.util.List;

/** Writes a unit for each element of a beat in Verilog. All of them move in the same clocks. */
final class VerilogElements {
  private VerilogElements() {}

  static void append(StringBuilder text, StreamStage stage) {
    String label = stage.label();
    int copies = stage.copies();
    StringBuilder ports = new StringBuilder();
    StringBuilder joined = new StringBuilder();
    if (stage.instance().clocked()) {
      ports.append(".clk(clk), .rst(rst)");
    }
    for (int i = 0; i < stage.inputs().size(); i++) {
      String wire = stage.inputs().get(i).name();
      String own = label + "_" + stage.inputPort(i) + "_ready";
      text.append("  wire [").append(copies - 1).append(":0] ").append(own).append(";\n");
      joined.append("  assign ").append(wire).append("_ready = &").append(own).append(";\n");
      port(ports, stage.inputPort(i), List.of(wire + "_valid", own + "[" + label + "_e]"));
      data(ports, stage.inputPort(i), stage.inputs().get(i), label);
    }
    ElementStream output = stage.outputs().getFirst();
    String own = label + "_out_valid";
    text.append("  wire [").append(copies - 1).append(":0] ").append(own).append(";\n");
    joined.append("  assign ").append(output.name()).append("_valid = &").append(own);
    joined.append(";\n");
    port(ports, "out", List.of(own + "[" + label + "_e]", output.name() + "_ready"));
    data(ports, "out", output, label);
    text.append("  genvar ").append(label).append("_e;\n  generate\n    for (");
    text.append(label).append("_e = 0; ").append(label).append("_e < ").append(copies);
    text.append("; ").append(label).append("_e = ").append(label).append("_e + 1) begin : ");
    text.append(label).append("\n      ").append(VerilogLanguage.unit(stage.instance()));
    text.append(" element (").append(ports).append(");\n    end\n  endgenerate\n");
    text.append(joined);
  }

  private static void port(StringBuilder ports, String port, List<String> signals) {
    if (!ports.isEmpty()) {
      ports.append(", ");
    }
    ports.append('.').append(port).append("_valid(").append(signals.getFirst());
    ports.append("), .").append(port).append("_ready(").append(signals.getLast()).append("), ");
  }

  private static void data(StringBuilder ports, String port, ElementStream stream, String label) {
    ports.append('.').append(port).append("_data(").append(stream.name()).append("_data[");
    ports.append(label).append("_e*").append(stream.width()).append(" +: ");
    ports.append(stream.width()).append("])");
  }
}
