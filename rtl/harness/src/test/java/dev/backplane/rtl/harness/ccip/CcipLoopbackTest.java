package dev.backplane.rtl.harness.ccip;

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
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Wiring;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An accelerator that copies lines through CCI-P. */
final class CcipLoopbackTest {
  private static final String TOP = "ccip_copy";
  private static final long STATUS = HostMemory.BASE;
  private static final long SOURCE = HostMemory.BASE + 0x1000;
  private static final long TARGET = HostMemory.BASE + 0x8000;
  private static final int LINE = 64;
  private static final RunLimits LIMITS = RunLimits.ofCycles(100_000);

  private final HostMemory memory = new HostMemory();

  private KernelHarness harness(On engine, Wiring wiring, HarnessOptions options) {
    return LoopbackDesign.harness(
        "ccip", TOP, engine, wiring, ControlProtocol.MMIO, memory, options);
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
    return harness.cycles();
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
      assertThat(harness.statistics().getFirst().readBytes()).isEqualTo(103 * LINE);
      assertThat(harness.statistics().getFirst().writeBytes()).isEqualTo(104 * LINE);
      harness.advance(20);
      assertThat(harness.interrupts()).isEqualTo(1);
      assertThat(harness.interrupts(0)).isEqualTo(1);
      assertThat(harness.readRegister64(0x68)).isEqualTo(103);
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
  void registersAreReadAndWritten(On engine) {
    try (KernelHarness harness = harness(engine, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      assertThat(harness.readRegister64(0x08)).isEqualTo(0x8a6c_11d0_5e27_93b4L);
      harness.writeRegister64(0x40, 0x0123_4567_89ab_cdefL);
      assertThat(harness.readRegister64(0x40)).isEqualTo(0x0123_4567_89ab_cdefL);
      assertThat(harness.readRegister(0x40)).isEqualTo(0x89abcdef);
      assertThat(harness.readRegister(0x44)).isEqualTo(0x01234567);
    }
  }

  /** Each variant breaks one rule, which is reported with cycle, rule and remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|QUIET_IN_RESET|c0Tx.valid is high in reset",
        "2|ALMOST_FULL|request number 9 since c0TxAlmFull is high",
        "3|REQUEST_TYPE|request type 5 on c0",
        "4|REQUEST_LENGTH|cl_len is 2 on c0",
        "5|REQUEST_ALIGNMENT|4 lines at line 0x1fc00000041 on c0",
        "6|RESERVED_BITS|pck_af2cp_sTx[731:726] is 0x1",
        "7|WRITE_PACKET|line 0x1fc00000200 without sop",
        "8|WRITE_PACKET|sop=0, line 0x1fc00000200, type 0, cl_len 3, mdata 0x",
        "9|MMIO_RESPONSE|a response with tid 0x0, the read has 0x1",
        "10|MMIO_RESPONSE|a response with tid 0x",
        "11|FEATURE_HEADER|the register at 0 is 0x0000010000000000, of type 0",
        "13|REQUEST_TYPE|request type 3 on c1",
        "14|QUIET_IN_RESET|c2Tx.mmioRdValid is high in reset"
      })
  void aBrokenRuleIsReported(int fault, CcipRule rule, String what) {
    RtlException failure = breaks(harness(On.JVM, LoopbackDesign.fault(fault), options(fault)));
    assertThat(failure.error())
        .describedAs(failure.getMessage())
        .isEqualTo(RtlError.PROTOCOL_VIOLATION);
    assertThat(failure)
        .hasMessageMatching("(?s)ccip @cycle \\d+: \\Q" + what + "\\E.*")
        .hasMessageContaining(". " + rule.remedy());
  }

  private static HarnessOptions options(int fault) {
    // With room for one request, the channels are almost full at once.
    return fault == 2
        ? HarnessOptions.DEFAULT.toBuilder().outstanding(1).build()
        : HarnessOptions.DEFAULT;
  }

  private RtlException breaks(KernelHarness harness) {
    try (harness) {
      return catchThrowableOfType(
          RtlException.class,
          () -> {
            harness.reset();
            harness.advance(60);
            copy(harness, 40);
          });
    }
  }

  /** Those that are told in the tests of single requests. */
  private static final Set<CcipRule> OF_SINGLE_REQUESTS =
      Set.of(CcipRule.PACKET_FIELDS, CcipRule.BYTE_RANGE, CcipRule.TAG_REUSED);

  @Test
  void everyRuleHasAFaultyVariant() throws NoSuchMethodException {
    CsvSource cases =
        Objects.requireNonNull(
            CcipLoopbackTest.class
                .getDeclaredMethod("aBrokenRuleIsReported", int.class, CcipRule.class, String.class)
                .getAnnotation(CsvSource.class));
    List<String> broken =
        List.of(cases.value()).stream().map(line -> line.split("\\|", -1)[1]).distinct().toList();
    assertThat(broken)
        .containsExactlyInAnyOrderElementsOf(
            List.of(CcipRule.values()).stream()
                .filter(rule -> !OF_SINGLE_REQUESTS.contains(rule))
                .map(Enum::name)
                .toList());
  }

  @Test
  void aRuleThatIsAWarningIsToldOnceAndTheWorkGoesOn() {
    List<String> told = new ArrayList<>();
    HarnessOptions options =
        HarnessOptions.builder()
            .warnings(Set.of(CcipRule.RESERVED_BITS.text()))
            .warningSink(told::add)
            .build();
    memory.fill(3);
    try (KernelHarness harness = harness(On.JVM, LoopbackDesign.fault(6), options)) {
      harness.reset();
      copy(harness, 10);
    }
    assertThat(memory.read(TARGET, 10 * LINE)).isEqualTo(memory.read(SOURCE, 10 * LINE));
    assertThat(told).hasSize(1);
    assertThat(told.getFirst())
        .endsWith("Rule reserved-bits is only warned of, once for each port");
  }

  @Test
  void anAddressOutsideMemoryIsAFault() {
    try (KernelHarness harness = harness(On.JVM, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      start(harness, SOURCE, HostMemory.BASE + HostMemory.SIZE - 4 * LINE, 8);
      assertThatThrownBy(() -> harness.advance(1000))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
          .hasMessageContaining(
              "write where no memory is: addr 0x7f0000010000, in a request of channel c1: 0 bytes"
                  + " past the end of the buffer");
      harness.reset();
      start(harness, HostMemory.BASE + HostMemory.SIZE, TARGET, 4);
      assertThatThrownBy(() -> harness.advance(1000))
          .hasMessageContaining("read where no memory is");
      harness.reset();
      start(harness, SOURCE, HostMemory.READ_ONLY, 4);
      assertThatThrownBy(() -> harness.advance(1000))
          .hasMessageContaining("write to memory that is read only");
    }
  }

  @Test
  void aRegisterThatIsNotAnsweredIsAFault() {
    try (KernelHarness harness =
        harness(On.JVM, LoopbackDesign.fault(12), HarnessOptions.DEFAULT)) {
      assertThatThrownBy(harness::reset)
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageContaining("a response with tid 0x1 is missing");
    }
  }

  @Test
  void structuresAreRecognisedAndChecked() {
    List<Port> ports = new ArrayList<>(LoopbackDesign.compile("ccip", TOP, On.JVM).ports());
    KernelPorts found = KernelPorts.of(ports);
    assertThat(found.protocol().name()).isEqualTo("ccip");
    assertThat(found.interfaces().getFirst().describe())
        .isEqualTo("ccip: CCI-P, 512-bit data, 42-bit addresses, 16-bit ids");
    assertThat(found.others()).extracting(Port::name).containsExactly("fault");
    assertThatThrownBy(() -> harness(ports, ControlProtocol.AP_CTRL_HS))
        .hasMessageContaining("say protocol mmio or user_managed");
    ports.removeIf(port -> port.name().equals("pck_cp2af_sRx"));
    ports.add(new Port("pck_cp2af_sRx", Port.Direction.INPUT, 500));
    assertThatThrownBy(() -> harness(ports, ControlProtocol.USER_MANAGED))
        .hasMessageContaining("pck_cp2af_srx has 500 bits, the structure of CCI-P has 574");
  }

  private KernelHarness harness(List<Port> ports, ControlProtocol control) {
    return new KernelHarness(
        () -> {
          throw new IllegalStateException("no engine is needed");
        },
        KernelPorts.of(ports),
        control,
        memory,
        HarnessOptions.DEFAULT);
  }
}
