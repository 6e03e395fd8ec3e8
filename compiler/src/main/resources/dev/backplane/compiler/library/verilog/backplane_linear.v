// SPDX-License-Identifier: Apache-2.0
//
// A linear layer: every output is its bias and the sum of all inputs times its weights, exactly, and
// then rounded and saturated once.
//
// LANES outputs are summed at a time, which makes a group. The inputs of the first group come from
// the stream and are kept; later groups read them again. A group's weights are INPUTS words, LANES
// weights each, lane 0 lowest; its biases are one word. Both come one clock after their address.
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
    parameter ADDRESS_WIDTH = 3
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          in_valid,
    output wire                          in_ready,
    input  wire [IN_WIDTH-1:0]           in_data,
    output wire                          out_valid,
    input  wire                          out_ready,
    output wire [OUT_WIDTH-1:0]          out_data,
    output wire                          read,
    output wire [ADDRESS_WIDTH-1:0]      weight_address,
    output wire [GROUP_WIDTH-1:0]        bias_address,
    input  wire [LANES*WEIGHT_WIDTH-1:0] weights,
    input  wire [LANES*SUM_WIDTH-1:0]    biases
);
  localparam PRODUCT_WIDTH = IN_WIDTH + WEIGHT_WIDTH;
  localparam LAST_LANES    = OUTPUTS - (GROUPS - 1) * LANES;

  // One bit more than an index needs, and cut: comparisons are then between equal widths.
  localparam [31:0] LAST_INDEX_32 = INPUTS - 1;
  localparam [31:0] LAST_GROUP_32 = GROUPS - 1;
  localparam [31:0] LAST_LANE_32  = LANES - 1;
  localparam [31:0] SHORT_LANE_32 = LAST_LANES - 1;
  localparam [INDEX_WIDTH-1:0] LAST_INDEX = LAST_INDEX_32[INDEX_WIDTH-1:0];
  localparam [GROUP_WIDTH-1:0] LAST_GROUP = LAST_GROUP_32[GROUP_WIDTH-1:0];
  localparam [LANE_WIDTH-1:0]  LAST_LANE  = LAST_LANE_32[LANE_WIDTH-1:0];
  localparam [LANE_WIDTH-1:0]  SHORT_LANE = SHORT_LANE_32[LANE_WIDTH-1:0];

  reg                     giving;   // results go out; otherwise inputs are taken
  reg                     adding;   // the input and weights of the clock before are added now
  reg                     first;    // they are the first of a group
  reg [INDEX_WIDTH-1:0]   index;
  reg [GROUP_WIDTH-1:0]   group;
  reg [ADDRESS_WIDTH-1:0] address;
  reg [LANE_WIDTH-1:0]    lane;
  reg [IN_WIDTH-1:0]      taken;

  wire                take;
  wire                give;
  wire                first_group;
  wire                last_group;
  wire                last_index;
  wire                last_lane;
  wire [IN_WIDTH-1:0] operand;

  assign first_group    = group == {GROUP_WIDTH{1'b0}};
  assign last_group     = group == LAST_GROUP;
  assign last_index     = index == LAST_INDEX;
  assign last_lane      = lane == (last_group ? SHORT_LANE : LAST_LANE);
  assign take           = !giving && (in_valid || !first_group);
  assign in_ready       = !giving && first_group;
  assign out_valid      = giving && !adding;
  assign give           = out_valid && out_ready;
  assign read           = take;
  assign weight_address = address;
  assign bias_address   = group;

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
      taken <= operand;
      first <= index == {INDEX_WIDTH{1'b0}};
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      giving  <= 1'b0;
      adding  <= 1'b0;
      index   <= {INDEX_WIDTH{1'b0}};
      group   <= {GROUP_WIDTH{1'b0}};
      address <= {ADDRESS_WIDTH{1'b0}};
      lane    <= {LANE_WIDTH{1'b0}};
    end else begin
      adding <= take;
      if (take) begin
        index   <= last_index ? {INDEX_WIDTH{1'b0}} : index + 1'b1;
        address <= (last_index && last_group) ? {ADDRESS_WIDTH{1'b0}} : address + 1'b1;
        giving  <= last_index;
      end
      if (give) begin
        lane <= last_lane ? {LANE_WIDTH{1'b0}} : lane + 1'b1;
        if (last_lane) begin
          giving <= 1'b0;
          group  <= last_group ? {GROUP_WIDTH{1'b0}} : group + 1'b1;
        end
      end
    end
  end

  // Results leave through lane 0, the others move up.
  wire [(LANES+1)*SUM_WIDTH-1:0] sums;
  assign sums[LANES*SUM_WIDTH +: SUM_WIDTH] = {SUM_WIDTH{1'b0}};

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : lanes
      reg  [SUM_WIDTH-1:0]     sum;
      wire [WEIGHT_WIDTH-1:0]  weight;
      wire [PRODUCT_WIDTH-1:0] product;
      assign weight  = weights[l*WEIGHT_WIDTH +: WEIGHT_WIDTH];
      assign product = $signed({{WEIGHT_WIDTH{taken[IN_WIDTH-1]}}, taken})
          * $signed({{IN_WIDTH{weight[WEIGHT_WIDTH-1]}}, weight});
      assign sums[l*SUM_WIDTH +: SUM_WIDTH] = sum;
      always @(posedge clk) begin
        if (adding)
          sum <= (first ? biases[l*SUM_WIDTH +: SUM_WIDTH] : sum)
              + {{(SUM_WIDTH - PRODUCT_WIDTH) {product[PRODUCT_WIDTH-1]}}, product};
        else if (give) sum <= sums[(l+1)*SUM_WIDTH +: SUM_WIDTH];
      end
    end
  endgenerate

  backplane_requantize #(
      .IN_WIDTH(SUM_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(SHIFT)
  ) result (
      .in_data(sums[0 +: SUM_WIDTH]),
      .out_data(out_data)
  );
endmodule
