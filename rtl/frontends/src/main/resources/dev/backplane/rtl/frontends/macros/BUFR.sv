// A clock or pin buffer, by its public ports: what goes in comes out.
// The model does not divide: BUFR_DIVIDE must be "BYPASS", and CE and CLR are not looked at.
module BUFR #(
    parameter BUFR_DIVIDE = "BYPASS",
    parameter SIM_DEVICE = "7SERIES"
) (
    input  wire I,
    input  wire CE,
    input  wire CLR,
    output wire O
);
  generate
    if (BUFR_DIVIDE != "BYPASS") backplane_refuses_clock_division refused ();
  endgenerate
  assign O = I;
endmodule
