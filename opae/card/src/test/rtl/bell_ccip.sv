// An accelerator that raises the interrupt whose vector is written to the register 0x110, behind
// CCI-P. The register 0x100 keeps what is written.
module bell_ccip (
    input  logic           pClk,
    input  logic           pck_cp2af_softReset,
    input  logic [1:0]     pck_cp2af_pwrState,
    input  logic           pck_cp2af_error,
    input  ccip_fields::rx pck_cp2af_sRx,
    output ccip_fields::tx pck_af2cp_sTx
);
  localparam logic [3:0] INTERRUPT = 4'd6;

  ccip_fields::rx rx;
  assign rx = pck_cp2af_sRx;
  ccip_fields::register_header request;
  assign request = rx.c0.hdr;

  logic [63:0] kept;
  logic        ring;
  logic [15:0] vector;
  always_ff @(posedge pClk) begin
    ring <= 0;
    if (rx.c0.mmioWrValid)
      case (request.address[15:1])
        15'h20:
          if (request.length != 0) kept <= rx.c0.data[63:0];
          else if (request.address[0]) kept[63:32] <= rx.c0.data[31:0];
          else kept[31:0] <= rx.c0.data[31:0];
        15'h22: begin
          ring <= 1;
          vector <= rx.c0.data[15:0];
        end
        default: ;
      endcase
    if (pck_cp2af_softReset) begin
      kept <= 0;
      ring <= 0;
    end
  end

  assign pck_af2cp_sTx.c0 = 0;
  always_comb begin
    pck_af2cp_sTx.c1 = 0;
    pck_af2cp_sTx.c1.valid = ring;
    pck_af2cp_sTx.c1.hdr.req_type = ring ? INTERRUPT : 4'd0;
    pck_af2cp_sTx.c1.hdr.mdata = ring ? vector : 16'd0;
  end

  logic [63:0] value;
  always_comb
    case (request.address[15:1])
      15'h00: value = 64'h1000_0100_0000_0000;
      15'h01: value = 64'h9f17_c36a_20d4_5b8e;
      15'h02: value = 64'h4ed2_95a0_6b37_4c11;
      15'h20: value = kept;
      default: value = 0;
    endcase
  always_ff @(posedge pClk) begin
    pck_af2cp_sTx.c2.mmioRdValid <= rx.c0.mmioRdValid && !pck_cp2af_softReset;
    pck_af2cp_sTx.c2.tid <= request.tid;
    pck_af2cp_sTx.c2.data <=
        request.length == 0 && request.address[0] ? {32'd0, value[63:32]} : value;
  end
endmodule
