// SPDX-License-Identifier: Apache-2.0
//
// The program of the system in soc.sv, in RV32I, written with a function for each instruction. It sets the
// devices up and then waits for interrupts; each of them is answered in a few dozen instructions.
package soc_firmware;
  typedef enum logic [4:0] {
    ZERO, RA, S0, S1, S2, S3, S4, S5, T0, T1, T2, T3, PENDING, DEVICES
  } register_t;

  // Interrupts, and their bits in the registers of the interrupt controller.
  localparam int ON_EVENT = 0, ON_TIMER = 1, ON_DMA = 2, ON_HASH = 3, ON_CIPHER = 4, ON_MATRIX = 5, ON_SERIAL = 6;

  // Devices, 256 bytes each, from address 2^31 upwards.
  localparam int INTERRUPTS = 'h000, TIMERS = 'h100, SERIAL = 'h200, DMA = 'h300, HASH = 'h400, CIPHER = 'h500,
      MATRIX = 'h600, PINS = 'h700;

  function automatic logic [31:0] lui(input register_t rd, input logic [19:0] value);
    return {value, rd, 7'b0110111};
  endfunction

  function automatic logic [31:0] arithmetic(
      input logic [2:0] operation, input register_t rd, input register_t rs1, input int value);
    return {value[11:0], rs1, operation, rd, 7'b0010011};
  endfunction

  function automatic logic [31:0] addi(input register_t rd, input register_t rs1, input int value);
    return arithmetic(3'd0, rd, rs1, value);
  endfunction

  function automatic logic [31:0] andi(input register_t rd, input register_t rs1, input int value);
    return arithmetic(3'd7, rd, rs1, value);
  endfunction

  function automatic logic [31:0] add(input register_t rd, input register_t rs1, input register_t rs2);
    return {7'd0, rs2, rs1, 3'd0, rd, 7'b0110011};
  endfunction

  function automatic logic [31:0] exor(input register_t rd, input register_t rs1, input register_t rs2);
    return {7'd0, rs2, rs1, 3'd4, rd, 7'b0110011};
  endfunction

  function automatic logic [31:0] lw(input register_t rd, input register_t rs1, input int offset);
    return {offset[11:0], rs1, 3'd2, rd, 7'b0000011};
  endfunction

  function automatic logic [31:0] sw(input register_t rs2, input register_t rs1, input int offset);
    return {offset[11:5], rs2, rs1, 3'd2, offset[4:0], 7'b0100011};
  endfunction

  function automatic logic [31:0] branch(
      input logic [2:0] condition, input register_t rs1, input register_t rs2, input int words);
    logic [12:0] offset;
    offset = 13'(4 * words);
    return {offset[12], offset[10:5], rs2, rs1, condition, offset[4:1], offset[11], 7'b1100011};
  endfunction

  function automatic logic [31:0] beq(input register_t rs1, input register_t rs2, input int words);
    return branch(3'd0, rs1, rs2, words);
  endfunction

  function automatic logic [31:0] bne(input register_t rs1, input register_t rs2, input int words);
    return branch(3'd1, rs1, rs2, words);
  endfunction

  function automatic logic [31:0] jump(input int words);
    logic [20:0] offset;
    offset = 21'(4 * words);
    return {offset[20], offset[10:1], offset[11], offset[19:12], 5'd0, 7'b1101111};
  endfunction

  localparam logic [31:0] WFI = 32'h10500073;

  localparam int LENGTH = 78;
  localparam int WAIT = 16;

  localparam logic [31:0] PROGRAM[LENGTH] = '{
      // Power-up: 16 words of memory, the key, timers 0 and 2, the interrupts.
      /*  0 */ lui(DEVICES, 20'h80000),
      /*  1 */ addi(T0, ZERO, 64),
      /*  2 */ lui(T1, 20'h9e377),
      /*  3 */ add(T2, T2, T1),
      /*  4 */ addi(T0, T0, -4),
      /*  5 */ sw(T2, T0, 0),
      /*  6 */ bne(T0, ZERO, -3),
      /*  7 */ sw(T2, DEVICES, CIPHER + 0),
      /*  8 */ sw(T1, DEVICES, CIPHER + 8),
      /*  9 */ addi(T0, ZERO, 300),
      /* 10 */ sw(T0, DEVICES, TIMERS + 4),
      /* 11 */ addi(T0, ZERO, 90),
      /* 12 */ sw(T0, DEVICES, TIMERS + 8),
      /* 13 */ addi(T0, ZERO, 3),
      /* 14 */ sw(T0, DEVICES, TIMERS + 0),
      /* 15 */ addi(S5, ZERO, 1),
      // Waits, and takes what is pending.
      /* 16 */ WFI,
      /* 17 */ lw(PENDING, DEVICES, INTERRUPTS),
      /* 18 */ sw(PENDING, DEVICES, INTERRUPTS),
      // An event: its number goes to memory, and the memory to the hash.
      /* 19 */ andi(T0, PENDING, 1 << ON_EVENT),
      /* 20 */ beq(T0, ZERO, 10),
      /* 21 */ lw(T1, DEVICES, PINS),
      /* 22 */ addi(S0, S0, 1),
      /* 23 */ andi(T2, S0, 15),
      /* 24 */ add(T2, T2, T2),
      /* 25 */ add(T2, T2, T2),
      /* 26 */ sw(T1, T2, 0),
      /* 27 */ sw(ZERO, DEVICES, DMA + 0),
      /* 28 */ addi(T0, ZERO, 16),
      /* 29 */ sw(T0, DEVICES, DMA + 4),
      // The block is there: it is hashed.
      /* 30 */ andi(T0, PENDING, 1 << ON_DMA),
      /* 31 */ beq(T0, ZERO, 2),
      /* 32 */ sw(S5, DEVICES, HASH + 0),
      // The digest is there: half of it is enciphered, a byte is sent.
      /* 33 */ andi(T0, PENDING, 1 << ON_HASH),
      /* 34 */ beq(T0, ZERO, 13),
      /* 35 */ lw(T1, DEVICES, HASH + 0),
      /* 36 */ sw(T1, DEVICES, CIPHER + 16),
      /* 37 */ lw(T2, DEVICES, HASH + 8),
      /* 38 */ sw(T2, DEVICES, CIPHER + 20),
      /* 39 */ lw(T2, DEVICES, HASH + 16),
      /* 40 */ sw(T2, DEVICES, CIPHER + 24),
      /* 41 */ lw(T2, DEVICES, HASH + 28),
      /* 42 */ sw(T2, DEVICES, CIPHER + 28),
      /* 43 */ sw(S5, DEVICES, CIPHER + 32),
      /* 44 */ sw(T1, DEVICES, SERIAL + 0),
      /* 45 */ exor(S1, S1, T1),
      /* 46 */ sw(S1, DEVICES, PINS + 0),
      // The cipher is done: its words are factors.
      /* 47 */ andi(T0, PENDING, 1 << ON_CIPHER),
      /* 48 */ beq(T0, ZERO, 10),
      /* 49 */ lw(T1, DEVICES, CIPHER + 16),
      /* 50 */ sw(T1, DEVICES, MATRIX + 0),
      /* 51 */ lw(T2, DEVICES, CIPHER + 20),
      /* 52 */ sw(T2, DEVICES, MATRIX + 4),
      /* 53 */ lw(T1, DEVICES, CIPHER + 24),
      /* 54 */ sw(T1, DEVICES, MATRIX + 16),
      /* 55 */ lw(T2, DEVICES, CIPHER + 28),
      /* 56 */ sw(T2, DEVICES, MATRIX + 20),
      /* 57 */ sw(S5, DEVICES, MATRIX + 32),
      // The product is done: it is shown.
      /* 58 */ andi(T0, PENDING, 1 << ON_MATRIX),
      /* 59 */ beq(T0, ZERO, 5),
      /* 60 */ lw(T1, DEVICES, MATRIX + 0),
      /* 61 */ lw(T2, DEVICES, MATRIX + 60),
      /* 62 */ exor(T1, T1, T2),
      /* 63 */ sw(T1, DEVICES, PINS + 0),
      // The timer: what was received.
      /* 64 */ andi(T0, PENDING, 1 << ON_TIMER),
      /* 65 */ beq(T0, ZERO, 5),
      /* 66 */ addi(S2, S2, 1),
      /* 67 */ lw(T1, DEVICES, PINS + 4),
      /* 68 */ exor(T1, T1, S2),
      /* 69 */ sw(T1, DEVICES, PINS + 0),
      // A byte was received: it goes back, one more.
      /* 70 */ andi(T0, PENDING, 1 << ON_SERIAL),
      /* 71 */ beq(T0, ZERO, WAIT - 71),
      /* 72 */ lw(T1, DEVICES, SERIAL + 4),
      /* 73 */ addi(T1, T1, 1),
      /* 74 */ sw(T1, DEVICES, SERIAL + 4),
      /* 75 */ sw(T1, DEVICES, PINS + 4),
      /* 76 */ jump(WAIT - 76),
      /* 77 */ jump(0)
  };
endpackage
