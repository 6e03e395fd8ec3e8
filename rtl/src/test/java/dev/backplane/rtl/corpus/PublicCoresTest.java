package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engine.CompiledDesign;
import dev.backplane.rtl.engine.Engine;
import dev.backplane.rtl.engine.JvmEngine;
import dev.backplane.rtl.engine.LockstepEngine;
import dev.backplane.rtl.engine.VerilatorEngine;
import dev.backplane.rtl.engine.VerilatorOptions;
import dev.backplane.rtl.frontend.PublicCoreFrontEnds;
import dev.backplane.rtl.netlist.Netlist;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Public processors run programs on both engines, and those in Verilog also in a model that
 * Verilator makes of their sources: all outputs are the same in every cycle, and the programs do
 * what they should. {@code tools/cores} fetches the processors; one that is not there is skipped.
 */
class PublicCoresTest {
  private static final int DATA = 0x1000;

  @BeforeAll
  static void verilatorIsThere() {
    Assumptions.assumeTrue(VerilatorEngine.isAvailable(), "Verilator or g++ is not installed");
  }

  /** All engines of a design in lockstep. */
  private static Engine engine(PublicCore core) {
    Netlist netlist =
        PublicCoreFrontEnds.of(core.ghdl()).elaborate(core.sources(), core.top()).netlist();
    SequencedMap<String, CompiledDesign> designs = new LinkedHashMap<>();
    designs.put("jvm", JvmEngine.compile(netlist));
    VerilatorOptions options = VerilatorOptions.standard();
    designs.put("verilator", VerilatorEngine.compile(netlist, options));
    if (!core.netlistOnly()) {
      designs.put(
          "verilator of the sources",
          VerilatorEngine.compile(
              core.sources(), core.top(), designs.firstEntry().getValue().clocks(), options));
    }
    return new LockstepEngine(designs);
  }

  /** Our own program, whose result shows in memory. */
  private static void checkProgram(
      CoreBench bench, CoreMemory memory, int cycles, Runnable bus, int base) {
    boolean done =
        bench.run(cycles, bus, () -> memory.word(base + DATA + RiscvProgram.RESULT) != 0);
    assertThat(done).as("stored a result").isTrue();
    assertThat(memory.word(base + DATA + RiscvProgram.RESULT)).isEqualTo(RiscvProgram.result());
  }

  private static CoreMemory program(int base) {
    return CoreMemory.of(base, RiscvProgram.words(base + DATA));
  }

  @Test
  void picorv32SortsAndSums() {
    try (Engine engine = engine(PublicCore.of("picorv32"))) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = program(0);
      bench.reset("resetn", 0);
      checkProgram(
          bench,
          memory,
          200_000,
          () -> {
            boolean ready = bench.is("mem_valid") && !bench.is("mem_ready");
            bench.next("mem_ready", ready ? 1 : 0);
            if (ready) {
              long address = bench.get("mem_addr");
              bench.next("mem_rdata", memory.word(address));
              memory.write(address, bench.get("mem_wdata"), bench.get("mem_wstrb"));
            }
          },
          0);
    }
  }

  @Test
  void femtorv32SortsAndSums() {
    try (Engine engine = engine(PublicCore.of("femtorv32"))) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = program(0);
      bench.reset("reset", 0);
      checkProgram(
          bench,
          memory,
          200_000,
          () -> {
            long address = bench.get("mem_addr");
            if (bench.is("mem_rstrb")) {
              bench.next("mem_rdata", memory.word(address));
            }
            memory.write(address, bench.get("mem_wdata"), bench.get("mem_wmask"));
          },
          0);
    }
  }

  /** One bus of VexRiscv, in words. */
  private static void wishbone(CoreBench bench, CoreMemory memory, String bus) {
    boolean ack = bench.is(bus + "_CYC") && bench.is(bus + "_STB") && !bench.is(bus + "_ACK");
    bench.next(bus + "_ACK", ack ? 1 : 0);
    if (ack) {
      long address = bench.get(bus + "_ADR") << 2;
      bench.next(bus + "_DAT_MISO", memory.word(address));
      if (bench.is(bus + "_WE")) {
        memory.write(address, bench.get(bus + "_DAT_MOSI"), bench.get(bus + "_SEL"));
      }
    }
  }

  @Test
  void vexriscvSortsAndSums() {
    try (Engine engine = engine(PublicCore.of("vexriscv"))) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = program(0);
      bench.reset("reset", 1);
      checkProgram(
          bench,
          memory,
          200_000,
          () -> {
            wishbone(bench, memory, "iBusWishbone");
            wishbone(bench, memory, "dBusWishbone");
          },
          0);
    }
  }

  @Test
  void potatoSortsAndSums() {
    try (Engine engine = engine(PublicCore.of("potato"))) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = program(0);
      bench.reset("reset", 1);
      checkProgram(
          bench,
          memory,
          200_000,
          () -> {
            boolean ack =
                bench.is("wb_cyc_out") && bench.is("wb_stb_out") && !bench.is("wb_ack_in");
            bench.next("wb_ack_in", ack ? 1 : 0);
            if (ack) {
              long address = bench.get("wb_adr_out");
              bench.next("wb_dat_in", memory.word(address));
              if (bench.is("wb_we_out")) {
                memory.write(address, bench.get("wb_dat_out"), bench.get("wb_sel_out"));
              }
            }
          },
          0);
    }
  }

  @Test
  void servSaysHello() {
    assertThat(serial("serv", "wb_rst", "q", 60_000)).contains("Hi, I'm Servant!");
  }

  @Test
  void darkriscvSaysHello() {
    assertThat(serial("darkriscv", "XRES", "UART_TXD", 300_000)).contains("darkriscv");
  }

  /** What a processor with its own program says on a serial line. */
  private static String serial(String name, String reset, String line, int cycles) {
    try (Engine engine = engine(PublicCore.of(name))) {
      CoreBench bench = new CoreBench(engine);
      bench.reset(reset, 1);
      SerialText said = new SerialText();
      bench.run(cycles, () -> said.add(bench.is(line)), () -> false);
      return said.text();
    }
  }

  @Test
  void neorv32CountsOnItsPins() {
    try (Engine engine = engine(PublicCore.of("neorv32"))) {
      CoreBench bench = new CoreBench(engine);
      bench.reset("rstn_i", 0);
      assertThat(bench.run(60_000, () -> {}, () -> bench.get("gpio_o") == 9)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rv32ui-p-add",
        "rv32ui-p-lb",
        "rv32ui-p-sh",
        "rv32ui-p-sra",
        "rv32ui-p-slt",
        "rv32mi-p-scall",
        "multiply.riscv",
        "median.riscv",
        "qsort.riscv"
      })
  void riscvMiniPassesItsTests(String program) throws IOException {
    CoreMemory memory =
        CoreMemory.ofHex(PublicCore.file("riscv-mini", "tests/" + program + ".hex"));
    try (Engine engine = engine(PublicCore.of("riscv-mini"))) {
      CoreBench bench = new CoreBench(engine);
      bench.reset("reset", 1);
      AxiResponder bus = AxiResponder.nasti(bench, memory, "io_nasti_");
      assertThat(bench.run(600_000, bus::answer, () -> bench.is("io_host_tohost"))).isTrue();
      assertThat(bench.get("io_host_tohost")).as("1 is success").isEqualTo(1);
    }
  }
}
