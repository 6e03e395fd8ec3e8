// SPDX-License-Identifier: Apache-2.0
//
// A kernel that does one thing wrong: the argument fault says which. With NONE it writes value and value + 1
// to data, reads them back and is done.
module faulty (
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
    output logic m_axi_gmem_arvalid,
    input  logic m_axi_gmem_arready,
    output logic [63:0] m_axi_gmem_araddr,
    output logic [7:0] m_axi_gmem_arlen,
    output logic [2:0] m_axi_gmem_arsize,
    output logic [1:0] m_axi_gmem_arburst,
    output logic [1:0] m_axi_gmem_arid,
    input  logic m_axi_gmem_rvalid,
    output logic m_axi_gmem_rready,
    input  logic [31:0] m_axi_gmem_rdata,
    input  logic [1:0] m_axi_gmem_rresp,
    input  logic m_axi_gmem_rlast,
    input  logic [1:0] m_axi_gmem_rid,
    output logic m_axi_gmem_awvalid,
    input  logic m_axi_gmem_awready,
    output logic [63:0] m_axi_gmem_awaddr,
    output logic [7:0] m_axi_gmem_awlen,
    output logic [2:0] m_axi_gmem_awsize,
    output logic [1:0] m_axi_gmem_awburst,
    output logic [1:0] m_axi_gmem_awid,
    output logic m_axi_gmem_wvalid,
    input  logic m_axi_gmem_wready,
    output logic [31:0] m_axi_gmem_wdata,
    output logic [3:0] m_axi_gmem_wstrb,
    output logic m_axi_gmem_wlast,
    input  logic m_axi_gmem_bvalid,
    output logic m_axi_gmem_bready,
    input  logic [1:0] m_axi_gmem_bresp,
    input  logic [1:0] m_axi_gmem_bid
);
  typedef enum logic [7:0] {
    NONE              = 8'd0,
    WRITE_CROSSES     = 8'd1,
    READ_CROSSES      = 8'd2,
    EARLY_WLAST       = 8'd3,
    NO_WLAST          = 8'd4,
    AWVALID_DROPPED   = 8'd5,
    ARVALID_DROPPED   = 8'd6,
    ARADDR_CHANGED    = 8'd7,
    ARID_CHANGED      = 8'd8,
    WDATA_CHANGED     = 8'd9,
    WVALID_DROPPED    = 8'd10,
    BURST_LEFT_OPEN   = 8'd11,
    NO_BREADY         = 8'd12,
    NO_RREADY         = 8'd13,
    READ_LEFT_OPEN    = 8'd14,
    RESERVED_BURST    = 8'd15,
    LONG_FIXED_BURST  = 8'd16,
    WIDE_BEAT         = 8'd17,
    STROBE_OUTSIDE    = 8'd18,
    ENDLESS           = 8'd19,
    WILD_WRITE        = 8'd20,
    NEVER_DONE        = 8'd21,
    DATA_WITHOUT_BURST = 8'd22,
    WRAP_OFF_SIZE     = 8'd23,
    WILD_READ         = 8'd24
  } fault_t;

  typedef enum logic [3:0] {IDLE, ADDRESS, DATA, ANSWER, ASK, TAKE, FILL, SPOIL, STUCK, DONE} state_t;

  state_t       state;
  fault_t       fault;
  logic         start, finish;
  logic [191:0] arguments;
  logic [63:0]  data_at;
  logic [8:0]   beat;
  logic [31:0]  offset;
  logic [7:0]   length;
  logic         fills_write_data, fills_write, fills_read, spoiled;

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

  assign data_at = arguments[63:0];
  assign fault   = fault_t'(arguments[71:64]);
  assign finish  = state == DONE;

  assign fills_write      = fault == AWVALID_DROPPED;
  assign fills_write_data = (fault == WDATA_CHANGED || fault == WVALID_DROPPED);
  assign fills_read       = (fault == ARVALID_DROPPED || fault == ARADDR_CHANGED || fault == ARID_CHANGED);
  assign spoiled          = state == SPOIL;

  always_comb begin
    length = 8'd1;
    if ((fault == EARLY_WLAST || fault == BURST_LEFT_OPEN || fault == READ_LEFT_OPEN)) length = 8'd3;
    if (fault == LONG_FIXED_BURST) length = 8'd16;
  end

  assign m_axi_gmem_awvalid = state == ADDRESS || (fills_write && state == FILL);
  assign m_axi_gmem_awaddr  = (fault == WRITE_CROSSES) ? {data_at[63:12], 12'hffc}
                            : (fault == WILD_WRITE) ? 64'h123450000
                            : (fault == WRAP_OFF_SIZE) ? data_at + 64'd2 : data_at;
  assign m_axi_gmem_awlen   = length;
  assign m_axi_gmem_awsize  = (fault == STROBE_OUTSIDE) ? 3'd1 : 3'd2;
  assign m_axi_gmem_awburst = (fault == WRAP_OFF_SIZE) ? 2'b10 : 2'b01;
  assign m_axi_gmem_awid    = 2'd1;

  assign m_axi_gmem_wvalid  = (state == DATA && beat <= {1'b0, length}) || (fills_write_data && state == FILL)
                            || (fault == WDATA_CHANGED && spoiled);
  assign m_axi_gmem_wdata   = spoiled ? 32'hbad : arguments[159:128] + {23'd0, beat};
  assign m_axi_gmem_wstrb   = 4'hf;
  assign m_axi_gmem_wlast   = (fault == EARLY_WLAST) ? beat == 9'd1 : (fault != NO_WLAST && beat == {1'b0, length});
  assign m_axi_gmem_bready  = state == ANSWER && fault != NO_BREADY;

  assign m_axi_gmem_arvalid = state == ASK || (fills_read && (state == FILL || (spoiled && fault != ARVALID_DROPPED)));
  assign m_axi_gmem_araddr  = (fault == READ_CROSSES) ? {data_at[63:12], 12'hffc}
                            : (fault == WILD_READ) ? 64'h123450000
                            : (fault == ENDLESS) ? data_at + {32'd0, offset}
                            : (spoiled && fault == ARADDR_CHANGED) ? data_at + 64'd64 : data_at;
  assign m_axi_gmem_arlen   = length;
  assign m_axi_gmem_arsize  = (fault == WIDE_BEAT) ? 3'd3 : 3'd2;
  assign m_axi_gmem_arburst = (fault == RESERVED_BURST) ? 2'b11 : (fault == LONG_FIXED_BURST) ? 2'b00 : 2'b01;
  assign m_axi_gmem_arid    = (spoiled && fault == ARID_CHANGED) ? 2'd3 : 2'd2;
  assign m_axi_gmem_rready  = state == TAKE && fault != NO_RREADY;

  always_ff @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state  <= IDLE;
      offset <= '0;
    end else begin
      case (state)
        IDLE: begin
          beat   <= '0;
          offset <= '0;
          if (start) begin
            case (fault)
              NEVER_DONE: state <= STUCK;
              AWVALID_DROPPED, ARVALID_DROPPED, ARADDR_CHANGED, ARID_CHANGED, WDATA_CHANGED, WVALID_DROPPED:
                state <= FILL;
              READ_CROSSES, READ_LEFT_OPEN, RESERVED_BURST, LONG_FIXED_BURST, WIDE_BEAT, ENDLESS, WILD_READ:
                state <= ASK;
              DATA_WITHOUT_BURST: state <= DATA;
              default: state <= ADDRESS;
            endcase
          end
        end
        ADDRESS: if (m_axi_gmem_awready) state <= DATA;
        DATA: if (m_axi_gmem_wready) begin
          beat <= beat + 9'd1;
          if (beat == {1'b0, length}) state <= (fault == DATA_WITHOUT_BURST) ? DONE : ANSWER;
          if (fault == BURST_LEFT_OPEN) state <= DONE;
        end
        ANSWER: begin
          beat <= '0;
          if (fault == NO_BREADY) state <= DONE;
          else if (m_axi_gmem_bvalid) state <= ASK;
        end
        ASK: if (m_axi_gmem_arready) state <= TAKE;
        TAKE: if (m_axi_gmem_rvalid && m_axi_gmem_rready) begin
          if (m_axi_gmem_rlast) state <= (fault == ENDLESS) ? ASK : DONE;
          if (fault == READ_LEFT_OPEN) state <= DONE;
          offset <= offset + 32'd4;
        end
        // Until the other side says wait: only then can a promise be broken.
        FILL: if ((fills_write && !m_axi_gmem_awready) || (fills_read && !m_axi_gmem_arready)
                  || (fills_write_data && !m_axi_gmem_wready)) state <= SPOIL;
        SPOIL, STUCK: ;
        default: state <= IDLE;
      endcase
    end
  end
endmodule
