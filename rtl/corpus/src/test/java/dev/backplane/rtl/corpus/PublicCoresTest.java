package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.CompiledDesign;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.LockstepEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.frontends.PublicCoreFrontEnds;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.simulators.VerilatorEngine;
import dev.backplane.rtl.simulators.VerilatorOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Public processors run programs on both engines, and those in Verilog also in a model that
 * Verilator makes of their sources: all outputs are the same in every cycle, and the programs do
 * what they should. {@code tools/cores} fetches the processors; one that is not there is skipped.
 */
class PublicCoresTest {
  /** The address of the data of our own program, if the memory begins at 0. */
  private static final int DATA = 0x1_0000;

  private static final long PLAIN = 0x4000_0000L;
  private static final int CIPHER = 1 << 14;

  /** The designs that were compiled already, by name. */
  private static final Map<String, SequencedMap<String, CompiledDesign>> COMPILED =
      new ConcurrentHashMap<>();

  @BeforeAll
  static void verilatorIsThere() {
    Assumptions.assumeTrue(VerilatorEngine.isAvailable(), "Verilator or g++ is not installed");
  }

  @AfterAll
  static void forget() {
    COMPILED.clear();
  }

  /** All engines of a design in lockstep. */
  private static Engine engine(String name) {
    PublicCore core = PublicCore.of(name);
    return new LockstepEngine(COMPILED.computeIfAbsent(name, _ -> compile(core)));
  }

  private static SequencedMap<String, CompiledDesign> compile(PublicCore core) {
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
    return designs;
  }

  /** Our own program, whose result shows in memory. */
  private static void checkProgram(CoreBench bench, CoreMemory memory, int cycles, Runnable bus) {
    boolean done = bench.run(cycles, bus, () -> memory.word(DATA + RiscvProgram.RESULT) != 0);
    assertThat(done).as("stored a result").isTrue();
    assertThat(memory.word(DATA + RiscvProgram.RESULT)).isEqualTo(RiscvProgram.result());
  }

  private static CoreMemory program() {
    return CoreMemory.of(0, RiscvProgram.words(DATA));
  }

