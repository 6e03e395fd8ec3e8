package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.HostMemory;
import dev.backplane.rtl.harness.KernelHarness;
import dev.backplane.rtl.harness.LoopbackDesign;
import dev.backplane.rtl.harness.LoopbackDesign.On;
import dev.backplane.rtl.harness.PortStatistics;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An accelerator of OPAE that copies lines, with AXI for its registers and the host's memory. */
final class AxiLoopbackTest {
  private static final String TOP = "axi_copy";
  private static final long STATUS = HostMemory.BASE;
  private static final long SOURCE = HostMemory.BASE + 0x1000;
  private static final long TARGET = HostMemory.BASE + 0x8000;
  private static final int LINE = 64;
  private static final RunLimits LIMITS = RunLimits.ofCycles(100_000);

  /** Rules of streams, and of the end of runs, which an accelerator with MMIO does not have. */
  private static final Set<AxiRule> OF_OTHERS =
      Set.of(AxiRule.UNFINISHED, AxiRule.NULL_BYTES, AxiRule.STREAM_OVERFLOW);

  private final HostMemory memory = new HostMemory();

  private KernelHarness harness(On engine, Wiring wiring, HarnessOptions options) {
    return LoopbackDesign.harness(
        "axi", TOP, engine, wiring, ControlProtocol.MMIO, memory, options);
  }

  private void start(KernelHarness harness, long source, long target, int lines) {
    memory.setLong(STATUS, -1);
    harness.writeRegister64(0x40, source / LINE);
    harness.writeRegister64(0x48, target / LINE);
    harness.writeRegister64(0x50, lines);
    harness.writeRegister64(0x58, STATUS / LINE);
    harness.writeRegister64(0x60, 1);
  }

  /** Copies lines; returns the cycle in which the status is in memory. */
  private long copy(KernelHarness harness, int lines) {
    start(harness, SOURCE, TARGET, lines);
    harness.advanceUntil(() -> memory.getLong(STATUS) == lines, LIMITS);
    long cycles = harness.cycles();
    harness.advance(100);
    return cycles;
  }

  @ParameterizedTest
  @EnumSource
  void linesAreCopied(On engine) {
    try (KernelHarness harness = harness(engine, Wiring.NONE, HarnessOptions.DEFAULT)) {
      memory.fill(1);
      harness.reset();
      harness.clearStatistics();
      copy(harness, 103);
      assertThat(memory.read(TARGET, 103 * LINE)).isEqualTo(memory.read(SOURCE, 103 * LINE));
      PortStatistics traffic = harness.statistics().getFirst();
      assertThat(traffic.readBytes()).isEqualTo(103 * LINE);
      assertThat(traffic.writeBytes()).isEqualTo(104 * LINE);
      assertThat(harness.readRegister64(0x68)).isEqualTo(103);
    }
  }

