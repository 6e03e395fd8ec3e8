// Operators whose width and sign come from what surrounds them.
module contexts (
    input clk, input [7:0] a, b, input signed [7:0] c, d, input signed [2:0] n, input signed [3:0] s4, t4, input [3:0] a4,
    output logic [17:0] p0, p1, p2, p3, p4, output logic signed [17:0] p5, output logic [17:0] p6, p7, output logic signed [17:0] p8,
    output logic [17:0] p9, output logic [19:0] q0, q1, q2, output logic [7:0] h0, h1, h2, h3, h4, h5, output logic signed [7:0] h6, h7,
    output logic [15:0] h8, h9, output logic c0, c1, c2, c3, c4, c5, c6, c7, keep);
  localparam signed [1:0] M = -1;
  localparam signed [3:0] NEG = -2;
  always_comb begin
    p0 = (a+b) ** 2;
    p1 = $unsigned(a+b)**2;
    p2 = (a+b)**b[2:0];
    p3 = 3 ** (a[2:0]+b[2:0]);
    p4 = (a << 4) ** 2;
    p5 = (c - d) ** 2;
    p6 = (a - b) ** 2 + 1;
    p7 = ~a ** 2;
    p8 = -c ** 2;
    p9 = -a ** 2;
    q0 = a ** 2 ** 2;
    q1 = (a[0] ? a + b : a) ** 2;
    q2 = ((a + b) * 3) ** 2 + {a + b} ** 2;
    h0 = a << 2'sb11; h1 = a >> 2'sb11; h2 = a << n; h3 = a >> n; h4 = a << M; h5 = a << -1; h6 = c >>> 2'sb11; h7 = c >>> n;
    h8 = {8'd0,a} << -3'sd1; h9 = c >>> -1;
    case (s4 + t4) 8'd15: c0 = 1; 8'd20: c0 = 1; default: c0 = 0; endcase
    case (s4) 8'sd15: c1 = 1; -8'sd1: c1 = 1; default: c1 = 0; endcase
    case (s4) 4'sd3: c2 = 1; 8'd248: c2 = 1; default: c2 = 0; endcase
    case (a4) 8'd15: c3 = 1; 4'sb1110: c3 = 1; default: c3 = 0; endcase
    casez (s4) 8'b0000_1??1: c4 = 1; default: c4 = 0; endcase
    case (8'd14) {4'd0, a4}: c5 = 1; NEG: c5 = 1; default: c5 = 0; endcase
    case ($signed(a4)) 8'd8: c7 = 1; 8'd250: c7 = 1; 8'd10, 8'd11: c7 = 1; default: c7 = 0; endcase
    case (s4) 8'sd3, 8'shfe: c6 = 1; default: c6 = 0; endcase
  end
  always @(posedge clk) keep <= a[0];
endmodule
