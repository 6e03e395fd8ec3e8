// What kernels write, as much of it as fits: one simulation of it tells whether the lowering is right.
package shapes;
  typedef enum logic [1:0] {IDLE, RUN, WAIT, DONE} state_t;
  typedef struct packed {
    logic [7:0] high;
    logic signed [3:0] low;
    state_t state;
  } packed_t;
  typedef union packed {
    logic [13:0] bits;
    packed_t fields;
  } either_t;
  parameter logic [7:0] TABLE[5] = '{8'd3, 8'd1, 8'd4, 8'd1, 8'd5};
  function automatic logic [7:0] mix(logic [7:0] x);
    return x ^ 8'h55;
  endfunction
  function automatic logic [3:0] first(input logic [7:0] x, input int from);
    for (int i = 0; i < 8; i++) begin
      if (i < from) continue;
      if (x[i]) return 4'(i);
      if (i == 6) break;
    end
    return 4'd15;
  endfunction
endpackage

package more;
  function automatic logic [7:0] mix(logic [7:0] x);
    return x + 8'haa;
  endfunction
endpackage

interface link #(parameter W = 8) (input logic clk);
  logic [W-1:0] data;
  logic valid, ready;
  function automatic logic fires(input logic also);
    return valid & ready & also;
  endfunction
  modport from(output data, valid, input ready, import fires);
  modport to(input data, valid, output ready);
endinterface

module source #(parameter int STEP = 1) (input logic clk, rst, input logic [7:0] x, link.from out);
  always_ff @(posedge clk) begin
    if (rst) out.data <= '0;
    else if (out.fires(x[0])) out.data <= out.data + 8'(STEP);
    out.valid <= x[1] | x[2];
  end
  wire [3:0] inner = x[3:0] ^ out.data[3:0];
endmodule

module sink (input logic clk, link.to in, output logic [15:0] sum);
  assign in.ready = ~sum[3];
  always_ff @(posedge clk) if (in.valid && in.ready) sum <= sum + 16'(in.data);
endmodule

module passed (input logic clk, link.to in, output logic [15:0] sum);
  sink one_down (.clk, .in(in), .sum);
endmodule

module typed #(parameter type T = logic [3:0], parameter string KIND = "add") (
    input logic clk, input T a, b, output T y);
  T r;
  generate
    if (KIND == "add") begin : adder
      always_ff @(posedge clk) r <= a + b;
    end else begin : other
      always_ff @(posedge clk) r <= a - b;
    end
  endgenerate
  assign y = r;
endmodule

module bit_slice (input logic clk, input logic d, output logic q);
  always_ff @(posedge clk) q <= d;
endmodule

module features
  import shapes::*;
