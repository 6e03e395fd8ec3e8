// SPDX-License-Identifier: Apache-2.0
//
// Who drives which part, and when.
module mixtures (
    input  logic       clk,
    input  logic       rst_n,
    input  logic       clear,
    input  logic       enable,
    input  logic [7:0] d,
    output logic [31:0] elements,
    output logic [7:0]  word,
    output logic [7:0]  cleared_first,
    output logic [7:0]  synchronous,
    output logic [7:0]  two_of_them,
    output logic [7:0]  other_of_them,
    output logic [7:0]  part_cleared,
    output logic [7:0]  held,
    output logic [7:0]  rising,
    output logic [7:0]  falling,
    output logic [7:0]  crossed,
    output logic [7:0]  inhibited
);
  logic [7:0] counts[4];
  for (genvar i = 0; i < 4; i++) begin : element
    if (i == 1) begin : fixed
      assign counts[i] = d ^ 8'h0f;
    end else begin : counting
      always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) counts[i] <= 8'(i);
        else if (enable) counts[i] <= counts[i] + d;
      end
    end
  end
  assign elements = {counts[3], counts[2], counts[1], counts[0]};

  assign word[7:6] = d[1:0];
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) word[5:3] <= 3'd5;
    else word[5:3] <= d[5:3];
  end
  always_comb word[2:0] = d[7:5] & {3{enable}};

  // Bits of one word with resets of their own, and one that is no register.
  for (genvar i = 0; i < 8; i++) begin : each_bit
    if (i == 1) begin : absent
      assign inhibited[i] = 1'b0;
    end else begin : present
      always_ff @(posedge clk, negedge rst_n) begin
        if (!rst_n) inhibited[i] <= 'b1;
        else inhibited[i] <= d[i];
      end
    end
  end

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) cleared_first <= 8'h11;
    else if (clear) cleared_first <= 8'h22;
    else if (enable) cleared_first <= d;
  end

  always @(posedge clk) begin
    if (!rst_n) synchronous <= 8'd0;
    else synchronous <= synchronous + d;
  end

  always @(posedge clk, negedge rst_n) begin
    if (rst_n == 1'b0) begin
      two_of_them   <= 8'd1;
      other_of_them <= 8'd2;
    end else begin
      two_of_them <= d;
      if (enable) other_of_them <= two_of_them;
    end
  end

  always_ff @(posedge clk) begin
    part_cleared <= d;
    if (clear) part_cleared[3:0] <= 4'h0;
  end

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) held <= '0;
    else begin
      held <= held;
      if (enable && !clear) held <= held + 8'd1;
    end
  end

  always @(posedge clk or negedge rst_n) if (~rst_n) rising <= 8'd0; else rising <= d;
  always @(negedge clk or negedge rst_n) if (!rst_n) falling <= 8'hff; else falling <= rising + 8'd1;
  always @(negedge clk) crossed <= falling ^ d;
endmodule
