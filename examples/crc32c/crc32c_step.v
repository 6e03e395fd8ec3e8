// CRC-32C (Castagnoli, reflected) of 8 bytes, the first in the highest bits, or of the first byte
// alone. A CRC is linear: each bit of the next one is the parity of some bits of the word, into whose
// first bytes the CRC is added.
module crc32c_step (
    input  [31:0] crc,
    input  [63:0] data,
    input         whole,
    output [31:0] next
);
  wire [63:0] word = data ^ {crc[7:0], crc[15:8], crc[23:16], crc[31:24], 32'd0};
  wire [31:0] of_word = {
      ^(word & 64'h1296371c7be5c88f),
      ^(word & 64'h09cb1b8ebd72e447),
      ^(word & 64'h84e50dc75e39f223),
      ^(word & 64'hc2f28663af1cf911),
      ^(word & 64'h6179c3b1578efc08),
      ^(word & 64'hb0bce1d82b477e04),
      ^(word & 64'h4a4847f0eec6f78d),
      ^(word & 64'h25a4237877e3fb46),
      ^(word & 64'h004426a0c014b5ac),
      ^(word & 64'h12b4244c1b6f92d9),
      ^(word & 64'h1bcc25baf6d201e3),
      ^(word & 64'h1f702541000c48fe),
      ^(word & 64'h0fb892200006247f),
      ^(word & 64'h15ca7e0c7be65ab0),
      ^(word & 64'h18f3089a4696e5d7),
      ^(word & 64'h8c79044d23cbf26b),
      ^(word & 64'hc63c82a69165f935),
      ^(word & 64'h631e41d3c8b2fc1a),
      ^(word & 64'h231997751fbcb682),
      ^(word & 64'h831afca674bb93ce),
      ^(word & 64'h539b494fc13881e8),
      ^(word & 64'ha9cda4a7609c4074),
      ^(word & 64'hc6f0e54f4babe8b5),
      ^(word & 64'h716ec5bbdeb03cd5),
      ^(word & 64'h38b7e25d6f589e6a),
      ^(word & 64'h8ecdc6b24cc987ba),
      ^(word & 64'hd5f05445dd018bd2),
      ^(word & 64'h78ee9dbe95658de6),
      ^(word & 64'h2e6179c3b1578efc),
      ^(word & 64'h97b0bce1d82b477e),
      ^(word & 64'h4b58de70ec95233f),
      ^(word & 64'h252c6f38f6ca911f)};

  function [31:0] of_bit(input [31:0] from);
    of_bit = {1'b0, from[31:1]} ^ (from[0] ? 32'h82f63b78 : 32'h0);
  endfunction
  wire [31:0] byte_added = crc ^ {24'd0, data[63:56]};
  wire [31:0] of_byte =
      of_bit(of_bit(of_bit(of_bit(of_bit(of_bit(of_bit(of_bit(byte_added))))))));
  assign next = whole ? of_word : of_byte;
endmodule
