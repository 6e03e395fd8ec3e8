// SPDX-License-Identifier: Apache-2.0
//
// Escaped identifiers: for a module, instances with dots and brackets in their names, ports, registers, and names through them.
module \add-one #(
    parameter int \wide! = 4
) (
    input  logic                  \clk,0 ,
    input  logic [\wide! -1:0]    \in.put ,
    output logic [\wide! -1:0]    \out[0]
);
  logic [\wide! -1:0] \re=g ;
  always_ff @(posedge \clk,0 ) \re=g <= \in.put + 1'b1;
  assign \out[0] = \re=g ;
endmodule

module names (
    input  logic       clk,
    input  logic [7:0] in,
    output logic [3:0] low,
    output logic [7:0] sum,
    output logic       peek
);
  wire [7:0] \all" ;
  \add-one #(4) \u.1[2] (.\clk,0 (clk), .\in.put (in[3:0]), .\out[0] (low));
  \add-one #(8) \module (.\clk,0 (clk), .\in.put (in), .\out[0] (\all" ));
  for (genvar i = 0; i < 2; i++) begin : \blo-ck
    wire \w! = in[i];
  end
  assign sum  = \all" + \u.1[2] .\re=g ;
  assign peek = \u.1[2] .\re=g [1] ^ \blo-ck [1].\w! ;
endmodule
