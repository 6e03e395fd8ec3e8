// Behavioural model of the macro by its public table of parameters and ports: a queue in one clock.
// Words of either side are made of lanes of the narrower width; the lowest lane goes first.
// Counts and flags follow a clock after the access; the vendor's may take longer.
module xpm_fifo_sync #(
    parameter CASCADE_HEIGHT = 0,
    parameter DOUT_RESET_VALUE = "0",
    parameter ECC_MODE = "no_ecc",
    parameter EN_SIM_ASSERT_ERR = "warning",
    parameter FIFO_MEMORY_TYPE = "auto",
    parameter integer FIFO_READ_LATENCY = 1,
    parameter integer FIFO_WRITE_DEPTH = 2048,
    parameter integer FULL_RESET_VALUE = 0,
    parameter integer PROG_EMPTY_THRESH = 10,
    parameter integer PROG_FULL_THRESH = 10,
    parameter integer RD_DATA_COUNT_WIDTH = 1,
    parameter integer READ_DATA_WIDTH = 32,
    parameter READ_MODE = "std",
    parameter integer SIM_ASSERT_CHK = 0,
    parameter USE_ADV_FEATURES = "0707",
    parameter integer WAKEUP_TIME = 0,
    parameter integer WRITE_DATA_WIDTH = 32,
    parameter integer WR_DATA_COUNT_WIDTH = 1
) (
    input  wire                           sleep,
    input  wire                           rst,
    input  wire                           wr_clk,
    input  wire                           wr_en,
    input  wire [WRITE_DATA_WIDTH-1:0]    din,
    output wire                           full,
    output wire                           prog_full,
    output wire [WR_DATA_COUNT_WIDTH-1:0] wr_data_count,
    output wire                           overflow,
    output wire                           wr_rst_busy,
    output wire                           almost_full,
    output wire                           wr_ack,
    input  wire                           rd_en,
    output wire [READ_DATA_WIDTH-1:0]     dout,
    output wire                           empty,
    output wire                           prog_empty,
    output wire [RD_DATA_COUNT_WIDTH-1:0] rd_data_count,
    output wire                           underflow,
    output wire                           rd_rst_busy,
    output wire                           almost_empty,
    output wire                           data_valid,
    input  wire                           injectsbiterr,
    input  wire                           injectdbiterr,
    output wire                           sbiterr,
    output wire                           dbiterr
);
  localparam integer FWFT = (READ_MODE == "fwft") ? 1 : 0;
  localparam integer LANE = (WRITE_DATA_WIDTH < READ_DATA_WIDTH) ? WRITE_DATA_WIDTH : READ_DATA_WIDTH;
  localparam integer WL = WRITE_DATA_WIDTH / LANE;
  localparam integer RL = READ_DATA_WIDTH / LANE;
  // First-word-fall-through has two words more, in its output stages.
  localparam integer CAPACITY = (FIFO_WRITE_DEPTH + (FWFT ? 2 : 0)) * WL;
  localparam integer AW = $clog2(CAPACITY);
  localparam integer WRITE_COUNT = $clog2(FIFO_WRITE_DEPTH) + 1;
  localparam integer READ_COUNT = $clog2(FIFO_WRITE_DEPTH * WL / RL) + 1;
  localparam integer STAGES = (FWFT || FIFO_READ_LATENCY < 1) ? 1 : FIFO_READ_LATENCY;

  // Which of the optional outputs live; the others are 0.
  wire [15:0] live;
  backplane_hex #(.TEXT(USE_ADV_FEATURES), .WIDTH(16)) features (.value(live));
  wire [READ_DATA_WIDTH-1:0] cleared;
  backplane_hex #(.TEXT(DOUT_RESET_VALUE), .WIDTH(READ_DATA_WIDTH)) reset_value (.value(cleared));

  reg [LANE-1:0] store [0:(1<<AW)-1];
  reg [AW-1:0] wr_at = 0;
  reg [AW-1:0] rd_at = 0;
  reg [AW:0] lanes = 0;
  reg [2:0] resetting = 0;
  reg lost = 0, missed = 0, taken = 0, pf = 0, pe = 1;

  wire busy = rst | (resetting != 0);
  wire [AW:0] words_in = lanes / WL;
  wire [AW:0] words_out = lanes / RL;
  wire none = (lanes < RL);
  wire no_room = (lanes > CAPACITY - WL);
  wire do_wr = wr_en & ~no_room & ~busy;
  wire do_rd = rd_en & ~none & ~busy;

  integer k;
  always @(posedge wr_clk) begin
    if (do_wr)
      for (k = 0; k < WL; k = k + 1) store[wr_at + k[AW-1:0]] <= din[k*LANE +: LANE];
  end

  wire [AW:0] next = lanes + (do_wr ? WL : 0) - (do_rd ? RL : 0);
  always @(posedge wr_clk) begin
    resetting <= rst ? 3'd4 : (resetting != 0 ? resetting - 3'd1 : 3'd0);
    lost <= wr_en & (no_room | busy);
    missed <= rd_en & (none | busy);
    taken <= do_wr;
    if (busy) begin
      wr_at <= 0;
      rd_at <= 0;
      lanes <= 0;
      pf <= 0;
      pe <= 1;
    end else begin
      if (do_wr) wr_at <= wr_at + WL[AW-1:0];
      if (do_rd) rd_at <= rd_at + RL[AW-1:0];
      lanes <= next;
      pf <= (next / WL >= PROG_FULL_THRESH);
      pe <= (next / RL <= PROG_EMPTY_THRESH);
    end
  end

  wire [READ_DATA_WIDTH-1:0] head;
  genvar g;
  generate
    for (g = 0; g < RL; g = g + 1) begin : lane
      wire [AW-1:0] at = rd_at + g;
      assign head[g*LANE +: LANE] = store[at];
    end
    if (FWFT) begin : falls_through
      assign dout = head;
      assign data_valid = live[12] & (~none & ~busy);
    end else begin : registered
      reg [READ_DATA_WIDTH*STAGES-1:0] data = 0;
      reg [STAGES-1:0] valid = 0;
      integer s;
      always @(posedge wr_clk) begin
        if (busy) begin
          data <= {STAGES{cleared}};
          valid <= 0;
        end else begin
          valid[0] <= do_rd;
          if (do_rd) data[0 +: READ_DATA_WIDTH] <= head;
          for (s = 1; s < STAGES; s = s + 1) begin
            valid[s] <= valid[s-1];
            if (valid[s-1])
              data[s*READ_DATA_WIDTH +: READ_DATA_WIDTH] <= data[(s-1)*READ_DATA_WIDTH +: READ_DATA_WIDTH];
          end
        end
      end
      assign dout = data[(STAGES-1)*READ_DATA_WIDTH +: READ_DATA_WIDTH];
      assign data_valid = live[12] & (valid[STAGES-1]);
    end
  endgenerate

  assign full = busy ? (FULL_RESET_VALUE != 0) : no_room;
  assign empty = none | busy;
  assign almost_full = live[3] & (~busy & (lanes + 2 * WL > CAPACITY));
  assign almost_empty = live[11] & (busy | (lanes < 2 * RL));
  assign prog_full = live[1] & (pf & ~busy);
  assign prog_empty = live[9] & (pe | busy);
  assign overflow = live[0] & (lost);
  assign underflow = live[8] & (missed);
  assign wr_ack = live[4] & (taken);
  // A narrow count is the upper bits of the whole one.
  generate
    if (WR_DATA_COUNT_WIDTH < WRITE_COUNT) begin : narrow_write_count
      assign wr_data_count = live[2] ? words_in >> (WRITE_COUNT - WR_DATA_COUNT_WIDTH) : 0;
    end else begin : write_count
      assign wr_data_count = live[2] ? words_in : 0;
    end
    if (RD_DATA_COUNT_WIDTH < READ_COUNT) begin : narrow_read_count
      assign rd_data_count = live[10] ? words_out >> (READ_COUNT - RD_DATA_COUNT_WIDTH) : 0;
    end else begin : read_count
      assign rd_data_count = live[10] ? words_out : 0;
    end
  endgenerate
  assign wr_rst_busy = busy;
  assign rd_rst_busy = busy;
  assign sbiterr = 1'b0;
  assign dbiterr = 1'b0;
  generate
    if (ECC_MODE != "no_ecc") begin : no_model
      backplane_refuses_error_correction refused ();
    end
  endgenerate
endmodule
