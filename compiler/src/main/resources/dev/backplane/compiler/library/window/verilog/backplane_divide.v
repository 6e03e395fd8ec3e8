// SPDX-License-Identifier: Apache-2.0
//
// A number times 2^SCALE, divided by DIVISOR, rounded to nearest, ties to even, and saturated. The
// absolute value is divided, a bit in each clock, so that nothing is approximated: a result takes
// IN_WIDTH + SCALE + 2 clocks. With DIVISOR 1 it is divided by 2^SHIFT in none.
module backplane_divide #(
    parameter IN_WIDTH      = 12,
    parameter SCALE         = 0,
    parameter SHIFT         = 0,  // 0 if DIVISOR is not 1
    parameter OUT_WIDTH     = 8,
    parameter [31:0] DIVISOR = 9,
    parameter DIVISOR_WIDTH = 4,
    parameter STEP_WIDTH    = 4,  // of a number up to IN_WIDTH + SCALE
    parameter EXACT_WIDTH   = 13  // IN_WIDTH + SCALE + 1, more than SHIFT, and OUT_WIDTH at least
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [IN_WIDTH-1:0]  in_data,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data
);
  localparam BITS = IN_WIDTH + SCALE;

  wire [EXACT_WIDTH-1:0] exact;

  generate
    if (DIVISOR == 1) begin : by_shift
      wire unused;
      assign unused    = clk || rst;
      assign in_ready  = out_ready;
      assign out_valid = in_valid;
      if (SCALE == 0) begin : unscaled
        assign exact = {{(EXACT_WIDTH - BITS) {in_data[IN_WIDTH-1]}}, in_data};
      end else begin : scaled
        assign exact = {{(EXACT_WIDTH - BITS) {in_data[IN_WIDTH-1]}}, in_data, {SCALE{1'b0}}};
      end
    end else begin : by_steps
      localparam D = DIVISOR_WIDTH;
      localparam [31:0] LAST_32 = BITS - 1;
      localparam [STEP_WIDTH-1:0] LAST = LAST_32[STEP_WIDTH-1:0];

      reg                  busy;
      reg                  full;
      reg                  negative;
      reg [STEP_WIDTH-1:0] step;
      reg [BITS-1:0]       quotient;   // what is left of the dividend, then the quotient
      reg [D-1:0]          rest;

      wire [IN_WIDTH-1:0]  magnitude;
      wire [D:0]           grown;
      wire [D-1:0]         reduced;
      wire                 fits;
      wire [D:0]           twice;
      wire                 up;
      wire [EXACT_WIDTH-1:0]      rounded;

      assign magnitude = in_data[IN_WIDTH-1] ? {IN_WIDTH{1'b0}} - in_data : in_data;
      assign grown     = {rest, quotient[BITS-1]};
      assign fits      = grown >= {1'b0, DIVISOR[D-1:0]};
      assign reduced   = grown[D-1:0] - DIVISOR[D-1:0];
      assign in_ready  = !busy && !full;
      assign out_valid = full;

      always @(posedge clk) begin
        if (rst) begin
          busy <= 1'b0;
          full <= 1'b0;
        end else if (busy) begin
          if (step == LAST) begin
            busy <= 1'b0;
            full <= 1'b1;
          end
        end else if (full) begin
          if (out_ready) full <= 1'b0;
        end else if (in_valid) begin
          busy <= 1'b1;
        end
      end

      always @(posedge clk) begin
        if (busy) begin
          step <= step + 1'b1;
          rest <= fits ? reduced : grown[D-1:0];
        end else begin
          step     <= {STEP_WIDTH{1'b0}};
          if (in_ready) rest <= {D{1'b0}};
          if (in_ready) negative <= in_data[IN_WIDTH-1];
        end
      end

      if (SCALE == 0) begin : unscaled
        always @(posedge clk) begin
          if (busy) quotient <= {quotient[BITS-2:0], fits};
          else if (in_ready) quotient <= magnitude;
        end
      end else begin : scaled
        always @(posedge clk) begin
          if (busy) quotient <= {quotient[BITS-2:0], fits};
          else if (in_ready) quotient <= {magnitude, {SCALE{1'b0}}};
        end
      end

      assign twice   = {rest, 1'b0};
      assign up      = twice > {1'b0, DIVISOR[D-1:0]}
          || (twice == {1'b0, DIVISOR[D-1:0]} && quotient[0]);
      assign rounded = {{(EXACT_WIDTH - BITS) {1'b0}}, quotient} + {{(EXACT_WIDTH - 1) {1'b0}}, up};
      assign exact   = negative ? {EXACT_WIDTH{1'b0}} - rounded : rounded;
    end
  endgenerate

  backplane_requantize #(
      .IN_WIDTH(EXACT_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(exact),
      .out_data(out_data)
  );
endmodule
