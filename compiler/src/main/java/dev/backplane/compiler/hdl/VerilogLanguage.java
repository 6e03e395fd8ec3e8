package dev.backplane.compiler.hdl;

import java.util.ArrayList;
import java.util.List;

/** Verilog of 2005, as every tool reads it. */
final class VerilogLanguage implements HdlLanguage {
  @Override
  public String pass() {
    return "Ir2Verilog";
  }

  @Override
  public String suffix() {
    return ".v";
  }

  @Override
  public String skeleton(Skeleton skeleton) {
    return VerilogSkeleton.text(skeleton);
  }

  @Override
  public String romUnit(RomUnit unit) {
    return VerilogRomUnit.text(unit);
  }

  @Override
  public String network(Network network) {
    List<StreamStage> stages = network.stages();
    StringBuilder text = new StringBuilder(400 + 500 * stages.size());
    text.append("// The network ").append(network.name()).append(", stage by stage.\n");
    text.append("module ").append(network.unit()).append(" (\n");
    if (network.clocked()) {
      text.append("    input  wire clk,\n    input  wire rst,\n");
    }
    text.append("    input  wire in_valid,\n    output wire in_ready,\n    input  wire [")
        .append(network.first().dataWidth() - 1)
        .append(":0] in_data,\n    output wire out_valid,\n    input  wire out_ready,\n")
        .append("    output wire [")
        .append(network.last().dataWidth() - 1)
        .append(":0] out_data\n);\n");
    for (StreamStage stage : stages) {
      stage.outputs().forEach(stream -> wires(text, stream.name(), stream.dataWidth()));
      if (stage.copies() == 1) {
        instance(text, stage);
      } else {
        VerilogElements.append(text, stage);
      }
    }
    String last = network.last().name();
    text.append("  assign out_valid = ").append(last).append("_valid;\n");
    text.append("  assign out_data = ").append(last).append("_data;\n");
    text.append("  assign ").append(last).append("_ready = out_ready;\n");
    return text.append("endmodule\n").toString();
  }

  private static void wires(StringBuilder text, String name, int width) {
    text.append("  wire ").append(name).append("_valid;\n");
    text.append("  wire ").append(name).append("_ready;\n");
    text.append("  wire [").append(width - 1).append(":0] ").append(name).append("_data;\n");
  }

  /** A unit with its parameters. */
  static String unit(HdlInstance instance) {
    List<String> parameters = new ArrayList<>();
    instance.parameters().forEach((name, value) -> parameters.add("." + name + "(" + value + ")"));
    return instance.unit()
        + (parameters.isEmpty() ? "" : " #(" + String.join(", ", parameters) + ")");
  }

  private static void instance(StringBuilder text, StreamStage stage) {
    HdlInstance instance = stage.instance();
    text.append("  ").append(unit(instance));
    text.append(" ").append(stage.label()).append(" (\n");
    if (instance.clocked()) {
      text.append("      .clk(clk),\n      .rst(rst),\n");
    }
    for (int i = 0; i < stage.inputs().size(); i++) {
      connect(text, stage.inputPort(i), stage.inputs().get(i).name());
      text.append(",\n");
    }
    for (int i = 0; i < stage.outputs().size(); i++) {
      text.append(i == 0 ? "" : ",\n");
      connect(text, stage.outputPort(i), stage.outputs().get(i).name());
    }
    text.append("\n  );\n");
  }

  private static void connect(StringBuilder text, String port, String wire) {
    text.append("      .").append(port).append("_valid(").append(wire).append("_valid),\n");
    text.append("      .").append(port).append("_ready(").append(wire).append("_ready),\n");
    text.append("      .").append(port).append("_data(").append(wire).append("_data)");
  }

  @Override
  public String kernel(Network network) {
    int in = network.input().format().width();
    int out = network.output().format().width();
    StringBuilder text = new StringBuilder(8000);
    text.append("// The kernel ").append(network.name()).append(": the network between buffers.\n");
    text.append("module ").append(network.name()).append(" (\n");
    List<String> ports = new ArrayList<>();
    for (KernelPort port : KernelPort.ALL) {
      ports.add(
          "    "
              + (port.output() ? "output wire " : "input  wire ")
              + (port.width() == 1 ? "" : "[" + (port.width() - 1) + ":0] ")
              + port.name());
    }
    text.append(String.join(",\n", ports)).append("\n);\n");
    text.append("  wire start;\n  wire done;\n  wire [63:0] source;\n  wire [63:0] target;\n");
    text.append("  wire [31:0] samples;\n  wire [31:0] errors;\n");
    wires(text, "in", in);
    wires(text, "out", out);
    text.append("  reg rst;\n\n  always @(posedge ap_clk) rst <= !ap_rst_n;\n\n");
    text.append("  backplane_ap_ctrl_hs control (\n");
    connectAll(text, "s_axi_control");
    text.append("      .ap_clk(ap_clk),\n      .ap_rst_n(ap_rst_n),\n      .irq(irq),\n");
    text.append("      .kernel_start(start),\n      .kernel_done(done),\n      .arg0(source),\n");
    text.append(
        "      .arg1(target),\n      .arg2(samples),\n      .status_word(errors)\n  );\n\n");
    text.append("  backplane_memory_stream #(\n      .OUT_WIDTH(").append(in);
    text.append("),\n      .IN_WIDTH(").append(out);
    text.append("),\n      .COUNT_OUT(").append(network.input().shape().size());
    text.append("),\n      .COUNT_IN(").append(network.output().shape().size());
    text.append(")\n  ) memory (\n");
    connectAll(text, "m_axi_gmem");
    text.append("      .clk(ap_clk),\n      .rst(rst),\n      .start(start),\n");
    text.append("      .done(done),\n      .source(source),\n      .target(target),\n");
    text.append("      .samples(samples),\n      .errors(errors),\n");
    connect(text, "out", "in");
    text.append(",\n");
    connect(text, "in", "out");
    text.append("\n  );\n\n  ").append(network.unit()).append(" network (\n");
    if (network.clocked()) {
      text.append("      .clk(ap_clk),\n      .rst(rst),\n");
    }
    connect(text, "in", "in");
    text.append(",\n");
    connect(text, "out", "out");
    return text.append("\n  );\nendmodule\n").toString();
  }

  private static void connectAll(StringBuilder text, String prefix) {
    for (KernelPort port : KernelPort.ALL) {
      if (port.name().startsWith(prefix)) {
        text.append("      .").append(port.name()).append("(").append(port.name()).append("),\n");
      }
    }
  }
}
