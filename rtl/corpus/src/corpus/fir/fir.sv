// SPDX-License-Identifier: Apache-2.0
//
// A filter with finite response: TAPS signed coefficients, which can be loaded, in transposed form, and
// a result that is rounded and saturates.
module fir #(
    parameter TAPS = 16,
    parameter BITS = 16
) (
    input  logic                   clk,
    input  logic                   rst_n,
    input  logic                   load,
    input  logic [3:0]             index,
    input  logic signed [BITS-1:0] coefficient,
    input  logic                   valid,
    input  logic signed [BITS-1:0] sample,
    output logic                   out_valid,
    output logic signed [BITS-1:0] result,
    output logic                   clipped
);
  localparam SUM = 2 * BITS + 4;

  logic signed [BITS-1:0] weights [0:TAPS-1];
  logic signed [SUM-1:0]  sums    [0:TAPS-1];
  logic signed [SUM-1:0]  rounded;
  logic                   over, under;

  integer i;

  always_ff @(posedge clk) begin
    if (load) weights[index] <= coefficient;
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      for (i = 0; i < TAPS; i = i + 1) sums[i] <= '0;
      out_valid <= 1'b0;
    end else begin
      out_valid <= valid;
      if (valid) begin
        for (i = 0; i < TAPS - 1; i = i + 1) sums[i] <= sums[i+1] + weights[i] * sample;
        sums[TAPS-1] <= weights[TAPS-1] * sample;
      end
    end
  end

  assign rounded = (sums[0] + (36'sd1 <<< (BITS - 2))) >>> (BITS - 1);
  assign over    = rounded > 36'sd32767;
  assign under   = rounded < -36'sd32768;
  assign clipped = over || under;
  assign result  = over ? 16'sh7fff : under ? 16'sh8000 : rounded[BITS-1:0];
endmodule
