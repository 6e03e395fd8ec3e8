// An accelerator behind CCI-P that keeps what is written to the 64 bytes at 0x140, and shows at 0x180
// what the header of the last such write said of its length. A write to 0x188 has it read that line
// of the host's memory, with a reserved bit that is not 0; 0x190 counts the answers.
module line_ccip (
    input  logic           pClk,
    input  logic           pck_cp2af_softReset,
    input  ccip_fields::rx pck_cp2af_sRx,
    output ccip_fields::tx pck_af2cp_sTx
);
  ccip_fields::rx rx;
  assign rx = pck_cp2af_sRx;
  ccip_fields::register_header request;
  assign request = rx.c0.hdr;

  logic [511:0] line;
  logic [1:0]   length;
  logic         read;
  logic [41:0]  address;
  logic [63:0]  answers;
  always_ff @(posedge pClk) begin
    read <= 0;
    if (rx.c0.rspValid) answers <= answers + 1;
    if (rx.c0.mmioWrValid && request.address[15:4] == 12'h5) begin
      length <= request.length;
      if (request.length == 2) line <= rx.c0.data;
      else line[request.address[3:1] * 64 +: 64] <= rx.c0.data[63:0];
    end
    if (rx.c0.mmioWrValid && request.address[15:1] == 15'h31) begin
      read <= 1;
      address <= rx.c0.data[41:0];
    end
    if (pck_cp2af_softReset) begin
      read <= 0;
      answers <= 0;
    end
  end

  assign pck_af2cp_sTx.c1 = 0;
  always_comb begin
    pck_af2cp_sTx.c0 = 0;
    pck_af2cp_sTx.c0.valid = read;
    pck_af2cp_sTx.c0.hdr.address = address;
    pck_af2cp_sTx.c0.hdr.rsvd0 = 6'd1;
  end

  always_ff @(posedge pClk) begin
    pck_af2cp_sTx.c2.mmioRdValid <= rx.c0.mmioRdValid && !pck_cp2af_softReset;
    pck_af2cp_sTx.c2.tid <= request.tid;
    case (request.address[15:1])
      15'h00: pck_af2cp_sTx.c2.data <= 64'h1000_0100_0000_0000;
      15'h01: pck_af2cp_sTx.c2.data <= 64'h0f5d_29b8_e614_47c3;
      15'h02: pck_af2cp_sTx.c2.data <= 64'h7a31_d80c_54f6_4e29;
      15'h30: pck_af2cp_sTx.c2.data <= {62'd0, length};
      15'h32: pck_af2cp_sTx.c2.data <= answers;
      default:
        pck_af2cp_sTx.c2.data <= request.address[15:4] == 12'h5
            ? line[request.address[3:1] * 64 +: 64] : 64'd0;
    endcase
  end
endmodule
