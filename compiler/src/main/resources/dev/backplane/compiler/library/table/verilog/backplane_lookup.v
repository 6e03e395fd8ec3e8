// SPDX-License-Identifier: Apache-2.0
//
// A memory that is read at the numbers of a stream: each gives a row of ELEMENTS words. The rows are
// numbered from 0, or from the smallest number if FROM_SMALLEST is 1; a number that no row has gives
// zeros. A word comes one clock after its address.
module backplane_lookup #(
    parameter IN_WIDTH      = 4,
    parameter FROM_SMALLEST = 1,
    parameter ELEMENTS      = 1,
    parameter INDEX_WIDTH   = 1,
    parameter WORD_COUNT    = 16,
    parameter ADDRESS_WIDTH = 4,
    parameter OUT_WIDTH     = 8
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [IN_WIDTH-1:0]      in_data,
    output wire                     out_valid,
    input  wire                     out_ready,
    output wire [OUT_WIDTH-1:0]     out_data,
    output wire                     read,
    output wire [ADDRESS_WIDTH-1:0] words_address,
    input  wire [OUT_WIDTH-1:0]     words
);
  localparam WIDE = IN_WIDTH + ADDRESS_WIDTH;
  localparam [31:0] ELEMENTS_32   = ELEMENTS;
  localparam [31:0] WORDS_32      = WORD_COUNT;
  localparam [31:0] LAST_INDEX_32 = ELEMENTS - 1;
  localparam [ADDRESS_WIDTH:0] ROW = ELEMENTS_32[ADDRESS_WIDTH:0];
  localparam [ADDRESS_WIDTH:0] END = WORDS_32[ADDRESS_WIDTH:0];
  localparam [INDEX_WIDTH-1:0] LAST_INDEX = LAST_INDEX_32[INDEX_WIDTH-1:0];

  reg                     full;     // a word is there
  reg                     outside;  // no row has the number
  reg [INDEX_WIDTH-1:0]   index;    // which word of its row it is
  reg [ADDRESS_WIDTH-1:0] next;

  wire [IN_WIDTH-1:0]    row;
  wire [ADDRESS_WIDTH:0] row_size;
  wire [ADDRESS_WIDTH:0] end_address;
  wire [WIDE-1:0]        address;
  wire                   last;
  wire                   take;
  wire                   go_on;

  generate
    if (FROM_SMALLEST == 1) begin : from_smallest
      assign row = {!in_data[IN_WIDTH-1], in_data[IN_WIDTH-2:0]};
    end else begin : from_zero
      assign row = in_data;
    end
  endgenerate

  assign row_size      = ROW;
  assign end_address   = END;
  assign address       = {{ADDRESS_WIDTH{1'b0}}, row} * {{(IN_WIDTH - 1) {1'b0}}, row_size};
  assign last          = index == LAST_INDEX;
  assign in_ready      = !full || (last && out_ready);
  assign take          = in_valid && in_ready;
  assign go_on         = full && !last && out_ready;
  assign read          = take || go_on;
  assign words_address = take ? address[ADDRESS_WIDTH-1:0] : next;
  assign out_valid     = full;
  assign out_data      = outside ? {OUT_WIDTH{1'b0}} : words;

  always @(posedge clk) begin
    if (rst) full <= 1'b0;
    else if (in_ready) full <= in_valid;
  end

  always @(posedge clk) begin
    if (take) begin
      outside <= address >= {{(IN_WIDTH - 1) {1'b0}}, end_address};
      index   <= {INDEX_WIDTH{1'b0}};
    end else if (go_on) index <= index + 1'b1;
    if (read) next <= words_address + 1'b1;
  end
endmodule
