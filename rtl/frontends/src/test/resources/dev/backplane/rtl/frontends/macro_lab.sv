// One of each vendor macro, for tests.
module macro_lab (
    input  wire        clk,
    input  wire        clk_b,
    input  wire        rst,
    input  wire        wr,
    input  wire        rd,
    input  wire [31:0] din,
    input  wire [3:0]  be,
    input  wire [5:0]  wa,
    input  wire [5:0]  ra,
    input  wire        last,
    input  wire        bit_in,

    output wire [31:0] std_dout,
    output wire        std_full, std_empty, std_pf, std_pe, std_af, std_ae, std_over, std_under, std_ack, std_valid, std_busy,
    output wire [4:0]  std_wc, std_rc,
    output wire [31:0] fwft_dout,
    output wire        fwft_full, fwft_empty,
    output wire [7:0]  down_dout,
    output wire        down_full, down_empty,
    output wire [31:0] up_dout,
    output wire        up_full, up_empty, up_valid,

    output wire [31:0] async_dout,
    output wire        async_full, async_empty, async_wbusy, async_rbusy,
    output wire        axis_ready, axis_valid, axis_last,
    output wire [31:0] axis_data,
    output wire [3:0]  axis_keep,

    output wire [31:0] sp_dout, sdp_dout, tdp_douta, tdp_doutb, rom_dout, dist_douta, dist_doutb, asym_dout,
    output wire        cdc_single, cdc_pulse, cdc_arst, cdc_srst, cdc_req, cdc_rcv,
    output wire [5:0]  cdc_gray,
    output wire [31:0] cdc_word,
    output wire [2:0]  buffered
);
  xpm_fifo_sync #(.FIFO_WRITE_DEPTH(16), .WRITE_DATA_WIDTH(32), .READ_DATA_WIDTH(32), .READ_MODE("std"),
      .FIFO_READ_LATENCY(1), .PROG_FULL_THRESH(11), .PROG_EMPTY_THRESH(5), .WR_DATA_COUNT_WIDTH(5), .RD_DATA_COUNT_WIDTH(5),
      .USE_ADV_FEATURES("1F1F")) plain (
      .sleep(1'b0), .rst(rst), .wr_clk(clk), .wr_en(wr), .din(din), .full(std_full), .prog_full(std_pf),
      .wr_data_count(std_wc), .overflow(std_over), .wr_rst_busy(std_busy), .almost_full(std_af), .wr_ack(std_ack),
      .rd_en(rd), .dout(std_dout), .empty(std_empty), .prog_empty(std_pe), .rd_data_count(std_rc), .underflow(std_under),
      .rd_rst_busy(), .almost_empty(std_ae), .data_valid(std_valid), .injectsbiterr(1'b0), .injectdbiterr(1'b0),
      .sbiterr(), .dbiterr());
  xpm_fifo_sync #(.FIFO_WRITE_DEPTH(16), .WRITE_DATA_WIDTH(32), .READ_DATA_WIDTH(32), .READ_MODE("fwft"), .FIFO_READ_LATENCY(0)) fwft (
      .sleep(1'b0), .rst(rst), .wr_clk(clk), .wr_en(wr), .din(din), .full(fwft_full), .rd_en(rd), .dout(fwft_dout),
      .empty(fwft_empty), .injectsbiterr(1'b0), .injectdbiterr(1'b0));
  xpm_fifo_sync #(.FIFO_WRITE_DEPTH(16), .WRITE_DATA_WIDTH(32), .READ_DATA_WIDTH(8), .READ_MODE("fwft"), .FIFO_READ_LATENCY(0)) down (
      .sleep(1'b0), .rst(rst), .wr_clk(clk), .wr_en(wr), .din(din), .full(down_full), .rd_en(rd), .dout(down_dout),
      .empty(down_empty), .injectsbiterr(1'b0), .injectdbiterr(1'b0));
  xpm_fifo_sync #(.FIFO_WRITE_DEPTH(16), .WRITE_DATA_WIDTH(8), .READ_DATA_WIDTH(32), .READ_MODE("std"), .FIFO_READ_LATENCY(2), .USE_ADV_FEATURES("1707")) up (
      .sleep(1'b0), .rst(rst), .wr_clk(clk), .wr_en(wr), .din(din[7:0]), .full(up_full), .rd_en(rd), .dout(up_dout),
      .empty(up_empty), .data_valid(up_valid), .injectsbiterr(1'b0), .injectdbiterr(1'b0));
  xpm_fifo_async #(.FIFO_WRITE_DEPTH(16), .WRITE_DATA_WIDTH(32), .READ_DATA_WIDTH(32), .READ_MODE("fwft"), .FIFO_READ_LATENCY(0), .CDC_SYNC_STAGES(3)) async (
      .sleep(1'b0), .rst(rst), .wr_clk(clk), .wr_en(wr), .din(din), .full(async_full), .wr_rst_busy(async_wbusy),
      .rd_clk(clk_b), .rd_en(rd), .dout(async_dout), .empty(async_empty), .rd_rst_busy(async_rbusy),
      .injectsbiterr(1'b0), .injectdbiterr(1'b0));
  xpm_fifo_axis #(.FIFO_DEPTH(16), .TDATA_WIDTH(32), .PACKET_FIFO("true"), .CLOCKING_MODE("common_clock")) axis (
      .s_aresetn(~rst), .s_aclk(clk), .m_aclk(clk), .s_axis_tvalid(wr), .s_axis_tready(axis_ready), .s_axis_tdata(din),
      .s_axis_tstrb(be), .s_axis_tkeep(be), .s_axis_tlast(last), .s_axis_tid(1'b0), .s_axis_tdest(1'b0), .s_axis_tuser(1'b0),
      .m_axis_tvalid(axis_valid), .m_axis_tready(rd), .m_axis_tdata(axis_data), .m_axis_tkeep(axis_keep), .m_axis_tlast(axis_last),
      .injectsbiterr_axis(1'b0), .injectdbiterr_axis(1'b0));

  xpm_memory_spram #(.ADDR_WIDTH_A(6), .MEMORY_SIZE(2048), .BYTE_WRITE_WIDTH_A(8), .READ_LATENCY_A(2), .WRITE_MODE_A("read_first"),
      .MEMORY_INIT_PARAM("1,A,beef,DEADBEEF")) sp (
      .sleep(1'b0), .clka(clk), .rsta(rst), .ena(1'b1), .regcea(1'b1), .wea(wr ? be : 4'b0), .addra(wa), .dina(din), .douta(sp_dout),
      .injectsbiterra(1'b0), .injectdbiterra(1'b0), .sbiterra(), .dbiterra());
  xpm_memory_sdpram #(.ADDR_WIDTH_A(6), .ADDR_WIDTH_B(6), .MEMORY_SIZE(2048), .BYTE_WRITE_WIDTH_A(32), .READ_LATENCY_B(1)) sdp (
      .sleep(1'b0), .clka(clk), .ena(1'b1), .wea(wr), .addra(wa), .dina(din), .clkb(clk), .rstb(1'b0), .enb(rd), .regceb(1'b1),
      .addrb(ra), .doutb(sdp_dout), .injectsbiterra(1'b0), .injectdbiterra(1'b0), .sbiterrb(), .dbiterrb());
  xpm_memory_tdpram #(.ADDR_WIDTH_A(6), .ADDR_WIDTH_B(6), .MEMORY_SIZE(2048), .WRITE_MODE_A("write_first"), .WRITE_MODE_B("no_change"),
      .READ_LATENCY_A(1), .READ_LATENCY_B(1), .BYTE_WRITE_WIDTH_A(8)) tdp (
      .sleep(1'b0), .clka(clk), .rsta(1'b0), .ena(1'b1), .regcea(1'b1), .wea(wr ? be : 4'b0), .addra(wa), .dina(din), .douta(tdp_douta),
      .clkb(clk), .rstb(1'b0), .enb(1'b1), .regceb(1'b1), .web(last & ~(wr & wa == ra)), .addrb(ra), .dinb(~din), .doutb(tdp_doutb),
      .injectsbiterra(1'b0), .injectdbiterra(1'b0), .injectsbiterrb(1'b0), .injectdbiterrb(1'b0),
      .sbiterra(), .dbiterra(), .sbiterrb(), .dbiterrb());
  xpm_memory_sprom #(.ADDR_WIDTH_A(2), .MEMORY_SIZE(128), .READ_LATENCY_A(1), .MEMORY_INIT_PARAM("11,22,33,44")) rom (
      .sleep(1'b0), .clka(clk), .rsta(1'b0), .ena(1'b1), .regcea(1'b1), .addra(ra[1:0]), .douta(rom_dout),
      .injectsbiterra(1'b0), .injectdbiterra(1'b0), .sbiterra(), .dbiterra());
  xpm_memory_dpdistram #(.ADDR_WIDTH_A(6), .ADDR_WIDTH_B(6), .MEMORY_SIZE(2048), .READ_LATENCY_A(0), .READ_LATENCY_B(0)) distributed (
      .clka(clk), .rsta(1'b0), .ena(1'b1), .regcea(1'b1), .wea(wr), .addra(wa), .dina(din), .douta(dist_douta),
      .clkb(clk), .rstb(1'b0), .enb(1'b1), .regceb(1'b1), .addrb(ra), .doutb(dist_doutb));
  // Bytes in, words out.
  xpm_memory_sdpram #(.ADDR_WIDTH_A(6), .ADDR_WIDTH_B(4), .MEMORY_SIZE(512), .WRITE_DATA_WIDTH_A(8), .BYTE_WRITE_WIDTH_A(8),
      .READ_DATA_WIDTH_B(32), .READ_LATENCY_B(1)) asym (
      .sleep(1'b0), .clka(clk), .ena(1'b1), .wea(wr), .addra(wa), .dina(din[7:0]), .clkb(clk), .rstb(1'b0), .enb(1'b1), .regceb(1'b1),
      .addrb(ra[3:0]), .doutb(asym_dout), .injectsbiterra(1'b0), .injectdbiterra(1'b0), .sbiterrb(), .dbiterrb());

  xpm_cdc_single #(.DEST_SYNC_FF(3)) single (.src_clk(clk), .src_in(bit_in), .dest_clk(clk_b), .dest_out(cdc_single));
  xpm_cdc_pulse #(.DEST_SYNC_FF(2), .RST_USED(1)) pulse (.src_clk(clk), .src_rst(rst), .src_pulse(bit_in), .dest_clk(clk_b), .dest_rst(rst), .dest_pulse(cdc_pulse));
  xpm_cdc_async_rst #(.DEST_SYNC_FF(3), .RST_ACTIVE_HIGH(1)) arst (.src_arst(rst), .dest_clk(clk_b), .dest_arst(cdc_arst));
  xpm_cdc_sync_rst #(.DEST_SYNC_FF(3)) srst (.src_rst(rst), .dest_clk(clk_b), .dest_rst(cdc_srst));
  xpm_cdc_gray #(.DEST_SYNC_FF(2), .WIDTH(6)) gray (.src_clk(clk), .src_in_bin(wa), .dest_clk(clk_b), .dest_out_bin(cdc_gray));
  xpm_cdc_handshake #(.DEST_SYNC_FF(2), .SRC_SYNC_FF(2), .WIDTH(32), .DEST_EXT_HSK(1)) hsk (
      .src_clk(clk), .src_in(din), .src_send(bit_in), .src_rcv(cdc_rcv), .dest_clk(clk_b), .dest_out(cdc_word), .dest_req(cdc_req), .dest_ack(rd));

  wire b0, b1, b2;
  IBUF i0 (.I(bit_in), .O(b0));
  IBUFDS i1 (.I(bit_in), .IB(~bit_in), .O(b1));
  OBUF i2 (.I(b0 & b1), .O(b2));
  assign buffered = {b2, b1, b0};
  ila_0 analyser (.clk(clk), .probe0(din), .probe1(wr), .probe2({wa, ra}));
endmodule
