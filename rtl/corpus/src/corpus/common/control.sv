// SPDX-License-Identifier: Apache-2.0
//
// Registers of a kernel: ap_ctrl_hs and ARGUMENTS arguments of 64 bits, from 0x10 on, 12 bytes apart.
module control #(
    parameter ARGUMENTS = 4
) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        awvalid,
    output logic        awready,
    input  logic [11:0] awaddr,
    input  logic        wvalid,
    output logic        wready,
    input  logic [31:0] wdata,
    input  logic [3:0]  wstrb,
    output logic        bvalid,
    input  logic        bready,
    output logic [1:0]  bresp,
    input  logic        arvalid,
    output logic        arready,
    input  logic [11:0] araddr,
    output logic        rvalid,
    input  logic        rready,
    output logic [31:0] rdata,
    output logic [1:0]  rresp,
    output logic        interrupt,
    // One cycle, when the kernel is to begin; and one from it, when it is done.
    output logic        start,
    input  logic        finish,
    output logic [64*ARGUMENTS-1:0] arguments
);
  logic        running, done, enabled, pending;
  logic [1:0]  causes;
  logic        have_address, have_data;
  logic [11:0] address;
  logic [31:0] data, mask;
  logic        write;

  assign awready   = !have_address;
  assign wready    = !have_data;
  assign write     = have_address && have_data && !bvalid;
  assign bresp     = 2'b00;
  assign arready   = !rvalid;
  assign rresp     = 2'b00;
  assign interrupt = enabled && causes[0] && pending;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      have_address <= 1'b0;
      have_data    <= 1'b0;
      bvalid       <= 1'b0;
    end else begin
      if (awvalid && awready) begin
        have_address <= 1'b1;
        address      <= awaddr;
      end
      if (wvalid && wready) begin
        have_data <= 1'b1;
        data      <= wdata;
        mask      <= {{8{wstrb[3]}}, {8{wstrb[2]}}, {8{wstrb[1]}}, {8{wstrb[0]}}};
      end
      if (write) begin
        have_address <= 1'b0;
        have_data    <= 1'b0;
        bvalid       <= 1'b1;
      end else if (bready) begin
        bvalid <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      start   <= 1'b0;
      running <= 1'b0;
      done    <= 1'b0;
      enabled <= 1'b0;
      causes  <= 2'b00;
      pending <= 1'b0;
    end else begin
      start <= 1'b0;
      if (arvalid && arready && araddr == 12'h000) done <= 1'b0;
      if (write && mask[0]) begin
        case (address)
          12'h000: if (data[0] && !running) begin
            start   <= 1'b1;
            running <= 1'b1;
          end
          12'h004: enabled <= data[0];
          12'h008: causes <= data[1:0];
          12'h00c: pending <= pending ^ data[0];
          default: ;
        endcase
      end
      if (finish) begin
        running <= 1'b0;
        done    <= 1'b1;
        pending <= causes[0];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      rvalid <= 1'b0;
    end else if (arvalid && arready) begin
      rvalid <= 1'b1;
    end else if (rready) begin
      rvalid <= 1'b0;
    end
  end

  logic [31:0] argument_word;

  always_ff @(posedge clk) begin
    if (arvalid && arready) begin
      case (araddr)
        12'h000: rdata <= {22'd0, interrupt, 5'd0, finish, !running, done || finish, running};
        12'h004: rdata <= {31'd0, enabled};
        12'h008: rdata <= {30'd0, causes};
        12'h00c: rdata <= {31'd0, pending};
        default: rdata <= argument_word;
      endcase
    end
  end

  genvar g;
  generate
    for (g = 0; g < ARGUMENTS; g = g + 1) begin : argument
      logic [31:0] low, high;
      assign arguments[64*g +: 64] = {high, low};
      always_ff @(posedge clk) begin
        if (!rst_n) begin
          low  <= 32'd0;
          high <= 32'd0;
        end else if (write) begin
          if (address == 12'h010 + 12 * g) low <= (low & ~mask) | (data & mask);
          if (address == 12'h014 + 12 * g) high <= (high & ~mask) | (data & mask);
        end
      end
    end
  endgenerate

  integer i;
  always_comb begin
    argument_word = 32'd0;
    for (i = 0; i < ARGUMENTS; i = i + 1) begin
      if (araddr == 12'h010 + 12 * i) argument_word = arguments[64*i +: 32];
      if (araddr == 12'h014 + 12 * i) argument_word = arguments[64*i+32 +: 32];
    end
  end
endmodule
