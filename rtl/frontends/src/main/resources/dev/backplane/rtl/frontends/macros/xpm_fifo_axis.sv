// Behavioural model of the macro by its public table of parameters and ports: a queue of AXI4-Stream
// beats, in one clock or between two. A packet FIFO shows a packet once its last beat is in, or once
// there is no room for more.
`ifdef YOSYS
`define BACKPLANE_OR_0 = 0
`else
`define BACKPLANE_OR_0
`endif
module xpm_fifo_axis #(
    parameter CASCADE_HEIGHT = 0,
    parameter integer CDC_SYNC_STAGES = 2,
    parameter CLOCKING_MODE = "common_clock",
    parameter ECC_MODE = "no_ecc",
    parameter EN_SIM_ASSERT_ERR = "warning",
    parameter integer FIFO_DEPTH = 2048,
    parameter FIFO_MEMORY_TYPE = "auto",
    parameter PACKET_FIFO = "false",
    parameter integer PROG_EMPTY_THRESH = 10,
    parameter integer PROG_FULL_THRESH = 10,
    parameter integer RD_DATA_COUNT_WIDTH = 1,
    parameter integer RELATED_CLOCKS = 0,
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer TDATA_WIDTH = 32,
    parameter integer TDEST_WIDTH = 1,
    parameter integer TID_WIDTH = 1,
    parameter integer TUSER_WIDTH = 1,
    parameter USE_ADV_FEATURES = "1000",
    parameter integer WR_DATA_COUNT_WIDTH = 1
) (
    input  wire                           s_aresetn,
    input  wire                           s_aclk,
    input  wire                           m_aclk,
    input  wire                           s_axis_tvalid,
    output wire                           s_axis_tready,
    input  wire [TDATA_WIDTH-1:0]         s_axis_tdata,
    input  wire [TDATA_WIDTH/8-1:0]       s_axis_tstrb `BACKPLANE_OR_0,
    input  wire [TDATA_WIDTH/8-1:0]       s_axis_tkeep `BACKPLANE_OR_0,
    input  wire                           s_axis_tlast `BACKPLANE_OR_0,
    input  wire [TID_WIDTH-1:0]           s_axis_tid `BACKPLANE_OR_0,
    input  wire [TDEST_WIDTH-1:0]         s_axis_tdest `BACKPLANE_OR_0,
    input  wire [TUSER_WIDTH-1:0]         s_axis_tuser `BACKPLANE_OR_0,
    output wire                           m_axis_tvalid,
    input  wire                           m_axis_tready,
    output wire [TDATA_WIDTH-1:0]         m_axis_tdata,
    output wire [TDATA_WIDTH/8-1:0]       m_axis_tstrb,
    output wire [TDATA_WIDTH/8-1:0]       m_axis_tkeep,
    output wire                           m_axis_tlast,
    output wire [TID_WIDTH-1:0]           m_axis_tid,
    output wire [TDEST_WIDTH-1:0]         m_axis_tdest,
    output wire [TUSER_WIDTH-1:0]         m_axis_tuser,
    output wire                           prog_full_axis,
    output wire [WR_DATA_COUNT_WIDTH-1:0] wr_data_count_axis,
    output wire                           almost_full_axis,
    output wire                           prog_empty_axis,
    output wire [RD_DATA_COUNT_WIDTH-1:0] rd_data_count_axis,
    output wire                           almost_empty_axis,
    input  wire                           injectsbiterr_axis,
    input  wire                           injectdbiterr_axis,
    output wire                           sbiterr_axis,
    output wire                           dbiterr_axis
);
  localparam integer W = TDATA_WIDTH + 2 * (TDATA_WIDTH / 8) + 1 + TID_WIDTH + TDEST_WIDTH + TUSER_WIDTH;
  wire [W-1:0] in = {s_axis_tuser, s_axis_tdest, s_axis_tid, s_axis_tstrb, s_axis_tkeep, s_axis_tlast, s_axis_tdata};
  wire [W-1:0] out;
  wire full, empty, busy;
  wire shown;
  assign {m_axis_tuser, m_axis_tdest, m_axis_tid, m_axis_tstrb, m_axis_tkeep, m_axis_tlast, m_axis_tdata} = out;
  assign s_axis_tready = ~full & ~busy;
  assign m_axis_tvalid = ~empty & shown;
  wire put = s_axis_tvalid & s_axis_tready;
  wire get = m_axis_tvalid & m_axis_tready;

  generate
    if (CLOCKING_MODE == "common_clock") begin : one
      xpm_fifo_sync #(
          .FIFO_WRITE_DEPTH(FIFO_DEPTH), .READ_MODE("fwft"), .USE_ADV_FEATURES(USE_ADV_FEATURES), .FIFO_READ_LATENCY(0), .FULL_RESET_VALUE(1),
          .WRITE_DATA_WIDTH(W), .READ_DATA_WIDTH(W),
          .PROG_FULL_THRESH(PROG_FULL_THRESH), .PROG_EMPTY_THRESH(PROG_EMPTY_THRESH),
          .WR_DATA_COUNT_WIDTH(WR_DATA_COUNT_WIDTH), .RD_DATA_COUNT_WIDTH(RD_DATA_COUNT_WIDTH)
      ) queue (
          .sleep(1'b0), .rst(~s_aresetn), .wr_clk(s_aclk), .wr_en(put), .din(in), .full(full),
          .prog_full(prog_full_axis), .wr_data_count(wr_data_count_axis), .overflow(), .wr_rst_busy(busy),
          .almost_full(almost_full_axis), .wr_ack(), .rd_en(get), .dout(out), .empty(empty),
          .prog_empty(prog_empty_axis), .rd_data_count(rd_data_count_axis), .underflow(), .rd_rst_busy(),
          .almost_empty(almost_empty_axis), .data_valid(), .injectsbiterr(1'b0), .injectdbiterr(1'b0),
          .sbiterr(sbiterr_axis), .dbiterr(dbiterr_axis));
      if (PACKET_FIFO == "true") begin : packets
        // Packets that are in whole; without room the beats that are there must go on.
        reg [$clog2(FIFO_DEPTH)+1:0] whole = 0;
        reg overlong = 0;
        always @(posedge s_aclk) begin
          if (~s_aresetn) begin
            whole <= 0;
            overlong <= 0;
          end else begin
            whole <= whole + (put & s_axis_tlast) - (get & m_axis_tlast);
            if (full & ~busy) overlong <= 1;
            else if (get & m_axis_tlast) overlong <= 0;
          end
        end
        assign shown = (whole != 0) | (full & ~busy) | overlong;
      end else begin : beats
        assign shown = 1'b1;
      end
    end else begin : two
      wire rst = ~s_aresetn;
      wire m_busy;
      xpm_fifo_async #(
          .CDC_SYNC_STAGES(CDC_SYNC_STAGES),
          .FIFO_WRITE_DEPTH(FIFO_DEPTH), .READ_MODE("fwft"), .USE_ADV_FEATURES(USE_ADV_FEATURES), .FIFO_READ_LATENCY(0), .FULL_RESET_VALUE(1),
          .WRITE_DATA_WIDTH(W), .READ_DATA_WIDTH(W),
          .PROG_FULL_THRESH(PROG_FULL_THRESH), .PROG_EMPTY_THRESH(PROG_EMPTY_THRESH),
          .WR_DATA_COUNT_WIDTH(WR_DATA_COUNT_WIDTH), .RD_DATA_COUNT_WIDTH(RD_DATA_COUNT_WIDTH)
      ) queue (
          .sleep(1'b0), .rst(rst), .wr_clk(s_aclk), .wr_en(put), .din(in), .full(full),
          .prog_full(prog_full_axis), .wr_data_count(wr_data_count_axis), .overflow(), .wr_rst_busy(busy),
          .almost_full(almost_full_axis), .wr_ack(), .rd_clk(m_aclk), .rd_en(get), .dout(out), .empty(empty),
          .prog_empty(prog_empty_axis), .rd_data_count(rd_data_count_axis), .underflow(), .rd_rst_busy(m_busy),
          .almost_empty(almost_empty_axis), .data_valid(), .injectsbiterr(1'b0), .injectdbiterr(1'b0),
          .sbiterr(sbiterr_axis), .dbiterr(dbiterr_axis));
      if (PACKET_FIFO == "true") begin : packets
        // Packets that were begun to be kept, as seen across the clocks.
        reg [15:0] in_count = 0;
        reg [16*CDC_SYNC_STAGES-1:0] in_seen = 0;
        reg [15:0] out_count = 0;
        reg [CDC_SYNC_STAGES-1:0] full_seen = 0;
        reg overlong = 0;
        always @(posedge s_aclk)
          if (busy) in_count <= 0;
          else if (put & s_axis_tlast) in_count <= in_count + 16'd1;
        always @(posedge m_aclk) begin
          in_seen <= {in_seen, in_count};
          full_seen <= {full_seen, full & ~busy};
          if (full_seen[CDC_SYNC_STAGES-1]) overlong <= 1;
          else if (get & m_axis_tlast) overlong <= 0;
          if (m_busy) out_count <= 0;
          else if (get & m_axis_tlast) out_count <= out_count + 16'd1;
        end
        assign shown = (in_seen[16*(CDC_SYNC_STAGES-1) +: 16] != out_count) | overlong;
      end else begin : beats
        assign shown = 1'b1;
      end
    end
  endgenerate
  generate
    if (ECC_MODE != "no_ecc") begin : no_model
      backplane_refuses_error_correction refused ();
    end
  endgenerate
endmodule
