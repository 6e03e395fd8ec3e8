// What the accelerator says of itself: descriptor, one configuration record, and the error buffer.
module crc32c_descriptor (
    input      [22:0] word,        // number of a word of 64 bits
    input      [63:0] error,
    input      [63:0] failed,
    output reg [63:0] value
);
  always @*
    case (word)
      23'h000: value = 64'h0000_0001_0001_8010;  // no interrupts, 1 process, 1 record, dedicated
      23'h004: value = 64'h0000_0000_0000_0001;  // records of 256 bytes
      23'h005: value = 64'h0000_0000_0000_0100;  // from 0x100 on
      23'h006: value = 64'h0100_0000_0000_0000;  // registers are there
      23'h008: value = 64'h0000_0000_0000_0001;  // an error buffer of 4 KiB
      23'h009: value = 64'h0000_0000_0000_1000;  // from 0x1000 on
      23'h020: value = 64'h3412_2cc3_0000_0000;  // vendor 0x1234, device 0xc32c, little-endian
      23'h021: value = 64'h0100_0012_0000_0000;  // revision 1, class 0x120000: an accelerator
      23'h200: value = error;                    // why the last job ended
      23'h201: value = failed;                   // the address that failed
      default: value = 64'd0;
    endcase
endmodule
