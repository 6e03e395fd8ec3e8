// The way of a word from the array to a port: none, one or more registers. The first follows the
// enable of the port, the last one that of the output register, which is also what a reset clears.
module backplane_xpm_memory_output #(
    parameter integer WIDTH = 32,
    parameter integer LATENCY = 2
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             en,
    input  wire             hold,
    input  wire             regce,
    input  wire [WIDTH-1:0] data,
    output wire [WIDTH-1:0] q
);
  generate
    if (LATENCY == 0) begin : direct
      assign q = data;
    end else if (LATENCY == 1) begin : once
      reg [WIDTH-1:0] last = 0;
      always @(posedge clk)
        if (rst) last <= 0;
        else if (en && !hold) last <= data;
      assign q = last;
    end else begin : pipeline
      reg [WIDTH*(LATENCY-1)-1:0] early = 0;
      reg [WIDTH-1:0] last = 0;
      integer s;
      always @(posedge clk) begin
        if (en && !hold) early[0 +: WIDTH] <= data;
        for (s = 1; s < LATENCY - 1; s = s + 1) early[s*WIDTH +: WIDTH] <= early[(s-1)*WIDTH +: WIDTH];
        if (rst) last <= 0;
        else if (regce) last <= early[(LATENCY-2)*WIDTH +: WIDTH];
      end
      assign q = last;
    end
  endgenerate
endmodule
