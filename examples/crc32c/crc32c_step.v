// One step of CRC-32C (Castagnoli, reflected): up to 8 bytes, the first in the highest bits.
module crc32c_step (
    input      [31:0] crc,
    input      [63:0] data,
    input      [3:0]  bytes,   // 1 to 8
    output reg [31:0] next
);
  integer i, j;
  always @* begin
    next = crc;
    for (i = 0; i < 8; i = i + 1) begin
      if (i < bytes) begin
        next = next ^ {24'd0, data[63 - 8 * i -: 8]};
        for (j = 0; j < 8; j = j + 1)
          next = {1'b0, next[31:1]} ^ (next[0] ? 32'h82f63b78 : 32'h0);
      end
    end
  end
endmodule
