// The way of a word from the array to a port: none, one or more registers. The first follows the
// enable of the port, the last one that of the output register, which is also what a reset clears.
module backplane_xpm_memory_output #(
    parameter integer WIDTH = 32,
    parameter integer LATENCY = 2,
    parameter RESET = "0",
    parameter RESET_MODE = "SYNC"
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             en,
    input  wire             hold,
    input  wire             regce,
    input  wire [WIDTH-1:0] data,
    output wire [WIDTH-1:0] q
);
  wire [WIDTH-1:0] cleared;
  backplane_hex #(.TEXT(RESET), .WIDTH(WIDTH)) reset_value (.value(cleared));
  wire [WIDTH-1:0] next;
  wire move;
  generate
    if (LATENCY < 2) begin : once
      assign next = data;
      assign move = en && !hold;
    end else begin : pipeline
      reg [WIDTH*(LATENCY-1)-1:0] early = 0;
      integer s;
      always @(posedge clk) begin
        if (en && !hold) early[0 +: WIDTH] <= data;
        for (s = 1; s < LATENCY - 1; s = s + 1) early[s*WIDTH +: WIDTH] <= early[(s-1)*WIDTH +: WIDTH];
      end
      assign next = early[(LATENCY-2)*WIDTH +: WIDTH];
      assign move = regce;
    end
    if (LATENCY == 0) begin : direct
      assign q = data;
    end else begin : registered
      reg [WIDTH-1:0] last = 0;
      if (RESET_MODE == "ASYNC") begin : at_once
        always @(posedge clk or posedge rst)
          if (rst) last <= cleared;
          else if (move) last <= next;
      end else begin : with_clock
        always @(posedge clk)
          if (rst) last <= cleared;
          else if (move) last <= next;
      end
      assign q = last;
    end
  endgenerate
endmodule
