// SPDX-License-Identifier: Apache-2.0
//
// Whole windows of an image, one in a clock, from left to right and from top to bottom: row after row,
// column after column, with all channels. The image comes pixel by pixel; PIXEL is the width of one
// with all its channels.
//
// A clock takes a pixel, or a place of the padding around the image. The pixels above
// it, of ROWS - 1 rows, are in a memory by their column, and the COLUMNS last columns are registers.
module backplane_lines #(
    parameter PIXEL        = 8,
    parameter ELEMENTS     = 1,  // of a pixel
    parameter PADDING      = 0,  // the element around the image
    parameter ROWS         = 2,  // of a window
    parameter COLUMNS      = 2,
    parameter HEIGHT       = 3,  // of the image with its padding
    parameter WIDTH        = 3,
    parameter TOP          = 0,  // of the image in its padding
    parameter LEFT         = 0,
    parameter IMAGE_HEIGHT = 3,
    parameter IMAGE_WIDTH  = 3,
    parameter STRIDE_DOWN  = 1,
    parameter STRIDE_RIGHT = 1,
    parameter Y_WIDTH      = 2,  // for one place more than there is
    parameter X_WIDTH      = 2
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          in_valid,
    output wire                          in_ready,
    input  wire [PIXEL-1:0]              in_data,
    output wire                          out_valid,
    input  wire                          out_ready,
    output wire [ROWS*COLUMNS*PIXEL-1:0] out_data
);
  localparam [31:0] LAST_Y_32 = HEIGHT - 1;
  localparam [31:0] LAST_X_32 = WIDTH - 1;
  localparam [31:0] TOP_32    = TOP;
  localparam [31:0] LEFT_32   = LEFT;
  localparam [31:0] BOTTOM_32 = IMAGE_HEIGHT - 1;
  localparam [31:0] RIGHT_32  = IMAGE_WIDTH - 1;
  localparam [31:0] FIRST_DOWN_32  = ROWS - 1;
  localparam [31:0] FIRST_RIGHT_32 = COLUMNS - 1;
  localparam [31:0] NEXT_DOWN_32   = STRIDE_DOWN - 1;
  localparam [31:0] NEXT_RIGHT_32  = STRIDE_RIGHT - 1;
  localparam [Y_WIDTH-1:0] LAST_Y      = LAST_Y_32[Y_WIDTH-1:0];
  localparam [X_WIDTH-1:0] LAST_X      = LAST_X_32[X_WIDTH-1:0];
  localparam [Y_WIDTH-1:0] FIRST_DOWN  = FIRST_DOWN_32[Y_WIDTH-1:0];
  localparam [X_WIDTH-1:0] FIRST_RIGHT = FIRST_RIGHT_32[X_WIDTH-1:0];
  localparam [Y_WIDTH-1:0] NEXT_DOWN   = NEXT_DOWN_32[Y_WIDTH-1:0];
  localparam [X_WIDTH-1:0] NEXT_RIGHT  = NEXT_RIGHT_32[X_WIDTH-1:0];

  localparam ELEMENT_WIDTH = PIXEL / ELEMENTS;
  localparam [31:0] PADDING_32 = PADDING;

  reg  [Y_WIDTH-1:0] y;
  reg  [X_WIDTH-1:0] x;
  reg  [Y_WIDTH-1:0] down;   // rows until that in which windows end
  reg  [X_WIDTH-1:0] right;  // columns until that in which a window ends
  reg                full;
  wire [Y_WIDTH-1:0] image_y;
  wire [X_WIDTH-1:0] image_x;
  wire               in_image;
  wire               room;
  wire               step;
  wire               last_x;
  wire               last_y;
  wire [PIXEL-1:0]   pixel;
  wire [ROWS*PIXEL-1:0] column;  // the pixel lowest, then those above it

  // Before the image these are large.
  assign image_y   = y - TOP_32[Y_WIDTH-1:0];
  assign image_x   = x - LEFT_32[X_WIDTH-1:0];
  assign in_image  = image_y <= BOTTOM_32[Y_WIDTH-1:0] && image_x <= RIGHT_32[X_WIDTH-1:0];
  assign room      = !full || out_ready;
  assign in_ready  = in_image && room;
  assign step      = room && (in_valid || !in_image);
  assign last_x    = x == LAST_X;
  assign last_y    = y == LAST_Y;
  assign pixel     = in_image ? in_data : {ELEMENTS{PADDING_32[ELEMENT_WIDTH-1:0]}};
  assign out_valid = full;

  generate
    if (ROWS == 1) begin : one_row
      assign column = pixel;
    end else begin : rows
      reg [(ROWS-1)*PIXEL-1:0] above [0:(1<<X_WIDTH)-1];
      assign column = {above[x], pixel};
      always @(posedge clk) begin
        if (step) above[x] <= column[(ROWS-1)*PIXEL-1:0];
      end
    end
  endgenerate

  always @(posedge clk) begin
    if (rst) begin
      y     <= {Y_WIDTH{1'b0}};
      x     <= {X_WIDTH{1'b0}};
      down  <= FIRST_DOWN;
      right <= FIRST_RIGHT;
      full  <= 1'b0;
    end else begin
      if (room) full <= step && down == {Y_WIDTH{1'b0}} && right == {X_WIDTH{1'b0}};
      if (step) begin
        x <= last_x ? {X_WIDTH{1'b0}} : x + 1'b1;
        if (last_x) right <= FIRST_RIGHT;
        else right <= right == {X_WIDTH{1'b0}} ? NEXT_RIGHT : right - 1'b1;
        if (last_x) begin
          y <= last_y ? {Y_WIDTH{1'b0}} : y + 1'b1;
          if (last_y) down <= FIRST_DOWN;
          else down <= down == {Y_WIDTH{1'b0}} ? NEXT_DOWN : down - 1'b1;
        end
      end
    end
  end

  // Column 0 is the oldest and lowest.
  reg [COLUMNS*ROWS*PIXEL-1:0] columns;

  generate
    if (COLUMNS == 1) begin : one_column
      always @(posedge clk) if (step) columns <= column;
    end else begin : more_columns
      always @(posedge clk) if (step) columns <= {column, columns[COLUMNS*ROWS*PIXEL-1:ROWS*PIXEL]};
    end
  endgenerate

  genvar r;
  genvar c;
  generate
    for (r = 0; r < ROWS; r = r + 1) begin : each_row
      for (c = 0; c < COLUMNS; c = c + 1) begin : each_column
        assign out_data[(r*COLUMNS+c)*PIXEL +: PIXEL] =
            columns[(c*ROWS+ROWS-1-r)*PIXEL +: PIXEL];
      end
    end
  endgenerate
endmodule
