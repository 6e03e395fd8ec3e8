// SPDX-License-Identifier: Apache-2.0
//
// What stands between a bus and its users.
module arbiters #(
    parameter N = 5
) (
    input  logic                 clk,
    input  logic                 rst,
    input  logic [N-1:0]         requests,
    input  logic                 in_valid,
    input  logic [7:0]           in_data,
    input  logic                 out_ready,
    output logic [N-1:0]         by_mask,
    output logic [$clog2(N)-1:0] granted,
    output logic [N-1:0]         by_pointer,
    output logic [$clog2(N)-1:0] pointer,
    output logic                 in_ready,
    output logic                 out_valid,
    output logic [7:0]           out_data,
    output logic [15:0]          noise,
    output logic [7:0]           gray,
    output logic [7:0]           binary
);
  logic [N-1:0] mask;
  wire  [N-1:0] masked      = requests & mask;
  wire  [N-1:0] first_above = masked & -masked;
  wire  [N-1:0] first_any   = requests & (~requests + 1'b1);
  assign by_mask = |masked ? first_above : first_any;
  always @(posedge clk or posedge rst) begin
    if (rst) mask <= '1;
    else if (|requests) mask <= ~((by_mask << 1) - 1'b1);
  end
  always_comb begin
    granted = '0;
    for (int unsigned i = 0; i < N; i++) if (by_mask[i]) granted = i[$clog2(N)-1:0];
  end

  wire [2*N-1:0] doubled = {requests, requests};
  wire [2*N-1:0] chosen  = doubled & ~(doubled - (1 << pointer));
  assign by_pointer = chosen[N-1:0] | chosen[2*N-1:N];
  always @(posedge clk or posedge rst) begin
    if (rst) pointer <= '0;
    else pointer <= pointer == N - 1 ? '0 : pointer + 1'b1;
  end

  logic       spare_valid;
  logic [7:0] spare;
  always @(posedge clk) begin
    if (rst) begin
      out_valid   <= 1'b0;
      spare_valid <= 1'b0;
      in_ready    <= 1'b1;
      out_data    <= 8'd0;
      spare       <= 8'd0;
    end else begin
      if (in_valid && in_ready && out_valid && !out_ready) begin
        spare_valid <= 1'b1;
        spare       <= in_data;
        in_ready    <= 1'b0;
      end else if (out_ready) begin
        spare_valid <= 1'b0;
        in_ready    <= 1'b1;
      end
      if (!out_valid || out_ready) begin
        out_valid <= spare_valid || (in_valid && in_ready);
        if (spare_valid) out_data <= spare;
        else if (in_valid) out_data <= in_data;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) noise <= 16'hace1;
    else noise <= {noise[0] ^ noise[2] ^ noise[3] ^ noise[5], noise[15:1]};
  end

  assign gray = in_data ^ (in_data >> 1);
  for (genvar g = 0; g < 8; g++) begin : each_bit
    assign binary[g] = ^(in_data >> g);
  end
endmodule
