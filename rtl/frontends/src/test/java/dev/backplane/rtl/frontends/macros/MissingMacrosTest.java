package dev.backplane.rtl.frontends.macros;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.netlist.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingMacrosTest {
  @TempDir Path folder;

  @Test
  void aMacroInUseIsAdded() throws IOException {
    Elaboration elaboration =
        MacroTestBench.elaborate(
            folder,
            """
            module t(input wire pin, input wire d, output reg q);
              wire clk; // xpm_fifo_sync is only spoken of
              BUFG buffer(.I(pin), .O(clk));
              always @(posedge clk) q <= d;
            endmodule
            """);
    assertThat(elaboration.netlist().clocks()).containsExactly(Clock.rising("pin"));
  }

  @Test
  void theModelOfTheUserIsPreferred() throws IOException {
    try (MacroTestBench bench =
        MacroTestBench.of(
            folder,
            """
            module BUFG(input I, output O); assign O = ~I; endmodule
            module t(input a, output y); BUFG u(.I(a), .O(y)); endmodule
            """)) {
      bench.set("a", 0).settle();
      assertThat(bench.get("y")).isEqualTo(1);
    }
  }

  @Test
  void debugCoresBecomeStubsForAnyPorts() throws IOException {
    Elaboration elaboration =
        MacroTestBench.elaborate(
            folder,
            """
            module t(input clk, input [8:0] a, output [8:0] y, output [3:0] knobs);
              assign y = a;
              ila_0 #(.DEPTH(4)) look(.clk(clk), .probe0(a), .probe1({a[0], (a[1] & a[2])}), .trig_in());
              my_vio turn(.clk(clk), .probe_out0(knobs));
            endmodule
            """);
    assertThat(elaboration.netlist().outputs()).hasSize(2);
    assertThat(elaboration.netlist().clocks()).isEmpty();
    assertThat(elaboration.warnings()).noneMatch(warning -> warning.contains("Resizing"));
  }

  @Test
  void labelsAndTypesWithNamesOfDebugCoresAreIgnored() {
    DebugCores cores = new DebugCores();
    cores.find(
        """
        function automatic check_vio_t flipped(input check_vio_t x); return ~x; endfunction
        if (W == 2) begin : gen_access_vio_regs
          if (W > 1) begin : g_ila
            for (genvar i = 0; i < W; i++) ila_0 look(.clk(clk));
          end
        end
        """,
        java.util.Set.of(),
        "t.sv");
    assertThat(cores.stubs()).containsOnlyKeys("ila_0");
  }

  @Test
  void aDebugCoreThatIsNotConnectedByNameIsRefused() {
    assertThatThrownBy(
            () ->
                MacroTestBench.elaborate(
                    folder, "module t(input clk, output y);\n  ila_0 look(clk, y);\nendmodule\n"))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("t.sv:2")
        .hasMessageContaining("'ila_0'")
        .hasMessageContaining("by name");
  }

  @Test
  void anUnknownModuleIsReportedWithItsInstanceAndSimilarNames() {
    assertThatThrownBy(
            () ->
                MacroTestBench.elaborate(
                    folder,
                    """
                    module inner #(parameter W = 1) (input a);
                      // xpm_fifo_synk
                      xpm_fifo_synk u(.a(a));
                    endmodule
                    module t(input a);
                      inner #(.W(3)) i(.a(a));
                    endmodule
                    """))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("t.sv:3: module 'xpm_fifo_synk' is not defined; 'inner'")
        .hasMessageContaining("Is it 'xpm_fifo_sync' or 'xpm_fifo_async'?");
  }

  @Test
  void adviceFollowsTheName() {
    assertThat(UnknownModuleAdvice.advice("MMCME4_ADV", List.of())).contains("each clock a port");
    assertThat(UnknownModuleAdvice.advice("DSP48E2", List.of())).contains("primitive of a vendor");
    assertThat(UnknownModuleAdvice.advice("IOBUF", List.of())).contains("both ways");
    assertThat(UnknownModuleAdvice.advice("design_1_wrapper_0", List.of()))
        .contains("package its simulation model or add a stub");
    assertThat(UnknownModuleAdvice.advice("filter", List.of()))
        .isEqualTo("Give the file that defines 'filter'");
  }

  @Test
  void aParameterThatHasNoModelIsRefused() {
    assertThatThrownBy(
            () ->
                MacroTestBench.elaborate(
                    folder,
                    MacroTestBench.wrap(
                        "xpm_fifo_sync",
                        ".ECC_MODE(\"en_ecc\")",
                        "wr_clk",
                        "rst",
                        "wr_en",
                        "din:32",
                        "rd_en",
                        ">dout:32")))
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("'error correction', which its model does not have");
  }

  @Test
  void contentsOfAMemoryAreFoundBesideItsUser() throws IOException {
    Files.writeString(folder.resolve("table.mem"), "@0 11 22\n@3 44\n");
    try (MacroTestBench bench =
        MacroTestBench.of(
            folder,
            MacroTestBench.wrap(
                "xpm_memory_sprom",
                ".MEMORY_INIT_FILE(\"table.mem\"), .MEMORY_SIZE(32), .ADDR_WIDTH_A(2),"
                    + " .READ_DATA_WIDTH_A(8), .READ_LATENCY_A(1)",
                "clka",
                "ena",
                "addra:2",
                ">douta:8"))) {
      bench.set("ena", 1).set("addra", 3).edge("clka");
      assertThat(bench.get("douta")).isEqualTo(0x44);
      bench.set("addra", 1).edge("clka");
      assertThat(bench.get("douta")).isEqualTo(0x22);
    }
  }

  @Test
  void contentsMayStandInAParameter() throws IOException {
    try (MacroTestBench bench =
        MacroTestBench.of(
            folder,
            """
            module t(input clk, input en, input [1:0] a, output [7:0] y);
              xpm_memory_sprom #(
                .MEMORY_INIT_PARAM("1,2,aB,C"), .MEMORY_SIZE(32), .ADDR_WIDTH_A(2),
                .READ_DATA_WIDTH_A(8), .READ_LATENCY_A(1)
              ) rom (.sleep(), .clka(clk), .ena(en), .rsta(1'b0), .regcea( ), .addra(a), .douta(y), .injectsbiterra(),
                     .sbiterra(), .dbiterra());
            endmodule
            """)) {
      bench.set("en", 1).set("a", 2).edge("clk");
      assertThat(bench.get("y")).isEqualTo(0xab);
    }
  }

  @Test
  void openConnectionsAreZero() throws IOException {
    try (MacroTestBench bench =
        MacroTestBench.of(
            folder,
            """
            module t(input clk, input resetn, input valid, input [7:0] d, input take,
                     output ready, output there, output [7:0] q, output [3:0] user, output [4:0] upper, output full);
              xpm_fifo_axis #(.FIFO_DEPTH(16), .TDATA_WIDTH(8), .TUSER_WIDTH(4), .WR_DATA_COUNT_WIDTH(4),
                              .USE_ADV_FEATURES("1004")) fifo (
                .s_aclk(clk), .m_aclk(), .s_aresetn(resetn), .s_axis_tvalid(valid), .s_axis_tready(ready),
                .s_axis_tdata(d), .s_axis_tuser(), .s_axis_tkeep( ), .s_axis_tstrb(), .s_axis_tid(),
                .s_axis_tdest(), .s_axis_tlast(), .m_axis_tvalid(there), .m_axis_tready(take),
                .m_axis_tdata(q), .m_axis_tuser(user), .wr_data_count_axis(upper), .prog_full_axis(full)
              );
            endmodule
            """)) {
      bench.set("resetn", 1).set("valid", 1).set("d", 0x5a);
      for (int i = 0; i < 12; i++) {
        bench.edge("clk");
      }
      assertThat(bench.is("there")).isTrue();
      assertThat(bench.get("q")).isEqualTo(0x5a);
      assertThat(bench.get("user")).isZero();
      // A fill level of twelve, halved: a counter with one bit less shows the upper bits. prog_full
      // is disabled.
      assertThat(bench.get("upper")).isEqualTo(6);
      assertThat(bench.is("full")).isFalse();
    }
  }

  @Test
  void resetsSetTheConfiguredValue() throws IOException {
    try (MacroTestBench bench =
        MacroTestBench.of(
            folder,
            MacroTestBench.wrap(
                "xpm_memory_sprom",
                ".MEMORY_SIZE(64), .ADDR_WIDTH_A(2), .READ_DATA_WIDTH_A(16), .READ_LATENCY_A(2),"
                    + " .READ_RESET_VALUE_A(\"bEef\"), .RST_MODE_A(\"ASYNC\")",
                "clka",
                "rsta",
                "ena",
                "regcea",
                "addra:2",
                ">douta:16"))) {
      bench.set("rsta", 1).settle();
      assertThat(bench.get("douta")).isEqualTo(0xbeef);
      bench.set("rsta", 0).set("ena", 1).set("regcea", 1).edge("clka");
      bench.edge("clka");
      assertThat(bench.get("douta")).isZero();
    }
  }
}
