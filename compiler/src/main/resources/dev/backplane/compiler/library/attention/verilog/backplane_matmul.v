// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices: each of ROWS rows of INNER numbers of the first stream with each of COLUMNS
// columns of the second. The second matrix is kept, then one row of the first at a time; a product
// takes a clock for each number. The numbers of a column are COLUMN_STEP apart in their stream, and
// the first ones of two columns NEXT_STEP. Sums are times 2^SCALE, divided by 2^SHIFT, rounded to
// nearest, ties to even, and saturated. SUM_WIDTH holds every sum times 2^SCALE.
module backplane_matmul #(
    parameter IN0_WIDTH     = 8,
    parameter IN1_WIDTH     = 8,
    parameter ROWS          = 2,
    parameter ROW_WIDTH     = 1,
    parameter INNER         = 3,
    parameter INNER_WIDTH   = 2,
    parameter COLUMNS       = 2,
    parameter COLUMN_WIDTH  = 1,
    parameter SIZE          = 6,
    parameter ADDRESS_WIDTH = 3,
    parameter COLUMN_STEP   = 2,
    parameter NEXT_STEP     = 1,
    parameter SUM_WIDTH     = 18,
    parameter OUT_WIDTH     = 8,
    parameter SCALE         = 0,
    parameter SHIFT         = 4
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in0_valid,
    output wire                 in0_ready,
    input  wire [IN0_WIDTH-1:0] in0_data,
    input  wire                 in1_valid,
    output wire                 in1_ready,
    input  wire [IN1_WIDTH-1:0] in1_data,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data
);
  localparam [31:0] LAST_ROW_32    = ROWS - 1;
  localparam [31:0] LAST_INNER_32  = INNER - 1;
  localparam [31:0] LAST_COLUMN_32 = COLUMNS - 1;
  localparam [31:0] LAST_32        = SIZE - 1;
  localparam [31:0] COLUMN_STEP_32 = COLUMN_STEP;
  localparam [31:0] NEXT_STEP_32   = NEXT_STEP;
  localparam [ROW_WIDTH-1:0]     LAST_ROW    = LAST_ROW_32[ROW_WIDTH-1:0];
  localparam [INNER_WIDTH-1:0]   LAST_INNER  = LAST_INNER_32[INNER_WIDTH-1:0];
  localparam [COLUMN_WIDTH-1:0]  LAST_COLUMN = LAST_COLUMN_32[COLUMN_WIDTH-1:0];
  localparam [ADDRESS_WIDTH-1:0] LAST        = LAST_32[ADDRESS_WIDTH-1:0];
  localparam [ADDRESS_WIDTH-1:0] ZERO        = {ADDRESS_WIDTH{1'b0}};
  localparam [1:0] MATRIX = 2'd0, ROW = 2'd1, SUMS = 2'd2;

  reg [IN1_WIDTH-1:0]     matrix [0:SIZE-1];
  reg [IN0_WIDTH-1:0]     numbers [0:INNER-1];
  reg [1:0]               state;
  reg [ROW_WIDTH-1:0]     row;
  reg [INNER_WIDTH-1:0]   index;
  reg [COLUMN_WIDTH-1:0]  column;
  reg [ADDRESS_WIDTH-1:0] address;
  reg [ADDRESS_WIDTH-1:0] start;    // of the column
  reg                     fetched;  // two numbers are there
  reg                     first;    // they are the first of a sum
  reg                     last;     // they are the last
  reg                     full;     // a sum is to be given
  reg [IN0_WIDTH-1:0]     number;
  reg [IN1_WIDTH-1:0]     factor;
  reg [SUM_WIDTH-1:0]     sum;

  wire                     room;
  wire                     take0;
  wire                     take1;
  wire                     go;
  wire                     end_inner;
  wire                     end_column;
  wire [ADDRESS_WIDTH-1:0] next_start;
  wire [SUM_WIDTH-1:0]     wide_number;
  wire [SUM_WIDTH-1:0]     wide_factor;

  assign room        = !full || out_ready;
  assign in1_ready   = state == MATRIX;
  assign in0_ready   = state == ROW;
  assign take1       = in1_valid && in1_ready;
  assign take0       = in0_valid && in0_ready;
  assign go          = state == SUMS && room;
  assign end_inner   = index == LAST_INNER;
  assign end_column  = column == LAST_COLUMN;
  assign next_start  = start + NEXT_STEP_32[ADDRESS_WIDTH-1:0];
  assign wide_number = {{(SUM_WIDTH - IN0_WIDTH) {number[IN0_WIDTH-1]}}, number} << SCALE;
  assign wide_factor = {{(SUM_WIDTH - IN1_WIDTH) {factor[IN1_WIDTH-1]}}, factor};
  assign out_valid   = full;

  always @(posedge clk) begin
    if (take1) matrix[address] <= in1_data;
    if (go) factor <= matrix[address];
  end

  always @(posedge clk) begin
    if (take0) numbers[index] <= in0_data;
    if (go) number <= numbers[index];
  end

  always @(posedge clk) begin
    if (go) begin
      first <= index == {INNER_WIDTH{1'b0}};
      last  <= end_inner;
    end
    if (room && fetched) begin
      sum <= $signed(wide_number) * $signed(wide_factor) + (first ? {SUM_WIDTH{1'b0}} : $signed(sum));
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      state   <= MATRIX;
      row     <= {ROW_WIDTH{1'b0}};
      index   <= {INNER_WIDTH{1'b0}};
      column  <= {COLUMN_WIDTH{1'b0}};
      address <= ZERO;
      start   <= ZERO;
      fetched <= 1'b0;
      full    <= 1'b0;
    end else begin
      if (room) begin
        fetched <= state == SUMS;
        full    <= fetched && last;
      end
      if (take0 || go) index <= end_inner ? {INNER_WIDTH{1'b0}} : index + 1'b1;
      if (take1) address <= address == LAST ? ZERO : address + 1'b1;
      if (take1 && address == LAST) state <= ROW;
      if (take0 && end_inner) state <= SUMS;
      if (go) begin
        if (!end_inner) address <= address + COLUMN_STEP_32[ADDRESS_WIDTH-1:0];
        else address <= end_column ? ZERO : next_start;
        if (end_inner) begin
          start  <= end_column ? ZERO : next_start;
          column <= end_column ? {COLUMN_WIDTH{1'b0}} : column + 1'b1;
          if (end_column) begin
            row   <= row == LAST_ROW ? {ROW_WIDTH{1'b0}} : row + 1'b1;
            state <= row == LAST_ROW ? MATRIX : ROW;
          end
        end
      end
    end
  end

  backplane_requantize #(
      .IN_WIDTH(SUM_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(sum),
      .out_data(out_data)
  );
endmodule