  @Test
  void anInterruptHasTheVectorInItsAddressAndWritesNothing() {
    memory.fill(2);
    byte[] before = memory.read(HostMemory.BASE + LINE, LINE);
    try (KernelHarness harness = harness(On.JVM, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      copy(harness, 4);
      assertThat(harness.interrupts()).isEqualTo(1);
      assertThat(harness.interrupts(0)).isZero();
      assertThat(harness.interrupts(1)).isEqualTo(1);
      assertThat(harness.interrupts(700)).isZero();
      assertThat(harness.fault()).isNull();
    }
    assertThat(memory.read(HostMemory.BASE + LINE, LINE)).isEqualTo(before);
  }

  @Test
  void flagsInUserMeanNothingToAKernelOfAnotherControl() {
    memory.fill(2);
    KernelHarness harness =
        LoopbackDesign.harness(
            "axi",
            TOP,
            On.JVM,
            Wiring.NONE,
            ControlProtocol.USER_MANAGED,
            memory,
            HarnessOptions.DEFAULT);
    try (harness) {
      harness.reset();
      // The fence is a write at address 0.
      start(harness, SOURCE, TARGET, 4);
      assertThatThrownBy(() -> harness.advance(1000))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
          .hasMessageContaining("write where no memory is: addr 0x0");
      assertThat(harness.interrupts()).isZero();
    }
  }

  @Test
  void backPressureAndOrderDoNotChangeTheResultAndEnginesAgree() {
    for (int seed = 0; seed < 12; seed++) {
      HarnessOptions options =
          HarnessOptions.DEFAULT.toBuilder()
              .latency(1 + seed * 5)
              .outstanding(1 + seed)
              .build()
              .withRandomStalls(seed * 7 % 70, seed % 2 == 1, seed);
      Set<Long> cycles = new HashSet<>();
      for (On engine : On.values()) {
        memory.fill(seed);
        try (KernelHarness harness = harness(engine, Wiring.NONE, options)) {
          harness.reset();
          copy(harness, 61);
          harness.advance(1000);
          cycles.add(copy(harness, 7));
        }
        assertThat(memory.read(TARGET, 61 * LINE))
            .as("seed %d on %s", seed, engine)
            .isEqualTo(memory.read(SOURCE, 61 * LINE));
      }
      assertThat(cycles).as("cycles with seed %d", seed).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void registersOf64BitsAreReadAndWrittenWholeAndInHalves(On engine) {
    try (KernelHarness harness = harness(engine, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      assertThat(harness.readRegister64(0x08)).isEqualTo(0x9b57_21e8_6f03_a4cdL);
      harness.writeRegister64(0x40, 0x0123_4567_89ab_cdefL);
      assertThat(harness.readRegister64(0x40)).isEqualTo(0x0123_4567_89ab_cdefL);
      assertThat(harness.readRegister(0x40)).isEqualTo(0x89abcdef);
      assertThat(harness.readRegister(0x44)).isEqualTo(0x01234567);
      harness.writeRegister(0x44, 0x7654_3210);
      assertThat(harness.readRegister64(0x40)).isEqualTo(0x7654_3210_89ab_cdefL);
      harness.writeRegister(0x40, 0x1122_3344, 0b0101);
      assertThat(harness.readRegister64(0x40)).isEqualTo(0x7654_3210_8922_cd44L);
    }
  }

  @Test
  void aRegisterOf64BitsTakesOneAccess() {
    try (KernelHarness harness = harness(On.JVM, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      long start = harness.cycles();
      harness.readRegister(0x40);
      long half = harness.cycles() - start;
      harness.readRegister64(0x40);
      assertThat(harness.cycles() - start).isEqualTo(2 * half);
    }
  }

  @Test
  void registersAreAccessedWhileLinesAreCopied() {
    memory.fill(4);
    try (KernelHarness harness = harness(On.JVM, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      start(harness, SOURCE, TARGET, 200);
      Set<Long> seen = new HashSet<>();
      while (memory.getLong(STATUS) != 200) {
        seen.add(harness.readRegister64(0x68));
      }
      assertThat(seen).hasSizeGreaterThan(10);
    }
    assertThat(memory.read(TARGET, 200 * LINE)).isEqualTo(memory.read(SOURCE, 200 * LINE));
  }

  /** Each variant breaks one rule, which is reported with cycle, rule and remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|QUIET_IN_RESET|host_mem|ARVALID is high in reset",
        "2|VALID_STAYS|host_mem|ARVALID dropped before ARREADY",
        "3|PAYLOAD_STAYS|host_mem|host_mem_araddr changed from 0x7f0000001100 to 0x7f0000001140",
        "4|BURST_TYPE|host_mem|reserved burst type 3",
        "5|BURST_LENGTH|host_mem|FIXED burst is longer than 16 beats",
        "6|BURST_SIZE|host_mem|beats of 128 bytes on a bus of 64 bytes",
        "7|WRAP_START|host_mem|WRAP burst starts off a multiple of its beat size",
        "8|BOUNDARY_4K|host_mem|INCR burst crosses a 4 KiB boundary",
        "9|LAST_BEAT|host_mem|no WLAST on beat 4 of 4",
        "10|WRITE_STROBES|host_mem|WSTRB selects byte lane 32",
        "11|ANSWER_ORDER|mmio|BVALID without a write",
        "12|ANSWER_CODE|mmio|RRESP is EXOKAY at a register",
        "13|FEATURE_HEADER|mmio|the register at 0 is 0x0000010000000000, of type 0",
        "14|USER_FLAGS|host_mem|AWUSER is 0x42 with addr 0x0, 2 beats x 64 bytes"
      })
  void aBrokenRuleIsReported(int fault, AxiRule rule, String port, String what) {
    RtlException failure = breaks(harness(On.JVM, LoopbackDesign.fault(fault), options(fault)));
    assertThat(failure.error())
        .describedAs(failure.getMessage())
        .isEqualTo(RtlError.PROTOCOL_VIOLATION);
    assertThat(failure).hasMessageMatching("(?s)" + port + " @cycle \\d+: \\Q" + what + "\\E.*");
    if (rule != AxiRule.BOUNDARY_4K) {
      assertThat(failure).hasMessageContaining(". " + rule.remedy());
    }
  }

  private static HarnessOptions options(int fault) {
    // With room for one burst, the second address waits.
    return fault == 2 || fault == 3
        ? HarnessOptions.DEFAULT.toBuilder().outstanding(1).build()
        : HarnessOptions.DEFAULT;
  }

  private RtlException breaks(KernelHarness harness) {
    try (harness) {
      return catchThrowableOfType(
          RtlException.class,
          () -> {
            harness.reset();
            copy(harness, 40);
          });
    }
  }

  @Test
  void everyRuleHasAFaultyVariant() throws NoSuchMethodException {
    CsvSource cases =
        Objects.requireNonNull(
            AxiLoopbackTest.class
                .getDeclaredMethod(
                    "aBrokenRuleIsReported", int.class, AxiRule.class, String.class, String.class)
                .getAnnotation(CsvSource.class));
    List<String> broken =
        Stream.of(cases.value()).map(line -> line.split("\\|", -1)[1]).distinct().toList();
    assertThat(broken)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(AxiRule.values())
                .filter(rule -> !OF_OTHERS.contains(rule))
                .map(Enum::name)
                .toList());
  }

  @Test
  void aMissingHeaderThatIsAWarningIsToldOnceAndTheWorkGoesOn() {
    List<String> told = new ArrayList<>();
    HarnessOptions options =
        HarnessOptions.builder()
            .warnings(Set.of(AxiRule.FEATURE_HEADER.text()))
            .warningSink(told::add)
            .build();
    memory.fill(3);
    try (KernelHarness harness = harness(On.JVM, LoopbackDesign.fault(13), options)) {
      harness.reset();
      copy(harness, 10);
    }
    assertThat(memory.read(TARGET, 10 * LINE)).isEqualTo(memory.read(SOURCE, 10 * LINE));
    assertThat(told).hasSize(1);
    assertThat(told.getFirst())
        .endsWith("Rule feature-header is only warned of, once for each port");
  }

  @Test
  void anAddressOutsideMemoryIsAFault() {
    try (KernelHarness harness = harness(On.JVM, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      start(harness, SOURCE, HostMemory.BASE + HostMemory.SIZE, 8);
      assertThatThrownBy(() -> harness.advance(1000))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
          .hasMessageContaining("write where no memory is: addr 0x7f0000010000");
      assertThatThrownBy(() -> harness.readRegister64(0x40))
          .hasMessageContaining("write where no memory is");
      harness.reset();
      start(harness, SOURCE, HostMemory.READ_ONLY, 4);
      assertThatThrownBy(() -> harness.advance(1000))
          .hasMessageContaining("write to memory that is read only");
    }
  }

  @Test
  void aRegisterThatIsNotAnsweredIsAFault() {
    try (KernelHarness harness =
        harness(On.JVM, LoopbackDesign.fault(15), HarnessOptions.DEFAULT)) {
      assertThatThrownBy(harness::reset)
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageContaining("reading register 0x0 is not answered");
    }
  }

  @Test
  void itHasNoStart() {
    try (KernelHarness harness = harness(On.JVM, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      assertThatThrownBy(harness::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("write its registers");
    }
  }

  @Test
  void userOfRequestsAndAnswersHasOneWidth() {
    List<Port> ports = new ArrayList<>(LoopbackDesign.compile("axi", TOP, On.JVM).ports());
    ports.removeIf(port -> port.name().equals("host_mem_buser"));
    ports.add(new Port("host_mem_buser", Port.Direction.INPUT, 4));
    assertThatThrownBy(
            () ->
                new KernelHarness(
                    () -> {
                      throw new IllegalStateException("no engine is needed");
                    },
                    KernelPorts.of(ports),
                    ControlProtocol.MMIO,
                    memory,
                    HarnessOptions.DEFAULT))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.INTERFACE_MISSING))
        .hasMessageContaining("host_mem_buser has 4 bits");
  }
}
