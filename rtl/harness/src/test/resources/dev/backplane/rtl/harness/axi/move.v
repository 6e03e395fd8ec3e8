// c[i] = a[i] + 1 for n words of 32 bits, n a multiple of 16. Reads flow straight into writes:
// RREADY follows WREADY and WVALID follows RVALID without a register between them, so a bench that
// looks at handshakes before the design has settled loses words. Bursts of 16 are asked for
// wherever the pointers lie, so pointers off a multiple of 64 bytes break the 4 KiB rule.
module move (
    input  wire        ap_clk,
    input  wire        ap_rst_n,
    output wire        interrupt,
    input  wire        s_axi_control_awvalid,
    output wire        s_axi_control_awready,
    input  wire [5:0]  s_axi_control_awaddr,
    input  wire        s_axi_control_wvalid,
    output wire        s_axi_control_wready,
    input  wire [31:0] s_axi_control_wdata,
    input  wire [3:0]  s_axi_control_wstrb,
    output reg         s_axi_control_bvalid,
    input  wire        s_axi_control_bready,
    output wire [1:0]  s_axi_control_bresp,
    input  wire        s_axi_control_arvalid,
    output wire        s_axi_control_arready,
    input  wire [5:0]  s_axi_control_araddr,
    output reg         s_axi_control_rvalid,
    input  wire        s_axi_control_rready,
    output reg  [31:0] s_axi_control_rdata,
    output wire [1:0]  s_axi_control_rresp,
    output wire        m_axi_gmem_awvalid,
    input  wire        m_axi_gmem_awready,
    output wire [63:0] m_axi_gmem_awaddr,
    output wire [7:0]  m_axi_gmem_awlen,
    output wire        m_axi_gmem_wvalid,
    input  wire        m_axi_gmem_wready,
    output wire [31:0] m_axi_gmem_wdata,
    output wire [3:0]  m_axi_gmem_wstrb,
    output wire        m_axi_gmem_wlast,
    input  wire        m_axi_gmem_bvalid,
    output wire        m_axi_gmem_bready,
    output wire        m_axi_gmem_arvalid,
    input  wire        m_axi_gmem_arready,
    output wire [63:0] m_axi_gmem_araddr,
    output wire [7:0]  m_axi_gmem_arlen,
    input  wire        m_axi_gmem_rvalid,
    output wire        m_axi_gmem_rready,
    input  wire [31:0] m_axi_gmem_rdata,
    input  wire        m_axi_gmem_rlast
);
  localparam IDLE = 3'd0, ASK = 3'd1, FLOW = 3'd2, ANSWER = 3'd3, DONE = 3'd4;

  reg [2:0]  state;
  reg        asked, told;
  reg [31:0] left;
  reg [63:0] from, to;
  reg        start, done, irq_global, irq_done, irq;
  reg [63:0] arg_a, arg_c;
  reg [31:0] arg_n;

  // Control registers: an address and its data are taken together.
  wire write = s_axi_control_awvalid && s_axi_control_wvalid && !s_axi_control_bvalid;
  wire read  = s_axi_control_arvalid && !s_axi_control_rvalid;

  assign s_axi_control_awready = write;
  assign s_axi_control_wready  = write;
  assign s_axi_control_arready = read;
  assign s_axi_control_bresp   = 2'b00;
  assign s_axi_control_rresp   = 2'b00;
  assign interrupt             = irq_global && irq;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      s_axi_control_bvalid <= 1'b0;
      s_axi_control_rvalid <= 1'b0;
      start                <= 1'b0;
      done                 <= 1'b0;
      irq_global           <= 1'b0;
      irq_done             <= 1'b0;
      irq                  <= 1'b0;
    end else begin
      if (s_axi_control_bready) s_axi_control_bvalid <= 1'b0;
      if (s_axi_control_rready) s_axi_control_rvalid <= 1'b0;
      if (state == ASK) start <= 1'b0;
      if (write) begin
        s_axi_control_bvalid <= 1'b1;
        case (s_axi_control_awaddr)
          6'h00: if (s_axi_control_wdata[0]) start <= 1'b1;
          6'h04: irq_global <= s_axi_control_wdata[0];
          6'h08: irq_done <= s_axi_control_wdata[0];
          6'h0c: irq <= irq ^ s_axi_control_wdata[0];
          6'h10: arg_a[31:0] <= s_axi_control_wdata;
          6'h14: arg_a[63:32] <= s_axi_control_wdata;
          6'h1c: arg_c[31:0] <= s_axi_control_wdata;
          6'h20: arg_c[63:32] <= s_axi_control_wdata;
          6'h28: arg_n <= s_axi_control_wdata;
          default: ;
        endcase
      end
      if (read) begin
        s_axi_control_rvalid <= 1'b1;
        case (s_axi_control_araddr)
          6'h00: begin
            s_axi_control_rdata <= {29'd0, state == IDLE && !start, done, start};
            done <= 1'b0;
          end
          6'h0c: s_axi_control_rdata <= {31'd0, irq};
          6'h28: s_axi_control_rdata <= arg_n;
          default: s_axi_control_rdata <= 32'd0;
        endcase
      end
      if (state == DONE) begin
        done <= 1'b1;
        if (irq_done) irq <= 1'b1;
      end
    end
  end

  assign m_axi_gmem_arvalid = state == ASK && !asked;
  assign m_axi_gmem_araddr  = from;
  assign m_axi_gmem_arlen   = 8'd15;
  assign m_axi_gmem_awvalid = state == ASK && !told;
  assign m_axi_gmem_awaddr  = to;
  assign m_axi_gmem_awlen   = 8'd15;
  assign m_axi_gmem_wvalid  = state == FLOW && m_axi_gmem_rvalid;
  assign m_axi_gmem_rready  = state == FLOW && m_axi_gmem_wready;
  assign m_axi_gmem_wdata   = m_axi_gmem_rdata + 32'd1;
  assign m_axi_gmem_wstrb   = 4'hf;
  assign m_axi_gmem_wlast   = m_axi_gmem_rlast;
  assign m_axi_gmem_bready  = state == ANSWER;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      state <= IDLE;
      asked <= 1'b0;
      told  <= 1'b0;
    end else begin
      case (state)
        IDLE: begin
          from <= arg_a;
          to   <= arg_c;
          left <= arg_n;
          if (start) state <= ASK;
        end
        ASK: begin
          if (m_axi_gmem_arready) asked <= 1'b1;
          if (m_axi_gmem_awready) told <= 1'b1;
          if ((asked || m_axi_gmem_arready) && (told || m_axi_gmem_awready)) state <= FLOW;
        end
        FLOW: begin
          asked <= 1'b0;
          told  <= 1'b0;
          if (m_axi_gmem_wvalid && m_axi_gmem_wready && m_axi_gmem_wlast) state <= ANSWER;
        end
        ANSWER:
          if (m_axi_gmem_bvalid) begin
            from  <= from + 64'd64;
            to    <= to + 64'd64;
            left  <= left - 32'd16;
            state <= (left == 32'd16) ? DONE : ASK;
          end
        default: state <= IDLE;
      endcase
    end
  end
endmodule
