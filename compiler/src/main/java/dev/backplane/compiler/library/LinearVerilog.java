package dev.backplane.compiler.library;

import dev.backplane.compiler.hdl.HdlFile;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlPart;
import java.util.List;
import java.util.Locale;

/**
 * The unit of one linear layer: memories of its weights and biases around the static unit that
 * computes.
 *
 * @param layer the layer
 * @param unit the name of the unit
 */
record LinearVerilog(LinearLayer layer, String unit) {
  private static final List<String> USES = List.of("backplane_requantize.v", "backplane_linear.v");

  List<HdlPart> parts() {
    return List.of(HdlInstance.of(unit, USES), new HdlFile(unit + ".v", text()));
  }

  private String text() {
    RomWords rom = new RomWords(layer);
    int inputWidth = layer.input().width();
    int outputWidth = layer.output().width();
    int weightBits = layer.lanes() * layer.weightFormat().width();
    int biasBits = layer.lanes() * rom.sumWidth();
    StringBuilder text = new StringBuilder(1500 + rom.characters());
    text.append("// A linear layer with ")
        .append(layer.inputs())
        .append(" inputs and ")
        .append(layer.outputs())
        .append(" outputs.\n");
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
              wire [%d:0] weight_address;
              wire [%d:0] bias_address;
              reg  [%d:0] weights;
              reg  [%d:0] biases;

            """,
            unit,
            inputWidth - 1,
            outputWidth - 1,
            rom.addressWidth() - 1,
            rom.groupWidth() - 1,
            weightBits - 1,
            biasBits - 1));
    text.append("  always @(posedge clk) if (read) begin\n    case (weight_address)\n");
    for (int address = 0; address < rom.depth(); address++) {
      word(text, rom.addressWidth(), address, "weights", weightBits, rom.weights(address));
    }
    fallback(text, "weights", weightBits);
    text.append("    case (bias_address)\n");
    for (int group = 0; group < layer.groups(); group++) {
      word(text, rom.groupWidth(), group, "biases", biasBits, rom.biases(group));
    }
    fallback(text, "biases", biasBits);
    text.append("  end\n\n  backplane_linear #(\n      ");
    String separator = "";
    for (var parameter : rom.parameters().entrySet()) {
      text.append(separator)
          .append('.')
          .append(parameter.getKey())
          .append('(')
          .append(parameter.getValue())
          .append(')');
      separator = ",\n      ";
    }
    return text.append(
            """

              ) layer (
                  .clk(clk),
                  .rst(rst),
                  .in_valid(in_valid),
                  .in_ready(in_ready),
                  .in_data(in_data),
                  .out_valid(out_valid),
                  .out_ready(out_ready),
                  .out_data(out_data),
                  .read(read),
                  .weight_address(weight_address),
                  .bias_address(bias_address),
                  .weights(weights),
                  .biases(biases)
              );
            endmodule
            """)
        .toString();
  }

  private static void word(
      StringBuilder text, int keyWidth, int key, String target, int bits, String hex) {
    text.append("      ").append(keyWidth).append("'d").append(key).append(": ");
    text.append(target).append(" <= ").append(bits).append("'h").append(hex).append(";\n");
  }

  private static void fallback(StringBuilder text, String target, int bits) {
    text.append("      default: ").append(target).append(" <= {").append(bits);
    text.append("{1'b0}};\n    endcase\n");
  }
}
