package dev.backplane.rtl.harness.psl;

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
import dev.backplane.rtl.harness.RunOutcome;
import dev.backplane.rtl.harness.ports.KernelPorts;
import dev.backplane.rtl.harness.ports.Rule;
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

/** An accelerator that copies lines through the interface of a PSL. */
final class PslLoopbackTest {
  private static final String TOP = "psl_copy";
  private static final int TAKES_THE_DESCRIPTOR_FROM_THE_PINS = 21;
  private static final long WED = HostMemory.BASE;
  private static final long SOURCE = HostMemory.BASE + 0x1000;
  private static final long TARGET = HostMemory.BASE + 0x8000;
  private static final RunLimits LIMITS = RunLimits.ofCycles(200_000);

  private final HostMemory memory = new HostMemory();

  private KernelHarness harness(On engine, Wiring wiring, HarnessOptions options) {
    return LoopbackDesign.harness(
        "psl", TOP, engine, wiring, ControlProtocol.USER_MANAGED, memory, options);
  }

  private KernelHarness faulty(int fault, HarnessOptions options) {
    return harness(On.JVM, LoopbackDesign.fault(fault), options);
  }

  private void describe(long source, long target, int lines) {
    memory.setBigEndian(WED, source);
    memory.setBigEndian(WED + 8, target);
    memory.setBigEndian(WED + 16, lines);
  }

  private RunOutcome copy(KernelHarness harness, int lines) {
    describe(SOURCE, TARGET, lines);
    harness.start(WED);
    return harness.await(LIMITS);
  }

  @ParameterizedTest
  @EnumSource
  void linesAreCopied(On engine) {
    try (KernelHarness harness = harness(engine, Wiring.NONE, HarnessOptions.DEFAULT)) {
      memory.fill(1);
      harness.reset();
      RunOutcome outcome = copy(harness, 100);
      assertThat(memory.read(TARGET, 100 * 128)).isEqualTo(memory.read(SOURCE, 100 * 128));
      assertThat(outcome.ports().getFirst().readBytes()).isEqualTo(101 * 128);
      assertThat(outcome.ports().getFirst().writeBytes()).isEqualTo(100 * 128);
      assertThat(harness.readRegister64(8)).isEqualTo(100);
    }
  }

