// Selections inside, outside and partly outside, with every form of index.
module selections (
    input clk, input [7:0] a, input [2:0] i, input [4:0] j, input signed [4:0] n, input [3:0] d, input [15:0] b,
    output logic [7:0] p, q, r, s, t, u, v, w, output logic [3:0] x, y, output logic [11:4] z, output logic [0:9] o,
    output logic [15:0] k, output logic [3:0] c0, c1, c2, c3, output c4, c5, c6, output [7:0] c7, output logic [3:0] m0,
    output logic [2:0] m1, output logic [1:0] m2, output logic [3:0] m3, m4, output logic m5, output logic [7:0] g0, g1, g2, g3);
  integer m;
  int g;
  parameter W = 16;
  localparam FOUR = 4;
  logic [3:0] mem [0:5], rev [5:0], off [3:8];
  logic [1:0][7:0] pk;
  always_comb begin
    p = 8'h0f;
    for (m = 0; m < 6; m = m + 1) p[m + 4] = a[m];
    q = 8'h55; q[j] = a[0]; q[i+FOUR] = a[1];
    r = 8'haa; r[i -: 4] = d;
    s = 8'haa; s[j +: 4] = d; s[(i << 1) + 3 -: 2] = d[3:2];
    t = 8'haa; t[n +: 4] = d; t[n] = ~t[0];
    u = 8'h00; u[i-1] = a[2]; u[j[3:0] ^ 4'd2] = a[3];
    v = 8'h33;
    for (g = -2; g < 10; g++) v[g] = a[7-g < 0 ? 0 : 7-g > 7 ? 7 : 7-g];
    w = 0; w[i*2 +: 2] = d[1:0]; w[7-j] = 1;
    for (g = 0; g < 6; g++) begin
      mem[g] = a[3:0] + g; rev[g] = a[7:4] - g; off[g+3] = a[3:0] ^ g;
    end
    mem[j] = d; rev[i+1] = d; off[i] = d; off[n + 3] = a[5:2];
    x = mem[0] ^ mem[1] ^ mem[2] ^ mem[3] ^ mem[4] ^ mem[5];
    y = rev[0] ^ rev[1] + rev[2] ^ rev[3] + rev[4] ^ rev[5] ^ off[3] ^ off[4] + off[5] ^ off[6] ^ off[7] + off[8];
    z = 8'h5a; z[j] = a[3]; z[i +: 3] = d[2:0]; z[n -: 3] = a[2:0];
    o = 10'h155; o[j] = a[4]; o[i+5] = a[5]; o[i -: 3] = d[2:0]; o[j +: 3] = a[2:0];
    pk = 16'h1234; pk[i] = a; k = pk;
  end
  wire [12:3] zz = b[9:0];
  wire [0:9] yy = b[12:3];
  wire [2:0] sm = b[2:0];
  assign c0 = b[j +: 4], c1 = b[n -: 4], c2 = zz[i +: 4], c3 = yy[j -: 4], c4 = zz[j], c5 = b[W-1-j] ^ sm[i+1], c6 = b[j],
      c7 = b[(i << 2) - 5 +: 8];
  logic [7:0] h;
  always_comb begin
    {m0, m1} = b[i -: 7];
    {m2, m3} = b[j +: 6] >> 1;
    m4 = b[i -: 9] >> 3;
    h = b[j -: 8];
    m5 = |h[3:1];
  end
  // Registers and memories.
  logic [7:0] file [0:4];
  initial for (int f = 0; f < 5; f++) file[f] = f;
  initial {g0, g1, g2, g3} = 0;
  always @(posedge clk) begin
    file[j] <= a;
    if (i == 3) file[n - 1] <= b[7:0];
    g0 <= file[0] ^ file[1] ^ file[2];
    g1 <= file[3] ^ file[4];
    g2[j] <= d[0];
    g3[n -: 3] <= d[2:0];
  end
endmodule