  @Test
  void picorv32SortsAndSums() {
    try (Engine engine = engine("picorv32")) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = program();
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
          });
    }
  }

  @Test
  void femtorv32SortsAndSums() {
    try (Engine engine = engine("femtorv32")) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = program();
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
          });
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
    try (Engine engine = engine("vexriscv")) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = program();
      bench.reset("reset", 1);
      checkProgram(
          bench,
          memory,
          200_000,
          () -> {
            wishbone(bench, memory, "iBusWishbone");
            wishbone(bench, memory, "dBusWishbone");
          });
    }
  }

  /** One bus of ibex, which grants at once and answers in the next cycle. */
  private static void answerIbex(CoreBench bench, CoreMemory memory, String bus) {
    boolean asked = bench.is(bus + "_req_o");
    long address = bench.get(bus + "_addr_o");
    bench.next(bus + "_rvalid_i", asked ? 1 : 0);
    bench.next(bus + "_rdata_i", memory.word(address));
    if (asked && bus.equals("data") && bench.is("data_we_o")) {
      memory.write(address, bench.get("data_wdata_o"), bench.get("data_be_o"));
    }
  }

  @Test
  void ibexSortsAndSums() {
    try (Engine engine = engine("ibex")) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = CoreMemory.of(0x80, RiscvProgram.words(DATA));
      bench.set("fetch_enable_i", 5);
      bench.set("cheriot_enable_i", 10);
      bench.set("mcounteren_writable_i", 10);
      bench.set("scan_rst_ni", 1);
      bench.set("instr_gnt_i", 1);
      bench.set("data_gnt_i", 1);
      bench.reset("rst_ni", 0);
      checkProgram(
          bench,
          memory,
          200_000,
          () -> {
            answerIbex(bench, memory, "instr");
            answerIbex(bench, memory, "data");
          });
    }
  }

  @Test
  void servSaysHello() {
    assertThat(serial("serv", "wb_rst", "q", 60_000)).contains("Hi, I'm Servant!");
  }

  @Test
  void darkriscvSaysHello() {
    assertThat(serial("darkriscv", "XRES", "UART_TXD", 420_000)).contains("v".repeat(30));
  }

  /** Reads the serial line of a processor with its own program. */
  private static String serial(String name, String reset, String line, int cycles) {
    try (Engine engine = engine(name)) {
      CoreBench bench = new CoreBench(engine);
      bench.reset(reset, 1);
      SerialText said = new SerialText();
      bench.run(cycles, () -> said.add(bench.is(line)), () -> false);
      return said.text();
    }
  }

  /** GHDL 2.0 and the checks of what it made take half a minute of this one. */
  @Tag("nightly")
  @Test
  void neorv32CountsOnItsPins() {
    try (Engine engine = engine("neorv32")) {
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
    try (Engine engine = engine("riscv-mini")) {
      CoreBench bench = new CoreBench(engine);
      bench.reset("reset", 1);
      AxiResponder bus = AxiResponder.nasti(bench, memory, "io_nasti_");
      assertThat(bench.run(600_000, bus::answer, () -> bench.is("io_host_tohost"))).isTrue();
      assertThat(bench.get("io_host_tohost")).as("1 is success").isEqualTo(1);
    }
  }

  /** Its instructions come from the address of the boot ROM, its data are in cached memory. */
  @Test
  void piccoloSortsAndSums() {
    try (Engine engine = engine("piccolo")) {
      CoreBench bench = new CoreBench(engine);
      CoreMemory memory = CoreMemory.of(0x1000, RiscvProgram.words(0x8000_0000 + DATA));
      bench.reset("RST_N", 0);
      AxiResponder fetches = AxiResponder.plain(bench, memory, "cpu_imem_master_");
      AxiResponder data = AxiResponder.plain(bench, memory, "cpu_dmem_master_");
      // It is asked to run after its reset.
      bench.set("cpu_reset_server_request_put", 1);
      bench.set("EN_cpu_reset_server_request_put", 1);
      bench.run(1, () -> {}, () -> false);
      bench.set("EN_cpu_reset_server_request_put", 0);
      checkProgram(
          bench,
          memory,
          200_000,
          () -> {
            fetches.answer();
            data.answer();
            bench.next(
                "EN_cpu_reset_server_response_get", bench.get("RDY_cpu_reset_server_response_get"));
          });
    }
  }

  @Test
  void bambuComputesWhatItsSourceSays() {
    try (Engine engine = engine("bambu")) {
      CoreBench bench = new CoreBench(engine);
      Random random = new Random(3);
      for (int i = 0; i < 2000; i++) {
        int j = random.nextInt();
        int k = random.nextInt();
        int c = random.nextInt(6) - 1;
        int d = random.nextInt(9) - 1;
        bench.set("j", j);
        bench.set("k", k);
        bench.set("c", c);
        bench.set("d", d);
        bench.run(1, () -> {}, () -> false);
        int expected = c > 2 ? j - k : d <= 4 ? j + k : 12;
        assertThat((int) bench.get("return_port")).isEqualTo(expected);
      }
    }
  }

  @Test
  void pynqryptEncryptsAsOpenssl() throws IOException {
    byte[] key = Files.readAllBytes(PublicCore.file("pynqrypt", "hw-impl/src/key.bin"));
    byte[] nonce = Files.readAllBytes(PublicCore.file("pynqrypt", "hw-impl/src/nonce.bin"));
    byte[] plain = Files.readAllBytes(PublicCore.file("pynqrypt", "hw-impl/src/data.bin"));
    byte[] right =
        Files.readAllBytes(PublicCore.file("pynqrypt", "hw-impl/src/data_enc_openssl.bin"));
    int bytes = 1024;
    try (Engine engine = engine("pynqrypt");
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(2L * CIPHER, 4096);
      MemorySegment.copy(plain, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes);
      List<Port> ports = engine.pins().stream().map(Pin::port).toList();
      try (KernelHarness harness =
          new KernelHarness(
              () -> engine,
              KernelPorts.of(ports),
              ControlProtocol.of("ap_ctrl_hs"),
              new OneMemory(new BusMemory.Region(PLAIN, memory, true)),
              HarnessOptions.DEFAULT.withRandomStalls(20, true, 5))) {
        harness.reset();
        writeNumber(harness, 0x10, key);
        writeNumber(harness, 0x24, nonce);
        harness.writeRegister(0x34, bytes);
        harness.writeRegister(0x40, (int) PLAIN);
        harness.writeRegister(0x4c, (int) PLAIN + CIPHER);
        harness.run(RunLimits.ofCycles(1_000_000));
      }
      assertThat(memory.asSlice(CIPHER, bytes).toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(Arrays.copyOf(right, bytes));
    }
  }

  /** Writes a number whose most significant byte comes first. */
  private static void writeNumber(KernelHarness harness, int register, byte[] number) {
    ByteBuffer words = ByteBuffer.wrap(number);
    for (int i = 0; i < number.length; i += 4) {
      harness.writeRegister(register + i, words.getInt(number.length - 4 - i));
    }
  }

  private record OneMemory(Region region) implements BusMemory {
    @Override
    public @Nullable Region find(String master, long address) {
      return region.contains(address) ? region : null;
    }

    @Override
    public String describe(String master, long address) {
      return "0x%x".formatted(address);
    }
  }
}
