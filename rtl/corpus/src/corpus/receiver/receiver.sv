// SPDX-License-Identifier: Apache-2.0
//
// A receiver for eight channels whose samples come seldom: each is mixed with an oscillator of its own, averaged
// over 16 samples, filtered with 24 taps, and turned into magnitude and phase. Everything has a clock enable, and
// works in one of many cycles; channels can be switched off.
module receiver #(
    parameter int CHANNELS = 8
) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        sample_valid,
    input  logic signed [11:0] sample,
    input  logic        tune,
    input  logic [2:0]  tune_channel,
    input  logic [23:0] tune_step,
    input  logic [7:0]  enabled,
    output logic [7:0]  out_valid,
    output logic [2:0]  strongest,
    output logic [17:0] magnitude,
    output logic [15:0] phase,
    output logic [31:0] checksum
);
  logic [17:0] magnitudes[CHANNELS];
  logic [15:0] phases[CHANNELS];

  for (genvar c = 0; c < CHANNELS; c++) begin : channels
    receiver_channel #(.STEP(24'd1_048_576 * (c + 1) + 24'd4_321 * c)) one (
        .clk(clk), .rst_n(rst_n), .valid(sample_valid && enabled[c]), .sample(sample),
        .tune(tune && tune_channel == 3'(c)), .step(tune_step),
        .out_valid(out_valid[c]), .magnitude(magnitudes[c]), .phase(phases[c]));
  end

  logic [2:0] best;
  always_comb begin
    best = '0;
    for (int c = 1; c < CHANNELS; c++) if (magnitudes[c] > magnitudes[best]) best = 3'(c);
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      strongest <= '0;
      magnitude <= '0;
      phase     <= '0;
      checksum  <= '0;
    end else if (out_valid != '0) begin
      strongest <= best;
      magnitude <= magnitudes[best];
      phase     <= phases[best];
      checksum  <= {checksum[30:0], checksum[31]} ^ {magnitudes[best][15:0], phases[best]};
    end
  end
endmodule

module receiver_channel #(
    parameter logic [23:0] STEP = 24'd1
) (
    input  logic               clk,
    input  logic               rst_n,
    input  logic               valid,
    input  logic signed [11:0] sample,
    input  logic               tune,
    input  logic [23:0]        step,
    output logic               out_valid,
    output logic [17:0]        magnitude,
    output logic [15:0]        phase
);
  localparam int AVERAGED = 16;
  localparam int TAPS = 24;
  localparam int ROUNDS = 12;

  // A quarter of a sine, in 32 steps.
  localparam logic [9:0] QUARTER[32] = '{
      10'd13, 10'd38, 10'd63, 10'd87, 10'd112, 10'd136, 10'd160, 10'd184, 10'd207, 10'd230, 10'd252, 10'd274,
      10'd295, 10'd315, 10'd334, 10'd353, 10'd371, 10'd388, 10'd404, 10'd420, 10'd434, 10'd447, 10'd459, 10'd470,
      10'd480, 10'd488, 10'd496, 10'd502, 10'd506, 10'd510, 10'd511, 10'd511};

  function automatic logic signed [10:0] sine(input logic [6:0] angle);
    logic [4:0] place;
    place = angle[5] ? ~angle[4:0] : angle[4:0];
    return angle[6] ? -11'(QUARTER[place]) : 11'(QUARTER[place]);
  endfunction

  // The oscillator.
  logic [23:0] increment, angle;
  logic signed [10:0] sin, cos;

  assign sin = sine(angle[23:17]);
  assign cos = sine(angle[23:17] + 7'd32);

  // The mixer, and the sum of 16 products.
  logic signed [15:0] in_phase, quadrature;
  logic signed [22:0] product_i, product_q;
  logic               mixed, averaged;
  logic signed [19:0] sum_i, sum_q;
  logic signed [15:0] average_i, average_q;
  logic [3:0]         count;

  assign product_i = sample * cos;
  assign product_q = sample * sin;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      increment <= STEP;
      angle     <= '0;
      mixed     <= 1'b0;
      averaged  <= 1'b0;
      count     <= '0;
      sum_i     <= '0;
      sum_q     <= '0;
    end else begin
      if (tune) increment <= step;
      mixed    <= valid;
      averaged <= mixed && count == 4'(AVERAGED - 1);
      if (valid) begin
        angle      <= angle + increment;
        in_phase   <= product_i[22:7];
        quadrature <= product_q[22:7];
      end
      if (mixed) begin
        count <= count + 4'd1;
        if (count == 4'(AVERAGED - 1)) begin
          average_i <= 16'((sum_i + 20'(in_phase)) >>> 4);
          average_q <= 16'((sum_q + 20'(quadrature)) >>> 4);
          sum_i     <= '0;
          sum_q     <= '0;
        end else begin
          sum_i <= sum_i + 20'(in_phase);
          sum_q <= sum_q + 20'(quadrature);
        end
      end
    end
  end

  // The filter, for both parts.
  logic               filtered;
  logic signed [17:0] filtered_i, filtered_q;

  receiver_filter #(.TAPS(TAPS)) filter_i (
      .clk(clk), .rst_n(rst_n), .valid(averaged), .in(average_i), .out_valid(filtered), .out(filtered_i));
  receiver_filter #(.TAPS(TAPS)) filter_q (
      .clk(clk), .rst_n(rst_n), .valid(averaged), .in(average_q), .out_valid(), .out(filtered_q));

  // Rotations until only one part is left: CORDIC, a stage a round.
  localparam logic [15:0] ANGLES[ROUNDS] = '{
      16'd8192, 16'd4836, 16'd2555, 16'd1297, 16'd651, 16'd326, 16'd163, 16'd81, 16'd41, 16'd20, 16'd10, 16'd5};

  logic signed [19:0] x[ROUNDS+1];
  logic signed [19:0] y[ROUNDS+1];
  logic [15:0]        z[ROUNDS+1];
  logic [ROUNDS:0]    stages;

  always_ff @(posedge clk) begin
    if (!rst_n) stages <= '0;
    else stages <= {stages[ROUNDS-1:0], filtered};
    if (filtered) begin
      x[0] <= filtered_i[17] ? -20'(filtered_i) : 20'(filtered_i);
      y[0] <= filtered_i[17] ? -20'(filtered_q) : 20'(filtered_q);
      z[0] <= {filtered_i[17], 15'd0};
    end
    for (int r = 0; r < ROUNDS; r++) begin
      if (stages[r]) begin
        x[r+1] <= y[r][19] ? x[r] - (y[r] >>> r) : x[r] + (y[r] >>> r);
        y[r+1] <= y[r][19] ? y[r] + (x[r] >>> r) : y[r] - (x[r] >>> r);
        z[r+1] <= y[r][19] ? z[r] - ANGLES[r] : z[r] + ANGLES[r];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      out_valid <= 1'b0;
      magnitude <= '0;
      phase     <= '0;
    end else begin
      out_valid <= stages[ROUNDS];
      if (stages[ROUNDS]) begin
        magnitude <= x[ROUNDS][18:1];
        phase     <= z[ROUNDS];
      end
    end
  end
endmodule

// A low pass whose taps are symmetrical: half as many products as taps, and a tree of sums in two stages.
module receiver_filter #(
    parameter int TAPS = 24
) (
    input  logic               clk,
    input  logic               rst_n,
    input  logic               valid,
    input  logic signed [15:0] in,
    output logic               out_valid,
    output logic signed [17:0] out
);
  localparam int HALF = TAPS / 2;
  localparam logic signed [9:0] FACTORS[12] = '{
      -10'sd3, -10'sd7, -10'sd9, -10'sd4, 10'sd11, 10'sd35, 10'sd68, 10'sd104, 10'sd139, 10'sd167, 10'sd185, 10'sd191};

  logic signed [15:0] line[TAPS];
  logic signed [26:0] products[HALF];
  logic signed [29:0] partial[3];
  logic signed [31:0] sum;
  logic               shifted, multiplied, added;

  assign sum = 32'(partial[0]) + 32'(partial[1]) + 32'(partial[2]);
  assign out = sum[28:11];
  assign out_valid = added;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      shifted    <= 1'b0;
      multiplied <= 1'b0;
      added      <= 1'b0;
      for (int i = 0; i < TAPS; i++) line[i] <= '0;
    end else begin
      shifted    <= valid;
      multiplied <= shifted;
      added      <= multiplied;
      if (valid) begin
        line[0] <= in;
        for (int i = 1; i < TAPS; i++) line[i] <= line[i-1];
      end
    end
    if (shifted) begin
      for (int i = 0; i < HALF; i++) products[i] <= (17'(line[i]) + 17'(line[TAPS-1-i])) * FACTORS[i];
    end
    if (multiplied) begin
      for (int p = 0; p < 3; p++)
        partial[p] <= 30'(products[4*p]) + 30'(products[4*p+1]) + 30'(products[4*p+2]) + 30'(products[4*p+3]);
    end
  end
endmodule
