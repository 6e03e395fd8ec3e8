// SPDX-License-Identifier: Apache-2.0
//
// A system that mostly sleeps: a processor that waits for interrupts, memory, an interrupt controller, timers,
// serial lines, a DMA engine, engines for hashes, ciphers and products of matrices that are started seldom, and a
// receiver whose samples come seldom.

// One master, many devices: a write or a read a cycle, answered in the same cycle.
interface soc_bus;
  logic        valid;
  logic        write;
  logic [31:0] address;
  logic [31:0] data;

  modport device(input valid, write, address, data);
  modport master(output valid, write, address, data);
endinterface

module soc
  import soc_firmware::*;
(
    input  logic        clk,
    input  logic        rst,
    input  logic        event_in,
    input  logic [31:0] pins_in,
    input  logic [1:0]  serial_in,
    input  logic        sample_valid,
    input  logic [11:0] sample,
    output logic [31:0] pins_out,
    output logic        pins_valid,
    output logic [7:0]  leds,
    output logic [3:0]  pwm,
    output logic [1:0]  serial_out,
    output logic [6:0]  interrupts,
    output logic        sleeping
);
  soc_bus bus ();

  logic [31:0] answers[9];
  logic [8:0]  selected;
  logic [31:0] answer;
  logic [6:0]  raised;

  logic        dma_valid, dma_taken;
  logic [7:0]  dma_address;
  logic [31:0] dma_data;

  // Device 8 is the memory.
  always_comb begin
    selected = '0;
    if (!bus.address[31]) selected[8] = bus.valid;
    else selected[bus.address[10:8]] = bus.valid;
    answer = '0;
    for (int i = 0; i < 9; i++) if (selected[i]) answer |= answers[i];
  end

  soc_processor processor (
      .clk(clk), .rst(rst), .bus(bus.master), .answer(answer), .wake(|interrupts), .sleeping(sleeping));

  soc_memory memory (
      .clk(clk), .bus(bus.device), .selected(selected[8]), .answer(answers[8]),
      .second_valid(dma_valid), .second_address(dma_address), .second_data(dma_data));

  soc_interrupts controller (
      .clk(clk), .rst(rst), .bus(bus.device), .selected(selected[INTERRUPTS>>8]), .answer(answers[INTERRUPTS>>8]),
      .raised(raised), .pending(interrupts));

  soc_timers timers (
      .clk(clk), .rst(rst), .bus(bus.device), .selected(selected[TIMERS>>8]), .answer(answers[TIMERS>>8]),
      .pwm(pwm), .elapsed(raised[ON_TIMER]));

  // The first line is wired to the second one as well.
  soc_serial serial (
      .clk(clk), .rst(rst), .bus(bus.device), .selected(selected[SERIAL>>8]), .answer(answers[SERIAL>>8]),
      .line_in({serial_in[1] & serial_out[0], serial_in[0]}), .line_out(serial_out), .received(raised[ON_SERIAL]));

  soc_dma dma (
      .clk(clk), .rst(rst), .bus(bus.device), .selected(selected[DMA>>8]), .answer(answers[DMA>>8]),
      .valid(dma_valid), .address(dma_address), .taken(dma_taken), .done(raised[ON_DMA]));

  soc_hash hash (
      .clk(clk), .rst(rst), .bus(bus.device), .selected(selected[HASH>>8]), .answer(answers[HASH>>8]),
      .valid(dma_valid), .taken(dma_taken), .data(dma_data), .done(raised[ON_HASH]));

  soc_cipher cipher (
      .clk(clk), .rst(rst), .bus(bus.device), .selected(selected[CIPHER>>8]), .answer(answers[CIPHER>>8]),
      .done(raised[ON_CIPHER]));

  soc_matrix matrix (
      .clk(clk), .rst(rst), .bus(bus.device), .selected(selected[MATRIX>>8]), .answer(answers[MATRIX>>8]),
      .done(raised[ON_MATRIX]));

  logic event_before;
  assign raised[ON_EVENT]  = event_in && !event_before;

  logic [17:0] magnitude;
  logic [15:0] phase;
  receiver receiver (
      .clk(clk), .rst_n(!rst), .sample_valid(sample_valid), .sample(sample), .tune(1'b0), .tune_channel('0),
      .tune_step('0), .enabled(8'hff), .out_valid(), .strongest(), .magnitude(magnitude), .phase(phase), .checksum());

  assign answers[PINS>>8] = bus.address[2] ? {phase, magnitude[15:0]} : pins_in;

  always_ff @(posedge clk) begin
    if (rst) begin
      event_before <= 1'b0;
      pins_out     <= '0;
      pins_valid   <= 1'b0;
      leds         <= '0;
    end else begin
      event_before <= event_in;
      pins_valid   <= selected[PINS>>8] && bus.write && !bus.address[2];
      if (selected[PINS>>8] && bus.write) begin
        if (bus.address[2]) leds <= bus.data[7:0];
        else pins_out <= bus.data;
      end
    end
  end
