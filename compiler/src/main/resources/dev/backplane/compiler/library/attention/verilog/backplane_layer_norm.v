// SPDX-License-Identifier: Apache-2.0
//
// For each COUNT numbers x with the sum s: COUNT x - s, times FACTOR, divided by the root of the sum of
// the squares of all COUNT x - s, times 2^(2 ROOT_SHIFT), plus EPSILON; rounded to nearest, ties to even,
// and saturated. The root is a whole number, rounded down, and has a bit in each clock, and so has a
// quotient.
module backplane_layer_norm #(
    parameter IN_WIDTH        = 6,
    parameter COUNT           = 4,
    parameter COUNT_WIDTH     = 3,
    parameter INDEX_WIDTH     = 2,
    parameter SUM_WIDTH       = 8,
    parameter DIFF_WIDTH      = 9,   // COUNT_WIDTH and IN_WIDTH at most
    parameter SQUARES_WIDTH   = 17,
    parameter ROOT_SHIFT      = 2,
    parameter EPSILON         = 1,
    parameter ROOT_WIDTH      = 11,
    parameter ROOT_STEP_WIDTH = 4,
    parameter FACTOR          = 32,
    parameter FACTOR_WIDTH    = 6,
    parameter DIVIDEND_WIDTH  = 14,  // DIFF_WIDTH - 1 + FACTOR_WIDTH
    parameter STEP_WIDTH      = 4,
    parameter EXACT_WIDTH     = 16,  // DIVIDEND_WIDTH + 2, and OUT_WIDTH at least
    parameter OUT_WIDTH       = 8
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
  localparam RADICAND_WIDTH = 2 * ROOT_WIDTH;
  localparam [31:0] COUNT_32     = COUNT;
  localparam [31:0] LAST_32      = COUNT - 1;
  localparam [31:0] LAST_ROOT_32 = ROOT_WIDTH - 1;
  localparam [31:0] LAST_STEP_32 = DIVIDEND_WIDTH - 1;
  localparam [31:0] EPSILON_32   = EPSILON;
  localparam [31:0] FACTOR_32    = FACTOR;
  localparam [INDEX_WIDTH-1:0]     LAST      = LAST_32[INDEX_WIDTH-1:0];
  localparam [ROOT_STEP_WIDTH-1:0] LAST_ROOT = LAST_ROOT_32[ROOT_STEP_WIDTH-1:0];
  localparam [STEP_WIDTH-1:0]      LAST_STEP = LAST_STEP_32[STEP_WIDTH-1:0];
  localparam [2:0] TAKE = 3'd0, SQUARE = 3'd1, BEGIN_ROOT = 3'd2, ROOT = 3'd3, SUBTRACT = 3'd4,
      SCALE = 3'd5, DIVIDE = 3'd6;

  reg [IN_WIDTH-1:0]        numbers [0:COUNT-1];
  reg [2:0]                 state;
  reg [INDEX_WIDTH-1:0]     index;
  reg                       fetched;   // a difference is to be squared
  reg                       full;      // a quotient is to be given
  reg [SUM_WIDTH-1:0]       sum;
  reg [DIFF_WIDTH-1:0]      difference;
  reg [SQUARES_WIDTH-1:0]   squares;
  reg [RADICAND_WIDTH-1:0]  radicand;
  reg [ROOT_WIDTH-1:0]      left;      // of the radicand, beside the square of the root
  reg [ROOT_WIDTH-1:0]      root;
  reg [ROOT_STEP_WIDTH-1:0] root_step;
  reg [DIVIDEND_WIDTH-1:0]  quotient;  // what is left of the dividend, then the quotient
  reg [ROOT_WIDTH-1:0]      rest;
  reg                       negative;
  reg [STEP_WIDTH-1:0]      step;

  wire                      take;
  wire                      last;
  wire [IN_WIDTH-1:0]       number;
  wire [DIFF_WIDTH-1:0]     wide_number;
  wire [DIFF_WIDTH-1:0]     wide_count;
  wire [DIFF_WIDTH-1:0]     wide_sum;
  wire [SQUARES_WIDTH-1:0]  wide_difference;
  wire [RADICAND_WIDTH-1:0] wide_squares;
  wire [ROOT_WIDTH+1:0]     grown_left;
  wire [ROOT_WIDTH+1:0]     trial;
  wire                      root_fits;
  wire [DIFF_WIDTH-2:0]     magnitude;
  wire [DIVIDEND_WIDTH-1:0] wide_magnitude;
  wire [DIVIDEND_WIDTH-1:0] wide_factor;
  wire [ROOT_WIDTH:0]       grown;
  wire [ROOT_WIDTH:0]       wide_root;
  wire [ROOT_WIDTH-1:0]     reduced;
  wire                      fits;
  wire [ROOT_WIDTH:0]       twice;
  wire                      up;
  wire [EXACT_WIDTH-1:0]    rounded;
  wire [EXACT_WIDTH-1:0]    exact;

  assign in_ready        = state == TAKE;
  assign take            = in_valid && in_ready;
  assign last            = index == LAST;
  assign number          = numbers[index];
  assign wide_number     = {{(DIFF_WIDTH - IN_WIDTH) {number[IN_WIDTH-1]}}, number};
  assign wide_count      = {{(DIFF_WIDTH - COUNT_WIDTH) {1'b0}}, COUNT_32[COUNT_WIDTH-1:0]};
  assign wide_sum        = {{(DIFF_WIDTH - SUM_WIDTH) {sum[SUM_WIDTH-1]}}, sum};
  assign wide_difference = {{(SQUARES_WIDTH - DIFF_WIDTH) {difference[DIFF_WIDTH-1]}}, difference};
  assign wide_squares    = {{(RADICAND_WIDTH - SQUARES_WIDTH) {1'b0}}, squares} << (2 * ROOT_SHIFT);
  assign grown_left      = {left, radicand[RADICAND_WIDTH-1:RADICAND_WIDTH-2]};
  assign trial           = {root, 2'b01};
  assign root_fits       = grown_left >= trial;
  assign magnitude       = difference[DIFF_WIDTH-1]
      ? {(DIFF_WIDTH - 1) {1'b0}} - difference[DIFF_WIDTH-2:0] : difference[DIFF_WIDTH-2:0];
  assign wide_magnitude  = {{(DIVIDEND_WIDTH - DIFF_WIDTH + 1) {1'b0}}, magnitude};
  assign wide_factor     = {{(DIVIDEND_WIDTH - FACTOR_WIDTH) {1'b0}}, FACTOR_32[FACTOR_WIDTH-1:0]};
  assign grown           = {rest, quotient[DIVIDEND_WIDTH-1]};
  assign wide_root       = {1'b0, root};
  assign reduced         = grown[ROOT_WIDTH-1:0] - root;
  assign fits            = grown >= wide_root;
  assign twice           = {rest, 1'b0};
  assign up              = twice > wide_root || (twice == wide_root && quotient[0]);
  assign rounded         = {{(EXACT_WIDTH - DIVIDEND_WIDTH) {1'b0}}, quotient}
      + {{(EXACT_WIDTH - 1) {1'b0}}, up};
  assign exact           = negative ? {EXACT_WIDTH{1'b0}} - rounded : rounded;
  assign out_valid       = full;

  always @(posedge clk) begin
    if (take) numbers[index] <= in_data;
  end

  always @(posedge clk) begin
    if (take) begin
      sum <= {{(SUM_WIDTH - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data}
          + (index == {INDEX_WIDTH{1'b0}} ? {SUM_WIDTH{1'b0}} : sum);
    end
    difference <= wide_number * wide_count - wide_sum;
    if (take) squares <= {SQUARES_WIDTH{1'b0}};
    else if (fetched) squares <= squares + wide_difference * wide_difference;
  end

  always @(posedge clk) begin
    if (state == BEGIN_ROOT) begin
      radicand  <= wide_squares + {{(RADICAND_WIDTH - 31) {1'b0}}, EPSILON_32[30:0]};
      left      <= {ROOT_WIDTH{1'b0}};
      root      <= {ROOT_WIDTH{1'b0}};
      root_step <= {ROOT_STEP_WIDTH{1'b0}};
    end else if (state == ROOT) begin
      radicand  <= {radicand[RADICAND_WIDTH-3:0], 2'b00};
      left      <= root_fits ? grown_left[ROOT_WIDTH-1:0] - trial[ROOT_WIDTH-1:0]
          : grown_left[ROOT_WIDTH-1:0];
      root      <= {root[ROOT_WIDTH-2:0], root_fits};
      root_step <= root_step + 1'b1;
    end
  end

  always @(posedge clk) begin
    if (state == SCALE) begin
      quotient <= wide_magnitude * wide_factor;
      negative <= difference[DIFF_WIDTH-1];
      rest     <= {ROOT_WIDTH{1'b0}};
      step     <= {STEP_WIDTH{1'b0}};
    end else if (state == DIVIDE && !full) begin
      quotient <= {quotient[DIVIDEND_WIDTH-2:0], fits};
      rest     <= fits ? reduced : grown[ROOT_WIDTH-1:0];
      step     <= step + 1'b1;
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      state   <= TAKE;
      index   <= {INDEX_WIDTH{1'b0}};
      fetched <= 1'b0;
      full    <= 1'b0;
    end else begin
      fetched <= state == SQUARE;
      if (take || state == SQUARE || (full && out_ready)) begin
        index <= last ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
      end
      case (state)
        TAKE: if (take && last) state <= SQUARE;
        SQUARE: if (last) state <= BEGIN_ROOT;
        // The last square is there one clock later.
        BEGIN_ROOT: if (!fetched) state <= ROOT;
        ROOT: if (root_step == LAST_ROOT) state <= SUBTRACT;
        SUBTRACT: state <= SCALE;
        SCALE: state <= DIVIDE;
        default: begin
          if (full) begin
            if (out_ready) begin
              full  <= 1'b0;
              state <= last ? TAKE : SUBTRACT;
            end
          end else if (step == LAST_STEP) full <= 1'b1;
        end
      endcase
    end
  end

  backplane_requantize #(
      .IN_WIDTH(EXACT_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(0)
  ) requantize (
      .in_data(exact),
      .out_data(out_data)
  );
endmodule
