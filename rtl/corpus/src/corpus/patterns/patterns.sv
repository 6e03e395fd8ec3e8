// SPDX-License-Identifier: Apache-2.0
//
// Choosing: case with wildcards, inside with ranges, unique and priority, case on expressions, overlapping
// items, nested choices, and comparison with wildcards.
module patterns (
    input  logic        clk,
    input  logic [7:0]  code,
    input  logic [31:0] instruction,
    input  logic [3:0]  requests,
    input  logic [11:0] value,
    output logic [2:0]  highest,
    output logic [3:0]  kind,
    output logic [2:0]  range,
    output logic [1:0]  grant,
    output logic        none,
    output logic [7:0]  decoded,
    output logic [3:0]  flags,
    output logic [7:0]  nested,
    output logic [4:0]  sparse
);
  always_comb begin
    casez (code)
      8'b1???????: highest = 3'd7;
      8'b01??????: highest = 3'd6;
      8'b001?????: highest = 3'd5;
      8'b0001????: highest = 3'd4;
      8'b00001???: highest = 3'd3;
      8'b000001??: highest = 3'd2;
      8'b0000001?: highest = 3'd1;
      default:     highest = 3'd0;
    endcase
  end

  always_comb begin
    unique casez ({instruction[14:12], instruction[6:0]})
      10'b???_0110111: kind = 4'd1;
      10'b???_0010111: kind = 4'd2;
      10'b000_1100111: kind = 4'd3;
      10'b0??_1100011: kind = 4'd4;
      10'b1??_1100011: kind = 4'd5;
      10'b010_0?00011: kind = instruction[5] ? 4'd7 : 4'd6;
      10'b001_0010011,
      10'b101_0010011: kind = 4'd8;
      default:         kind = 4'd15;
    endcase
  end

  always_comb begin
    if (value inside {[12'd0:12'd99]}) range = 3'd0;
    else if (value inside {12'd100, 12'd200, [12'd300:12'd399]}) range = 3'd1;
    else if (value inside {12'b1111_????_0000}) range = 3'd2;
    else range = 3'd3;
    if (!(value inside {[12'h800:12'hfff]})) range[2] = 1'b1;
  end

  always_comb begin
    none  = 1'b0;
    grant = 2'd0;
    priority case (1'b1)
      requests[2]: grant = 2'd2;
      requests[0]: grant = 2'd0;
      requests[3]: grant = 2'd3;
      requests[1]: grant = 2'd1;
      default:     none  = 1'b1;
    endcase
  end

  always_comb begin
    case (code[7:4])
      4'd0:             decoded = 8'h01;
      4'd1, 4'd2, 4'd3: decoded = {4'd0, code[3:0]};
      4'd4: case (code[1:0])
        2'd0:    decoded = 8'haa;
        2'd1:    decoded = code;
        default: decoded = ~code;
      endcase
      4'd9:             decoded = 8'd1 << code[2:0];
      default:          decoded = 8'hff;
    endcase
  end

  assign flags = {code ==? 8'b10??01??, value !=? 12'b????_1111_????, code inside {8'd3, 8'd5, [8'd64:8'd127]}, code === 8'h40};

  always_comb begin
    nested = '0;
    if (code[0]) begin
      case (value[1:0])
        2'd0: nested = value[7:0];
        2'd1: if (code[1]) nested = code; else nested = value[11:4];
        2'd3: begin
          nested[3:0] = code[7:4];
          nested[7]   = requests[0];
        end
        default: ;
      endcase
    end else if (requests != 0) begin
      nested = 8'(requests) * 8'd3;
    end
  end

  always_ff @(posedge clk) begin
    case (value)
      12'd17:   sparse <= 5'd1;
      12'd1000: sparse <= 5'd2;
      12'd4095: sparse <= 5'd3;
      12'd1:    sparse <= 5'd4;
      default:  sparse <= sparse + 5'(value[0]);
    endcase
  end
endmodule
