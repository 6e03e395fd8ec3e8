// SPDX-License-Identifier: Apache-2.0
//
// A packet of numbers comes in; those that are at least the threshold go on, and at the end of the packet a word
// that says how many they were. Queues of four words at both ends; a run is a packet.
package stream_types;
  typedef struct packed {
    logic        last;
    logic [31:0] data;
  } beat_t;
endpackage

module stream_queue #(
    parameter type T = logic
) (
    input  logic clk,
    input  logic rst_n,
    input  logic in_valid,
    output logic in_ready,
    input  T     in,
    output logic out_valid,
    input  logic out_ready,
    output T     out
);
  T           words[4];
  logic [2:0] count;
  logic [1:0] head;

  assign in_ready  = count != 3'd4;
  assign out_valid = count != 3'd0;
  assign out       = words[head];

  always_ff @(posedge clk) begin
    if (in_valid && in_ready) words[head + count[1:0]] <= in;
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      count <= '0;
      head  <= '0;
    end else begin
      count <= count + 3'(in_valid && in_ready) - 3'(out_valid && out_ready);
      if (out_valid && out_ready) head <= head + 2'd1;
    end
  end
endmodule

module stream_filter
  import stream_types::*;
(
    input  logic ap_clk,
    input  logic ap_rst_n,
    output logic interrupt,
    input  logic        s_axi_control_awvalid,
    output logic        s_axi_control_awready,
    input  logic [11:0] s_axi_control_awaddr,
    input  logic        s_axi_control_wvalid,
    output logic        s_axi_control_wready,
    input  logic [31:0] s_axi_control_wdata,
    input  logic [3:0]  s_axi_control_wstrb,
    output logic        s_axi_control_bvalid,
    input  logic        s_axi_control_bready,
    output logic [1:0]  s_axi_control_bresp,
    input  logic        s_axi_control_arvalid,
    output logic        s_axi_control_arready,
    input  logic [11:0] s_axi_control_araddr,
    output logic        s_axi_control_rvalid,
    input  logic        s_axi_control_rready,
    output logic [31:0] s_axi_control_rdata,
    output logic [1:0]  s_axi_control_rresp,
    input  logic        s_axis_tvalid,
    output logic        s_axis_tready,
    input  logic [31:0] s_axis_tdata,
    input  logic [3:0]  s_axis_tkeep,
    input  logic        s_axis_tlast,
    output logic        m_axis_tvalid,
    input  logic        m_axis_tready,
    output logic [31:0] m_axis_tdata,
    output logic [3:0]  m_axis_tkeep,
    output logic        m_axis_tlast
);
  logic        start, finish, busy, ending;
  logic [63:0] arguments;
  logic [31:0] passed;
  beat_t       in, out_beat;
  logic        in_valid, in_ready, out_valid, out_ready, passes;

  control #(.ARGUMENTS(1)) registers (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .awvalid(s_axi_control_awvalid),
      .awready(s_axi_control_awready),
      .awaddr(s_axi_control_awaddr),
      .wvalid(s_axi_control_wvalid),
      .wready(s_axi_control_wready),
      .wdata(s_axi_control_wdata),
      .wstrb(s_axi_control_wstrb),
      .bvalid(s_axi_control_bvalid),
      .bready(s_axi_control_bready),
      .bresp(s_axi_control_bresp),
      .arvalid(s_axi_control_arvalid),
      .arready(s_axi_control_arready),
      .araddr(s_axi_control_araddr),
      .rvalid(s_axi_control_rvalid),
      .rready(s_axi_control_rready),
      .rdata(s_axi_control_rdata),
      .rresp(s_axi_control_rresp),
      .interrupt(interrupt), .start(start), .finish(finish), .arguments(arguments)
  );

  stream_queue #(.T(beat_t)) in_queue (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .in_valid(s_axis_tvalid), .in_ready(s_axis_tready),
      .in('{last: s_axis_tlast, data: s_axis_tdata}),
      .out_valid(in_valid), .out_ready(in_ready), .out(in)
  );

  stream_queue #(.T(beat_t)) out_queue (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .in_valid(out_valid), .in_ready(out_ready), .in(out_beat),
      .out_valid(m_axis_tvalid), .out_ready(m_axis_tready), .out({m_axis_tlast, m_axis_tdata})
  );

  assign passes       = in.data >= arguments[31:0];
  assign in_ready     = busy && !ending && (out_ready || !passes);
  assign out_valid    = busy && (ending || (in_valid && passes));
  assign out_beat     = ending ? beat_t'{last: 1'b1, data: passed} : beat_t'{last: 1'b0, data: in.data};
  assign m_axis_tkeep = '1;
  assign finish       = ending && out_ready;

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      busy   <= 1'b0;
      ending <= 1'b0;
    end else begin
      if (start) begin
        busy   <= 1'b1;
        passed <= '0;
      end
      if (in_valid && in_ready) begin
        if (passes) passed <= passed + 32'd1;
        if (in.last) ending <= 1'b1;
      end
      if (finish) begin
        busy   <= 1'b0;
        ending <= 1'b0;
      end
    end
  end
endmodule
