// The lines of 64 tags, in eight banks of 64 bits: written by halves, read by words.
module crc32c_lines (
    input             clock,
    input             write,
    input      [6:0]  half,     // tag, and which half of its line
    input      [511:0] data,    // the first word in the highest bits
    input      [9:0]  word,     // tag, and which word of its line
    output reg [63:0] value
);
  reg [63:0] bank0 [0:127];
  reg [63:0] bank1 [0:127];
  reg [63:0] bank2 [0:127];
  reg [63:0] bank3 [0:127];
  reg [63:0] bank4 [0:127];
  reg [63:0] bank5 [0:127];
  reg [63:0] bank6 [0:127];
  reg [63:0] bank7 [0:127];
  always @(posedge clock)
    if (write) begin
      bank0[half] <= data[511:448];
      bank1[half] <= data[447:384];
      bank2[half] <= data[383:320];
      bank3[half] <= data[319:256];
      bank4[half] <= data[255:192];
      bank5[half] <= data[191:128];
      bank6[half] <= data[127:64];
      bank7[half] <= data[63:0];
    end
  always @*
    case (word[2:0])
      3'd0: value = bank0[word[9:3]];
      3'd1: value = bank1[word[9:3]];
      3'd2: value = bank2[word[9:3]];
      3'd3: value = bank3[word[9:3]];
      3'd4: value = bank4[word[9:3]];
      3'd5: value = bank5[word[9:3]];
      3'd6: value = bank6[word[9:3]];
      default: value = bank7[word[9:3]];
    endcase
endmodule
