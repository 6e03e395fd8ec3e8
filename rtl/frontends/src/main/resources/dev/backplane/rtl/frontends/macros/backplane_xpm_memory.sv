// What the memory macros have in common: an array with two ports that may both read and write, each
// with its own clock and widths. The array's words are lanes of the narrowest width; a wider word is
// a row of them, the lowest lane first. What is left of two different words that both ports write
// to one place at the same edge is not said, as with the macros; a port that reads what the other
// writes at the same edge gets the old word.
module backplane_xpm_memory #(
    parameter integer MEMORY_SIZE = 2048,
    parameter MEMORY_INIT_FILE = "none",
    parameter MEMORY_INIT_PARAM = "0",
    parameter integer ADDR_A = 6,
    parameter integer ADDR_B = 6,
    parameter integer WRITE_A = 32,
    parameter integer READ_A = 32,
    parameter integer BYTE_A = 32,
    parameter integer LATENCY_A = 2,
    parameter RESET_A = "0",
    parameter RST_A = "SYNC",
    parameter MODE_A = "no_change",
    parameter integer WRITES_A = 1,
    parameter integer WRITE_B = 32,
    parameter integer READ_B = 32,
    parameter integer BYTE_B = 32,
    parameter integer LATENCY_B = 2,
    parameter RESET_B = "0",
    parameter RST_B = "SYNC",
    parameter MODE_B = "no_change",
    parameter integer WRITES_B = 1
) (
    input  wire                      clka,
    input  wire                      rsta,
    input  wire                      ena,
    input  wire                      regcea,
    input  wire [WRITE_A/BYTE_A-1:0] wea,
    input  wire [ADDR_A-1:0]         addra,
    input  wire [WRITE_A-1:0]        dina,
    output wire [READ_A-1:0]         douta,
    input  wire                      clkb,
    input  wire                      rstb,
    input  wire                      enb,
    input  wire                      regceb,
    input  wire [WRITE_B/BYTE_B-1:0] web,
    input  wire [ADDR_B-1:0]         addrb,
    input  wire [WRITE_B-1:0]        dinb,
    output wire [READ_B-1:0]         doutb
);
  localparam integer NARROW_A = (WRITE_A < READ_A) ? WRITE_A : READ_A;
  localparam integer NARROW_B = (WRITE_B < READ_B) ? WRITE_B : READ_B;
  localparam integer LANE = (NARROW_A < NARROW_B) ? NARROW_A : NARROW_B;
  localparam integer DEPTH = MEMORY_SIZE / LANE;
  localparam integer AW = (DEPTH > 1) ? $clog2(DEPTH) : 1;

  reg [LANE-1:0] store [0:DEPTH-1];

  // Contents: words in hexadecimal digits, separated by commas.
  localparam integer CHARS = $bits(MEMORY_INIT_PARAM) / 8;
  integer word, place;
  reg [LANE-1:0] value;
  reg [7:0] letter;
  reg [CHARS*8-1:0] letters;
  generate
    // Apart from each other: of zeros and a file in one block, yosys keeps the zeros.
    if (MEMORY_INIT_FILE != "none" && MEMORY_INIT_FILE != "") begin : from_file
      initial $readmemh(MEMORY_INIT_FILE, store);
    end else begin : from_text
      initial begin
        for (word = 0; word < DEPTH; word = word + 1) store[word] = 0;
        if (CHARS > 1) begin
          letters = MEMORY_INIT_PARAM;
          word = 0;
          value = 0;
          for (place = CHARS - 1; place >= 0; place = place - 1) begin
            letter = letters[place*8 +: 8];
            if (letter == 8'h2c) begin
              if (word < DEPTH) store[word] = value;
              word = word + 1;
              value = 0;
            end else if (letter >= 8'h30 && letter <= 8'h39) begin
              value = (value << 4) | (letter - 8'h30);
            end else if (letter >= 8'h41 && letter <= 8'h46) begin
              value = (value << 4) | (letter - 8'h37);
            end else if (letter >= 8'h61 && letter <= 8'h66) begin
              value = (value << 4) | (letter - 8'h57);
            end
          end
          if (word < DEPTH) store[word] = value;
        end
      end
    end
  endgenerate

  backplane_xpm_memory_output #(.WIDTH(READ_A), .LATENCY(LATENCY_A), .RESET(RESET_A), .RESET_MODE(RST_A)) out_a (
      .clk(clka), .rst(rsta), .en(ena), .hold(MODE_A == "no_change" && |wea), .regce(regcea), .data(seen_a), .q(douta));
  backplane_xpm_memory_output #(.WIDTH(READ_B), .LATENCY(LATENCY_B), .RESET(RESET_B), .RESET_MODE(RST_B)) out_b (
      .clk(clkb), .rst(rstb), .en(enb), .hold(MODE_B == "no_change" && |web), .regce(regceb), .data(seen_b), .q(doutb));

  wire [READ_A-1:0] seen_a;
  wire [READ_B-1:0] seen_b;
  genvar g, b;
  generate
    // No loop without a turn: Verilator leaves its variable behind.
    if (WRITES_A != 0) begin : writes_a
      for (g = 0; g < WRITE_A / LANE; g = g + 1) begin : write_a
        wire [AW-1:0] at = addra * (WRITE_A / LANE) + g;
        if (BYTE_A >= LANE) begin : whole
          always @(posedge clka) if (ena && wea[(g*LANE)/BYTE_A]) store[at] <= dina[g*LANE +: LANE];
        end else begin : parts
          for (b = 0; b < LANE / BYTE_A; b = b + 1) begin : part
            always @(posedge clka)
              if (ena && wea[g*(LANE/BYTE_A)+b]) store[at][b*BYTE_A +: BYTE_A] <= dina[g*LANE + b*BYTE_A +: BYTE_A];
          end
        end
      end
    end
    if (WRITES_B != 0) begin : writes_b
      for (g = 0; g < WRITE_B / LANE; g = g + 1) begin : write_b
        wire [AW-1:0] at = addrb * (WRITE_B / LANE) + g;
        if (BYTE_B >= LANE) begin : whole
          always @(posedge clkb) if (enb && web[(g*LANE)/BYTE_B]) store[at] <= dinb[g*LANE +: LANE];
        end else begin : parts
          for (b = 0; b < LANE / BYTE_B; b = b + 1) begin : part
            always @(posedge clkb)
              if (enb && web[g*(LANE/BYTE_B)+b]) store[at][b*BYTE_B +: BYTE_B] <= dinb[g*LANE + b*BYTE_B +: BYTE_B];
          end
        end
      end
    end
    // Write-first shows what is written at once; that has a meaning where a port's words are as wide
    // to write as to read.
    for (g = 0; g < READ_A / LANE; g = g + 1) begin : read_a
      wire [AW-1:0] at = addra * (READ_A / LANE) + g;
      if (MODE_A == "write_first" && WRITE_A == READ_A) begin : through
        if (BYTE_A >= LANE) begin : whole
          assign seen_a[g*LANE +: LANE] = wea[(g*LANE)/BYTE_A] ? dina[g*LANE +: LANE] : store[at];
        end else begin : parts
          wire [LANE-1:0] old = store[at];
          for (b = 0; b < LANE / BYTE_A; b = b + 1) begin : part
            assign seen_a[g*LANE + b*BYTE_A +: BYTE_A] =
                wea[g*(LANE/BYTE_A)+b] ? dina[g*LANE + b*BYTE_A +: BYTE_A] : old[b*BYTE_A +: BYTE_A];
          end
        end
      end else begin : plain
        assign seen_a[g*LANE +: LANE] = store[at];
      end
    end
    for (g = 0; g < READ_B / LANE; g = g + 1) begin : read_b
      wire [AW-1:0] at = addrb * (READ_B / LANE) + g;
      if (MODE_B == "write_first" && WRITE_B == READ_B) begin : through
        if (BYTE_B >= LANE) begin : whole
          assign seen_b[g*LANE +: LANE] = web[(g*LANE)/BYTE_B] ? dinb[g*LANE +: LANE] : store[at];
        end else begin : parts
          wire [LANE-1:0] old = store[at];
          for (b = 0; b < LANE / BYTE_B; b = b + 1) begin : part
            assign seen_b[g*LANE + b*BYTE_B +: BYTE_B] =
                web[g*(LANE/BYTE_B)+b] ? dinb[g*LANE + b*BYTE_B +: BYTE_B] : old[b*BYTE_B +: BYTE_B];
          end
        end
      end else begin : plain
        assign seen_b[g*LANE +: LANE] = store[at];
      end
    end
  endgenerate
endmodule
