// SPDX-License-Identifier: Apache-2.0
//
// Wiring with interfaces.
interface socket #(
    parameter int W = 8
) (
    input logic clk
);
  logic [W-1:0] data;
  logic         valid, ready;
  modport source(output data, valid, input ready);
  modport sink(input clk, data, valid, output ready);
  modport monitor(input data, valid, ready);
endinterface

module socket_source #(
    parameter int STEP = 1
) (
    input logic [7:0] a,
    socket.source     out
);
  assign out.data  = a + 8'(STEP);
  assign out.valid = a[0];
endmodule

module socket_sink (
    socket.sink        in,
    output logic [7:0] q
);
  assign in.ready = in.data[1];
  always_ff @(posedge in.clk) if (in.valid) q <= in.data;
endmodule

module socket_monitor (
    socket.monitor in,
    output logic   fires
);
  assign fires = in.valid & in.ready;
endmodule

interface request;
  logic [7:0] ask;
  logic [7:0] answer;
  modport client(output ask, input answer);
  modport server(input ask, output answer);
endinterface

module clients #(
    parameter int N = 2
) (
    input logic [7:0] a,
    request.client    to[N-1:0]
);
  for (genvar i = 0; i < N; i++) begin : each
    assign to[i].ask = a + 8'(i);
  end
endmodule

module server (
    request.server from
);
  assign from.answer = from.ask ^ 8'h5a;
endmodule

module accumulator #(
    parameter int W = 8
) (
    input  logic         clk,
    input  logic [W-1:0] a,
    input  logic [W-1:0] b,
    output logic [W-1:0] total,
    output logic         odd
);
  always_ff @(posedge clk) total <= a + b;
  assign odd = ^a;
endmodule

module sockets (
    input  logic        clk,
    input  logic [7:0]  a,
    input  logic [7:0]  b,
    output logic [31:0] received,
    output logic [3:0]  fires,
    output logic [15:0] answers,
    output logic [7:0]  total,
    output logic [7:0]  same,
    output logic        odd
);
  socket #(.W(8)) lines[4] (.clk(clk));
  logic [7:0] ends[4];
  for (genvar i = 0; i < 4; i++) begin : line
    socket_source #(.STEP(i * 3)) source (.a(a ^ 8'(i)), .out(lines[i]));
    socket_sink sink (.in(lines[i]), .q(ends[i]));
    socket_monitor monitor (.in(lines[i].monitor), .fires(fires[i]));
  end
  assign received = {ends[3], ends[2], ends[1], ends[0]};

  request requests[1:0] ();
  clients #(.N(2)) all_clients (.a, .to(requests));
  server servers[1:0] (.from(requests));
  assign answers = {requests[1].answer, requests[0].answer};

  accumulator by_star (.*);
  accumulator by_name (.clk, .a(b), .b, .total(same), .odd());
endmodule
