// What coverage looks at: clocked and combinational processes, resets, loops, functions, two instances.
module covered_counter #(parameter int LIMIT = 3) (
    input  logic       clk,
    input  logic       clear_n,
    input  logic       step,
    output logic [7:0] count
);
  always_ff @(posedge clk or negedge clear_n) begin
    if (!clear_n) begin
      count <= 8'd0;
    end else if (step) begin
      if (count == LIMIT)
        count <= 8'd1;
      else
        count <= count + 8'd1;
    end
  end
endmodule

module covered (
    input  logic       clk,
    input  logic       rst_n,
    input  logic       rst,
    input  logic [3:0] in,
    output logic [7:0] low,
    output logic [7:0] high,
    output logic [3:0] first,
    output logic [1:0] state,
    output logic       odd
);
  covered_counter #(.LIMIT(3)) a (.clk, .clear_n(rst_n), .step(in[0]), .count(low));
  covered_counter #(.LIMIT(250)) b (.clk, .clear_n(rst_n), .step(in[1]), .count(high));

  function automatic logic parity(input logic [3:0] value);
    parity = 1'b0;
    for (int i = 0; i < 4; i++) begin
      parity = parity ^ value[i];
    end
  endfunction

  always_comb begin
    first = 4'd0;
    casez (in)
      4'b???1:
        first = 4'd1;
      4'b??10:
        first = 4'd2;
      4'b?100:
        first = 4'd4;
      4'b1000:
        first = 4'd8;
      default:
        first = 4'd0;
    endcase
    if (low > 8'd3)
      first = 4'd15;
  end

  always_ff @(posedge clk) begin
    odd <= parity(in);
    if (rst) begin
      state <= 2'd0;
    end else begin
      case (state)
        2'd0:
          if (in == 4'd7)
            state <= 2'd1;
        2'd1:
          state <= in[3] ? 2'd0 : 2'd1;
        2'd2:
          state <= 2'd3;
        default:
          state <= 2'd0;
      endcase
    end
  end
endmodule