  @Test
  void theLastDataIsStillThereWhenTheResponseComes() {
    try (KernelHarness harness =
        faulty(TAKES_THE_DESCRIPTOR_FROM_THE_PINS, HarnessOptions.DEFAULT)) {
      memory.fill(1);
      harness.reset();
      copy(harness, 10);
      assertThat(memory.read(TARGET, 10 * 128)).isEqualTo(memory.read(SOURCE, 10 * 128));
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
          cycles.add(copy(harness, 40).cycles() + copy(harness, 3).cycles());
        }
        assertThat(memory.read(TARGET, 40 * 128))
            .as("seed %d on %s", seed, engine)
            .isEqualTo(memory.read(SOURCE, 40 * 128));
      }
      assertThat(cycles).as("cycles with seed %d", seed).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void registersAndDescriptorAreRead(On engine) {
    try (KernelHarness harness = harness(engine, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      assertThat(harness.readRegister("descriptor", 4)).isEqualTo(0x8010);
      harness.writeRegister64(0, 0x0123_4567_89ab_cdefL);
      assertThat(harness.readRegister64(0)).isEqualTo(0x0123_4567_89ab_cdefL);
      harness.writeRegister(0, 0xfeedface);
      assertThat(harness.readRegister64(0)).isEqualTo(0xfeed_face_89ab_cdefL);
      assertThat(harness.readRegister(4)).isEqualTo(0x89abcdef);
      assertThat(harness.readRegister(0)).isEqualTo(0xfeedface);
    }
  }

  /** Each variant breaks one rule, which is reported with cycle, rule and remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|RUNNING|command 0x0a00 while ah_jrunning is low",
        "2|CREDITS|command 0x0a00 without a credit",
        "3|TAGS|a command with tag 0x00, which is outstanding",
        "4|COMMAND_CODE|command 0x1fff does not exist or has no model",
        "5|COMMAND_SIZE|READ_CL_NA of 96 bytes",
        "6|COMMAND_ALIGNMENT|READ_CL_NA of 128 bytes at 0x7f0000001040",
        "7|PROCESS_ELEMENT|READ_CL_NA for process element 5",
        "8|COMMAND_PARITY|ah_compar is 0 for 0xa00",
        "9|BUFFER_PARITY|ah_brpar is 0x",
        "10|MMIO_PARITY|ah_mmdatapar is",
        "11|BUFFER_LATENCY|ah_brlat is 2",
        "12|MMIO_ACKNOWLEDGE|ah_mmack without an access",
        "13|JOB_DONE|ah_jdone stays high",
        "14|UNFINISHED|ah_jdone with",
        "15|COMMAND_PARITY|ah_ctagpar is 0 for 0x0",
        "16|COMMAND_PARITY|ah_ceapar is",
        "17|BUFFER_LATENCY|ah_brlat changes from 1 to 3 in a job",
        "18|JOB_DONE|ah_jdone without a RESET or START",
        "20|CONTEXT_ACKNOWLEDGE|ah_jcack without an LLCMD"
      })
  void aBrokenRuleIsReported(int fault, PslRule rule, String what) {
    RtlException failure = breaks(faulty(fault, options(fault)));
    assertThat(failure.error())
        .describedAs(failure.getMessage())
        .isEqualTo(RtlError.PROTOCOL_VIOLATION);
    assertThat(failure)
        .hasMessageMatching("(?s)psl @cycle \\d+: \\Q" + what + "\\E.*")
        .hasMessageContaining(". " + rule.remedy())
        .hasMessageContaining("Last cycles: ");
  }

  private static HarnessOptions options(int fault) {
    // Without credits to spare, a command too many shows at once.
    return fault == 2
        ? HarnessOptions.DEFAULT.toBuilder().outstanding(2).build()
        : HarnessOptions.DEFAULT;
  }

  private RtlException breaks(KernelHarness harness) {
    try (harness) {
      return catchThrowableOfType(
          RtlException.class,
          () -> {
            harness.reset();
            harness.readRegister64(0);
            harness.advance(100);
            copy(harness, 20);
          });
    }
  }

  @Test
  void everyRuleHasAFaultyVariant() throws NoSuchMethodException {
    CsvSource cases =
        Objects.requireNonNull(
            PslLoopbackTest.class
                .getDeclaredMethod("aBrokenRuleIsReported", int.class, PslRule.class, String.class)
                .getAnnotation(CsvSource.class));
    List<String> broken =
        List.of(cases.value()).stream().map(line -> line.split("\\|")[1]).distinct().toList();
    assertThat(broken)
        .containsExactlyInAnyOrderElementsOf(
            List.of(PslRule.values()).stream().map(Enum::name).toList());
  }

  @Test
  void aRuleThatIsAWarningIsToldOnceAndTheRunGoesOn() {
    List<String> told = new ArrayList<>();
    HarnessOptions options =
        HarnessOptions.builder()
            .warnings(Set.of(PslRule.BUFFER_PARITY.text()))
            .warningSink(told::add)
            .build();
    memory.fill(3);
    try (KernelHarness harness = faulty(9, options)) {
      harness.reset();
      copy(harness, 10);
    }
    assertThat(memory.read(TARGET, 10 * 128)).isEqualTo(memory.read(SOURCE, 10 * 128));
    assertThat(told).hasSize(1);
    assertThat(told.getFirst())
        .endsWith("Rule buffer-parity is only warned of, once for each port");
    assertThat(Rule.warnable()).contains("buffer-parity").doesNotContain("credits");
  }

  @Test
  void anAddressOutsideMemoryIsAFaultAndAnsweredWithAnError() {
    try (KernelHarness harness = harness(On.JVM, Wiring.NONE, HarnessOptions.DEFAULT)) {
      harness.reset();
      describe(SOURCE, HostMemory.BASE + HostMemory.SIZE - 128, 2);
      harness.start(WED);
      assertThatThrownBy(() -> harness.await(LIMITS))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.ADDRESS_FAULT))
          .hasMessageContaining(
              "write where no memory is: addr 0x7f0000010000, in command WRITE_NA of 128 bytes"
                  + " with tag 0x01: 0 bytes past the end of the buffer");
      harness.reset();
      describe(SOURCE, HostMemory.READ_ONLY, 1);
      harness.start(WED);
      assertThatThrownBy(() -> harness.await(LIMITS))
          .hasMessageContaining("write to memory that is read only");
    }
  }

  @Test
  void aRegisterThatIsNotAcknowledgedIsAFault() {
    try (KernelHarness harness = faulty(19, HarnessOptions.DEFAULT)) {
      harness.reset();
      assertThatThrownBy(() -> harness.readRegister64(0))
          .isInstanceOfSatisfying(
              RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.NO_PROGRESS))
          .hasMessageContaining("ah_mmack is missing");
    }
  }

  @Test
  void portsOfAPslAreRecognisedAndChecked() {
    List<Port> ports = new ArrayList<>(LoopbackDesign.compile("psl", TOP, On.JVM).ports());
    KernelPorts found = KernelPorts.of(ports);
    assertThat(found.protocol().name()).isEqualTo("psl");
    assertThat(found.interfaces().getFirst().describe())
        .isEqualTo("psl: PSL, 512-bit data, 64-bit addresses, 8-bit ids");
    assertThat(found.others()).extracting(Port::name).containsExactly("fault");
    assertThatThrownBy(() -> harness(ports, ControlProtocol.AP_CTRL_HS))
        .hasMessageContaining("say protocol user_managed");
    ports.removeIf(port -> port.name().equals("ha_rcredits"));
    assertThatThrownBy(() -> harness(ports, ControlProtocol.USER_MANAGED))
        .hasMessageContaining("no ha_rcredits between PSL and accelerator");
    ports.add(new Port("ha_rcredits", Port.Direction.INPUT, 4));
    assertThatThrownBy(() -> harness(ports, ControlProtocol.USER_MANAGED))
        .hasMessageContaining("ha_rcredits has 4 bits, a PSL of POWER8 has 9");
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
