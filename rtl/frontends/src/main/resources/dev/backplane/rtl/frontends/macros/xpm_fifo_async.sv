// Behavioural model of the macro by its public table of parameters and ports: a queue between two
// clocks. Each side sees the other's pointer through CDC_SYNC_STAGES registers. Pointers cross as
// binary numbers: in a simulation without metastability a register takes all of their bits at once.
module xpm_fifo_async #(
    parameter CASCADE_HEIGHT = 0,
    parameter integer CDC_SYNC_STAGES = 2,
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
    parameter integer RELATED_CLOCKS = 0,
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
    input  wire                           rd_clk,
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
  localparam integer CAPACITY = (FIFO_WRITE_DEPTH + (FWFT ? 1 : -1)) * WL;
  localparam integer AW = $clog2(CAPACITY + 1);
  localparam integer WRITE_COUNT = $clog2(FIFO_WRITE_DEPTH) + 1;
  localparam integer READ_COUNT = $clog2(FIFO_WRITE_DEPTH * WL / RL) + 1;
  localparam integer STAGES = (FWFT || FIFO_READ_LATENCY < 1) ? 1 : FIFO_READ_LATENCY;
  localparam integer SYNC = CDC_SYNC_STAGES;
  // Pointers count lanes and have a bit more than an address, so that full differs from empty.
  localparam integer PW = AW + 1;

  // Which of the optional outputs live; the others are 0.
  wire [15:0] live;
  backplane_hex #(.TEXT(USE_ADV_FEATURES), .WIDTH(16)) features (.value(live));
  wire [READ_DATA_WIDTH-1:0] cleared;
  backplane_hex #(.TEXT(DOUT_RESET_VALUE), .WIDTH(READ_DATA_WIDTH)) reset_value (.value(cleared));

  reg [LANE-1:0] store [0:(1<<AW)-1];

  // The reset begins with the writing side, reaches the reading side, and comes back.
  reg [SYNC-1:0] to_rd = 0;
  reg [SYNC-1:0] to_wr = 0;
  reg wr_reset = 0;
  wire rd_reset = to_rd[SYNC-1];
  wire wr_busy = rst | wr_reset | to_wr[SYNC-1];
  wire rd_busy = rd_reset;
  always @(posedge wr_clk) begin
    to_wr <= {to_wr, rd_reset};
    if (rst) wr_reset <= 1;
    else if (to_wr[SYNC-1]) wr_reset <= 0;
  end
  always @(posedge rd_clk) to_rd <= {to_rd, wr_reset};

  // Writing side.
  reg [PW-1:0] wr_ptr = 0;
  reg [PW*SYNC-1:0] rd_seen = 0;
  reg [PW-1:0] rd_ptr = 0;
  reg [PW*SYNC-1:0] wr_seen = 0;
  wire [PW-1:0] rd_there = rd_seen[PW*(SYNC-1) +: PW];
  wire [PW-1:0] wr_there = wr_seen[PW*(SYNC-1) +: PW];
  wire [PW-1:0] wr_lanes = wr_ptr - rd_there;
  wire no_room = (wr_lanes > CAPACITY - WL);
  wire do_wr = wr_en & ~no_room & ~wr_busy;
  reg lost = 0, taken = 0, pf = 0;
  wire [PW-1:0] wr_next = wr_lanes + (do_wr ? WL : 0);

  integer k;
  always @(posedge wr_clk) begin
    if (do_wr)
      for (k = 0; k < WL; k = k + 1) store[wr_ptr[AW-1:0] + k[AW-1:0]] <= din[k*LANE +: LANE];
  end
  always @(posedge wr_clk) begin
    rd_seen <= {rd_seen, rd_ptr};
    lost <= wr_en & (no_room | wr_busy);
    taken <= do_wr;
    if (wr_busy) begin
      wr_ptr <= 0;
      rd_seen <= 0;
      pf <= 0;
    end else begin
      if (do_wr) wr_ptr <= wr_ptr + WL[PW-1:0];
      pf <= (wr_next / WL >= PROG_FULL_THRESH);
    end
  end

  // Reading side.
  wire [PW-1:0] rd_lanes = wr_there - rd_ptr;
  wire none = (rd_lanes < RL);
  wire do_rd = rd_en & ~none & ~rd_busy;
  reg missed = 0, pe = 1;
  wire [PW-1:0] rd_next = rd_lanes - (do_rd ? RL : 0);
  always @(posedge rd_clk) begin
    wr_seen <= {wr_seen, wr_ptr};
    missed <= rd_en & (none | rd_busy);
    if (rd_busy) begin
      rd_ptr <= 0;
      wr_seen <= 0;
      pe <= 1;
    end else begin
      if (do_rd) rd_ptr <= rd_ptr + RL[PW-1:0];
      pe <= (rd_next / RL <= PROG_EMPTY_THRESH);
    end
  end

  wire [READ_DATA_WIDTH-1:0] head;
  genvar g;
  generate
    for (g = 0; g < RL; g = g + 1) begin : lane
      wire [AW-1:0] at = rd_ptr[AW-1:0] + g;
      assign head[g*LANE +: LANE] = store[at];
    end
    if (FWFT) begin : falls_through
      assign dout = head;
      assign data_valid = live[12] & (~none & ~rd_busy);
    end else begin : registered
      reg [READ_DATA_WIDTH*STAGES-1:0] data = 0;
      reg [STAGES-1:0] valid = 0;
      integer s;
      always @(posedge rd_clk) begin
        if (rd_busy) begin
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

  wire [PW-1:0] words_in = wr_lanes / WL;
  wire [PW-1:0] words_out = rd_lanes / RL;
  assign full = wr_busy ? (FULL_RESET_VALUE != 0) : no_room;
  assign empty = none | rd_busy;
  assign almost_full = live[3] & (~wr_busy & (wr_lanes + 2 * WL > CAPACITY));
  assign almost_empty = live[11] & (rd_busy | (rd_lanes < 2 * RL));
  assign prog_full = live[1] & (pf & ~wr_busy);
  assign prog_empty = live[9] & (pe | rd_busy);
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
  assign wr_rst_busy = wr_busy;
  assign rd_rst_busy = rd_busy;
  assign sbiterr = 1'b0;
  assign dbiterr = 1'b0;
  generate
    if (ECC_MODE != "no_ecc") begin : no_model
      backplane_refuses_error_correction refused ();
    end
  endgenerate
endmodule
