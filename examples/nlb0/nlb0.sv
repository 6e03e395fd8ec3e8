// Native loop-back, mode 0, behind CCI-P. Registers are written whole or in halves.
module nlb0 (
    input  logic           pClk,
    input  logic           pck_cp2af_softReset,
    input  logic [1:0]     pck_cp2af_pwrState,
    input  logic           pck_cp2af_error,
    input  ccip_fields::rx pck_cp2af_sRx,
    output ccip_fields::tx pck_af2cp_sTx
);
  ccip_fields::rx rx;
  assign rx = pck_cp2af_sRx;
  ccip_fields::register_header request;
  assign request = rx.c0.hdr;

  wire half = request.length == 0;
  wire upper = half && request.address[0];

  logic         read_valid, write_valid;
  logic [41:0]  read_line, write_line;
  logic [3:0]   read_tag;
  logic [4:0]   write_tag;
  logic [511:0] write_content;

  // Registers are answered in the second cycle after the request.
  logic         asked, asked_upper;
  logic [8:0]   asked_tid;
  logic [14:0]  asked_word;
  logic [63:0]  value;

  nlb0_core core (
      .clk(pClk),
      .reset(pck_cp2af_softReset),
      .write(rx.c0.mmioWrValid),
      .write_word(request.address[15:1]),
      .write_value(upper ? {rx.c0.data[31:0], 32'd0} : rx.c0.data[63:0]),
      .write_bytes(upper ? 8'hf0 : half ? 8'h0f : 8'hff),
      .read_word(asked_word),
      .read_value(value),
      .read_room(!rx.c0TxAlmFull),
      .read_valid,
      .read_line,
      .read_tag,
      .read_answered(rx.c0.rspValid),
      .read_answer_tag(rx.c0.hdr.mdata[3:0]),
      .read_answer(rx.c0.data),
      .write_room(!rx.c1TxAlmFull),
      .write_valid,
      .write_line,
      .write_tag,
      .write_content,
      .write_answered(rx.c1.rspValid),
      .write_answer_tag(rx.c1.hdr.mdata[4:0])
  );

  always_ff @(posedge pClk) begin
    pck_af2cp_sTx.c0 <= 0;
    pck_af2cp_sTx.c1 <= 0;
    if (read_valid) begin
      pck_af2cp_sTx.c0.valid <= 1;
      pck_af2cp_sTx.c0.hdr.address <= read_line;
      pck_af2cp_sTx.c0.hdr.mdata <= {12'd0, read_tag};
    end
    if (write_valid) begin
      pck_af2cp_sTx.c1.valid <= 1;
      pck_af2cp_sTx.c1.hdr.sop <= 1;
      pck_af2cp_sTx.c1.hdr.address <= write_line;
      pck_af2cp_sTx.c1.hdr.mdata <= {11'd0, write_tag};
      pck_af2cp_sTx.c1.data <= write_content;
    end

    asked <= rx.c0.mmioRdValid;
    asked_tid <= request.tid;
    asked_word <= request.address[15:1];
    asked_upper <= upper;
    pck_af2cp_sTx.c2.mmioRdValid <= asked;
    pck_af2cp_sTx.c2.tid <= asked_tid;
    pck_af2cp_sTx.c2.data <= asked_upper ? {32'd0, value[63:32]} : value;

    if (pck_cp2af_softReset) begin
      pck_af2cp_sTx.c0.valid <= 0;
      pck_af2cp_sTx.c1.valid <= 0;
      asked <= 0;
      pck_af2cp_sTx.c2.mmioRdValid <= 0;
    end
  end
endmodule
