// SPDX-License-Identifier: Apache-2.0
//
// A layer of signs: every output is how many of its weights have the sign of their input, less how
// many have the other, saturated.
//
// The signs of the inputs are taken one by one and kept in chunks of LANES bits, 1 for a positive
// one. Then LANES weights are compared in a clock: those of an output are CHUNKS words, lane 0
// lowest. They come one clock after their address. Lanes behind the last input are 0 here, and 1 in
// the weights.
module backplane_binary #(
    parameter IN_WIDTH      = 8,
    parameter OUT_WIDTH     = 6,
    parameter COUNT_WIDTH   = 5,
    parameter SUM_WIDTH     = 6,
    parameter INPUTS        = 8,
    parameter INDEX_WIDTH   = 3,
    parameter LANES         = 4,
    parameter LANE_WIDTH    = 2,
    parameter CHUNKS        = 2,
    parameter CHUNK_WIDTH   = 1,
    parameter WORDS         = 8,
    parameter ADDRESS_WIDTH = 3
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [IN_WIDTH-1:0]      in_data,
    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [OUT_WIDTH-1:0]     out_data,
    output wire                     read,
    output wire [ADDRESS_WIDTH-1:0] weights_address,
    input  wire [LANES-1:0]         weights
);
  localparam [31:0] LAST_INDEX_32 = INPUTS - 1;
  localparam [31:0] LAST_LANE_32  = LANES - 1;
  localparam [31:0] LAST_CHUNK_32 = CHUNKS - 1;
  localparam [31:0] LAST_WORD_32  = WORDS - 1;
  localparam [31:0] INPUTS_32     = INPUTS;
  localparam [INDEX_WIDTH-1:0]   LAST_INDEX = LAST_INDEX_32[INDEX_WIDTH-1:0];
  localparam [LANE_WIDTH-1:0]    LAST_LANE  = LAST_LANE_32[LANE_WIDTH-1:0];
  localparam [CHUNK_WIDTH-1:0]   LAST_CHUNK = LAST_CHUNK_32[CHUNK_WIDTH-1:0];
  localparam [ADDRESS_WIDTH-1:0] LAST_WORD  = LAST_WORD_32[ADDRESS_WIDTH-1:0];

  reg [LANES-1:0]         kept [0:(1<<CHUNK_WIDTH)-1];
  reg [LANES-1:0]         signs;      // of the chunk that is taken
  reg [INDEX_WIDTH-1:0]   index;
  reg [LANE_WIDTH-1:0]    lane;
  reg [CHUNK_WIDTH-1:0]   chunk;      // that is taken or compared
  reg                     comparing;  // weights are read; otherwise inputs are taken
  reg [ADDRESS_WIDTH-1:0] address;
  reg                     compared;   // the weights and signs of the clock before are compared now
  reg                     first;      // they are the first of an output
  reg                     last;       // they are its last
  reg [LANES-1:0]         operand;
  reg [COUNT_WIDTH-1:0]   count;
  reg [COUNT_WIDTH-1:0]   result;
  reg                     full;       // the result is to be given

  wire                   take;
  wire                   go_on;
  wire                   last_index;
  wire [LANES-1:0]       signs_now;
  wire [LANES-1:0]       same;
  reg  [COUNT_WIDTH-1:0] ones;
  wire [COUNT_WIDTH-1:0] count_now;

  assign in_ready        = !comparing;
  assign take            = in_valid && in_ready;
  assign go_on           = !(compared && last && full && !out_ready);
  assign read            = comparing && go_on;
  assign weights_address = address;
  assign last_index      = index == LAST_INDEX;
  assign same            = ~(operand ^ weights);
  assign count_now       = (first ? {COUNT_WIDTH{1'b0}} : count) + ones;
  assign out_valid       = full;

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : lanes
      localparam [31:0] LANE_32 = l;
      assign signs_now[l] = lane == LANE_32[LANE_WIDTH-1:0] ? !in_data[IN_WIDTH-1]
          : lane != {LANE_WIDTH{1'b0}} && signs[l];
    end
  endgenerate

  // Bits below the sign do not matter.
  wire unused;
  assign unused = &{1'b0, in_data};

  integer i;
  always @* begin
    ones = {COUNT_WIDTH{1'b0}};
    for (i = 0; i < LANES; i = i + 1) ones = ones + {{(COUNT_WIDTH - 1) {1'b0}}, same[i]};
  end

  always @(posedge clk) begin
    if (take) signs <= signs_now;
  end

  always @(posedge clk) begin
    if (take && (last_index || lane == LAST_LANE)) kept[chunk] <= signs_now;
  end

  always @(posedge clk) begin
    if (read) operand <= kept[chunk];
  end

  always @(posedge clk) begin
    if (rst) begin
      index     <= {INDEX_WIDTH{1'b0}};
      lane      <= {LANE_WIDTH{1'b0}};
      chunk     <= {CHUNK_WIDTH{1'b0}};
      comparing <= 1'b0;
      address   <= {ADDRESS_WIDTH{1'b0}};
      compared  <= 1'b0;
      full      <= 1'b0;
    end else begin
      if (take) begin
        index <= last_index ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
        lane  <= last_index || lane == LAST_LANE ? {LANE_WIDTH{1'b0}} : lane + 1'b1;
        if (last_index) chunk <= {CHUNK_WIDTH{1'b0}};
        else if (lane == LAST_LANE) chunk <= chunk + 1'b1;
        comparing <= last_index;
      end
      if (read) begin
        chunk   <= chunk == LAST_CHUNK ? {CHUNK_WIDTH{1'b0}} : chunk + 1'b1;
        address <= address == LAST_WORD ? {ADDRESS_WIDTH{1'b0}} : address + 1'b1;
        if (address == LAST_WORD) comparing <= 1'b0;
      end
      if (go_on) compared <= comparing;
      if (go_on && compared && last) full <= 1'b1;
      else if (out_ready) full <= 1'b0;
    end
  end

  always @(posedge clk) begin
    if (read) begin
      first <= chunk == {CHUNK_WIDTH{1'b0}};
      last  <= chunk == LAST_CHUNK;
    end
    if (compared && go_on) begin
      count <= count_now;
      if (last) result <= count_now;
    end
  end

  // Equal ones less different ones are twice the equal ones less all.
  wire [SUM_WIDTH-1:0] sum;
  assign sum = ({{(SUM_WIDTH - COUNT_WIDTH) {1'b0}}, result} << 1) - INPUTS_32[SUM_WIDTH-1:0];

  backplane_requantize #(
      .IN_WIDTH(SUM_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(0)
  ) saturate (
      .in_data(sum),
      .out_data(out_data)
  );
endmodule
