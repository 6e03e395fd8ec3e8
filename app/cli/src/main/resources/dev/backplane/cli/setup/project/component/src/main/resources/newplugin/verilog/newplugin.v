// The negation of each element, saturated.
module newplugin #(
    parameter WIDTH = 8
) (
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);
  localparam [WIDTH-1:0] LEAST = {1'b1, {(WIDTH - 1) {1'b0}}};

  assign in_ready  = out_ready;
  assign out_valid = in_valid;
  assign out_data  = in_data == LEAST ? ~LEAST : ~in_data + {{(WIDTH - 1) {1'b0}}, 1'b1};
endmodule
