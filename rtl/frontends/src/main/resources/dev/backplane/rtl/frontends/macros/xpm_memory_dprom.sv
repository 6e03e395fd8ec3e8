// Behavioural model of the macro by its public table of parameters and ports: a memory that is only read, with two ports.
`ifdef YOSYS
`define BACKPLANE_OR_0 = 0
`else
`define BACKPLANE_OR_0
`endif
module xpm_memory_dprom #(
    parameter integer AUTO_SLEEP_TIME = 0,
    parameter integer CASCADE_HEIGHT = 0,
    parameter ECC_BIT_RANGE = "7:0",
    parameter ECC_MODE = "no_ecc",
    parameter ECC_TYPE = "none",
    parameter integer IGNORE_INIT_SYNTH = 0,
    parameter MEMORY_INIT_FILE = "none",
    parameter MEMORY_INIT_PARAM = "0",
    parameter MEMORY_OPTIMIZATION = "true",
    parameter MEMORY_PRIMITIVE = "auto",
    parameter integer MEMORY_SIZE = 2048,
    parameter integer MESSAGE_CONTROL = 0,
    parameter RAM_DECOMP = "auto",
    parameter integer SIM_ASSERT_CHK = 0,
    parameter integer USE_MEM_INIT = 1,
    parameter integer USE_MEM_INIT_MMI = 0,
    parameter WAKEUP_TIME = "disable_sleep",
    parameter integer WRITE_PROTECT = 1,
    parameter CLOCKING_MODE = "common_clock",
    parameter integer ADDR_WIDTH_A = 6,
    parameter integer READ_DATA_WIDTH_A = 32,
    parameter integer READ_LATENCY_A = 2,
    parameter READ_RESET_VALUE_A = "0",
    parameter RST_MODE_A = "SYNC",
    parameter integer ADDR_WIDTH_B = 6,
    parameter integer READ_DATA_WIDTH_B = 32,
    parameter integer READ_LATENCY_B = 2,
    parameter READ_RESET_VALUE_B = "0",
    parameter RST_MODE_B = "SYNC"
) (
    input  wire sleep,
    input  wire clka,
    input  wire ena,
    input  wire [ADDR_WIDTH_A-1:0] addra,
    input  wire injectsbiterra,
    input  wire injectdbiterra,
    input  wire rsta `BACKPLANE_OR_0,
    input  wire regcea `BACKPLANE_OR_0,
    output wire [READ_DATA_WIDTH_A-1:0] douta,
    output wire sbiterra,
    output wire dbiterra,
    input  wire clkb,
    input  wire enb,
    input  wire [ADDR_WIDTH_B-1:0] addrb,
    input  wire injectsbiterrb,
    input  wire injectdbiterrb,
    input  wire rstb `BACKPLANE_OR_0,
    input  wire regceb `BACKPLANE_OR_0,
    output wire [READ_DATA_WIDTH_B-1:0] doutb,
    output wire sbiterrb,
    output wire dbiterrb
);
  wire clock_b;
  generate
    if (CLOCKING_MODE == "common_clock") assign clock_b = clka;
    else assign clock_b = clkb;
  endgenerate
  backplane_xpm_memory #(
      .MEMORY_SIZE(MEMORY_SIZE), .MEMORY_INIT_FILE(MEMORY_INIT_FILE), .MEMORY_INIT_PARAM(MEMORY_INIT_PARAM),
      .ADDR_A(ADDR_WIDTH_A), .WRITE_A(READ_DATA_WIDTH_A), .READ_A(READ_DATA_WIDTH_A), .BYTE_A(READ_DATA_WIDTH_A), .LATENCY_A(READ_LATENCY_A), .RESET_A(READ_RESET_VALUE_A), .RST_A(RST_MODE_A), .MODE_A("read_first"),
      .ADDR_B(ADDR_WIDTH_B), .WRITE_B(READ_DATA_WIDTH_B), .READ_B(READ_DATA_WIDTH_B), .BYTE_B(READ_DATA_WIDTH_B), .LATENCY_B(READ_LATENCY_B), .RESET_B(READ_RESET_VALUE_B), .RST_B(RST_MODE_B), .MODE_B("read_first"),
      .WRITES_A(0), .WRITES_B(0)
  ) ram (
      .clka(clka), .rsta(rsta), .ena(ena), .regcea(regcea), .wea(1'b0), .addra(addra), .dina({READ_DATA_WIDTH_A{1'b0}}), .douta(douta),
      .clkb(clock_b), .rstb(rstb), .enb(enb), .regceb(regceb), .web(1'b0), .addrb(addrb), .dinb({READ_DATA_WIDTH_B{1'b0}}), .doutb(doutb)
  );
  assign sbiterra = 1'b0;
  assign dbiterra = 1'b0;
  assign sbiterrb = 1'b0;
  assign dbiterrb = 1'b0;
  generate
    if (ECC_MODE != "no_ecc") begin : no_model
      backplane_refuses_error_correction refused ();
    end
  endgenerate
endmodule