(
    input  logic               clk,
    input  logic               rst,
    input  logic               rst_n,
    input  logic [7:0]         x,
    input  logic signed [7:0]  s,
    input  logic [3:0][7:0]    v,
    input  logic [0:7]         back,
    input  logic [11:4]        off,
    input  logic [129:0]       wide,
    input  logic [4:0]         n,
    output logic [15:0]        sums,
    output logic [15:0]        sums2,
    output logic [7:0]         typed_sum,
    output logic [7:0]         typed_diff,
    output logic [7:0]         sliced,
    output logic [7:0]         calls,
    output logic [7:0]         loops,
    output logic [7:0]         cases,
    output logic [7:0]         wild,
    output logic [13:0]        members,
    output logic [31:0]        arith,
    output logic signed [15:0] signs,
    output logic [129:0]       big,
    output logic [63:0]        shifts,
    output logic [7:0]         read,
    output logic [7:0]         rom,
    output logic [15:0]        bytes,
    output logic [7:0]         tiny,
    output logic [7:0]         async_low,
    output logic [7:0]         falling,
    output logic [7:0]         blocking,
    output logic [7:0]         streams,
    output logic [7:0]         hier,
    output logic [3:0]         counts,
    output logic [7:0]         mixed,
    output logic [15:0]        deep,
    output logic [1:0]         stepped,
    output logic [7:0]         jumped
);
  timeunit 1ns;
  timeprecision 1ps;

  // Interfaces, in an array too.
  link #(.W(8)) l[2] (.clk);
  logic [15:0] both[2];
  source #(.STEP(3)) s0 (.clk, .rst, .x, .out(l[0]));
  source #(.STEP(5)) s1 (.clk, .rst, .x(x >> 1), .out(l[1]));
  sink k0 (.clk, .in(l[0]), .sum(both[0]));
  passed k1 (.clk, .in(l[1]), .sum(both[1]));
  assign sums = both[0];
  assign sums2 = both[1];

  // Type and string parameters, instance arrays, hierarchical names.
  typed #(.T(logic [7:0])) t0 (.clk, .a(x), .b(v[1]), .y(typed_sum));
  typed #(.T(logic [7:0]), .KIND("sub")) t1 (.clk, .a(x), .b(v[1]), .y(typed_diff));
  bit_slice slices[7:0] (.clk, .d(x ^ v[2]), .q(sliced));
  assign hier = {s0.inner, gen[1].one.w[3:0]};
  for (genvar g = 0; g < 2; g++) begin : gen
    if (g == 1) begin : one
      logic [7:0] w;
      assign w = x + 8'(g);
    end
  end

  // Functions, tasks, packages.
  task automatic twice(input logic [7:0] a, output logic [7:0] b, inout logic [7:0] c);
    b = a + c;
    c = a ^ 8'd3;
  endtask
  logic [7:0] ta, tb;
  always_comb begin
    tb = 8'd7;
    twice(x, ta, tb);
    calls = shapes::mix(ta) ^ more::mix(tb) ^ {4'd0, first(x, 2)};
  end

  // Loops of all kinds.
  always_comb begin
    int m;
    loops = 8'd0;
    m = 0;
    do begin
      loops = loops + x;
      m++;
    end while (m < 3);
    repeat (3) loops ^= v[0];
    foreach (v[i]) loops += v[i];
    while (m > 0) begin
      m -= 1;
      if (loops[m]) break;
      loops = loops + 8'd1;
    end
    for (int i = 7; i >= 0 && !loops[i]; i--) loops[i] = x[i];
    begin : named
      if (x[7]) disable named;
      loops[1+:2] = x[1:0];
      loops[7-:2] = v[3][1:0];
    end
  end

  // Cases.
  always_comb begin
    cases = 8'd0;
    unique case (x[1:0])
      2'd0: cases = x;
      2'd1: cases = v[0];
      2'd2, 2'd3: cases = v[1];
    endcase
    case (x) inside
      [8'd3 : 8'd9], 8'd20: cases[7] = 1'b1;
      8'b11??_0000: cases[6] = 1'b1;
      default: cases[0] = ^x;
    endcase
    if (x inside {8'd1, [8'd100 : 8'd120]}) cases[1] = 1'b1;
    priority if (x == 8'd2) cases[2] = 1'b1;
    else if (x[2]) cases[3] = 1'b0;
  end
  always_comb begin
    casez (x)
      8'b1???_???1: wild = 8'd1;
      8'b01??_????: wild = {2'b0, x[5:0]};
      8'b0000_0???: wild = back;
      default: wild = {off[7:4], off[11:8]};
    endcase
    casex (v[0])
      8'bxxxx_x111: wild[0] = ~wild[0];
      default: ;
    endcase
  end

  // Structs, unions, enumerations.
  packed_t p;
  either_t e;
  state_t st;
  always_ff @(posedge clk or posedge rst)
    if (rst) begin
      st <= IDLE;
      p <= '{high: 8'h12, default: '0};
    end else begin
      st <= st.next();
      case (st)
        IDLE: p.high <= x;
        RUN: p.low <= s[3:0];
        WAIT: p <= '{high: p.high + 8'd1, low: p.low - 4'sd1, state: RUN};
        default: p.state <= state_t'(x[1:0]);
      endcase
    end
  always_comb begin
    e.bits = 14'(wide);
    e.fields.low = p.low >>> 1;
  end
  assign members = p ^ e;
  assign stepped = st;

  // Arithmetic, signs, widths.
  assign arith = (32'(x) ** 2) + 32'(x / (v[0] | 8'd1)) + 32'(x % (v[1] | 8'd1)) + 32'(x / v[2]) + $clog2(37)
      + $bits(p) + 32'(x < v[0]) + (&x ? 32'd5 : 32'd9) + 32'(2 ** n[3:0]);
  assign signs = (s >>> 2) * s / 16'sd3 + (s % 8'sd7) - (s < -8'sd3) + $signed(x) + 16'(signed'(x[3:0]))
      + (s > $signed(v[0]) ? -16'sd1 : 16'sd2);
  assign big = (wide * 130'd12345) ^ (wide >> n) ^ (~wide << 3) ^ {130{x[0]}} ^ 130'(s) ^ (wide - 130'(v));
  assign shifts = (64'(v) << n) ^ (64'(v) >> x) ^ 64'(wide >>> n) ^ 64'($signed(wide) >>> x) ^ 64'(s <<< n);
  assign counts = 4'($countones(x)) + 4'($onehot(v[0])) + 4'($onehot0(v[1]));
  assign streams = {<<2{x}} ^ {>>{v[0]}} ^ {2{x[3:0]}};
  assign mixed = x[n[2:0]] ? v[n[1:0]] : TABLE[3'(n % 5)];

  // Memories: with bytes, of two dimensions, with contents, small ones.
  logic [7:0] ram[32];
  logic [15:0] lanes[16];
  logic [7:0] grid[3][4];
  logic [7:0] few[3];
  logic [7:0] table_rom[16];
  logic [3:0] nested[2][2];
  initial begin
    for (int i = 0; i < 32; i++) ram[i] = 8'(i * 3);
    $readmemh("features.hex", table_rom);
  end
  initial $display("this is not hardware");
  always_ff @(posedge clk) begin
    if (x[0]) ram[n] <= v[0];
    read <= ram[x[4:0]];
    for (int i = 0; i < 2; i++) if (x[i]) lanes[n[3:0]][8*i+:8] <= v[i];
    bytes <= lanes[x[3:0]];
    if (x[1]) grid[n[1:0] == 2'd3 ? 2'd0 : n[1:0]][x[1:0]] <= v[3];
    few[n[1:0] == 2'd3 ? 2'd1 : n[1:0]] <= x;
    nested[n[0]][n[1]] <= x[3:0];
  end
  assign rom = table_rom[x[3:0]];
  assign tiny = few[2] ^ few[x[0]] ^ grid[2][1] ^ grid[x[0]][n[1:0]];
  assign deep = {nested[1][1], nested[1][0], nested[0][x[0]], nested[x[1]][x[2]]};

  // Clocks and resets.
  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) async_low <= 8'h77;
    else if (x[0]) async_low <= async_low + x;
  always_ff @(negedge clk) falling <= read + x;

  // Blocking assignments before others; the last assignment wins.
  logic [7:0] t;
  always @(posedge clk) begin
    t = x + 8'd1;
    t[0] = x[7];
    blocking <= t;
    if (x[2]) blocking[3:0] <= t[7:4];
    blocking[n[2:0]] <= 1'b1;
  end

  // Jumps out of the middle of what depends on signals.
  always_comb begin
    jumped = 8'd0;
    for (int i = 0; i < 8; i++) begin
      if (v[0][i] && v[1][i]) begin
        jumped = 8'(i) | 8'h80;
        break;
      end
      if (!x[i]) continue;
      jumped = jumped + 8'(i) + 8'd1;
    end
  end

  a1: assert property (@(posedge clk) x[0] |-> x[0]);
endmodule
