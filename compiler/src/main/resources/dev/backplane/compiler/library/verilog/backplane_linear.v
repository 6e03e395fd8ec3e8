// SPDX-License-Identifier: Apache-2.0
//
// A linear layer: every output is its bias and the sum of all inputs times its weights, exactly, and
// then rounded and saturated once.
//
// LANES outputs are summed at a time, which makes a group; GROUPS groups make OUTPUTS outputs. The
// inputs of the first group come from the stream and are kept; later groups read them again. Then
// come the next INPUTS inputs, for which memory goes on: it begins again after BIAS_WORDS groups, so that
// several blocks may have weights of their own.
//
// A group's weights are INPUTS words, LANES weights each, lane 0 lowest; its biases are one word. Both
// come one clock after their address. Results leave while the next group is summed: a group takes
// INPUTS or LANES + 1 clocks, whichever is more, and 3 at least.
module backplane_linear #(
    parameter IN_WIDTH     = 8,
    parameter WEIGHT_WIDTH = 8,
    parameter SUM_WIDTH    = 20,
    parameter OUT_WIDTH    = 8,
    parameter SHIFT        = 4,
    parameter INPUTS       = 4,
    parameter INDEX_WIDTH  = 2,
    parameter OUTPUTS      = 4,
    parameter LANES        = 2,
    parameter LANE_WIDTH   = 1,
    parameter GROUPS       = 2,
    parameter GROUP_WIDTH  = 1,
    parameter BIAS_WORDS   = 2,
    parameter BIAS_ADDRESS_WIDTH = 1,
    parameter WEIGHT_WORDS = 8,
    parameter WEIGHT_ADDRESS_WIDTH = 3
) (
    input  wire                            clk,
    input  wire                            rst,
    input  wire                            in_valid,
    output wire                            in_ready,
    input  wire [IN_WIDTH-1:0]             in_data,
    output wire                            out_valid,
    input  wire                            out_ready,
    output wire [OUT_WIDTH-1:0]            out_data,
    output wire                            read,
    output wire [WEIGHT_ADDRESS_WIDTH-1:0] weights_address,
    output wire [BIAS_ADDRESS_WIDTH-1:0]   biases_address,
    input  wire [LANES*WEIGHT_WIDTH-1:0]   weights,
    input  wire [LANES*SUM_WIDTH-1:0]      biases
);
  localparam PRODUCT_WIDTH = IN_WIDTH + WEIGHT_WIDTH;
  localparam LAST_LANES    = OUTPUTS - (GROUPS - 1) * LANES;

  // Cut to the width of what they are compared with.
  localparam [31:0] LAST_INDEX_32  = INPUTS - 1;
  localparam [31:0] LAST_GROUP_32  = GROUPS - 1;
  localparam [31:0] LAST_LANE_32   = LANES - 1;
  localparam [31:0] SHORT_LANE_32  = LAST_LANES - 1;
  localparam [31:0] LAST_BIAS_32   = BIAS_WORDS - 1;
  localparam [31:0] LAST_WEIGHT_32 = WEIGHT_WORDS - 1;
  localparam [INDEX_WIDTH-1:0]          LAST_INDEX  = LAST_INDEX_32[INDEX_WIDTH-1:0];
  localparam [GROUP_WIDTH-1:0]          LAST_GROUP  = LAST_GROUP_32[GROUP_WIDTH-1:0];
  localparam [LANE_WIDTH-1:0]           LAST_LANE   = LAST_LANE_32[LANE_WIDTH-1:0];
  localparam [LANE_WIDTH-1:0]           SHORT_LANE  = SHORT_LANE_32[LANE_WIDTH-1:0];
  localparam [BIAS_ADDRESS_WIDTH-1:0]   LAST_BIAS   = LAST_BIAS_32[BIAS_ADDRESS_WIDTH-1:0];
  localparam [WEIGHT_ADDRESS_WIDTH-1:0] LAST_WEIGHT = LAST_WEIGHT_32[WEIGHT_ADDRESS_WIDTH-1:0];

  reg [INDEX_WIDTH-1:0]          index;
  reg [GROUP_WIDTH-1:0]          group;
  reg [BIAS_ADDRESS_WIDTH-1:0]   bias;
  reg [WEIGHT_ADDRESS_WIDTH-1:0] weight_word;

  // What was taken in the clock before, and is added now.
  reg                adding;
  reg                first;
  reg                last;
  reg                of_last_group;
  reg [IN_WIDTH-1:0] taken;

  // Results that go out.
  reg                  full;
  reg                  short_group;
  reg [LANE_WIDTH-1:0] lane;

  wire                take;
  wire                give;
  wire                finish;
  wire                blocked;
  wire                first_group;
  wire                last_group;
  wire                last_index;
  wire                last_lane;
  wire [IN_WIDTH-1:0] operand;

  assign first_group = group == {GROUP_WIDTH{1'b0}};
  assign last_group  = group == LAST_GROUP;
  assign last_index  = index == LAST_INDEX;
  assign last_lane   = lane == (short_group ? SHORT_LANE : LAST_LANE);
  assign finish      = adding && last;
  // The last input of a group waits until there is room for the results.
  assign blocked     = last_index && (full || finish);
  assign take        = (in_valid || !first_group) && !blocked;
  assign in_ready    = first_group && !blocked;
  assign out_valid   = full;
  assign give        = full && out_ready;

  assign read            = take;
  assign weights_address = weight_word;
  assign biases_address  = bias;

  generate
    if (GROUPS == 1) begin : once
      assign operand = in_data;
    end else begin : again
      reg [IN_WIDTH-1:0] kept [0:INPUTS-1];
      assign operand = first_group ? in_data : kept[index];
      always @(posedge clk) begin
        if (take && first_group) kept[index] <= in_data;
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (take) begin
      taken         <= operand;
      first         <= index == {INDEX_WIDTH{1'b0}};
      last          <= last_index;
      of_last_group <= last_group;
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      adding      <= 1'b0;
      index       <= {INDEX_WIDTH{1'b0}};
      group       <= {GROUP_WIDTH{1'b0}};
      bias        <= {BIAS_ADDRESS_WIDTH{1'b0}};
      weight_word <= {WEIGHT_ADDRESS_WIDTH{1'b0}};
    end else begin
      adding <= take;
      if (take) begin
        index       <= last_index ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
        weight_word <= weight_word == LAST_WEIGHT ? {WEIGHT_ADDRESS_WIDTH{1'b0}} : weight_word + 1'b1;
        if (last_index) begin
          group <= last_group ? {GROUP_WIDTH{1'b0}} : group + 1'b1;
          bias  <= bias == LAST_BIAS ? {BIAS_ADDRESS_WIDTH{1'b0}} : bias + 1'b1;
        end
      end
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      full <= 1'b0;
      lane <= {LANE_WIDTH{1'b0}};
    end else if (finish) begin
      full        <= 1'b1;
      short_group <= of_last_group;
    end else if (give) begin
      full <= !last_lane;
      lane <= last_lane ? {LANE_WIDTH{1'b0}} : lane + 1'b1;
    end
  end

  // Results leave through lane 0, the others move up.
  wire [(LANES+1)*SUM_WIDTH-1:0] results;
  assign results[LANES*SUM_WIDTH +: SUM_WIDTH] = {SUM_WIDTH{1'b0}};

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : lanes
      reg  [SUM_WIDTH-1:0]     sum;
      reg  [SUM_WIDTH-1:0]     result;
      wire [SUM_WIDTH-1:0]     total;
      wire [WEIGHT_WIDTH-1:0]  weight;
      wire [PRODUCT_WIDTH-1:0] product;
      assign weight  = weights[l*WEIGHT_WIDTH +: WEIGHT_WIDTH];
      assign product = $signed({{WEIGHT_WIDTH{taken[IN_WIDTH-1]}}, taken})
          * $signed({{IN_WIDTH{weight[WEIGHT_WIDTH-1]}}, weight});
      assign total   = (first ? biases[l*SUM_WIDTH +: SUM_WIDTH] : sum)
          + {{(SUM_WIDTH - PRODUCT_WIDTH) {product[PRODUCT_WIDTH-1]}}, product};
      assign results[l*SUM_WIDTH +: SUM_WIDTH] = result;
      always @(posedge clk) begin
        if (adding) sum <= total;
        if (finish) result <= total;
        else if (give) result <= results[(l+1)*SUM_WIDTH +: SUM_WIDTH];
      end
    end
  endgenerate

  backplane_requantize #(
      .IN_WIDTH(SUM_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) requantize (
      .in_data(results[0 +: SUM_WIDTH]),
      .out_data(out_data)
  );
endmodule
