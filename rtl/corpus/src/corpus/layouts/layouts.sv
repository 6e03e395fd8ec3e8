// SPDX-License-Identifier: Apache-2.0
//
// How bits lie in words, structs and arrays.
module layouts (
    input  logic        clk,
    input  logic        rst_n,
    input  logic [63:0] a,
    input  logic [1:0]  i,
    input  logic [1:0]  j,
    input  logic        write,
    output logic [31:0] instruction,
    output logic [11:0] immediate,
    output logic [6:0]  opcode,
    output logic [7:0]  entry_low,
    output logic [7:0]  entry_high,
    output logic [3:0]  valid,
    output logic [15:0] plane,
    output logic [7:0]  cell_at,
    output logic [3:0]  nibble_at,
    output logic [7:0]  unpacked_at,
    output logic [31:0] turned,
    output logic [31:0] sliced,
    output logic [31:0] replaced,
    output logic [15:0] backwards,
    output logic [63:0] written
);
  typedef struct packed {
    logic [6:0] funct7;
    logic [4:0] rs2;
    logic [4:0] rs1;
    logic [2:0] funct3;
    logic [4:0] rd;
    logic [6:0] opcode;
  } r_type;
  typedef struct packed {
    logic [11:0] imm;
    logic [4:0]  rs1;
    logic [2:0]  funct3;
    logic [4:0]  rd;
    logic [6:0]  opcode;
  } i_type;
  typedef union packed {
    r_type           r;
    i_type           i;
    logic [3:0][7:0] bytes;
    logic [31:0]     word;
  } instruction_t;

  instruction_t fetched, held;
  assign fetched.word = a[31:0];
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) held <= '0;
    else begin
      case (i)
        2'd0: held <= fetched;
        2'd1: held.bytes[j] <= fetched.bytes[3];
        2'd2: held.i.imm <= 12'(fetched.r.funct7);
        default: held.r <= '{funct7: 7'h55, rs2: fetched.i.rs1, default: '1};
      endcase
    end
  end
  assign instruction = held.word;
  assign immediate   = held.i.imm;
  assign opcode      = held.r.opcode;

  typedef struct packed {
    logic       valid;
    logic [7:0] low;
    logic [7:0] high;
  } entry_t;
  entry_t [3:0] table_packed;
  entry_t       table_unpacked[4];
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      table_packed <= '0;
      for (int k = 0; k < 4; k++) table_unpacked[k] <= '0;
    end else if (write) begin
      table_packed[i].valid <= 1'b1;
      table_packed[i].low   <= a[7:0];
      table_packed[i].high  <= a[15:8];
      table_unpacked[i]     <= '{valid: a[0], low: a[15:8], high: ~a[7:0]};
    end else begin
      table_packed[j].valid <= 1'b0;
      table_unpacked[j].high <= table_unpacked[i].low;
    end
  end
  assign entry_low  = table_packed[j].low ^ table_unpacked[i].high;
  assign entry_high = table_packed[j].high + table_unpacked[j].low;
  always_comb begin
    valid = '0;
    foreach (table_packed[k]) valid += 4'(table_packed[k].valid);
    foreach (table_unpacked[k]) valid += 4'(table_unpacked[k].valid);
  end

  logic [3:0][1:0][7:0] box;
  logic [7:0]           shelf[4][2];
  logic [1:0][3:0]      both[0:3][3:0];
  assign box       = a;
  assign plane     = box[i];
  assign cell_at   = box[i][j[0]];
  assign nibble_at = box[i][j[0]][4+:4];
  always_ff @(posedge clk) begin
    for (int x = 0; x < 4; x++) begin
      for (int y = 0; y < 2; y++) shelf[x][y] <= box[3-x][y];
    end
    both[i][j]    <= a[7:0];
    both[j][i][1] <= a[11:8];
    written[16*i+:16] <= box[j];
  end
  assign unpacked_at = both[i][j] ^ {both[1][2][0], both[0][3][1]};
  assign turned      = {shelf[0][0], shelf[3][1], shelf[i][1], shelf[2][j[0]]};

  logic [7:0] spread[8], moved[8], window[4];
  always_comb for (int k = 0; k < 8; k++) spread[k] = a[k*8+:8];
  always_ff @(posedge clk) begin
    moved[0:3] <= spread[4:7];
    moved[4:7] <= spread[0:3];
  end
  assign window = moved[2:5];
  assign sliced = {window[0], window[1], window[2], window[3]};

  always_comb begin
    replaced = a[31:0];
    replaced[{i, j[0], 2'b00}+:4] = a[35:32];
    replaced[31-i-:2] = a[37:36];
  end
  logic [0:15] ascending;
  always_comb begin
    ascending = a[15:0];
    ascending[j+:3] = a[18:16];
    ascending[15-i-:1] = a[19];
  end
  assign backwards = ascending;
endmodule
