// SPDX-License-Identifier: Apache-2.0
//
// Cases that promise to be full or parallel, by attributes and by comments: they mean what they mean in simulation.
// Delays inside of assignments, one-bit registers with asynchronous resets, nested cases that leave nothing out.
module promises (
    input             clk,
    input             rst_n,
    input             set,
    input      [2:0]  select,
    input      [1:0]  inner,
    input      [7:0]  in,
    output reg [7:0]  full,
    output reg [7:0]  kept,
    output reg [7:0]  parallel,
    output reg [3:0]  nested,
    output reg        flag,
    output reg        preset,
    output reg        both,
    output reg [7:0]  late,
    output wire [7:0] delayed
);
  always @(posedge clk)
    (* full_case, parallel_case *)
    case (select)
      3'd0: full <= in;
      3'd1: full <= ~in;
      3'd4: full <= full + in;
    endcase

  always @* begin
    kept = 8'h55;
    case (select)  // synopsys full_case parallel_case
      3'd2: kept = in;
      3'd3: kept = in + 8'd1;
    endcase
  end

  // Several match: the first one wins, whatever is promised.
  always @* begin
    (* parallel_case *)
    casez (select)
      3'b1??:  parallel = in;
      3'b?1?:  parallel = ~in;
      3'b??1:  parallel = in + 8'd3;
      default: parallel = 8'd0;
    endcase
  end

  always @* begin
    case (select)
      0, 1, 2, 3:
      case (inner)
        0, 1: nested = 4'd1;
        2, 3: nested = in[3:0];
      endcase
      4, 5:
      case (in[1:0])
        0: nested = 4'd4;
        1: nested = inner;
        default: nested = 4'd9;
      endcase
      default: begin
        if (inner[0])
          case (in[3:2])
            2'd0: nested = 4'd2;
            default: nested = 4'd3;
          endcase
        else nested = 4'd7;
      end
    endcase
  end

  always @(posedge clk or negedge rst_n)
    if (!rst_n) flag <= 1'b0;
    else flag <= in[0];

  always @(posedge clk or negedge rst_n)
    if (~rst_n) preset <= 1'b1;
    else preset <= in[1] & preset | in[2];

  always @(posedge clk or posedge set or negedge rst_n)
    if (!rst_n) both <= 1'b0;
    else if (set) both <= 1'b1;
    else both <= ^in;

  always @(posedge clk) late <= #1 in + late;
  assign #2 delayed = late ^ in;
endmodule
