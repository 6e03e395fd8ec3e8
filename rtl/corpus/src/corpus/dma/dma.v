// SPDX-License-Identifier: Apache-2.0
//
// Copies length bytes from anywhere to anywhere: words come in through one master, are moved by the difference
// of both alignments, and leave through another with strobes at the ends. Plain Verilog but for its registers.
module dma (
    input wire ap_clk,
    input wire ap_rst_n,
    output wire interrupt,
    input wire        s_axi_control_awvalid,
    output wire        s_axi_control_awready,
    input wire [11:0] s_axi_control_awaddr,
    input wire        s_axi_control_wvalid,
    output wire        s_axi_control_wready,
    input wire [31:0] s_axi_control_wdata,
    input wire [3:0]  s_axi_control_wstrb,
    output wire        s_axi_control_bvalid,
    input wire        s_axi_control_bready,
    output wire [1:0]  s_axi_control_bresp,
    input wire        s_axi_control_arvalid,
    output wire        s_axi_control_arready,
    input wire [11:0] s_axi_control_araddr,
    output wire        s_axi_control_rvalid,
    input wire        s_axi_control_rready,
    output wire [31:0] s_axi_control_rdata,
    output wire [1:0]  s_axi_control_rresp,
    output wire m_axi_src_arvalid,
    input wire m_axi_src_arready,
    output wire [63:0] m_axi_src_araddr,
    output wire [7:0] m_axi_src_arlen,
    output wire [2:0] m_axi_src_arsize,
    output wire [1:0] m_axi_src_arburst,
    input wire m_axi_src_rvalid,
    output wire m_axi_src_rready,
    input wire [63:0] m_axi_src_rdata,
    input wire [1:0] m_axi_src_rresp,
    input wire m_axi_src_rlast,
    output wire m_axi_dst_awvalid,
    input wire m_axi_dst_awready,
    output wire [63:0] m_axi_dst_awaddr,
    output wire [7:0] m_axi_dst_awlen,
    output wire [2:0] m_axi_dst_awsize,
    output wire [1:0] m_axi_dst_awburst,
    output wire m_axi_dst_wvalid,
    input wire m_axi_dst_wready,
    output wire [63:0] m_axi_dst_wdata,
    output wire [7:0] m_axi_dst_wstrb,
    output wire m_axi_dst_wlast,
    input wire m_axi_dst_bvalid,
    output wire m_axi_dst_bready,
    input wire [1:0] m_axi_dst_bresp
);
  wire         start, finish;
  wire [191:0] arguments;
  wire [63:0]  source = arguments[63:0];
  wire [63:0]  target = arguments[127:64];
  wire [31:0]  length = arguments[159:128];

  control #(.ARGUMENTS(3)) registers (
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

  // Bytes by which a word moves: what the target is further in its word than the source.
  reg  [2:0]   shift;
  reg          early;
  reg  [63:0]  previous;
  reg  [63:0]  out_word;
  reg          out_valid;
  reg  [31:0]  in_left, out_left;
  reg  [7:0]   first_mask, last_mask;
  reg          is_first;
  reg          busy;

  wire [31:0]  source_words = ({29'd0, source[2:0]} + length + 32'd7) >> 3;
  wire [31:0]  target_words = ({29'd0, target[2:0]} + length + 32'd7) >> 3;
  wire [3:0]   end_bytes    = {1'b0, target[2:0]} + {1'b0, length[2:0]};

  // Reading: whole words, in bursts of at most 32 that stay within 4 KiB.
  reg  [63:0]  ask_at;
  reg  [31:0]  ask_left;
  wire [9:0]   ask_room  = 10'd512 - {1'b0, ask_at[11:3]};
  wire [31:0]  ask_most  = (ask_left < 32'd32) ? ask_left : 32'd32;
  wire [31:0]  ask_beats = (ask_most < {22'd0, ask_room}) ? ask_most : {22'd0, ask_room};

  assign m_axi_src_arvalid = ask_left != 32'd0;
  assign m_axi_src_araddr  = ask_at;
  assign m_axi_src_arlen   = ask_beats[7:0] - 8'd1;
  assign m_axi_src_arsize  = 3'd3;
  assign m_axi_src_arburst = 2'b01;

  // Writing: the same, with strobes for what belongs to the first and the last word.
  reg  [63:0]  give_at;
  reg  [31:0]  give_left;
  reg  [5:0]   burst_left;
  reg          aw_valid;
  reg  [7:0]   aw_length;
  reg  [63:0]  aw_address;
  reg  [15:0]  answers;
  reg  [31:0]  written_left;
  wire [9:0]   give_room  = 10'd512 - {1'b0, give_at[11:3]};
  wire [31:0]  give_most  = (give_left < 32'd32) ? give_left : 32'd32;
  wire [31:0]  give_beats = (give_most < {22'd0, give_room}) ? give_most : {22'd0, give_room};

  assign m_axi_dst_awvalid = aw_valid;
  assign m_axi_dst_awaddr  = aw_address;
  assign m_axi_dst_awlen   = aw_length;
  assign m_axi_dst_awsize  = 3'd3;
  assign m_axi_dst_awburst = 2'b01;
  assign m_axi_dst_wvalid  = out_valid && burst_left != 6'd0;
  assign m_axi_dst_wdata   = out_word;
  assign m_axi_dst_wstrb   = (is_first ? first_mask : 8'hff) & (written_left == 32'd1 ? last_mask : 8'hff);
  assign m_axi_dst_wlast   = burst_left == 6'd1;
  assign m_axi_dst_bready  = 1'b1;

  wire         given     = m_axi_dst_wvalid && m_axi_dst_wready;
  wire         out_ready = !out_valid || given;
  wire         flush     = in_left == 32'd0 && out_left != 32'd0;
  wire         in_ready  = in_left != 32'd0 && (early || out_ready);
  wire         taken     = m_axi_src_rvalid && in_ready;
  wire [63:0]  in_word   = flush ? 64'd0 : m_axi_src_rdata;
  wire [127:0] both      = {in_word, previous};
  wire [6:0]   amount    = {1'b0, shift, 3'b000};
  wire         produce   = !early && out_left != 32'd0 && out_ready && (taken || flush);
  wire         open      = !aw_valid && burst_left == 6'd0 && give_left != 32'd0;

  assign m_axi_src_rready = in_ready;
  assign finish           = busy && !start && give_left == 32'd0 && burst_left == 6'd0 && answers == 16'd0
                            && in_left == 32'd0 && ask_left == 32'd0;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      busy       <= 1'b0;
      early      <= 1'b0;
      out_valid  <= 1'b0;
      aw_valid   <= 1'b0;
      burst_left <= 6'd0;
      answers    <= 16'd0;
      ask_left   <= 32'd0;
      give_left  <= 32'd0;
      in_left    <= 32'd0;
      out_left   <= 32'd0;
      is_first   <= 1'b0;
    end else if (start) begin
      busy         <= 1'b1;
      shift        <= target[2:0] - source[2:0];
      // If the source is further in, the first word out needs two words in.
      early        <= source[2:0] > target[2:0] && length != 32'd0;
      previous     <= 64'd0;
      ask_at       <= {source[63:3], 3'b000};
      give_at      <= {target[63:3], 3'b000};
      ask_left     <= (length == 32'd0) ? 32'd0 : source_words;
      in_left      <= (length == 32'd0) ? 32'd0 : source_words;
      give_left    <= (length == 32'd0) ? 32'd0 : target_words;
      out_left     <= (length == 32'd0) ? 32'd0 : target_words;
      written_left <= target_words;
      first_mask   <= 8'hff << target[2:0];
      last_mask    <= (end_bytes[2:0] == 3'd0) ? 8'hff : ~(8'hff << end_bytes[2:0]);
      is_first     <= 1'b1;
    end else begin
      if (finish) busy <= 1'b0;

      if (m_axi_src_arvalid && m_axi_src_arready) begin
        ask_at   <= ask_at + {29'd0, ask_beats, 3'b000};
        ask_left <= ask_left - ask_beats;
      end

      if (taken) begin
        in_left  <= in_left - 32'd1;
        previous <= m_axi_src_rdata;
        early    <= 1'b0;
      end
      if (produce) begin
        out_word  <= (shift == 3'd0) ? in_word : both >> (7'd64 - amount);
        out_left  <= out_left - 32'd1;
        out_valid <= 1'b1;
      end else if (given) begin
        out_valid <= 1'b0;
      end

      if (open) begin
        aw_valid   <= 1'b1;
        aw_address <= give_at;
        aw_length  <= give_beats[7:0] - 8'd1;
        burst_left <= give_beats[5:0];
        give_at    <= give_at + {29'd0, give_beats, 3'b000};
        give_left  <= give_left - give_beats;
      end else if (aw_valid && m_axi_dst_awready) begin
        aw_valid <= 1'b0;
      end
      if (given) begin
        burst_left   <= burst_left - 6'd1;
        written_left <= written_left - 32'd1;
        is_first     <= 1'b0;
      end
      answers <= answers + (open ? 16'd1 : 16'd0) - (m_axi_dst_bvalid ? 16'd1 : 16'd0);
    end
  end
endmodule
