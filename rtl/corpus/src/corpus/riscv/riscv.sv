// SPDX-License-Identifier: Apache-2.0
//
// A processor for the instructions of RV32I but for fences and traps, one a cycle, with a program in ROM and
// 1 KiB of memory with bytes and half words. What is stored at 0x80000000 appears at the output; what is loaded
// from there is the input.
package rv32;
  typedef enum logic [6:0] {
    LUI    = 7'b0110111,
    AUIPC  = 7'b0010111,
    JAL    = 7'b1101111,
    JALR   = 7'b1100111,
    BRANCH = 7'b1100011,
    LOAD   = 7'b0000011,
    STORE  = 7'b0100011,
    IMM    = 7'b0010011,
    REG    = 7'b0110011
  } opcode_t;

  typedef struct packed {
    logic [6:0] funct7;
    logic [4:0] rs2;
    logic [4:0] rs1;
    logic [2:0] funct3;
    logic [4:0] rd;
    opcode_t    opcode;
  } instruction_t;

  function automatic logic [31:0] immediate(input instruction_t i);
    logic [31:0] word;
    word = i;
    case (i.opcode)
      LUI, AUIPC:        return {word[31:12], 12'd0};
      JAL:               return {{12{word[31]}}, word[19:12], word[20], word[30:21], 1'b0};
      BRANCH:            return {{20{word[31]}}, word[7], word[30:25], word[11:8], 1'b0};
      STORE:             return {{21{word[31]}}, word[30:25], word[11:7]};
      default:           return {{21{word[31]}}, word[30:20]};
    endcase
  endfunction
endpackage

module alu (
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [2:0]  operation,
    input  logic        alternative,
    output logic [31:0] result
);
  always_comb begin
    unique case (operation)
      3'd0: result = alternative ? a - b : a + b;
      3'd1: result = a << b[4:0];
      3'd2: result = {31'd0, $signed(a) < $signed(b)};
      3'd3: result = {31'd0, a < b};
      3'd4: result = a ^ b;
      3'd5: result = alternative ? $signed(a) >>> b[4:0] : a >> b[4:0];
      3'd6: result = a | b;
      3'd7: result = a & b;
    endcase
  end
endmodule

module riscv
  import rv32::*;
(
    input  logic        clk,
    input  logic        rst,
    input  logic [31:0] in,
    output logic [31:0] out,
    output logic        out_valid,
    output logic [31:0] pc,
    output logic        stopped
);
  logic [31:0]  rom[256];
  logic [31:0]  ram[256];
  logic [31:0]  x[32];
  instruction_t i;
  logic [31:0]  rs1, rs2, imm, value, address, next_pc, loaded, word, store_value, alu_b;
  logic [3:0]   lanes;
  logic         taken, writes, outside;

  initial $readmemh("cpu.hex", rom);

  assign i   = instruction_t'(rom[pc[9:2]]);
  assign imm = immediate(i);
  assign rs1 = (i.rs1 == '0) ? '0 : x[i.rs1];
  assign rs2 = (i.rs2 == '0) ? '0 : x[i.rs2];

  logic [31:0] alu_result;
  assign alu_b = (i.opcode == REG) ? rs2 : imm;
  alu alu (
      .a(rs1), .b(alu_b), .operation(i.funct3),
      .alternative(i.funct7[5] && (i.opcode == REG || i.funct3 == 3'd5)), .result(alu_result)
  );

  assign address = rs1 + imm;
  assign outside = address[31];
  assign word    = outside ? in : ram[address[9:2]] >> {address[1:0], 3'b000};

  always_comb begin
    case (i.funct3)
      3'd0:    loaded = 32'($signed(word[7:0]));
      3'd1:    loaded = 32'($signed(word[15:0]));
      3'd4:    loaded = {24'd0, word[7:0]};
      3'd5:    loaded = {16'd0, word[15:0]};
      default: loaded = word;
    endcase
  end

  always_comb begin
    lanes = '0;
    if (i.opcode == STORE && !outside) begin
      case (i.funct3)
        3'd0:    lanes = 4'b0001 << address[1:0];
        3'd1:    lanes = 4'b0011 << address[1:0];
        default: lanes = 4'b1111;
      endcase
    end
    store_value = rs2 << {address[1:0], 3'b000};
  end

  always_comb begin
    case (i.funct3)
      3'd0:    taken = rs1 == rs2;
      3'd1:    taken = rs1 != rs2;
      3'd4:    taken = $signed(rs1) < $signed(rs2);
      3'd5:    taken = $signed(rs1) >= $signed(rs2);
      3'd6:    taken = rs1 < rs2;
      default: taken = rs1 >= rs2;
    endcase
  end

  always_comb begin
    next_pc = pc + 32'd4;
    writes  = 1'b1;
    value   = alu_result;
    case (i.opcode)
      LUI:   value = imm;
      AUIPC: value = pc + imm;
      JAL: begin
        value   = pc + 32'd4;
        next_pc = pc + imm;
      end
      JALR: begin
        value   = pc + 32'd4;
        next_pc = {address[31:1], 1'b0};
      end
      BRANCH: begin
        writes = 1'b0;
        if (taken) next_pc = pc + imm;
      end
      LOAD:     value = loaded;
      STORE:    writes = 1'b0;
      IMM, REG: ;
      default:  writes = 1'b0;
    endcase
  end

  always_ff @(posedge clk) begin
    for (int b = 0; b < 4; b++) begin
      if (lanes[b]) ram[address[9:2]][8*b +: 8] <= store_value[8*b +: 8];
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      pc        <= '0;
      out       <= '0;
      out_valid <= 1'b0;
      stopped   <= 1'b0;
    end else begin
      pc        <= next_pc;
      stopped   <= next_pc == pc;
      out_valid <= i.opcode == STORE && outside;
      if (i.opcode == STORE && outside) out <= rs2;
      if (writes && i.rd != '0) x[i.rd] <= value;
    end
  end
endmodule
