// Control registers of the kernels here: ap_ctrl_hs, or ap_ctrl_chain with CHAIN = 1, WORDS argument
// words from 0x10 on, and one word that the kernel gives, read at 0x80. The bus has 32 or 64 bits.
module kernel_control #(
    parameter WORDS = 8,
    parameter CHAIN = 0,
    parameter BITS  = 32
) (
    input  wire                clk,
    input  wire                rst_n,
    input  wire                awvalid,
    output wire                awready,
    input  wire [7:0]          awaddr,
    input  wire                wvalid,
    output wire                wready,
    input  wire [BITS-1:0]     wdata,
    input  wire [BITS/8-1:0]   wstrb,
    output reg                 bvalid,
    input  wire                bready,
    output wire [1:0]          bresp,
    input  wire                arvalid,
    output wire                arready,
    input  wire [7:0]          araddr,
    output reg                 rvalid,
    input  wire                rready,
    output wire [BITS-1:0]     rdata,
    output wire [1:0]          rresp,
    output wire                interrupt,
    output reg                 ap_start,
    input  wire                ap_ready,
    input  wire                ap_done,
    input  wire                ap_idle,
    output reg                 ap_continue,
    output wire [32*WORDS-1:0] args,
    input  wire [31:0]         result
);
  reg  [31:0] words [0:WORDS-1];
  reg  [31:0] answer;
  reg         done, irq_global, irq_done, irq;

  // An address and its data are taken together.
  wire        write = awvalid && wvalid && !bvalid;
  wire        read  = arvalid && !rvalid;
  wire        upper = BITS == 64 && wstrb[BITS/8-1:BITS/8-4] != 0 && wstrb[3:0] == 0;
  wire [31:0] value = upper ? wdata[BITS-1:BITS-32] : wdata[31:0];
  wire [3:0]  bytes = upper ? wstrb[BITS/8-1:BITS/8-4] : wstrb[3:0];
  wire [7:0]  to    = BITS == 64 ? {awaddr[7:3], upper, 2'b00} : awaddr;
  wire [31:0] mask  = {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
  wire [7:0]  index = (to - 8'h10) >> 2;
  wire [7:0]  asked = (araddr - 8'h10) >> 2;

  assign awready   = write;
  assign wready    = write;
  assign arready   = read;
  assign bresp     = 2'b00;
  assign rresp     = 2'b00;
  assign rdata     = {(BITS / 32){answer}};
  assign interrupt = irq_global && irq;

  genvar i;
  generate
    for (i = 0; i < WORDS; i = i + 1) begin : arguments
      assign args[32*i +: 32] = words[i];
    end
  endgenerate

  always @(posedge clk) begin
    ap_continue <= 1'b0;
    if (!rst_n) begin
      bvalid     <= 1'b0;
      rvalid     <= 1'b0;
      ap_start   <= 1'b0;
      done       <= 1'b0;
      irq_global <= 1'b0;
      irq_done   <= 1'b0;
      irq        <= 1'b0;
    end else begin
      if (bready) bvalid <= 1'b0;
      if (rready) rvalid <= 1'b0;
      if (ap_ready) ap_start <= 1'b0;
      if (write) begin
        bvalid <= 1'b1;
        case (to)
          8'h00: begin
            if (value[0]) ap_start <= 1'b1;
            if (value[4]) ap_continue <= 1'b1;
          end
          8'h04: irq_global <= value[0];
          8'h08: irq_done <= value[0];
          8'h0c: irq <= irq ^ value[0];
          default: if (index < WORDS) words[index] <= (words[index] & ~mask) | (value & mask);
        endcase
      end
      if (read) begin
        rvalid <= 1'b1;
        case (araddr)
          8'h00: begin
            answer <= {28'd0, 1'b0, ap_idle && !ap_start, done, ap_start};
            done   <= 1'b0;
          end
          8'h0c: answer <= {31'd0, irq};
          8'h80: answer <= result;
          default: answer <= asked < WORDS ? words[asked] : 32'd0;
        endcase
      end
      if (ap_done) begin
        done <= 1'b1;
        if (irq_done && !done) irq <= 1'b1;
      end
    end
  end
endmodule
