// SPDX-License-Identifier: Apache-2.0
//
// A linear layer that takes SIMD inputs and LANES outputs at a time: every output is its bias and the
// sum of all inputs times its weights, exactly, and then rounded and saturated once. With SHIFT 0 and
// OUT_WIDTH = SUM_WIDTH the exact sums come out.
//
// A step multiplies SIMD inputs by the weights of LANES outputs. FOLDS steps take all inputs, which
// makes a group of outputs; GROUPS groups make all outputs. A beat of the input has the SIMD inputs of
// a step. Those of the first group come from the stream and are kept; later groups read them again.
// Then come the next inputs, for which memory goes on: it begins again after BIAS_WORDS groups, so
// that several blocks may have weights of their own.
//
// Each clock begins a step, and all steps move on together unless the last one has no room for its
// results. Behind the inputs, the weights and the products are registers, and so they are behind every
// four terms of a sum: LEVELS levels have LEAVES = 4^LEVELS places for SIMD products. Results leave
// BEAT at a time, in PARTS beats.
//
// A word of weights has those of a step, lane 0 lowest, and in a lane its first input lowest; a word of
// biases is that of a group. Both come one clock with `read` after their address.
module backplane_matrix #(
    parameter IN_WIDTH     = 8,
    parameter WEIGHT_WIDTH = 8,
    parameter SUM_WIDTH    = 20,
    parameter OUT_WIDTH    = 8,
    parameter SHIFT        = 4,
    parameter SIMD         = 2,
    parameter LEVELS       = 1,
    parameter LEAVES       = 4,
    parameter FOLDS        = 2,
    parameter FOLD_WIDTH   = 1,
    parameter LANES        = 2,
    parameter GROUPS       = 2,
    parameter GROUP_WIDTH  = 1,
    parameter BEAT         = 1,
    parameter PARTS        = 2,
    parameter PART_WIDTH   = 1,
    parameter BIAS_WORDS   = 2,
    parameter BIAS_ADDRESS_WIDTH = 1,
    parameter WEIGHT_WORDS = 4,
    parameter WEIGHT_ADDRESS_WIDTH = 2
) (
    input  wire                                clk,
    input  wire                                rst,
    input  wire                                in_valid,
    output wire                                in_ready,
    input  wire [SIMD*IN_WIDTH-1:0]            in_data,
    output wire                                out_valid,
    input  wire                                out_ready,
    output wire [BEAT*OUT_WIDTH-1:0]           out_data,
    output wire                                read,
    output wire [WEIGHT_ADDRESS_WIDTH-1:0]     weights_address,
    output wire [BIAS_ADDRESS_WIDTH-1:0]       biases_address,
    input  wire [LANES*SIMD*WEIGHT_WIDTH-1:0]  weights,
    input  wire [LANES*SUM_WIDTH-1:0]          biases
);
  localparam PRODUCT_WIDTH = IN_WIDTH + WEIGHT_WIDTH;
  // Registers between the stream and the sum: inputs, products, and those of the tree.
  localparam DEPTH = LEVELS + 2;
  // Nodes of the tree that are sums. Node n has the sum of nodes 4 n + 1 to 4 n + 4.
  localparam INNER = (LEAVES - 1) / 3;

  wire                   advance;
  wire                   take;
  wire [FOLD_WIDTH-1:0]  fold;
  wire                   first_group;
  wire                   last_fold;
  wire                   starts;  // the step that arrives is the first of its group
  wire                   ends;
  wire                   next_ends;
  wire                   finish;
  wire                   room;
  wire                   give;
  wire                   last_part;
  wire [SIMD*IN_WIDTH-1:0] operand;
  reg  [SIMD*IN_WIDTH-1:0] taken;
  reg  [DEPTH-1:0]       valid;
  reg                    full;

  assign finish    = valid[DEPTH-1] && ends;
  assign give      = full && out_ready;
  assign room      = !full || (give && last_part);
  assign advance   = !finish || room;
  assign take      = advance && (in_valid || !first_group);
  assign in_ready  = advance && first_group;
  assign read      = advance;
  assign out_valid = full;

  // Some layers do without these.
  wire unused;
  assign unused = &{1'b0, fold, last_fold, next_ends};

  always @(posedge clk) begin
    if (rst) valid <= {DEPTH{1'b0}};
    else if (advance) valid <= {valid[DEPTH-2:0], take};
  end

  always @(posedge clk) begin
    if (advance) taken <= operand;
  end

  generate
    if (FOLDS == 1) begin : one_fold
      assign fold      = {FOLD_WIDTH{1'b0}};
      assign last_fold = 1'b1;
      assign starts    = 1'b1;
      assign ends      = 1'b1;
      assign next_ends = 1'b1;
    end else begin : folds
      localparam [31:0] LAST_FOLD_32 = FOLDS - 1;
      localparam [FOLD_WIDTH-1:0] LAST_FOLD = LAST_FOLD_32[FOLD_WIDTH-1:0];
      reg [FOLD_WIDTH-1:0] count;
      reg [DEPTH-1:0]      first;
      reg [DEPTH-1:0]      last;
      assign fold      = count;
      assign last_fold = fold == LAST_FOLD;
      assign starts    = first[DEPTH-1];
      assign ends      = last[DEPTH-1];
      assign next_ends = last[DEPTH-2];
      always @(posedge clk) begin
        if (rst) count <= {FOLD_WIDTH{1'b0}};
        else if (take) count <= last_fold ? {FOLD_WIDTH{1'b0}} : count + 1'b1;
      end
      always @(posedge clk) begin
        if (advance) begin
          first <= {first[DEPTH-2:0], fold == {FOLD_WIDTH{1'b0}}};
          last  <= {last[DEPTH-2:0], last_fold};
        end
      end
    end

    if (GROUPS == 1) begin : one_group
      assign first_group = 1'b1;
      assign operand     = in_data;
    end else begin : groups
      localparam [31:0] LAST_GROUP_32 = GROUPS - 1;
      localparam [GROUP_WIDTH-1:0] LAST_GROUP = LAST_GROUP_32[GROUP_WIDTH-1:0];
      reg  [GROUP_WIDTH-1:0] group;
      wire                   last_group;
      assign first_group = group == {GROUP_WIDTH{1'b0}};
      assign last_group  = group == LAST_GROUP;
      always @(posedge clk) begin
        if (rst) group <= {GROUP_WIDTH{1'b0}};
        else if (take && last_fold) group <= last_group ? {GROUP_WIDTH{1'b0}} : group + 1'b1;
      end
      reg [SIMD*IN_WIDTH-1:0] kept [0:FOLDS-1];
      assign operand = first_group ? in_data : kept[fold];
      always @(posedge clk) begin
        if (take && first_group) kept[fold] <= in_data;
      end
    end

    if (WEIGHT_WORDS == 1) begin : constant_weights
      assign weights_address = {WEIGHT_ADDRESS_WIDTH{1'b0}};
    end else begin : weight_memory
      localparam [31:0] LAST_WEIGHT_32 = WEIGHT_WORDS - 1;
      localparam [WEIGHT_ADDRESS_WIDTH-1:0] LAST_WEIGHT = LAST_WEIGHT_32[WEIGHT_ADDRESS_WIDTH-1:0];
      reg [WEIGHT_ADDRESS_WIDTH-1:0] word;
      assign weights_address = word;
      always @(posedge clk) begin
        if (rst) word <= {WEIGHT_ADDRESS_WIDTH{1'b0}};
        else if (take) word <= word == LAST_WEIGHT ? {WEIGHT_ADDRESS_WIDTH{1'b0}} : word + 1'b1;
      end
    end

    // Biases are fetched while the step before the first sum moves on, and stay for their group.
    if (BIAS_WORDS == 1) begin : constant_biases
      assign biases_address = {BIAS_ADDRESS_WIDTH{1'b0}};
    end else begin : bias_memory
      localparam [31:0] LAST_BIAS_32 = BIAS_WORDS - 1;
      localparam [BIAS_ADDRESS_WIDTH-1:0] LAST_BIAS = LAST_BIAS_32[BIAS_ADDRESS_WIDTH-1:0];
      reg [BIAS_ADDRESS_WIDTH-1:0] word;
      assign biases_address = word;
      always @(posedge clk) begin
        if (rst) word <= {BIAS_ADDRESS_WIDTH{1'b0}};
        else if (advance && valid[DEPTH-2] && next_ends)
          word <= word == LAST_BIAS ? {BIAS_ADDRESS_WIDTH{1'b0}} : word + 1'b1;
      end
    end

    if (PARTS == 1) begin : one_part
      assign last_part = 1'b1;
    end else begin : parts
      localparam [31:0] LAST_PART_32 = PARTS - 1;
      localparam [PART_WIDTH-1:0] LAST_PART = LAST_PART_32[PART_WIDTH-1:0];
      reg [PART_WIDTH-1:0] part;
      assign last_part = part == LAST_PART;
      always @(posedge clk) begin
        if (rst) part <= {PART_WIDTH{1'b0}};
        else if (give) part <= last_part ? {PART_WIDTH{1'b0}} : part + 1'b1;
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) full <= 1'b0;
    else if (finish && room) full <= 1'b1;
    else if (give && last_part) full <= 1'b0;
  end

  wire [LANES*SUM_WIDTH-1:0] results;

  genvar l;
  genvar i;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : lanes
      wire [(INNER+LEAVES)*SUM_WIDTH-1:0] nodes;
      wire [SUM_WIDTH-1:0] partial;
      wire [SUM_WIDTH-1:0] total;
      reg  [SUM_WIDTH-1:0] result;
      assign results[l*SUM_WIDTH +: SUM_WIDTH] = result;

      for (i = 0; i < LEAVES; i = i + 1) begin : leaves
        if (i < SIMD) begin : used
          wire [IN_WIDTH-1:0]      factor;
          wire [WEIGHT_WIDTH-1:0]  weight;
          reg  [PRODUCT_WIDTH-1:0] product;
          assign factor = taken[i*IN_WIDTH +: IN_WIDTH];
          assign weight = weights[(l*SIMD+i)*WEIGHT_WIDTH +: WEIGHT_WIDTH];
          assign nodes[(INNER+i)*SUM_WIDTH +: SUM_WIDTH] =
              {{(SUM_WIDTH - PRODUCT_WIDTH) {product[PRODUCT_WIDTH-1]}}, product};
          always @(posedge clk) begin
            if (advance)
              product <= $signed({{WEIGHT_WIDTH{factor[IN_WIDTH-1]}}, factor})
                  * $signed({{IN_WIDTH{weight[WEIGHT_WIDTH-1]}}, weight});
          end
        end else begin : empty
          assign nodes[(INNER+i)*SUM_WIDTH +: SUM_WIDTH] = {SUM_WIDTH{1'b0}};
        end
      end

      for (i = 0; i < INNER; i = i + 1) begin : sums
        reg [SUM_WIDTH-1:0] sum;
        assign nodes[i*SUM_WIDTH +: SUM_WIDTH] = sum;
        always @(posedge clk) begin
          if (advance)
            sum <= (nodes[(4*i+1)*SUM_WIDTH +: SUM_WIDTH] + nodes[(4*i+2)*SUM_WIDTH +: SUM_WIDTH])
                + (nodes[(4*i+3)*SUM_WIDTH +: SUM_WIDTH] + nodes[(4*i+4)*SUM_WIDTH +: SUM_WIDTH]);
        end
      end

      assign total = (starts ? biases[l*SUM_WIDTH +: SUM_WIDTH] : partial) + nodes[0 +: SUM_WIDTH];
      if (FOLDS == 1) begin : one_step
        assign partial = {SUM_WIDTH{1'b0}};
      end else begin : steps
        reg [SUM_WIDTH-1:0] sum;
        assign partial = sum;
        always @(posedge clk) begin
          if (advance && valid[DEPTH-1]) sum <= total;
        end
      end

      // Results leave through the lowest lanes, the others move down.
      if (l + BEAT < LANES) begin : moves
        always @(posedge clk) begin
          if (finish && room) result <= total;
          else if (give) result <= results[(l+BEAT)*SUM_WIDTH +: SUM_WIDTH];
        end
      end else begin : stays
        always @(posedge clk) begin
          if (finish && room) result <= total;
        end
      end
    end

    for (l = 0; l < BEAT; l = l + 1) begin : elements
      backplane_requantize #(
          .IN_WIDTH(SUM_WIDTH),
          .OUT_WIDTH(OUT_WIDTH),
          .SHIFT(SHIFT)
      ) requantize (
          .in_data(results[l*SUM_WIDTH +: SUM_WIDTH]),
          .out_data(out_data[l*OUT_WIDTH +: OUT_WIDTH])
      );
    end
  endgenerate
endmodule
