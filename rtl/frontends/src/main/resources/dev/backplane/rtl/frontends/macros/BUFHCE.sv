// A clock buffer with enable, by its public ports: the clock comes out while CE was 1 when it was low.
// The latch of the real one is a register on the falling edge; a front end that finds this module may
// make an enable of it.
module BUFHCE #(
    parameter CE_TYPE = "SYNC",
    parameter IS_CE_INVERTED = 1'b0,
    parameter IS_I_INVERTED = 1'b0,
    parameter SIM_DEVICE = "ULTRASCALE"
) (
    input  wire CE,
    input  wire I,
    output wire O
);
  reg enabled = 1'b0;
  always @(negedge I) enabled <= CE ^ IS_CE_INVERTED;
  assign O = I & enabled;
  generate
    if (IS_CE_INVERTED || IS_I_INVERTED) begin : no_model
      backplane_refuses_inverted_clock_buffer refused ();
    end
  endgenerate
endmodule
