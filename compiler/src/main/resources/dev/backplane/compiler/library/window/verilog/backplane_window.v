// SPDX-License-Identifier: Apache-2.0
//
// Windows of an image: the numbers of window after window, from left to right and from top to bottom.
// Within a window come group of channels after group, and within a group row after row, column after
// column, channel after channel. The image comes row by row, each pixel with all its channels.
//
// A buffer has as many rows as a window is high: a row is written over when no window needs it any
// more. Coordinates begin at the corner of the image with its padding around it. A number leaves in
// each clock as soon as its window is there; rows of the next image come while the last windows leave.
//
// Addresses have the row in the buffer and the offset in the row; steps are how they change from one
// number to the next, modulo the size of the buffer for rows, and modulo 2^ADDRESS_WIDTH for offsets.
module backplane_window #(
    parameter WIDTH          = 8,
    parameter PADDING        = 0,  // the number around the tensor
    parameter POSITION_WIDTH = 4,
    parameter ADDRESS_WIDTH  = 4,
    parameter CHANNEL_WIDTH  = 1,
    parameter GROUP_WIDTH    = 1,
    parameter [31:0] ROWS     = 2,  // in the buffer
    parameter [31:0] DEPTH    = 6,  // numbers in the buffer
    parameter [31:0] HEIGHT   = 3,
    parameter [31:0] COLUMNS  = 3,
    parameter [31:0] CHANNELS = 1,
    parameter [31:0] GROUPS   = 1,
    parameter [31:0] GROUP_CHANNELS = 1,
    parameter [31:0] PAD_TOP   = 0,
    parameter [31:0] PAD_LEFT  = 0,
    parameter [31:0] REACH_DOWN  = 1,  // from the first to the last row of a window
    parameter [31:0] REACH_RIGHT = 1,
    parameter [31:0] STRIDE_DOWN  = 1,
    parameter [31:0] STRIDE_RIGHT = 1,
    parameter [31:0] DILATION_DOWN  = 1,
    parameter [31:0] DILATION_RIGHT = 1,
    parameter [31:0] LAST_TOP  = 1,  // of the last windows
    parameter [31:0] LAST_LEFT = 1,
    parameter [31:0] FIRST_ROW   = 0,
    parameter [31:0] TAP_ROW     = 3,
    parameter [31:0] WINDOW_ROW  = 3,
    parameter [31:0] IMAGE_ROW   = 0,
    parameter [31:0] FIRST_OFFSET  = 0,
    parameter [31:0] TAP_OFFSET    = 1,
    parameter [31:0] GROUP_OFFSET  = 1,
    parameter [31:0] WINDOW_OFFSET = 1
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output reg              out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);
  localparam P = POSITION_WIDTH;
  localparam A = ADDRESS_WIDTH;

  localparam signed [P-1:0] IMAGE_TOP    = PAD_TOP[P-1:0];
  localparam signed [P-1:0] IMAGE_LEFT   = PAD_LEFT[P-1:0];
  localparam signed [P-1:0] IMAGE_BOTTOM = PAD_TOP[P-1:0] + HEIGHT[P-1:0];
  localparam signed [P-1:0] IMAGE_RIGHT  = PAD_LEFT[P-1:0] + COLUMNS[P-1:0];
  localparam signed [P-1:0] LAST_COLUMN  = IMAGE_RIGHT - 1;
  localparam signed [P-1:0] ALL_ROWS     = HEIGHT[P-1:0];
  localparam signed [P-1:0] KEPT_ROWS    = ROWS[P-1:0];
  localparam signed [P-1:0] DOWN         = REACH_DOWN[P-1:0];
  localparam signed [P-1:0] RIGHT        = REACH_RIGHT[P-1:0];
  localparam signed [P-1:0] WINDOW_DOWN  = STRIDE_DOWN[P-1:0];
  localparam signed [P-1:0] WINDOW_RIGHT = STRIDE_RIGHT[P-1:0];
  localparam signed [P-1:0] TAP_DOWN     = DILATION_DOWN[P-1:0];
  localparam signed [P-1:0] TAP_RIGHT    = DILATION_RIGHT[P-1:0];
  localparam signed [P-1:0] END_TOP      = LAST_TOP[P-1:0];
  localparam signed [P-1:0] END_LEFT     = LAST_LEFT[P-1:0];
  localparam signed [P-1:0] ONE          = 1;
  localparam signed [P-1:0] ZERO         = 0;

  localparam [31:0] LAST_WORD_32    = DEPTH - 1;
  localparam [31:0] LAST_CHANNEL_32 = CHANNELS - 1;
  localparam [31:0] LAST_MEMBER_32  = GROUP_CHANNELS - 1;
  localparam [31:0] LAST_GROUP_32   = GROUPS - 1;
  localparam [A-1:0]             LAST_WORD    = LAST_WORD_32[A-1:0];
  localparam [CHANNEL_WIDTH-1:0] LAST_CHANNEL = LAST_CHANNEL_32[CHANNEL_WIDTH-1:0];
  localparam [CHANNEL_WIDTH-1:0] LAST_MEMBER  = LAST_MEMBER_32[CHANNEL_WIDTH-1:0];
  localparam [GROUP_WIDTH-1:0]   LAST_GROUP   = LAST_GROUP_32[GROUP_WIDTH-1:0];

  // The row that is so many numbers further in the buffer, which is a ring. The sum is an argument of a function:
  // some tools take a local variable of a function for a blocking assignment of the process that calls it.
  function [A-1:0] in_ring(input [A:0] sum);
    in_ring = (sum >= DEPTH[A:0]) ? sum[A-1:0] - DEPTH[A-1:0] : sum[A-1:0];
  endfunction

  function [A-1:0] further(input [A-1:0] row, input [A-1:0] step);
    further = in_ring({1'b0, row} + {1'b0, step});
  endfunction

  reg [WIDTH-1:0] buffer [0:(1<<A)-1];

  // What is written: rows that are whole, columns of the next one, channels of its next pixel. Rows
  // count from the image that is read, so that the end of the image before is negative.
  reg signed [P-1:0]       rows;
  reg signed [P-1:0]       column;
  reg [CHANNEL_WIDTH-1:0]  in_channel;
  reg [A-1:0]              in_address;
  wire                     write;
  wire                     row_written;

  // What is read: the corner of the window, and the place in it.
  reg signed [P-1:0]       top;
  reg signed [P-1:0]       left;
  reg signed [P-1:0]       y;
  reg signed [P-1:0]       x;
  reg [CHANNEL_WIDTH-1:0]  channel;
  reg [GROUP_WIDTH-1:0]    group;
  reg [A-1:0]              top_row;
  reg [A-1:0]              row;
  reg [A-1:0]              first_offset;
  reg [A-1:0]              offset;

  wire signed [P-1:0]      bottom;
  wire signed [P-1:0]      right;
  wire signed [P-1:0]      oldest;
  wire                     ready;
  wire                     read;
  wire                     in_image;
  wire                     last_channel;
  wire                     last_column;
  wire                     last_row;
  wire                     last_group;
  wire                     last_window;
  wire                     last_windows;
  wire                     image_read;
  wire [A-1:0]             address;

  assign oldest      = (top < IMAGE_TOP) ? IMAGE_TOP : top;
  assign in_ready    = rows < oldest + KEPT_ROWS;
  assign write       = in_valid && in_ready;
  assign row_written = write && in_channel == LAST_CHANNEL && column == LAST_COLUMN;

  always @(posedge clk) begin
    if (write) buffer[in_address] <= in_data;
  end

  always @(posedge clk) begin
    if (rst) begin
      rows       <= IMAGE_TOP;
      column     <= IMAGE_LEFT;
      in_channel <= {CHANNEL_WIDTH{1'b0}};
      in_address <= {A{1'b0}};
    end else begin
      rows <= rows + (row_written ? ONE : ZERO) - (image_read ? ALL_ROWS : ZERO);
      if (write) begin
        in_address <= in_address == LAST_WORD ? {A{1'b0}} : in_address + 1'b1;
        in_channel <= in_channel == LAST_CHANNEL ? {CHANNEL_WIDTH{1'b0}} : in_channel + 1'b1;
        if (in_channel == LAST_CHANNEL)
          column <= column == LAST_COLUMN ? IMAGE_LEFT : column + ONE;
      end
    end
  end

  assign bottom = top + DOWN;
  assign right  = left + RIGHT;
  assign ready  = rows > bottom || rows >= IMAGE_BOTTOM || (rows == bottom && column > right);
  assign read   = ready && (!out_valid || out_ready);
  assign in_image = y >= IMAGE_TOP && y < IMAGE_BOTTOM && x >= IMAGE_LEFT && x < IMAGE_RIGHT;

  assign last_channel = channel == LAST_MEMBER;
  assign last_column  = last_channel && x == right;
  assign last_row     = last_column && y == bottom;
  assign last_group   = last_row && group == LAST_GROUP;
  assign last_window  = last_group && left == END_LEFT;
  assign last_windows = last_window && top == END_TOP;
  assign image_read   = read && last_windows;
  assign address      = row + offset;

  wire signed [P-1:0] next_left;
  wire signed [P-1:0] next_top;
  wire [A-1:0]        next_top_row;
  wire [A-1:0]        next_first_offset;
  assign next_left = last_window ? ZERO : last_group ? left + WINDOW_RIGHT : left;
  assign next_top  = last_windows ? ZERO : last_window ? top + WINDOW_DOWN : top;
  assign next_top_row = last_windows ? further(top_row, IMAGE_ROW[A-1:0])
      : last_window ? further(top_row, WINDOW_ROW[A-1:0]) : top_row;
  assign next_first_offset = last_window ? FIRST_OFFSET[A-1:0]
      : last_group ? first_offset + WINDOW_OFFSET[A-1:0]
      : last_row ? first_offset + GROUP_OFFSET[A-1:0] : first_offset;

  always @(posedge clk) begin
    if (rst) begin
      top          <= ZERO;
      left         <= ZERO;
      y            <= ZERO;
      x            <= ZERO;
      channel      <= {CHANNEL_WIDTH{1'b0}};
      group        <= {GROUP_WIDTH{1'b0}};
      top_row      <= FIRST_ROW[A-1:0];
      row          <= FIRST_ROW[A-1:0];
      first_offset <= FIRST_OFFSET[A-1:0];
      offset       <= FIRST_OFFSET[A-1:0];
    end else if (read) begin
      top          <= next_top;
      left         <= next_left;
      top_row      <= next_top_row;
      first_offset <= next_first_offset;
      channel      <= last_channel ? {CHANNEL_WIDTH{1'b0}} : channel + 1'b1;
      if (last_column) x <= next_left;
      else if (last_channel) x <= x + TAP_RIGHT;
      if (last_row) begin
        y     <= next_top;
        row   <= next_top_row;
        group <= last_group ? {GROUP_WIDTH{1'b0}} : group + 1'b1;
      end else if (last_column) begin
        y   <= y + TAP_DOWN;
        row <= further(row, TAP_ROW[A-1:0]);
      end
      if (last_column) offset <= next_first_offset;
      else if (last_channel) offset <= offset + TAP_OFFSET[A-1:0];
      else offset <= offset + 1'b1;
    end
  end

  // The number that goes out.
  reg [WIDTH-1:0] number;
  reg             padding;

  always @(posedge clk) begin
    if (read) begin
      number  <= buffer[address];
      padding <= !in_image;
    end
  end

  always @(posedge clk) begin
    if (rst) out_valid <= 1'b0;
    else if (!out_valid || out_ready) out_valid <= ready;
  end

  localparam [31:0] PADDING_32 = PADDING;
  assign out_data = padding ? PADDING_32[WIDTH-1:0] : number;
endmodule
