// SPDX-License-Identifier: Apache-2.0
//
// Every way to choose. Conditions of a unique if never hold together: what happens then is a message in
// one simulator and nothing at all in another.
module decisions (
    input  logic       clk,
    input  logic       rst,
    input  logic [3:0] a,
    input  logic [7:0] b,
    input  logic signed [7:0] s,
    output logic [7:0] exclusive,
    output logic [7:0] exclusive_open,
    output logic [7:0] inner,
    output logic [7:0] none_or_one,
    output logic [7:0] first_true,
    output logic [7:0] ordered,
    output logic [7:0] kept,
    output logic [3:0] matched,
    output logic [3:0] among,
    output logic [2:0] ranged,
    output logic [3:0] digits,
    output logic [3:0] grants
);
  always_comb begin
    unique if (a == 4'd1) exclusive = b;
    else if (a == 4'd2) exclusive = ~b;
    else exclusive = 8'h5a;
  end

  always_comb begin
    exclusive_open = 8'd9;
    unique0 if (a == 4'd3) exclusive_open = b + 8'd1;
    else if (a[3:2] == 2'b10) exclusive_open = b + 8'd2;
  end

  always_comb begin
    unique if (a[3]) begin
      unique if (b[7]) inner = 8'd1;
      else inner = 8'd2;
    end else inner = {4'd0, a};
  end

  always_comb begin
    unique0 case (a)
      4'd1, 4'd2: none_or_one = 8'd1;
      4'd3: none_or_one = b;
      default: none_or_one = 8'd9;
    endcase
  end

  always_comb begin
    first_true = 8'd0;
    priority case (1'b1)
      a[3]: first_true = b;
      a[2]: first_true = b + 8'd1;
      (a[1] & b[0]): first_true = b + 8'd2;
      default: first_true = 8'd3;
    endcase
  end

  always_comb begin
    priority if (a[0]) ordered = 8'd1;
    else if (a[1]) ordered = 8'd2;
    else ordered = b;
  end

  always_ff @(posedge clk) begin
    unique if (rst) kept <= 8'd0;
    else if (!rst && a == 4'd5) kept <= b;
    else if (!rst && a == 4'd6) kept <= kept + 8'd1;
    else kept <= kept;
  end

  localparam logic [7:0] MASK = 8'b1x0x_xxxx;
  assign matched = {b ==? 8'b10??_?1?0, b !=? 8'bxxxx_1111, b ==? MASK, 8'(s) ==? 8'b?1?1_?1?1};
  assign among = {
    b inside {8'd1, 8'd2, [8'd10:8'd20], 8'b11??_0011},
    !(b inside {[{4'd0, a} : 8'hff]}),
    s inside {[-8'sd5 : 8'sd5]},
    a inside {4'b1?0?, 4'b0011}
  };

  always_comb begin
    case (b) inside
      [8'd0 : 8'd3]: ranged = 3'd0;
      8'b0001_????: ranged = 3'd1;
      [8'h20 : 8'h7f], 8'h90: ranged = 3'd2;
      default: ranged = 3'd3;
    endcase
  end

  always_comb begin
    casex (b)
      8'bxxxx_xxx1: digits = 4'd0;
      8'bxxxx_xx1x: digits = 4'd1;
      8'bxxxx_x1xx: digits = 4'd2;
      default: digits = 4'd15;
    endcase
    case ({a[1:0], b[0]})
      3'b000, 3'b111: digits[3] = 1'b1;
      3'b010: ;
      default: digits[a[1:0]] = b[1];
    endcase
  end

  always_comb begin
    grants = '0;
    casez (a)
      4'b???1: grants[0] = 1'b1;
      4'b??10: grants[1] = 1'b1;
      4'b?100: grants[2] = 1'b1;
      4'b1000: grants[3] = 1'b1;
      default: ;
    endcase
  end
endmodule
