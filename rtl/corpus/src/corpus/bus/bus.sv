// SPDX-License-Identifier: Apache-2.0
//
// A small bus as an interface with modports: two masters, an arbiter, and three slaves that are told by
// address, all types and constants from a package.
package bus_types;
  localparam int ADDRESS_BITS = 12;
  localparam int DATA_BITS    = 32;

  typedef logic [ADDRESS_BITS-1:0] address_t;
  typedef logic [DATA_BITS-1:0]    data_t;
  typedef enum logic [1:0] {OKAY, BUSY, WRONG} answer_t;

  function automatic int slave_of(input address_t address);
    if (address < 12'h100) return 0;
    if (address < 12'h140) return 1;
    if (address[11:8] == 4'hf) return 2;
    return 3;
  endfunction
endpackage

interface simple_bus (
    input logic clk
);
  import bus_types::*;

  logic     request;
  logic     write;
  address_t address;
  data_t    to_slave;
  data_t    to_master;
  answer_t  answer;
  logic     done;

  modport master(input clk, output request, write, address, to_slave, input to_master, answer, done);
  modport slave(input clk, input request, write, address, to_slave, output to_master, answer, done);
endinterface

module memory_slave
  import bus_types::*;
#(
    parameter int WORDS = 64
) (
    simple_bus.slave port
);
  data_t words[WORDS];

  always_ff @(posedge port.clk) begin
    if (port.request && port.write) words[port.address[$clog2(WORDS)-1:0]] <= port.to_slave;
  end

  assign port.to_master = words[port.address[$clog2(WORDS)-1:0]];
  assign port.answer    = OKAY;
  assign port.done      = port.request;
endmodule

module counter_slave
  import bus_types::*;
(
    input logic rst,
    simple_bus.slave port
);
  data_t      count;
  logic [1:0] wait_for;

  // Answers in the third cycle.
  assign port.done      = port.request && wait_for == 2'd2;
  assign port.answer    = (wait_for == 2'd2) ? OKAY : BUSY;
  assign port.to_master = port.address[0] ? ~count : count;

  always_ff @(posedge port.clk) begin
    if (rst) begin
      count    <= '0;
      wait_for <= '0;
    end else begin
      count <= (port.done && port.write) ? port.to_slave : count + 1'b1;
      if (!port.request || port.done) wait_for <= '0;
      else wait_for <= wait_for + 2'd1;
    end
  end
endmodule

module bus
  import bus_types::*;
(
    input  logic       clk,
    input  logic       rst,
    input  logic [1:0] request,
    input  logic [1:0] write,
    input  address_t   address_a,
    input  address_t   address_b,
    input  data_t      data_a,
    input  data_t      data_b,
    output logic [1:0] done,
    output data_t      result,
    output answer_t    answer,
    output logic       owner,
    output logic [15:0] served
);
  simple_bus lines[3] (.clk(clk));

  address_t   address;
  data_t      to_slave;
  data_t      results[4];
  answer_t    answers[4];
  logic [3:0] dones;
  logic       any, writes;
  int         target;

  assign any      = request != '0;
  assign owner    = request[0] ? (request[1] ? served[0] : 1'b0) : 1'b1;
  assign address  = owner ? address_b : address_a;
  assign to_slave = owner ? data_b : data_a;
  assign writes   = write[owner];
  assign target   = slave_of(address);

  for (genvar g = 0; g < 3; g++) begin : connect
    assign lines[g].request  = any && target == g;
    assign lines[g].write    = writes;
    assign lines[g].address  = address;
    assign lines[g].to_slave = to_slave;
    assign results[g]        = lines[g].to_master;
    assign answers[g]        = lines[g].answer;
    assign dones[g]          = lines[g].done;
  end

  assign results[3] = 32'hdeadbeef;
  assign answers[3] = WRONG;
  assign dones[3]   = any && target == 3;

  memory_slave #(.WORDS(256)) large_memory (.port(lines[0]));
  memory_slave small_memory (.port(lines[1]));
  counter_slave counter (.rst, .port(lines[2]));

  assign result = results[target];
  assign answer = answers[target];
  assign done   = dones[target] ? (owner ? 2'b10 : 2'b01) : 2'b00;

  always_ff @(posedge clk) begin
    if (rst) served <= '0;
    else if (|done) served <= served + 16'd1;
  end
endmodule
