// Makes one burst of reads and gives what came in one burst of writes, both of any kind. Arguments:
// the address to read (2 words), the address to write (2 words), the command of the read, that of
// the write (length, size and kind as on the bus), the id.
module mover #(
    parameter DW = 32,
    parameter AW = 64,
    parameter IW = 1
) (
    input  wire            ap_clk,
    input  wire            ap_rst_n,
    input  wire            s_axi_control_awvalid,
    output wire            s_axi_control_awready,
    input  wire [7:0]      s_axi_control_awaddr,
    input  wire            s_axi_control_wvalid,
    output wire            s_axi_control_wready,
    input  wire [31:0]     s_axi_control_wdata,
    input  wire [3:0]      s_axi_control_wstrb,
    output wire            s_axi_control_bvalid,
    input  wire            s_axi_control_bready,
    output wire [1:0]      s_axi_control_bresp,
    input  wire            s_axi_control_arvalid,
    output wire            s_axi_control_arready,
    input  wire [7:0]      s_axi_control_araddr,
    output wire            s_axi_control_rvalid,
    input  wire            s_axi_control_rready,
    output wire [31:0]     s_axi_control_rdata,
    output wire [1:0]      s_axi_control_rresp,
    output wire            m_axi_awvalid,
    input  wire            m_axi_awready,
    output wire [AW-1:0]   m_axi_awaddr,
    output wire [7:0]      m_axi_awlen,
    output wire [2:0]      m_axi_awsize,
    output wire [1:0]      m_axi_awburst,
    output wire [IW-1:0]   m_axi_awid,
    output wire            m_axi_wvalid,
    input  wire            m_axi_wready,
    output wire [DW-1:0]   m_axi_wdata,
    output wire [DW/8-1:0] m_axi_wstrb,
    output wire            m_axi_wlast,
    input  wire            m_axi_bvalid,
    output wire            m_axi_bready,
    input  wire [IW-1:0]   m_axi_bid,
    output wire            m_axi_arvalid,
    input  wire            m_axi_arready,
    output wire [AW-1:0]   m_axi_araddr,
    output wire [7:0]      m_axi_arlen,
    output wire [2:0]      m_axi_arsize,
    output wire [1:0]      m_axi_arburst,
    output wire [IW-1:0]   m_axi_arid,
    input  wire            m_axi_rvalid,
    output wire            m_axi_rready,
    input  wire [DW-1:0]   m_axi_rdata,
    input  wire            m_axi_rlast,
    input  wire [IW-1:0]   m_axi_rid
);
  localparam IDLE = 3'd0, ASK = 3'd1, TAKE = 3'd2, TELL = 3'd3, GIVE = 3'd4, ANSWER = 3'd5,
             DONE = 3'd6;
  localparam [AW-1:0] LANES = DW / 8 - 1;

  wire         ap_start;
  wire [255:0] args;
  wire [63:0]  from = args[63:0], to = args[127:64];
  wire [31:0]  reading = args[159:128], writing = args[191:160], id = args[223:192];
  reg  [2:0]   state;
  reg  [7:0]   beat;
  reg  [31:0]  wrong;
  reg  [AW-1:0] address;
  reg  [DW-1:0] beats [0:255];

  kernel_control control (
      .clk(ap_clk), .rst_n(ap_rst_n),
      .awvalid(s_axi_control_awvalid), .awready(s_axi_control_awready),
      .awaddr(s_axi_control_awaddr), .wvalid(s_axi_control_wvalid),
      .wready(s_axi_control_wready), .wdata(s_axi_control_wdata),
      .wstrb(s_axi_control_wstrb), .bvalid(s_axi_control_bvalid),
      .bready(s_axi_control_bready), .bresp(s_axi_control_bresp),
      .arvalid(s_axi_control_arvalid), .arready(s_axi_control_arready),
      .araddr(s_axi_control_araddr), .rvalid(s_axi_control_rvalid),
      .rready(s_axi_control_rready), .rdata(s_axi_control_rdata),
      .rresp(s_axi_control_rresp), .interrupt(),
      .ap_start(ap_start), .ap_ready(state == DONE), .ap_done(state == DONE),
      .ap_idle(state == IDLE), .ap_continue(), .args(args), .result(wrong)
  );

  assign m_axi_arvalid = state == ASK;
  assign m_axi_araddr  = from;
  assign m_axi_arlen   = reading[7:0];
  assign m_axi_arsize  = reading[10:8];
  assign m_axi_arburst = reading[12:11];
  assign m_axi_arid    = id;
  assign m_axi_rready  = state == TAKE;
  assign m_axi_awvalid = state == TELL;
  assign m_axi_awaddr  = to;
  assign m_axi_awlen   = writing[7:0];
  assign m_axi_awsize  = writing[10:8];
  assign m_axi_awburst = writing[12:11];
  assign m_axi_awid    = id;
  assign m_axi_wvalid  = state == GIVE;
  assign m_axi_wdata   = beats[beat];
  assign m_axi_wlast   = beat == writing[7:0];
  assign m_axi_bready  = state == ANSWER;

  // Where the beat lies, and what it covers.
  wire [AW-1:0] size      = {{(AW-1){1'b0}}, 1'b1} << writing[10:8];
  wire [AW-1:0] aligned   = address & ~(size - 1);
  wire [AW-1:0] low       = address & LANES;
  wire [AW-1:0] high      = (aligned & LANES) + size - 1;
  wire [AW-1:0] container = size * ({{(AW-8){1'b0}}, writing[7:0]} + 1);
  wire [AW-1:0] after     = aligned + size;
  wire [AW-1:0] start     = to;
  wire          wraps     = writing[12:11] == 2 && after == (start & ~(container - 1)) + container;

  genvar lane;
  generate
    for (lane = 0; lane < DW / 8; lane = lane + 1) begin : strobes
      assign m_axi_wstrb[lane] = lane >= low && lane <= high;
    end
  endgenerate

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
      wrong <= 0;
    end else begin
      case (state)
        IDLE: begin
          beat <= 0;
          if (ap_start) state <= ASK;
        end
        ASK: if (m_axi_arready) state <= TAKE;
        TAKE: if (m_axi_rvalid) begin
          beats[beat] <= m_axi_rdata;
          beat        <= beat + 1;
          if (m_axi_rid != m_axi_arid) wrong <= wrong + 1;
          if (m_axi_rlast != (beat == reading[7:0])) wrong <= wrong + 1;
          if (m_axi_rlast) state <= TELL;
        end
        TELL: if (m_axi_awready) begin
          beat    <= 0;
          address <= to;
          state   <= GIVE;
        end
        GIVE: if (m_axi_wready) begin
          beat <= beat + 1;
          if (writing[12:11] != 0) address <= wraps ? after - container : after;
          if (m_axi_wlast) state <= ANSWER;
        end
        ANSWER: if (m_axi_bvalid) begin
          if (m_axi_bid != m_axi_awid) wrong <= wrong + 1;
          state <= DONE;
        end
        default: state <= IDLE;
      endcase
    end
  end
endmodule
