// Variables that one block assigns with = and with <=: where a <= is executed it wins, whatever = comes before or after it.
module mixed(
    input clk, input rst_n, input [3:0] c, input [7:0] a, input [7:0] b,
    output reg [1:0] state, output reg [7:0] early, output reg [7:0] late, output reg [7:0] held, output reg [7:0] parts,
    output reg [7:0] loops, output reg [7:0] seen, output reg [7:0] count);

  // The next state is taken at once in a reset, and at the edge otherwise.
  always @(posedge clk) begin
    if (c[0]) state = 0;
    case (state)
      0: begin state = 1; seen <= a; end
      1: if (c[1]) state <= 2;
      2: begin state <= c[2] ? 3 : 0; seen <= state; end
      default: state = c[3] ? 1 : 3;
    endcase
  end

  always @(posedge clk) begin
    if (c[0]) early <= a;
    if (c[1]) early = b;
    if (c[2]) early <= early + 1;
  end

  always @(posedge clk) begin
    late = late ^ a;
    if (c[1:0] == 2) late <= late + b;
    if (c[3]) late = 5;
  end

  // A <= of a variable to itself holds what it had then.
  always @(posedge clk) begin
    if (c[0]) held <= held;
    if (c[1]) held = a;
    if (c[2]) held <= held;
  end

  always @(posedge clk) begin
    parts[3:0] = a[3:0];
    if (c[0]) parts[5:2] <= b[3:0];
    if (c[1]) parts[a[2:0]] <= b[7];
    if (c[2]) parts[7:6] = b[1:0];
  end

  integer i;
  always @(posedge clk) begin
    loops = a;
    for (i = 0; i < 8; i = i + 1) if (b[i]) loops[i] <= c[i & 3];
    loops = loops + 1;
  end

  always @(posedge clk or negedge rst_n)
    if (!rst_n) count = 7;
    else begin
      if (c[0]) count <= count + a;
      if (c[1]) count = b;
    end
endmodule
