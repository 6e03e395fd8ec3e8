// SPDX-License-Identifier: Apache-2.0
//
// For each COUNT numbers the part that the exponential of each has of the sum of all: the exponential
// of its distance from the largest, read from a memory, times 2^FRACTION, divided by the sum, rounded
// to nearest, ties to even, and saturated. An exponential has EXP_WIDTH bits and no sign; it comes one
// clock after its address. Numbers are taken, looked up, and divided, one bit in each clock.
module backplane_softmax #(
    parameter IN_WIDTH    = 8,
    parameter COUNT       = 4,
    parameter INDEX_WIDTH = 2,
    parameter EXP_WIDTH   = 8,
    parameter SUM_WIDTH   = 10,
    parameter FRACTION    = 7,
    parameter STEP_WIDTH  = 3,
    parameter EXACT_WIDTH = 10,  // FRACTION + 3, and OUT_WIDTH at least
    parameter OUT_WIDTH   = 8
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [IN_WIDTH-1:0]  in_data,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data,
    output wire                 read,
    output wire [IN_WIDTH-1:0]  words_address,
    input  wire [EXP_WIDTH-1:0] words
);
  localparam [31:0] LAST_32      = COUNT - 1;
  localparam [31:0] LAST_STEP_32 = FRACTION - 1;
  localparam [INDEX_WIDTH-1:0] LAST      = LAST_32[INDEX_WIDTH-1:0];
  localparam [STEP_WIDTH-1:0]  LAST_STEP = LAST_STEP_32[STEP_WIDTH-1:0];
  localparam [1:0] TAKE = 2'd0, LOOK_UP = 2'd1, BEGIN_ONE = 2'd2, DIVIDE = 2'd3;

  reg [IN_WIDTH-1:0]    numbers [0:COUNT-1];
  reg [EXP_WIDTH-1:0]   powers [0:COUNT-1];
  reg [1:0]             state;
  reg [INDEX_WIDTH-1:0] index;
  reg [INDEX_WIDTH-1:0] found;    // whose exponential comes
  reg                   fetched;  // it is there
  reg                   full;     // a quotient is to be given
  reg [IN_WIDTH-1:0]    largest;
  reg [SUM_WIDTH-1:0]   sum;
  reg [SUM_WIDTH-1:0]   rest;
  reg [FRACTION:0]      quotient;
  reg [STEP_WIDTH-1:0]  step;

  wire                   take;
  wire                   last;
  wire [IN_WIDTH-1:0]    number;
  wire [SUM_WIDTH-1:0]   power;
  wire                   whole;
  wire [SUM_WIDTH:0]     twice;
  wire [SUM_WIDTH:0]     wide_sum;
  wire [SUM_WIDTH-1:0]   reduced;
  wire                   fits;
  wire                   up;
  wire [EXACT_WIDTH-1:0] exact;

  assign in_ready      = state == TAKE;
  assign take          = in_valid && in_ready;
  assign last          = index == LAST;
  assign number        = numbers[index];
  assign read          = state == LOOK_UP;
  assign words_address = largest - number;
  assign power         = {{(SUM_WIDTH - EXP_WIDTH) {1'b0}}, powers[index]};
  assign whole         = power == sum;
  assign twice         = {rest, 1'b0};
  assign wide_sum      = {1'b0, sum};
  assign reduced       = twice[SUM_WIDTH-1:0] - sum;
  assign fits          = twice >= wide_sum;
  assign up            = twice > wide_sum || (fits && quotient[0]);
  assign exact         = {{(EXACT_WIDTH - FRACTION - 1) {1'b0}}, quotient}
      + {{(EXACT_WIDTH - 1) {1'b0}}, up};
  assign out_valid     = full;

  always @(posedge clk) begin
    if (take) numbers[index] <= in_data;
    if (fetched) powers[found] <= words;
  end

  always @(posedge clk) begin
    if (take && (index == {INDEX_WIDTH{1'b0}} || $signed(in_data) > $signed(largest))) begin
      largest <= in_data;
    end
    if (take) sum <= {SUM_WIDTH{1'b0}};
    else if (fetched) sum <= sum + {{(SUM_WIDTH - EXP_WIDTH) {1'b0}}, words};
    found <= index;
    if (state == BEGIN_ONE) begin
      rest     <= whole ? {SUM_WIDTH{1'b0}} : power;
      quotient <= {{FRACTION{1'b0}}, whole};
      step     <= {STEP_WIDTH{1'b0}};
    end else if (state == DIVIDE && !full) begin
      rest     <= fits ? reduced : twice[SUM_WIDTH-1:0];
      quotient <= {quotient[FRACTION-1:0], fits};
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
      fetched <= read;
      case (state)
        TAKE: begin
          if (in_valid) index <= last ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
          if (in_valid && last) state <= LOOK_UP;
        end
        LOOK_UP: begin
          index <= last ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
          if (last) state <= BEGIN_ONE;
        end
        // The last exponential is there one clock later.
        BEGIN_ONE: if (!fetched) state <= DIVIDE;
        default: begin
          if (full) begin
            if (out_ready) begin
              full  <= 1'b0;
              index <= last ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
              state <= last ? TAKE : BEGIN_ONE;
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
