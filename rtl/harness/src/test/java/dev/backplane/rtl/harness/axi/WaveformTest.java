package dev.backplane.rtl.harness.axi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.trace.PinFilter;
import dev.backplane.rtl.engines.trace.PinObserver;
import dev.backplane.rtl.engines.trace.Trigger;
import dev.backplane.rtl.engines.trace.WaveReader;
import dev.backplane.rtl.engines.trace.WaveTable;
import dev.backplane.rtl.engines.trace.WaveformRecorder;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.axi.FakeKernel.Shape;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WaveformTest {
  @TempDir Path folder;

  private static HarnessOptions observed(PinObserver.Factory factory) {
    return HarnessOptions.DEFAULT.withObserver(factory);
  }

  @Test
  void aWindowOfCyclesIsWritten() throws IOException {
    Path file = folder.resolve("kernel.vcd");
    long plain;
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      plain = fixture.copy(0, 8192, 64).cycles();
    }
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, observed(new WaveformRecorder(file, 30, 100)))) {
      assertThat(fixture.copy(0, 8192, 64).cycles()).isEqualTo(plain);
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines)
        .startsWith("$timescale 1 ps $end", "$scope module kernel $end")
        .contains("$var wire 1 ! ap_clk $end", "$var wire 1 \" ap_rst_n $end")
        .anyMatch(line -> line.matches("\\$var wire 64 \\S+ m_axi_gmem_ARADDR \\[63:0\\] \\$end"));
    // 300 MHz; the clock is high in the first half of each cycle.
    assertThat(lines.stream().filter(line -> line.startsWith("#")).toList())
        .startsWith("#100000", "#101666", "#103333")
        .endsWith("#430000", "#431666", "#433333")
        .hasSize(201);
    // Reset ends with the cycle 32.
    int release = lines.indexOf("#106666");
    assertThat(lines.subList(release, release + 3)).containsExactly("#106666", "1!", "1\"");
    assertThat(lines.subList(lines.indexOf("#108332"), lines.indexOf("#110000")))
        .containsExactly("#108332", "0!");
  }

  @Test
  void wideValuesAreWrittenWhole() throws IOException {
    Path file = folder.resolve("wide.vcd");
    try (KernelFixture fixture =
        new KernelFixture(
            Shape.PLAIN.withData(128),
            () ->
                ScriptedKernel.script()
                    .then(
                        kernel -> {
                          kernel.axi("WDATA").set(5);
                          kernel.axi("WDATA").setWord(1, 1L << 63);
                        })
                    .then(_ -> {}),
            new FakeMemory(),
            observed(new WaveformRecorder(file, 0, 1000)))) {
      fixture.harness.reset();
      fixture.harness.run(RunLimits.NONE);
    }
    assertThat(Files.readString(file)).contains("b1" + "0".repeat(124) + "101 ");
  }

  private static String shape(long period) {
    return "#" + period * 1_000_000_000L / 300_000;
  }

  @Test
  void theCyclesBeforeAFaultAreShown() throws IOException {
    Path file = folder.resolve("fault.vcd");
    ScriptedKernel script =
        ScriptedKernel.script()
            .address("AR", FakeMemory.BASE, 17, 2, Burst.FIXED)
            .handshake("AR")
            .forever();
    WaveformRecorder wave =
        new WaveformRecorder(file, 0, 1, Trigger.Event.VIOLATION, 8, PinFilter.ALL);
    long end;
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, new FakeMemory(), observed(wave))) {
      fixture.harness.reset();
      fixture.runFails(RtlError.PROTOCOL_VIOLATION);
      end = fixture.harness.cycles();
    }
    assertThat(Files.readAllLines(file))
        .contains(shape(end - 9), shape(end - 1))
        .doesNotContain(shape(end - 10))
        .anyMatch(line -> line.matches("\\$comment fault: m_axi_gmem @cycle \\d+: FIXED burst.*"))
        .contains("$comment trigger in cycle " + (end - 1) + " $end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fault.vcd", "fault.fst", "fault.svg"})
  void aFaultLeavesTheLastHandshakesInAFile(String name) throws IOException {
    Path file = folder.resolve(name);
    HarnessOptions options = HarnessOptions.builder().historyCycles(16).faultWaveform(file).build();
    ScriptedKernel script =
        ScriptedKernel.script()
            .address("AR", FakeMemory.BASE, 1, 2, Burst.INCR)
            .handshake("AR")
            .take(1, _ -> {})
            .address("AR", FakeMemory.BASE + 0xff8, 4, 2, Burst.INCR)
            .handshake("AR")
            .forever();
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> script, new FakeMemory(), options)) {
      fixture.harness.reset();
      assertThat(file).doesNotExist();
      fixture.runFails(RtlError.PROTOCOL_VIOLATION);
    }
    if (name.endsWith("svg")) {
      assertThat(Files.readString(file))
          .startsWith("<svg ")
          .contains("INCR burst crosses a 4 KiB boundary", "m_axi_gmem_ARVALID", "class=\"f\"")
          .doesNotContain("href", "script");
    } else {
      WaveTable table = new WaveTable(0, 1000, new PinFilter(List.of("*_AR*", "*_RVALID")));
      WaveReader.read(file, table);
      assertThat(table.cycles()).hasSize(16);
      assertThat(table.fault()).hasValueSatisfying(fault -> assertThat(fault).contains("4 KiB"));
      int fault = table.faultCycle();
      assertThat(fault).isEqualTo(15);
      List<String> names = table.signals().stream().map(Port::name).toList();
      assertThat(table.text(fault, names.indexOf("m_axi_gmem_ARVALID"))).isEqualTo("1");
      assertThat(table.text(fault, names.indexOf("m_axi_gmem_ARADDR"))).isEqualTo("400000000ff8");
      assertThat(table.text(fault, names.indexOf("m_axi_gmem_ARLEN"))).isEqualTo("3");
      assertThat(table.text(fault - 1, names.indexOf("m_axi_gmem_ARADDR"))).isEqualTo("x");
    }
  }

  @Test
  void aPinStartsARecordingOfAFewPins() throws IOException {
    Path file = folder.resolve("pin.vcd");
    WaveformRecorder wave =
        new WaveformRecorder(
            file,
            0,
            5,
            Trigger.parse("M_AXI_GMEM_ARVALID == 1 && m_axi_gmem_arlen>0xe"),
            3,
            new PinFilter(List.of("*_arvalid", "*_arready")));
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, observed(wave))) {
      fixture.copy(0, 8192, 64);
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.stream().filter(line -> line.startsWith("$var")).toList())
        .containsExactly(
            "$var wire 1 ! ap_clk $end",
            "$var wire 1 \" s_axi_control_arvalid $end",
            "$var wire 1 # s_axi_control_arready $end",
            "$var wire 1 $ m_axi_gmem_ARVALID $end",
            "$var wire 1 % m_axi_gmem_ARREADY $end");
    assertThat(lines.stream().filter(line -> line.equals("1!")).count()).isEqualTo(8);
  }

  @Test
  void aTriggerThatNeverFiresLeavesNoFile() {
    Path file = folder.resolve("never.fst");
    WaveformRecorder wave =
        new WaveformRecorder(file, 0, 5, Trigger.Event.VIOLATION, 3, PinFilter.ALL);
    try (KernelFixture fixture = new KernelFixture(Shape.PLAIN, observed(wave))) {
      fixture.copy(0, 8192, 64);
      assertThat(file).exists();
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void namesOfPinsThatDoNotExistAreRefused() {
    WaveformRecorder noTrigger =
        new WaveformRecorder(
            folder.resolve("a.vcd"), 0, 5, Trigger.parse("nothing==1"), 3, PinFilter.ALL);
    WaveformRecorder noPin =
        new WaveformRecorder(
            folder.resolve("b.vcd"),
            0,
            5,
            Trigger.Event.START,
            0,
            new PinFilter(List.of("nothing*")));
    for (WaveformRecorder wave : List.of(noTrigger, noPin)) {
      assertThatThrownBy(() -> new KernelFixture(Shape.PLAIN, observed(wave)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("nothing")
          .hasMessageContaining("m_axi_gmem_ARVALID");
    }
    assertThatThrownBy(() -> Trigger.parse("a=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("m_axi_gmem_arvalid==1");
  }

  @Test
  void aFileThatCannotBeWrittenIsReported() {
    Path file = folder.resolve("nowhere").resolve("kernel.vcd");
    assertThatThrownBy(
            () -> new KernelFixture(Shape.PLAIN, observed(new WaveformRecorder(file, 0, 10))))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TRACE_FAILED))
        .hasMessageContaining(file.toString());
    assertThatThrownBy(() -> new WaveformRecorder(file, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
