// Runs on its own: hands a stream of any width on, with all that goes along with the data.
module pass #(
    parameter BITS  = 32,
    parameter BYTES = (BITS + 7) / 8,
    parameter USER  = 5
) (
    input  wire             aclk,
    input  wire             areset,
    input  wire             in_tvalid,
    output wire             in_tready,
    input  wire [BITS-1:0]  in_tdata,
    input  wire [BYTES-1:0] in_tkeep,
    input  wire [BYTES-1:0] in_tstrb,
    input  wire [USER-1:0]  in_tuser,
    input  wire [3:0]       in_tid,
    input  wire [7:0]       in_tdest,
    input  wire             in_tlast,
    output reg              out_tvalid,
    input  wire             out_tready,
    output reg  [BITS-1:0]  out_tdata,
    output reg  [BYTES-1:0] out_tkeep,
    output reg  [BYTES-1:0] out_tstrb,
    output reg  [USER-1:0]  out_tuser,
    output reg  [3:0]       out_tid,
    output reg  [7:0]       out_tdest,
    output reg              out_tlast
);
  assign in_tready = !out_tvalid || out_tready;

  always @(posedge aclk) begin
    if (areset) begin
      out_tvalid <= 1'b0;
    end else if (in_tready) begin
      out_tvalid <= in_tvalid;
      out_tdata  <= in_tdata;
      out_tkeep  <= in_tkeep;
      out_tstrb  <= in_tstrb;
      out_tuser  <= in_tuser;
      out_tid    <= in_tid;
      out_tdest  <= in_tdest;
      out_tlast  <= in_tlast;
    end
  end
endmodule
