// Latches of all kinds. Inputs are taken by registers first, so that a design settles once in a cycle, in any simulator.
module latches(
    input clk, input [3:0] c, input [7:0] a, input [7:0] b,
    output [7:0] plain, output [7:0] whole, output [7:0] some, output [7:0] parts, output [7:0] nested,
    output set_reset, output [7:0] chained, output [1:0] state, output [7:0] aliased, output [7:0] word);

  reg [3:0] s; reg [7:0] x, y;
  always @(posedge clk) begin s <= c; x <= a; y <= b; end

  reg [7:0] plain_q;
  always @* if (s[0]) plain_q = x;
  assign plain = plain_q;

  // A choice of a wire, without a block.
  wire [7:0] chosen = s[1] ? y : chosen;
  assign whole = chosen;

  // A case that forgets some of its items.
  reg [7:0] some_q;
  always @* case (s)
    4'd0, 4'd5: some_q = x;
    4'd3: some_q = x + y;
    4'd9: some_q = 0;
    4'd12: some_q = 8'hff;
  endcase
  assign some = some_q;

  // Bits of one word are kept under different conditions.
  reg [7:0] parts_q;
  always @* begin
    if (s[2]) parts_q[3:0] = x[7:4];
    if (s[3]) parts_q[6:4] = y[2:0];
    parts_q[7] = x[0];
  end
  assign parts = parts_q;

  reg [7:0] nested_q;
  always @* begin
    if (s[0]) begin
      if (s[1]) nested_q = x & y;
      else if (s[2]) nested_q = x | y;
    end else if (s[3])
      nested_q = ~x;
  end
  assign nested = nested_q;

  // Set and reset are never taken back together, which would be a race.
  reg set, reset;
  always @(posedge clk) begin set <= c[0]; reset <= ~c[0] & c[1]; end
  wire flag = set | (flag & ~reset);
  assign set_reset = flag;

  // A latch behind a latch.
  reg [7:0] chained_q;
  always @* if (s[1]) chained_q = plain_q ^ y;
  assign chained = chained_q;

  // The next state of a machine, kept where nothing chooses one.
  reg [1:0] now = 0, next = 0;
  always @* case (now)
    0: if (s[0]) next = 1;
    1: if (s[1]) next = 2;
    2: next = s[2] ? 3 : 0;
    3: if (s[3]) next = 0;
  endcase
  always @(posedge clk) now <= next;
  assign state = now;

  // The word reads itself through other wires.
  wire [7:0] held, back;
  wire [3:0] low = back[3:0], high = back[7:4];
  assign back = held;
  assign held = s[3] ? x : {high, low};
  assign aliased = held;

  // One word of an array.
  reg [7:0] words [0:1];
  always @* words[s[0]] = x;
  assign word = words[0] ^ words[1];
endmodule
