// Runs on its own: gives 3 x + 1 for each x of the stream in.
module scale (
    input  wire        ap_clk,
    input  wire        ap_rst_n,
    input  wire        in_tvalid,
    output wire        in_tready,
    input  wire [31:0] in_tdata,
    input  wire        in_tlast,
    output reg         out_tvalid,
    input  wire        out_tready,
    output reg  [31:0] out_tdata,
    output reg         out_tlast
);
  assign in_tready = !out_tvalid || out_tready;

  always @(posedge ap_clk) begin
    if (!ap_rst_n) begin
      out_tvalid <= 1'b0;
    end else if (in_tready) begin
      out_tvalid <= in_tvalid;
      out_tdata  <= in_tdata * 32'd3 + 32'd1;
      out_tlast  <= in_tlast;
    end
  end
endmodule
