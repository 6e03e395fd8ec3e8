// The least that is an accelerator of OPAE, behind CCI-P: a feature header, an identifier, and a
// register that keeps what is written. Registers have 64 bits and are accessed whole or in halves.
module hello_afu (
    input  logic           pClk,
    input  logic           pck_cp2af_softReset,
    input  logic [1:0]     pck_cp2af_pwrState,
    input  logic           pck_cp2af_error,
    input  ccip_fields::rx pck_cp2af_sRx,
    output ccip_fields::tx pck_af2cp_sTx
);
  // An accelerator, the last entry of its list of features.
  localparam logic [63:0] HEADER = 64'h1000_0100_0000_0000;
  localparam logic [63:0] ID_LOW = 64'h8d3e_62f4_a917_5cb0;
  localparam logic [63:0] ID_HIGH = 64'h5f1c_0b7e_9d24_4a86;

  // Its register, by the number of its 64-bit word.
  localparam SCRATCH = 15'h10;

  ccip_fields::rx rx;
  assign rx = pck_cp2af_sRx;
  ccip_fields::register_header request;
  assign request = rx.c0.hdr;

  logic [63:0] scratch;
  always_ff @(posedge pClk)
    if (pck_cp2af_softReset) scratch <= 0;
    else if (rx.c0.mmioWrValid && request.address[15:1] == SCRATCH) begin
      if (request.length != 0) scratch <= rx.c0.data[63:0];
      else if (request.address[0]) scratch[63:32] <= rx.c0.data[31:0];
      else scratch[31:0] <= rx.c0.data[31:0];
    end

  logic [63:0] value;
  always_comb
    case (request.address[15:1])
      15'h00: value = HEADER;
      15'h01: value = ID_LOW;
      15'h02: value = ID_HIGH;
      SCRATCH: value = scratch;
      default: value = 0;
    endcase

  // It asks nothing of the host's memory.
  assign pck_af2cp_sTx.c0 = 0;
  assign pck_af2cp_sTx.c1 = 0;
  always_ff @(posedge pClk) begin
    pck_af2cp_sTx.c2.mmioRdValid <= rx.c0.mmioRdValid && !pck_cp2af_softReset;
    pck_af2cp_sTx.c2.tid <= request.tid;
    pck_af2cp_sTx.c2.data <=
        request.length == 0 && request.address[0] ? {32'd0, value[63:32]} : value;
  end
endmodule
