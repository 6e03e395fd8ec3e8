// SPDX-License-Identifier: Apache-2.0
//
// Long short-term memory over sequences of STEPS steps. In each, FEATURES inputs and then the
// UNIT_COUNT outputs of the step before go through a linear layer, which gives the gates i, f, g
// and o of unit after unit. A unit's state becomes f times what it was plus i times g, and its
// output o times the function of the state. gate_table has the function of i, f and o, cell_table
// that of g and of the state, from the smallest number of the gates' format on; their words come
// one clock after the address.
module backplane_lstm #(
    parameter WEIGHT_WIDTH         = 8,
    parameter SUM_WIDTH            = 20,
    parameter INPUTS               = 3,
    parameter INDEX_WIDTH          = 2,
    parameter OUTPUTS              = 8,
    parameter LANES                = 4,
    parameter LANE_WIDTH           = 2,
    parameter GROUPS               = 2,
    parameter GROUP_WIDTH          = 1,
    parameter BIAS_WORDS           = 2,
    parameter BIAS_ADDRESS_WIDTH   = 1,
    parameter WEIGHT_WORDS         = 6,
    parameter WEIGHT_ADDRESS_WIDTH = 3,
    parameter OPERAND_WIDTH        = 8,
    parameter GATE_WIDTH           = 6,
    parameter GATE_SHIFT           = 4,
    parameter IN_WIDTH             = 8,
    parameter IN_ZEROS             = 0,
    parameter FEATURES             = 1,
    parameter UNIT_COUNT           = 2,
    parameter UNIT_WIDTH           = 1,
    parameter STEPS                = 4,
    parameter STEP_WIDTH           = 2,
    parameter LAST_ONLY            = 0,
    parameter ACTIVATION_WIDTH     = 8,
    parameter CELL_WIDTH           = 10,
    parameter CELL_SUM_WIDTH       = 20,
    parameter KEPT_ZEROS           = 0,
    parameter ADDED_ZEROS          = 0,
    parameter CELL_SHIFT           = 6,
    parameter STATE_WIDTH          = 11,
    parameter STATE_SHIFT          = 3,
    parameter RESULT_WIDTH         = 17,
    parameter RESULT_SHIFT         = 7,
    parameter OUT_WIDTH            = 8,
    parameter OUT_ZEROS            = 0
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
    input  wire [LANES*SUM_WIDTH-1:0]      biases,
    output wire [GATE_WIDTH-1:0]           gate_table_address,
    input  wire [ACTIVATION_WIDTH-1:0]     gate_table,
    output wire [GATE_WIDTH-1:0]           cell_table_address,
    input  wire [ACTIVATION_WIDTH-1:0]     cell_table
);
  localparam [31:0] LAST_INDEX_32 = INPUTS - 1;
  localparam [31:0] FEATURES_32   = FEATURES;
  localparam [31:0] LAST_UNIT_32  = UNIT_COUNT - 1;
  localparam [31:0] LAST_STEP_32  = STEPS - 1;
  localparam [INDEX_WIDTH-1:0] LAST_INDEX = LAST_INDEX_32[INDEX_WIDTH-1:0];
  localparam [INDEX_WIDTH-1:0] STATE_FROM = FEATURES_32[INDEX_WIDTH-1:0];
  localparam [UNIT_WIDTH-1:0]  LAST_UNIT  = LAST_UNIT_32[UNIT_WIDTH-1:0];
  localparam [STEP_WIDTH-1:0]  LAST_STEP  = LAST_STEP_32[STEP_WIDTH-1:0];

  // What a unit does, clock after clock: take i, f, g and o; look up o; update; look up the state;
  // multiply; give.
  localparam [3:0] LOOK_UP  = 4'd4;
  localparam [3:0] UPDATE   = 4'd5;
  localparam [3:0] SQUASH   = 4'd6;
  localparam [3:0] MULTIPLY = 4'd7;
  localparam [3:0] GIVE     = 4'd8;

  // The operands of the linear layer.
  reg [INDEX_WIDTH-1:0] fed;
  reg [UNIT_WIDTH-1:0]  fed_unit;
  reg [STEP_WIDTH-1:0]  fed_step;
  reg                   pending;   // the units of the step that was fed are not all done

  wire                     feeding_outputs;
  wire                     feed;
  wire                     last_fed;
  wire                     operand_valid;
  wire                     operand_ready;
  wire [OUT_WIDTH-1:0]     earlier;
  wire [OPERAND_WIDTH-1:0] wide_input;
  wire [OPERAND_WIDTH-1:0] wide_output;
  wire [OPERAND_WIDTH-1:0] operand;

  // The units.
  reg [3:0]                  phase;
  reg [UNIT_WIDTH-1:0]       unit;
  reg [STEP_WIDTH-1:0]       step;
  reg                        taken;
  reg [1:0]                  taken_gate;
  reg [ACTIVATION_WIDTH-1:0] gate_i;
  reg [ACTIVATION_WIDTH-1:0] gate_f;
  reg [ACTIVATION_WIDTH-1:0] gate_g;
  reg [ACTIVATION_WIDTH-1:0] gate_o;
  reg [CELL_WIDTH-1:0]       cells [0:(1<<UNIT_WIDTH)-1];
  reg [OUT_WIDTH-1:0]        hidden [0:(1<<UNIT_WIDTH)-1];
  reg [CELL_WIDTH-1:0]       kept;
  reg [CELL_WIDTH-1:0]       updated;
  reg [OUT_WIDTH-1:0]        result;

  wire                      sum_valid;
  wire                      sum_ready;
  wire [GATE_WIDTH-1:0]     sum;
  wire                      take;
  wire                      leaves;
  wire                      step_done;
  wire [CELL_SUM_WIDTH-1:0] kept_product;
  wire [CELL_SUM_WIDTH-1:0] added_product;
  wire [CELL_WIDTH-1:0]     new_cell;
  wire [GATE_WIDTH-1:0]     state;
  wire [RESULT_WIDTH-1:0]   product;
  wire [OUT_WIDTH-1:0]      new_output;

  assign feeding_outputs = fed >= STATE_FROM;
  assign last_fed        = fed == LAST_INDEX;
  assign operand_valid   = feeding_outputs ? !pending : in_valid;
  assign in_ready        = !feeding_outputs && operand_ready;
  assign feed            = operand_valid && operand_ready;
  assign earlier         = fed_step == {STEP_WIDTH{1'b0}} ? {OUT_WIDTH{1'b0}} : hidden[fed_unit];
  assign wide_input      = {{(OPERAND_WIDTH - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data} << IN_ZEROS;
  assign wide_output     = {{(OPERAND_WIDTH - OUT_WIDTH) {earlier[OUT_WIDTH-1]}}, earlier} << OUT_ZEROS;
  assign operand         = feeding_outputs ? wide_output : wide_input;

  always @(posedge clk) begin
    if (rst) begin
      fed      <= {INDEX_WIDTH{1'b0}};
      fed_unit <= {UNIT_WIDTH{1'b0}};
      fed_step <= {STEP_WIDTH{1'b0}};
      pending  <= 1'b0;
    end else begin
      if (feed) begin
        fed <= last_fed ? {INDEX_WIDTH{1'b0}} : fed + 1'b1;
        if (feeding_outputs) fed_unit <= last_fed ? {UNIT_WIDTH{1'b0}} : fed_unit + 1'b1;
        if (last_fed) fed_step <= fed_step == LAST_STEP ? {STEP_WIDTH{1'b0}} : fed_step + 1'b1;
      end
      if (feed && last_fed) pending <= 1'b1;
      else if (step_done) pending <= 1'b0;
    end
  end

  // The memories are read in every clock.
  wire unused;
  assign read = 1'b1;

  backplane_linear #(
      .IN_WIDTH(OPERAND_WIDTH),
      .WEIGHT_WIDTH(WEIGHT_WIDTH),
      .SUM_WIDTH(SUM_WIDTH),
      .OUT_WIDTH(GATE_WIDTH),
      .SHIFT(GATE_SHIFT),
      .INPUTS(INPUTS),
      .INDEX_WIDTH(INDEX_WIDTH),
      .OUTPUTS(OUTPUTS),
      .LANES(LANES),
      .LANE_WIDTH(LANE_WIDTH),
      .GROUPS(GROUPS),
      .GROUP_WIDTH(GROUP_WIDTH),
      .BIAS_WORDS(BIAS_WORDS),
      .BIAS_ADDRESS_WIDTH(BIAS_ADDRESS_WIDTH),
      .WEIGHT_WORDS(WEIGHT_WORDS),
      .WEIGHT_ADDRESS_WIDTH(WEIGHT_ADDRESS_WIDTH)
  ) gates (
      .clk(clk),
      .rst(rst),
      .in_valid(operand_valid),
      .in_ready(operand_ready),
      .in_data(operand),
      .out_valid(sum_valid),
      .out_ready(sum_ready),
      .out_data(sum),
      .read(unused),
      .weights_address(weights_address),
      .biases_address(biases_address),
      .weights(weights),
      .biases(biases)
  );

  assign sum_ready          = phase < LOOK_UP;
  assign take               = sum_valid && sum_ready;
  assign gate_table_address = {!sum[GATE_WIDTH-1], sum[GATE_WIDTH-2:0]};
  assign cell_table_address = phase == SQUASH ? {!state[GATE_WIDTH-1], state[GATE_WIDTH-2:0]}
      : gate_table_address;
  assign out_valid          = phase == GIVE && (LAST_ONLY == 0 || step == LAST_STEP);
  assign out_data           = result;
  assign leaves             = phase == GIVE && (out_ready || !out_valid);
  assign step_done          = leaves && unit == LAST_UNIT;

  always @(posedge clk) begin
    if (rst) begin
      phase <= 4'd0;
      taken <= 1'b0;
      unit  <= {UNIT_WIDTH{1'b0}};
      step  <= {STEP_WIDTH{1'b0}};
    end else begin
      taken <= take;
      if (leaves) begin
        phase <= 4'd0;
        unit  <= unit == LAST_UNIT ? {UNIT_WIDTH{1'b0}} : unit + 1'b1;
        if (step_done) step <= step == LAST_STEP ? {STEP_WIDTH{1'b0}} : step + 1'b1;
      end else if (take || (!sum_ready && phase != GIVE)) phase <= phase + 4'd1;
    end
  end

  always @(posedge clk) begin
    if (take) taken_gate <= phase[1:0];
    if (taken) begin
      case (taken_gate)
        2'd0: gate_i <= gate_table;
        2'd1: gate_f <= gate_table;
        2'd2: gate_g <= cell_table;
        default: gate_o <= gate_table;
      endcase
    end
    if (phase == LOOK_UP) kept <= step == {STEP_WIDTH{1'b0}} ? {CELL_WIDTH{1'b0}} : cells[unit];
    if (phase == UPDATE) updated <= new_cell;
    if (phase == MULTIPLY) result <= new_output;
  end

  always @(posedge clk) begin
    if (phase == SQUASH) cells[unit] <= updated;
  end

  always @(posedge clk) begin
    if (leaves) hidden[unit] <= result;
  end

  assign kept_product = ($signed({{(CELL_SUM_WIDTH - ACTIVATION_WIDTH) {gate_f[ACTIVATION_WIDTH-1]}}, gate_f})
      * $signed({{(CELL_SUM_WIDTH - CELL_WIDTH) {kept[CELL_WIDTH-1]}}, kept})) << KEPT_ZEROS;
  assign added_product = ($signed({{(CELL_SUM_WIDTH - ACTIVATION_WIDTH) {gate_i[ACTIVATION_WIDTH-1]}}, gate_i})
      * $signed({{(CELL_SUM_WIDTH - ACTIVATION_WIDTH) {gate_g[ACTIVATION_WIDTH-1]}}, gate_g})) << ADDED_ZEROS;
  assign product = $signed({{(RESULT_WIDTH - ACTIVATION_WIDTH) {gate_o[ACTIVATION_WIDTH-1]}}, gate_o})
      * $signed({{(RESULT_WIDTH - ACTIVATION_WIDTH) {cell_table[ACTIVATION_WIDTH-1]}}, cell_table});

  backplane_requantize #(
      .IN_WIDTH(CELL_SUM_WIDTH),
      .OUT_WIDTH(CELL_WIDTH),
      .SHIFT(CELL_SHIFT)
  ) to_cell (
      .in_data(kept_product + added_product),
      .out_data(new_cell)
  );

  backplane_requantize #(
      .IN_WIDTH(STATE_WIDTH),
      .OUT_WIDTH(GATE_WIDTH),
      .SHIFT(STATE_SHIFT)
  ) to_state (
      .in_data({{(STATE_WIDTH - CELL_WIDTH) {updated[CELL_WIDTH-1]}}, updated}),
      .out_data(state)
  );

  backplane_requantize #(
      .IN_WIDTH(RESULT_WIDTH),
      .OUT_WIDTH(OUT_WIDTH),
      .SHIFT(RESULT_SHIFT)
  ) to_output (
      .in_data(product),
      .out_data(new_output)
  );
endmodule
