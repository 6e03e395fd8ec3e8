// SPDX-License-Identifier: Apache-2.0
//
// Between memory and a network: reads COUNT_OUT * samples words from one address into the stream that
// goes out, and writes COUNT_IN * samples words that come in to another, both at the same time.
// A word of memory has 32 bits, little-endian; numbers are sign-extended. Addresses must be multiples
// of 4. Bursts have up to 64 words and end where 4 KiB do.
module backplane_memory_stream #(
    parameter OUT_WIDTH = 8,
    parameter IN_WIDTH  = 8,
    parameter COUNT_OUT = 4,
    parameter COUNT_IN  = 4
) (
    input  wire                 clk,
    input  wire                 rst,

    input  wire                 start,
    output wire                 done,
    input  wire [63:0]          source,
    input  wire [63:0]          target,
    input  wire [31:0]          samples,
    output wire [31:0]          errors,   // bit 0: a read was answered with an error, bit 1: a write

    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [OUT_WIDTH-1:0] out_data,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [IN_WIDTH-1:0]  in_data,

    output wire                 m_axi_gmem_awvalid,
    input  wire                 m_axi_gmem_awready,
    output wire [63:0]          m_axi_gmem_awaddr,
    output wire [7:0]           m_axi_gmem_awlen,
    output wire [2:0]           m_axi_gmem_awsize,
    output wire [1:0]           m_axi_gmem_awburst,
    output wire                 m_axi_gmem_wvalid,
    input  wire                 m_axi_gmem_wready,
    output wire [31:0]          m_axi_gmem_wdata,
    output wire [3:0]           m_axi_gmem_wstrb,
    output wire                 m_axi_gmem_wlast,
    input  wire                 m_axi_gmem_bvalid,
    output wire                 m_axi_gmem_bready,
    input  wire [1:0]           m_axi_gmem_bresp,
    output wire                 m_axi_gmem_arvalid,
    input  wire                 m_axi_gmem_arready,
    output wire [63:0]          m_axi_gmem_araddr,
    output wire [7:0]           m_axi_gmem_arlen,
    output wire [2:0]           m_axi_gmem_arsize,
    output wire [1:0]           m_axi_gmem_arburst,
    input  wire                 m_axi_gmem_rvalid,
    output wire                 m_axi_gmem_rready,
    input  wire [31:0]          m_axi_gmem_rdata,
    input  wire [1:0]           m_axi_gmem_rresp,
    input  wire                 m_axi_gmem_rlast
);
  localparam [31:0] WORDS_OUT = COUNT_OUT;
  localparam [31:0] WORDS_IN  = COUNT_IN;

  // How many of the words that are left fit before the next 4 KiB boundary, at most 64.
  function [6:0] burst(input [9:0] word, input [31:0] left);
    reg [10:0] room;
    begin
      room = 11'd1024 - {1'b0, word};
      if (room > 11'd64) room = 11'd64;
      burst = (left < {21'd0, room}) ? left[6:0] : room[6:0];
    end
  endfunction

  localparam IDLE = 2'd0;
  localparam ASK  = 2'd1;
  localparam MOVE = 2'd2;
  localparam END  = 2'd3;

  reg        busy;
  reg        read_error;
  reg        write_error;

  reg [1:0]  read_state;
  reg [63:0] read_address;
  reg [31:0] read_left;
  wire [6:0] read_burst;

  reg [1:0]  write_state;
  reg [63:0] write_address;
  reg [31:0] write_left;
  reg [6:0]  write_beats;
  wire [6:0] write_burst;

  assign errors = {30'd0, write_error, read_error};
  assign done   = busy && read_state == IDLE && write_state == IDLE
      && read_left == 32'd0 && write_left == 32'd0;

  assign read_burst         = burst(read_address[11:2], read_left);
  assign m_axi_gmem_arvalid = read_state == ASK;
  assign m_axi_gmem_araddr  = read_address;
  assign m_axi_gmem_arlen   = {1'b0, read_burst - 7'd1};
  assign m_axi_gmem_arsize  = 3'd2;
  assign m_axi_gmem_arburst = 2'b01;
  assign m_axi_gmem_rready  = read_state == MOVE && out_ready;
  assign out_valid          = read_state == MOVE && m_axi_gmem_rvalid;
  assign out_data           = m_axi_gmem_rdata[OUT_WIDTH-1:0];

  assign write_burst        = burst(write_address[11:2], write_left);
  assign m_axi_gmem_awvalid = write_state == ASK;
  assign m_axi_gmem_awaddr  = write_address;
  assign m_axi_gmem_awlen   = {1'b0, write_burst - 7'd1};
  assign m_axi_gmem_awsize  = 3'd2;
  assign m_axi_gmem_awburst = 2'b01;
  assign m_axi_gmem_wvalid  = write_state == MOVE && in_valid;
  assign in_ready           = write_state == MOVE && m_axi_gmem_wready;
  assign m_axi_gmem_wstrb   = 4'b1111;
  assign m_axi_gmem_wlast   = write_beats == 7'd1;
  assign m_axi_gmem_bready  = write_state == END;

  generate
    if (IN_WIDTH == 32) begin : whole
      assign m_axi_gmem_wdata = in_data;
    end else begin : extended
      assign m_axi_gmem_wdata = {{(32 - IN_WIDTH) {in_data[IN_WIDTH-1]}}, in_data};
    end
    if (OUT_WIDTH != 32) begin : cut
      // Numbers beyond the format lose their upper bits: hosts write numbers of the format.
      wire unused;
      assign unused = &{1'b0, m_axi_gmem_rdata[31:OUT_WIDTH]};
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      busy        <= 1'b0;
      read_error  <= 1'b0;
      write_error <= 1'b0;
      read_state  <= IDLE;
      write_state <= IDLE;
    end else if (!busy) begin
      if (start) begin
        busy          <= 1'b1;
        read_error    <= 1'b0;
        write_error   <= 1'b0;
        read_address  <= source;
        read_left     <= samples * WORDS_OUT;
        write_address <= target;
        write_left    <= samples * WORDS_IN;
      end
    end else begin
      if (done) busy <= 1'b0;

      case (read_state)
        IDLE: if (read_left != 32'd0) read_state <= ASK;
        ASK:
          if (m_axi_gmem_arready) begin
            read_address <= read_address + {55'd0, read_burst, 2'b00};
            read_left    <= read_left - {25'd0, read_burst};
            read_state   <= MOVE;
          end
        MOVE:
          if (m_axi_gmem_rvalid && out_ready) begin
            if (m_axi_gmem_rresp != 2'b00) read_error <= 1'b1;
            if (m_axi_gmem_rlast) read_state <= IDLE;
          end
        default: read_state <= IDLE;
      endcase

      case (write_state)
        IDLE: if (write_left != 32'd0) write_state <= ASK;
        ASK:
          if (m_axi_gmem_awready) begin
            write_beats   <= write_burst;
            write_address <= write_address + {55'd0, write_burst, 2'b00};
            write_left    <= write_left - {25'd0, write_burst};
            write_state   <= MOVE;
          end
        MOVE:
          if (in_valid && m_axi_gmem_wready) begin
            write_beats <= write_beats - 7'd1;
            if (m_axi_gmem_wlast) write_state <= END;
          end
        END:
          if (m_axi_gmem_bvalid) begin
            if (m_axi_gmem_bresp != 2'b00) write_error <= 1'b1;
            write_state <= IDLE;
          end
      endcase
    end
  end
endmodule
