// An accelerator behind CCI-P that gives whatever requests its registers say, and shows what came
// back.
//
//   0x40  header of reads, low 64 bits
//   0x48  its other bits; 31:16 how many, 47:32 is added to mdata for each, 48 to the address; go
//   0x50  header of writes, low 64 bits
//   0x58  its other bits, and the same; sop is for the first only; go
//   0x60  responses to reads in the upper half, the last header in the lower
//   0x68  the first word of the last line
//   0x70  the same of writes as 0x60
//   0x78  writes of registers in the upper half, what the last header says of its length below
//   0x80  the line that is written: 64 bytes, which can be written at once
module ccip_probe (
    input  logic           pClk,
    input  logic           pck_cp2af_softReset,
    input  ccip_fields::rx pck_cp2af_sRx,
    output ccip_fields::tx pck_af2cp_sTx
);
  ccip_fields::rx rx;
  assign rx = pck_cp2af_sRx;
  ccip_fields::register_header request;
  assign request = rx.c0.hdr;

  logic [73:0]  read_header;
  logic [79:0]  write_header;
  logic [15:0]  reads, writes, read_step, write_step;
  logic         read_next, write_next;
  logic [511:0] line;
  logic [31:0]  lines_read, answers, register_writes;
  logic [27:0]  last_read, last_answer;
  logic [63:0]  first_word;
  logic [1:0]   last_length;

  always_ff @(posedge pClk) begin
    pck_af2cp_sTx.c0 <= 0;
    if (reads != 0) begin
      pck_af2cp_sTx.c0.hdr <= read_header;
      pck_af2cp_sTx.c0.valid <= 1;
      read_header[15:0] <= read_header[15:0] + read_step;
      read_header[57:16] <= read_header[57:16] + {41'd0, read_next};
      reads <= reads - 1;
    end
    pck_af2cp_sTx.c1 <= 0;
    if (writes != 0) begin
      pck_af2cp_sTx.c1.hdr <= write_header;
      pck_af2cp_sTx.c1.data <= line;
      pck_af2cp_sTx.c1.valid <= 1;
      write_header[15:0] <= write_header[15:0] + write_step;
      write_header[57:16] <= write_header[57:16] + {41'd0, write_next};
      write_header[71] <= 0;
      writes <= writes - 1;
    end

    if (rx.c0.rspValid) begin
      lines_read <= lines_read + 1;
      last_read <= rx.c0.hdr;
      first_word <= rx.c0.data[63:0];
    end
    if (rx.c1.rspValid) begin
      answers <= answers + 1;
      last_answer <= rx.c1.hdr;
    end

    if (rx.c0.mmioWrValid) begin
      register_writes <= register_writes + 1;
      last_length <= request.length;
      if (request.length == 2) line <= rx.c0.data;
      else
        case (request.address[15:1])
          15'h08: read_header[63:0] <= rx.c0.data[63:0];
          15'h09: begin
            read_header[73:64] <= rx.c0.data[9:0];
            reads <= rx.c0.data[31:16];
            read_step <= rx.c0.data[47:32];
            read_next <= rx.c0.data[48];
          end
          15'h0a: write_header[63:0] <= rx.c0.data[63:0];
          15'h0b: begin
            write_header[79:64] <= rx.c0.data[15:0];
            writes <= rx.c0.data[31:16];
            write_step <= rx.c0.data[47:32];
            write_next <= rx.c0.data[48];
          end
          default: if (request.address[15:4] == 2) line[request.address[3:1] * 64 +: 64] <= rx.c0.data[63:0];
        endcase
    end

    if (pck_cp2af_softReset) begin
      pck_af2cp_sTx.c0.valid <= 0;
      pck_af2cp_sTx.c1.valid <= 0;
      reads <= 0;
      writes <= 0;
      line <= 0;
      lines_read <= 0;
      answers <= 0;
      register_writes <= 0;
    end
  end

  always_ff @(posedge pClk) begin
    pck_af2cp_sTx.c2.mmioRdValid <= rx.c0.mmioRdValid && !pck_cp2af_softReset;
    pck_af2cp_sTx.c2.tid <= request.tid;
    case (request.address[15:1])
      15'h00: pck_af2cp_sTx.c2.data <= 64'h1000_0100_0000_0000;
      15'h01: pck_af2cp_sTx.c2.data <= 64'h51c3_77b0_0e6d_4af2;
      15'h02: pck_af2cp_sTx.c2.data <= 64'h9be0_12d4_6a7f_4c35;
      15'h0c: pck_af2cp_sTx.c2.data <= {lines_read, 4'd0, last_read};
      15'h0d: pck_af2cp_sTx.c2.data <= first_word;
      15'h0e: pck_af2cp_sTx.c2.data <= {answers, 4'd0, last_answer};
      15'h0f: pck_af2cp_sTx.c2.data <= {register_writes, 30'd0, last_length};
      default:
        pck_af2cp_sTx.c2.data <= request.address[15:4] == 2
            ? line[request.address[3:1] * 64 +: 64] : 64'd0;
    endcase
  end
endmodule
