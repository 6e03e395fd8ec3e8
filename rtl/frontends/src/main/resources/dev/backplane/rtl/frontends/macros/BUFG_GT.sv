// A clock or pin buffer, by its public ports: what goes in comes out.
// The model does not divide: DIV must be 0.
module BUFG_GT #(
    parameter SIM_DEVICE = "ULTRASCALE"
) (
    input  wire       CE,
    input  wire       CEMASK,
    input  wire       CLR,
    input  wire       CLRMASK,
    input  wire [2:0] DIV,
    input  wire       I,
    output wire       O
);
  assign O = I;
endmodule
