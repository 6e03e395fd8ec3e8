// SPDX-License-Identifier: Apache-2.0
//
// A memory of two frames of SIZE elements. One is written in order while the other is read in the
// order of four nested counters, EXTENT_3 the fastest: when counter i goes on, and those faster begin
// again, the address moves by JUMP_i; it begins at START.
module backplane_frame_ram #(
    parameter WIDTH         = 8,
    parameter SIZE          = 6,
    parameter ADDRESS_WIDTH = 3,
    parameter START         = 0,
    parameter EXTENT_0      = 1,
    parameter JUMP_0        = 0,
    parameter EXTENT_1      = 1,
    parameter JUMP_1        = 0,
    parameter EXTENT_2      = 3,
    parameter JUMP_2        = -2,
    parameter EXTENT_3      = 2,
    parameter JUMP_3        = 3
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);
  localparam [31:0] LAST_32   = SIZE - 1;
  localparam [31:0] START_32  = START;
  localparam [31:0] LAST_0_32 = EXTENT_0 - 1;
  localparam [31:0] LAST_1_32 = EXTENT_1 - 1;
  localparam [31:0] LAST_2_32 = EXTENT_2 - 1;
  localparam [31:0] LAST_3_32 = EXTENT_3 - 1;
  localparam [31:0] JUMP_0_32 = JUMP_0;
  localparam [31:0] JUMP_1_32 = JUMP_1;
  localparam [31:0] JUMP_2_32 = JUMP_2;
  localparam [31:0] JUMP_3_32 = JUMP_3;
  localparam [ADDRESS_WIDTH-1:0] LAST = LAST_32[ADDRESS_WIDTH-1:0];
  localparam [ADDRESS_WIDTH-1:0] ZERO = {ADDRESS_WIDTH{1'b0}};

  reg [WIDTH-1:0]         memory [0:2*(1<<ADDRESS_WIDTH)-1];
  reg [1:0]               filled;      // which frames are to be read
  reg                     write_frame;
  reg                     read_frame;
  reg [ADDRESS_WIDTH-1:0] write_address;
  reg [ADDRESS_WIDTH-1:0] read_address;
  reg [ADDRESS_WIDTH-1:0] count_0;
  reg [ADDRESS_WIDTH-1:0] count_1;
  reg [ADDRESS_WIDTH-1:0] count_2;
  reg [ADDRESS_WIDTH-1:0] count_3;
  reg                     full;        // the element that was read is to be given
  reg [WIDTH-1:0]         element;

  wire take;
  wire read;
  wire last_written;
  wire end_0;
  wire end_1;
  wire end_2;
  wire end_3;
  wire last_read;

  assign in_ready     = !filled[write_frame];
  assign take         = in_valid && in_ready;
  assign read         = filled[read_frame] && (!full || out_ready);
  assign last_written = write_address == LAST;
  assign end_0        = count_0 == LAST_0_32[ADDRESS_WIDTH-1:0];
  assign end_1        = count_1 == LAST_1_32[ADDRESS_WIDTH-1:0];
  assign end_2        = count_2 == LAST_2_32[ADDRESS_WIDTH-1:0];
  assign end_3        = count_3 == LAST_3_32[ADDRESS_WIDTH-1:0];
  assign last_read    = end_0 && end_1 && end_2 && end_3;
  assign out_valid    = full;
  assign out_data     = element;

  always @(posedge clk) begin
    if (take) memory[{write_frame, write_address}] <= in_data;
  end

  always @(posedge clk) begin
    if (read) element <= memory[{read_frame, read_address}];
  end

  always @(posedge clk) begin
    if (rst) begin
      filled        <= 2'b00;
      write_frame   <= 1'b0;
      read_frame    <= 1'b0;
      write_address <= ZERO;
      read_address  <= START_32[ADDRESS_WIDTH-1:0];
      count_0       <= ZERO;
      count_1       <= ZERO;
      count_2       <= ZERO;
      count_3       <= ZERO;
      full          <= 1'b0;
    end else begin
      if (read) full <= 1'b1;
      else if (out_ready) full <= 1'b0;

      if (take) begin
        write_address <= last_written ? ZERO : write_address + 1'b1;
        if (last_written) begin
          filled[write_frame] <= 1'b1;
          write_frame         <= !write_frame;
        end
      end

      if (read) begin
        count_3 <= end_3 ? ZERO : count_3 + 1'b1;
        if (end_3) count_2 <= end_2 ? ZERO : count_2 + 1'b1;
        if (end_3 && end_2) count_1 <= end_1 ? ZERO : count_1 + 1'b1;
        if (end_3 && end_2 && end_1) count_0 <= end_0 ? ZERO : count_0 + 1'b1;
        read_address <= last_read ? START_32[ADDRESS_WIDTH-1:0]
            : read_address + (!end_3 ? JUMP_3_32[ADDRESS_WIDTH-1:0]
                : !end_2 ? JUMP_2_32[ADDRESS_WIDTH-1:0]
                : !end_1 ? JUMP_1_32[ADDRESS_WIDTH-1:0] : JUMP_0_32[ADDRESS_WIDTH-1:0]);
        if (last_read) begin
          filled[read_frame] <= 1'b0;
          read_frame         <= !read_frame;
        end
      end
    end
  end
endmodule
