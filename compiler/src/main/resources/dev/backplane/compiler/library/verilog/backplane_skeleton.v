// SPDX-License-Identifier: Apache-2.0
//
// A network behind bytes, after version 2 of the skeleton protocol:
//
//   0 to 15     read: the id
//   16          write: bit 0 runs the network, 0 stops and resets it
//   18 and on   write: the bytes of the inputs; read: the bytes of the outputs
//
// A number has whole bytes, the lowest first; outputs are sign-extended. What is read is there after the
// clock edge at which rd is high. A run takes the inputs once; done ends with the next stop.
module backplane_skeleton #(
    parameter [127:0] ID                   = 128'd0,  // byte 0 in the lowest bits
    parameter         FEED_WIDTH           = 8,
    parameter         FEED_BYTES           = 1,       // of a number
    parameter         FEED_SIZE            = 4,       // of all numbers, in bytes
    parameter         FEED_INDEX_WIDTH     = 2,
    parameter         RESULT_WIDTH         = 8,
    parameter         RESULT_BYTES         = 1,
    parameter         RESULT_SIZE          = 4,
    parameter         RESULT_INDEX_WIDTH   = 2
) (
    input  wire                    clock,
    input  wire                    reset,
    input  wire                    rd,
    input  wire                    wr,
    input  wire [7:0]              data_in,
    output wire [7:0]              data_out,
    input  wire [15:0]             address_in,
    output wire                    busy,
    output wire                    wake_up,

    output wire                    network_reset,
    output wire                    feed_valid,
    input  wire                    feed_ready,
    output wire [FEED_WIDTH-1:0]   feed_data,
    input  wire                    result_valid,
    output wire                    result_ready,
    input  wire [RESULT_WIDTH-1:0] result_data
);
  localparam [15:0] CONTROL     = 16'd16;
  localparam [15:0] DATA        = 16'd18;
  localparam [31:0] FEED_END    = FEED_SIZE;
  localparam [31:0] FEED_LAST   = FEED_BYTES - 1;
  localparam [31:0] RESULT_END  = RESULT_SIZE;
  localparam [31:0] RESULT_LAST = RESULT_BYTES - 1;

  localparam READ = 2'd0;
  localparam TAKE = 2'd1;
  localparam SEND = 2'd2;
  localparam END  = 2'd3;

  reg [7:0]  feed_memory   [0:FEED_SIZE-1];
  reg [7:0]  result_memory [0:RESULT_SIZE-1];

  reg        run;
  reg        done;
  reg        is_result;
  reg [7:0]  id_byte;
  reg [7:0]  result_byte;

  reg [1:0]  feed_state;
  reg [15:0] feed_index;
  reg [1:0]  feed_lane;
  reg [7:0]  feed_byte;
  reg [31:0] feed_word;

  reg        storing;
  reg [15:0] result_index;
  reg [1:0]  result_lane;
  reg [31:0] result_word;

  wire [15:0] offset    = address_in - DATA;
  wire        is_data   = address_in >= DATA;
  wire        is_input  = is_data && {16'd0, offset} < FEED_END;
  wire        is_output = is_data && {16'd0, offset} < RESULT_END;

  assign busy          = !done;
  assign wake_up       = done;
  assign network_reset = reset || !run;
  assign data_out      = is_result ? result_byte : id_byte;
  assign feed_valid    = feed_state == SEND;
  assign feed_data     = feed_word[32-8*FEED_BYTES+:FEED_WIDTH];
  assign result_ready  = !storing && !done;

  // Of a number with fewer bytes than four, the word has some that were never filled.
  wire unused;
  assign unused = &{1'b0, feed_word};

  wire [31:0] extended;
  generate
    if (RESULT_WIDTH == 32) begin : whole
      assign extended = result_data;
    end else begin : short
      assign extended = {{(32 - RESULT_WIDTH) {result_data[RESULT_WIDTH-1]}}, result_data};
    end
  endgenerate

  always @(posedge clock) begin
    if (wr && is_input) feed_memory[offset[FEED_INDEX_WIDTH-1:0]] <= data_in;
    feed_byte <= feed_memory[feed_index[FEED_INDEX_WIDTH-1:0]];
  end

  always @(posedge clock) begin
    if (storing) result_memory[result_index[RESULT_INDEX_WIDTH-1:0]] <= result_word[7:0];
    if (rd) result_byte <= result_memory[offset[RESULT_INDEX_WIDTH-1:0]];
  end

  always @(posedge clock) begin
    if (reset) begin
      run       <= 1'b0;
      is_result <= 1'b0;
      id_byte   <= 8'd0;
    end else begin
      if (wr && address_in == CONTROL) run <= data_in[0];
      if (rd) begin
        is_result <= is_output;
        id_byte   <= address_in < CONTROL ? ID[{address_in[3:0], 3'b000}+:8] : 8'd0;
      end
    end
  end

  always @(posedge clock) begin
    if (network_reset) begin
      feed_state <= READ;
      feed_index <= 16'd0;
      feed_lane  <= 2'd0;
    end else begin
      case (feed_state)
        READ: feed_state <= TAKE;
        TAKE: begin
          feed_word  <= {feed_byte, feed_word[31:8]};
          feed_index <= feed_index + 16'd1;
          if ({30'd0, feed_lane} == FEED_LAST) begin
            feed_lane  <= 2'd0;
            feed_state <= SEND;
          end else begin
            feed_lane  <= feed_lane + 2'd1;
            feed_state <= READ;
          end
        end
        SEND: if (feed_ready) feed_state <= {16'd0, feed_index} == FEED_END ? END : READ;
        END:  feed_state <= END;
      endcase
    end
  end

  always @(posedge clock) begin
    if (network_reset) begin
      storing      <= 1'b0;
      done         <= 1'b0;
      result_index <= 16'd0;
      result_lane  <= 2'd0;
    end else if (storing) begin
      result_word  <= {8'd0, result_word[31:8]};
      result_index <= result_index + 16'd1;
      if ({30'd0, result_lane} == RESULT_LAST) begin
        result_lane <= 2'd0;
        storing     <= 1'b0;
        done        <= {16'd0, result_index} + 32'd1 == RESULT_END;
      end else begin
        result_lane <= result_lane + 2'd1;
      end
    end else if (result_valid && !done) begin
      result_word <= extended;
      storing     <= 1'b1;
    end
  end
endmodule