endmodule

// RV32I, an instruction a cycle, without traps: WFI waits until an interrupt is pending.
module soc_processor
  import soc_firmware::*;
(
    input  logic        clk,
    input  logic        rst,
    soc_bus.master      bus,
    input  logic [31:0] answer,
    input  logic        wake,
    output logic        sleeping
);
  logic [31:0] pc, next_pc, instruction, rs1, rs2, immediate, operand, sum, result;
  logic [31:0] x[32];
  logic [4:0]  rd;
  logic [2:0]  funct3;
  logic        is_lui, is_jal, is_branch, is_load, is_store, is_immediate, is_register, is_system;
  logic        less, less_unsigned, taken, alternative;

  assign instruction = (pc[31:2] < 30'(LENGTH)) ? PROGRAM[pc[8:2]] : WFI;

  assign rd          = instruction[11:7];
  assign funct3      = instruction[14:12];
  assign is_lui       = instruction[6:2] == 5'b01101;
  assign is_jal       = instruction[6:2] == 5'b11011;
  assign is_branch    = instruction[6:2] == 5'b11000;
  assign is_load      = instruction[6:2] == 5'b00000;
  assign is_store     = instruction[6:2] == 5'b01000;
  assign is_immediate = instruction[6:2] == 5'b00100;
  assign is_register  = instruction[6:2] == 5'b01100;
  assign is_system    = instruction[6:2] == 5'b11100;

  assign rs1 = (instruction[19:15] == '0) ? '0 : x[instruction[19:15]];
  assign rs2 = (instruction[24:20] == '0) ? '0 : x[instruction[24:20]];

  always_comb begin
    immediate = 32'($signed(instruction[31:20]));
    if (is_store) immediate = 32'($signed({instruction[31:25], instruction[11:7]}));
    if (is_lui) immediate = {instruction[31:12], 12'd0};
  end

  assign operand       = (is_register || is_branch) ? rs2 : immediate;
  assign alternative   = instruction[30] && (is_register || funct3 == 3'd5);
  assign sum           = rs1 + immediate;
  assign less          = $signed(rs1) < $signed(operand);
  assign less_unsigned = rs1 < operand;

  always_comb begin
    unique case (funct3)
      3'd0: result = alternative ? rs1 - operand : rs1 + operand;
      3'd1: result = rs1 << operand[4:0];
      3'd2: result = {31'd0, less};
      3'd3: result = {31'd0, less_unsigned};
      3'd4: result = rs1 ^ operand;
      3'd5: result = alternative ? $signed(rs1) >>> operand[4:0] : rs1 >> operand[4:0];
      3'd6: result = rs1 | operand;
      3'd7: result = rs1 & operand;
    endcase
    if (is_lui) result = immediate;
    if (is_jal) result = pc + 32'd4;
    if (is_load) result = answer;
  end

  always_comb begin
    unique case (funct3[2:1])
      2'd0:    taken = rs1 == rs2;
      2'd2:    taken = less;
      2'd3:    taken = less_unsigned;
      default: taken = 1'b0;
    endcase
    taken ^= funct3[0];
    next_pc = pc + 32'd4;
    if (is_branch && taken)
      next_pc = pc + 32'($signed({instruction[31], instruction[7], instruction[30:25], instruction[11:8], 1'b0}));
    if (is_jal)
      next_pc = pc + 32'($signed({instruction[31], instruction[19:12], instruction[20], instruction[30:21], 1'b0}));
  end

  assign sleeping    = is_system && !wake;
  assign bus.valid   = is_load || is_store;
  assign bus.write   = is_store;
  assign bus.address = sum;
  assign bus.data    = rs2;

  always_ff @(posedge clk) begin
    if (rst) begin
      pc <= '0;
    end else if (!sleeping) begin
      pc <= next_pc;
      if (rd != '0 && (is_lui || is_jal || is_load || is_immediate || is_register)) x[rd] <= result;
    end
  end
endmodule

// 1 KiB with a second port, for reading.
module soc_memory (
    input  logic        clk,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    input  logic        second_valid,
    input  logic [7:0]  second_address,
    output logic [31:0] second_data
);
  logic [31:0] words[256];

  assign answer = words[bus.address[9:2]];

  always_ff @(posedge clk) begin
    if (selected && bus.write) words[bus.address[9:2]] <= bus.data;
    if (second_valid) second_data <= words[second_address];
  end
endmodule

// What was raised stays pending until a one is written to its bit.
module soc_interrupts (
    input  logic        clk,
    input  logic        rst,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    input  logic [6:0]  raised,
    output logic [6:0]  pending
);
  assign answer = {25'd0, pending};

  always_ff @(posedge clk) begin
    if (rst) pending <= '0;
    else pending <= (pending & ~((selected && bus.write) ? bus.data[6:0] : 7'd0)) | raised;
  end
endmodule

// Four timers behind one prescaler; the first one interrupts, all have an output with a pulse of variable width.
module soc_timers (
    input  logic        clk,
    input  logic        rst,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    output logic [3:0]  pwm,
    output logic        elapsed
);
  localparam int PRESCALER = 16;

  logic [3:0]       phase;
  logic [3:0]       enabled;
  logic [3:0][15:0] count, limit, compare;
  logic             tick;

  assign tick    = phase == 4'(PRESCALER - 1) && enabled != '0;
  assign answer  = {count[bus.address[3:2]], 12'd0, enabled};
  assign elapsed = tick && enabled[0] && count[0] == '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      phase   <= '0;
      enabled <= '0;
      count   <= '0;
      limit   <= {16'd9, 16'd29, 16'd99, 16'd19};
      compare <= {16'd5, 16'd10, 16'd20, 16'd7};
      pwm     <= '0;
    end else begin
      if (enabled != '0) phase <= phase + 4'd1;
      if (tick) begin
        for (int i = 0; i < 4; i++) begin
          if (enabled[i]) begin
            count[i] <= (count[i] == '0) ? limit[i] : count[i] - 16'd1;
            pwm[i]   <= count[i] < compare[i];
          end
        end
      end
      if (selected && bus.write) begin
        case (bus.address[3:2])
          2'd0:    enabled <= bus.data[3:0];
          2'd1:    limit[0] <= bus.data[15:0] >> 4;
          2'd2:    limit[1] <= bus.data[15:0];
          default: compare[bus.data[17:16]] <= bus.data[15:0];
        endcase
      end
    end
  end
endmodule

// Two serial lines with a queue of eight bytes each before the sender.
module soc_serial (
    input  logic        clk,
    input  logic        rst,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    input  logic [1:0]  line_in,
    output logic [1:0]  line_out,
    output logic        received
);
  logic [1:0]      arrived, busy, frame_error, parity_error;
  logic [1:0][7:0] value;

  assign answer   = {20'd0, frame_error, parity_error, value[bus.address[2]]};
  assign received = |(arrived & ~frame_error);

  for (genvar i = 0; i < 2; i++) begin : lines
    logic [7:0] queue[8];
    logic [3:0] put, get;
    logic       send;

    assign send = put != get && !busy[i];

    uart #(.DIVIDER(7)) line (
        .clk(clk), .rst(rst), .send(send), .data(queue[get[2:0]]), .loop(1'b0), .line_in(line_in[i]),
        .busy(busy[i]), .line_out(line_out[i]), .received(arrived[i]), .value(value[i]),
        .parity_error(parity_error[i]), .frame_error(frame_error[i]));

    always_ff @(posedge clk) begin
      if (rst) begin
        put <= '0;
        get <= '0;
      end else begin
        if (send) get <= get + 4'd1;
        if (selected && bus.write && bus.address[2] == 1'(i) && put - get != 4'd8) begin
          queue[put[2:0]] <= bus.data[7:0];
          put             <= put + 4'd1;
        end
      end
    end
  end
endmodule

// Reads words from memory one after the other, while they are taken.
module soc_dma (
    input  logic        clk,
    input  logic        rst,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    output logic        valid,
    output logic [7:0]  address,
    input  logic        taken,
    output logic        done
);
  logic [7:0] left;

  assign answer = {16'd0, address, left};
  assign valid  = left != '0 && taken;

  always_ff @(posedge clk) begin
    if (rst) begin
      left    <= '0;
      address <= '0;
      done    <= 1'b0;
    end else begin
      done <= valid && left == 8'd1;
      if (valid) begin
        left    <= left - 8'd1;
        address <= address + 8'd1;
      end
      if (selected && bus.write) begin
        if (bus.address[2]) left <= bus.data[7:0];
        else address <= bus.data[9:2];
      end
    end
  end
endmodule

// SHA-256 of a block that the DMA engine writes word by word.
module soc_hash (
    input  logic        clk,
    input  logic        rst,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    input  logic        valid,
    output logic        taken,
    input  logic [31:0] data,
    output logic        done
);
  logic [511:0] block;
  logic [255:0] digest;
  logic         ready, arrives;

  assign taken  = ready;
  assign answer = digest[32*(3'd7-bus.address[4:2])+:32];

  always_ff @(posedge clk) begin
    arrives <= valid;
    if (arrives) block <= {block[479:0], data};
  end

  sha256 engine (
      .clk(clk), .rst_n(!rst), .valid(selected && bus.write), .ready(ready), .first(bus.data[0]), .block(block),
      .done(done), .digest(digest));
endmodule

// AES-128 with the key at 0 and the block at 16.
module soc_cipher (
    input  logic        clk,
    input  logic        rst,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    output logic        done
);
  logic [7:0][31:0] words;
  logic [127:0]     result;
  logic             ready;

  assign answer = result[32*(2'd3-bus.address[3:2])+:32];

  always_ff @(posedge clk) begin
    if (rst) words <= '0;
    else if (selected && bus.write && !bus.address[5]) words[bus.address[4:2]] <= bus.data;
  end

  aes engine (
      .clk(clk), .rst_n(!rst), .start(selected && bus.write && bus.address[5]), .key(words[3:0]),
      .block(words[7:4]), .ready(ready), .done(done), .result(result));
endmodule

// The outer product of two vectors of four signed half words, added to 16 sums.
module soc_matrix (
    input  logic        clk,
    input  logic        rst,
    soc_bus.device      bus,
    input  logic        selected,
    output logic [31:0] answer,
    output logic        done
);
  logic signed [15:0] left[4];
  logic signed [15:0] right[4];
  logic signed [31:0] products[16];
  logic [31:0]        sums[16];
  logic               starts, multiplied;

  assign answer = sums[bus.address[5:2]];
  assign starts = selected && bus.write && bus.address[5];

  always_ff @(posedge clk) begin
    if (selected && bus.write && !bus.address[5]) begin
      if (bus.address[4]) {right[{bus.address[2], 1'b1}], right[{bus.address[2], 1'b0}]} <= bus.data;
      else {left[{bus.address[2], 1'b1}], left[{bus.address[2], 1'b0}]} <= bus.data;
    end
    multiplied <= starts;
    done       <= multiplied && !rst;
    for (int i = 0; i < 16; i++) begin
      if (starts) products[i] <= left[i/4] * right[i%4];
      if (rst) sums[i] <= '0;
      else if (multiplied) sums[i] <= (sums[i][31:24] == 8'h7f) ? '0 : sums[i] + products[i];
    end
  end
endmodule
