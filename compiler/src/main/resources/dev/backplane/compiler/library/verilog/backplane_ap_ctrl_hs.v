// SPDX-License-Identifier: Apache-2.0
//
// The control port of a kernel: an AXI4-Lite slave with the ap_ctrl_hs registers, two 64-bit
// arguments, one of 32 bits, and a word that only the kernel writes.
//
//   0x00 control: bit 0 start, 1 done (cleared by reading), 2 idle, 3 ready, 7 auto-restart,
//        9 interrupt
//   0x04 bit 0: global interrupt enable
//   0x08 interrupt enable: bit 0 done, bit 1 ready
//   0x0c interrupt status: bit 0 done, bit 1 ready; a 1 that is written toggles the bit
//   0x10, 0x1c, 0x28 arguments, the low word first, a hole of 4 bytes after each
//   0x34 the status word
//
// kernel_start is high from the start command until the kernel answers with kernel_done, which is
// high for one cycle.
module backplane_ap_ctrl_hs (
    input  wire        ap_clk,
    input  wire        ap_rst_n,

    input  wire        s_axi_control_awvalid,
    output wire        s_axi_control_awready,
    input  wire [11:0] s_axi_control_awaddr,
    input  wire        s_axi_control_wvalid,
    output wire        s_axi_control_wready,
    input  wire [31:0] s_axi_control_wdata,
    input  wire [3:0]  s_axi_control_wstrb,
    output reg         s_axi_control_bvalid,
    input  wire        s_axi_control_bready,
    output wire [1:0]  s_axi_control_bresp,
    input  wire        s_axi_control_arvalid,
    output wire        s_axi_control_arready,
    input  wire [11:0] s_axi_control_araddr,
    output reg         s_axi_control_rvalid,
    input  wire        s_axi_control_rready,
    output reg  [31:0] s_axi_control_rdata,
    output wire [1:0]  s_axi_control_rresp,

    output wire        irq,

    output wire        kernel_start,
    input  wire        kernel_done,
    output reg  [63:0] arg0,
    output reg  [63:0] arg1,
    output reg  [31:0] arg2,
    input  wire [31:0] status_word
);
  // A write is done when its address and its data are both here; they may come in any order.
  reg  [11:0] waddr;
  reg  [31:0] wdata;
  reg  [3:0]  wstrb;
  reg         waddr_held;
  reg         wdata_held;
  wire        write;
  wire [31:0] wmask;

  reg  running;
  reg  done;
  reg  auto_restart;
  reg  global_enable;
  reg  [1:0] enable;
  reg  [1:0] status;

  assign write = waddr_held && wdata_held && !s_axi_control_bvalid;
  assign wmask = {{8{wstrb[3]}}, {8{wstrb[2]}}, {8{wstrb[1]}}, {8{wstrb[0]}}};

  assign s_axi_control_awready = !waddr_held;
  assign s_axi_control_wready  = !wdata_held;
  assign s_axi_control_bresp   = 2'b00;
  assign s_axi_control_rresp   = 2'b00;
  assign s_axi_control_arready = !s_axi_control_rvalid;

  assign kernel_start = running;
  assign irq    = global_enable && (status & enable) != 2'b00;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      waddr_held           <= 1'b0;
      wdata_held           <= 1'b0;
      s_axi_control_bvalid <= 1'b0;
    end else begin
      if (s_axi_control_awvalid && s_axi_control_awready) begin
        waddr      <= s_axi_control_awaddr;
        waddr_held <= 1'b1;
      end
      if (s_axi_control_wvalid && s_axi_control_wready) begin
        wdata      <= s_axi_control_wdata;
        wstrb      <= s_axi_control_wstrb;
        wdata_held <= 1'b1;
      end
      if (write) begin
        waddr_held           <= 1'b0;
        wdata_held           <= 1'b0;
        s_axi_control_bvalid <= 1'b1;
      end else if (s_axi_control_bready) begin
        s_axi_control_bvalid <= 1'b0;
      end
    end
  end

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      running       <= 1'b0;
      done          <= 1'b0;
      auto_restart  <= 1'b0;
      global_enable <= 1'b0;
      enable        <= 2'b00;
      status        <= 2'b00;
      arg0          <= 64'd0;
      arg1          <= 64'd0;
      arg2          <= 32'd0;
    end else begin
      if (s_axi_control_arvalid && s_axi_control_arready && s_axi_control_araddr == 12'h000)
        done <= 1'b0;
      if (kernel_done) begin
        running <= auto_restart;
        done    <= 1'b1;
        status  <= status | enable;
      end
      if (write) begin
        case (waddr)
          12'h000: begin
            if (wstrb[0]) begin
              auto_restart <= wdata[7];
              if (wdata[0]) running <= 1'b1;
            end
          end
          12'h004: if (wstrb[0]) global_enable <= wdata[0];
          12'h008: if (wstrb[0]) enable <= wdata[1:0];
          12'h00c: if (wstrb[0]) status <= (kernel_done ? status | enable : status) ^ wdata[1:0];
          12'h010: arg0[31:0]  <= (arg0[31:0]  & ~wmask) | (wdata & wmask);
          12'h014: arg0[63:32] <= (arg0[63:32] & ~wmask) | (wdata & wmask);
          12'h01c: arg1[31:0]  <= (arg1[31:0]  & ~wmask) | (wdata & wmask);
          12'h020: arg1[63:32] <= (arg1[63:32] & ~wmask) | (wdata & wmask);
          12'h028: arg2        <= (arg2 & ~wmask) | (wdata & wmask);
          default: ;
        endcase
      end
    end
  end

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      s_axi_control_rvalid <= 1'b0;
      s_axi_control_rdata  <= 32'd0;
    end else if (s_axi_control_arvalid && s_axi_control_arready) begin
      s_axi_control_rvalid <= 1'b1;
      case (s_axi_control_araddr)
        12'h000: s_axi_control_rdata <=
            {22'd0, irq, 1'b0, auto_restart, 3'b000, kernel_done, !running, done || kernel_done, running};
        12'h004: s_axi_control_rdata <= {31'd0, global_enable};
        12'h008: s_axi_control_rdata <= {30'd0, enable};
        12'h00c: s_axi_control_rdata <= {30'd0, status};
        12'h010: s_axi_control_rdata <= arg0[31:0];
        12'h014: s_axi_control_rdata <= arg0[63:32];
        12'h01c: s_axi_control_rdata <= arg1[31:0];
        12'h020: s_axi_control_rdata <= arg1[63:32];
        12'h028: s_axi_control_rdata <= arg2;
        12'h034: s_axi_control_rdata <= status_word;
        default: s_axi_control_rdata <= 32'd0;
      endcase
    end else if (s_axi_control_rready) begin
      s_axi_control_rvalid <= 1'b0;
    end
  end
endmodule
