// Gated clocks, as libraries of cells and low-power cores write them.
module latch_gate (
    input  logic clk,
    input  logic en,
    input  logic test,
    output logic gated
);
  logic open;
  always_latch begin
    if (!clk) open = en | test;
  end
  assign gated = open & clk;
endmodule

module edge_gate (
    input  logic clk,
    input  logic rst_n,
    input  logic en,
    output logic gated
);
  logic taken;
  always_ff @(negedge clk or negedge rst_n) begin
    if (!rst_n) taken <= 1'b0;
    else taken <= en;
  end
  assign gated = clk & taken;
endmodule

module clock_gates (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        en,
    input  logic        test,
    input  logic [3:0]  lane_en,
    input  logic [7:0]  data,
    input  logic [3:0]  address,
    output logic [7:0]  latched,
    output logic [7:0]  edged,
    output logic [15:0] nested,
    output logic [31:0] lanes,
    output logic [7:0]  word,
    output logic [7:0]  busy
);
  logic latch_clk, edge_clk, inner_clk;
  logic idle;
  logic [7:0] memory[16];

  latch_gate by_latch (.clk, .en, .test, .gated(latch_clk));
  edge_gate by_edge (.clk, .rst_n, .en, .gated(edge_clk));
  // The inner gate is open while the design is not idle: its latch depends on registers of the rising edge.
  latch_gate inner (.clk(latch_clk), .en(~idle), .test(1'b0), .gated(inner_clk));

  always_ff @(posedge latch_clk or negedge rst_n) begin
    if (!rst_n) latched <= 8'h5a;
    else latched <= latched + data;
  end

  always_ff @(posedge edge_clk) edged <= {data[0], data[7:1]};

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      idle <= 1'b0;
      busy <= '0;
    end else begin
      idle <= data[0] & en;
      busy <= busy + {7'd0, ~idle};
    end
  end

  always_ff @(posedge inner_clk or negedge rst_n) begin
    if (!rst_n) nested <= 16'h0001;
    else nested <= {nested[14:0], nested[15] ^ nested[13] ^ data[1]};
  end

  for (genvar i = 0; i < 4; i++) begin : lane
    logic lane_clk;
    latch_gate gate (.clk, .en(lane_en[i]), .test, .gated(lane_clk));
    always_ff @(posedge lane_clk) lanes[8*i +: 8] <= data + 8'(i);
  end

  always_ff @(posedge latch_clk) memory[address] <= data;
  assign word = memory[address];
endmodule
