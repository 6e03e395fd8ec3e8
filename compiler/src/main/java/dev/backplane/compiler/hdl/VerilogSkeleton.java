package dev.backplane.compiler.hdl;

import java.util.Locale;
import java.util.stream.Collectors;

/** The skeleton around a network in Verilog. */
final class VerilogSkeleton {
  private VerilogSkeleton() {}

  static String text(Skeleton skeleton) {
    Network network = skeleton.network();
    String parameters =
        skeleton.parameters().entrySet().stream()
            .map(each -> ",\n      ." + each.getKey() + "(" + each.getValue() + ")")
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        """
        // The network %1$s behind bytes.
        module %1$s (
            input  wire clock,
            input  wire reset,
            input  wire rd,
            input  wire wr,
            input  wire [7:0] data_in,
            output wire [7:0] data_out,
            input  wire [15:0] address_in,
            output wire busy,
            output wire wake_up
        );
          wire feed_valid;
          wire feed_ready;
          wire [%2$d:0] feed_data;
          wire result_valid;
          wire result_ready;
          wire [%3$d:0] result_data;
        %4$s
          backplane_skeleton #(
              .ID(128'h%5$s)%6$s
          ) skeleton (
              .clock(clock),
              .reset(reset),
              .rd(rd),
              .wr(wr),
              .data_in(data_in),
              .data_out(data_out),
              .address_in(address_in),
              .busy(busy),
              .wake_up(wake_up),
              .network_reset(%7$s),
              .feed_valid(feed_valid),
              .feed_ready(feed_ready),
              .feed_data(feed_data),
              .result_valid(result_valid),
              .result_ready(result_ready),
              .result_data(result_data)
          );

          %8$s network (
        %9$s      .in_valid(feed_valid),
              .in_ready(feed_ready),
              .in_data(feed_data),
              .out_valid(result_valid),
              .out_ready(result_ready),
              .out_data(result_data)
          );
        endmodule
        """,
        network.name(),
        network.input().format().width() - 1,
        network.output().format().width() - 1,
        network.clocked() ? "  wire network_reset;\n" : "",
        skeleton.idDigits(),
        parameters,
        network.clocked() ? "network_reset" : "",
        network.unit(),
        network.clocked() ? "      .clk(clock),\n      .rst(network_reset),\n" : "");
  }
}
