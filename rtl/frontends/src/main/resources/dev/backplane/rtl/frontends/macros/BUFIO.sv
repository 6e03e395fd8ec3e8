// A clock or pin buffer, by its public ports: what goes in comes out.
module BUFIO (
    input  wire I,
    output wire O
);
  assign O = I;
endmodule
