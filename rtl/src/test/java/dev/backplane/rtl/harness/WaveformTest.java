package dev.backplane.rtl.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.harness.FakeKernel.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WaveformTest {
  @TempDir Path folder;

  private static HarnessOptions observed(CycleObserver.Factory factory) {
    return HarnessOptions.DEFAULT.withObserver(factory);
  }

  @Test
  void aWindowOfCyclesIsWritten() throws IOException {
    Path file = folder.resolve("kernel.vcd");
    long plain;
    try (Lab lab = new Lab(Shape.PLAIN, HarnessOptions.DEFAULT)) {
      plain = lab.copy(0, 8192, 64).cycles();
    }
    try (Lab lab = new Lab(Shape.PLAIN, observed(new WaveformFile(file, 30, 100)))) {
      assertThat(lab.copy(0, 8192, 64).cycles()).isEqualTo(plain);
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines)
        .startsWith("$timescale 1 ns $end", "$scope module kernel $end")
        .contains("$var wire 1 ! ap_clk $end", "$var wire 1 \" ap_rst_n $end")
        .anyMatch(line -> line.matches("\\$var wire 64 \\S+ m_axi_gmem_ARADDR \\[63:0\\] \\$end"));
    assertThat(lines.stream().filter(line -> line.startsWith("#")).toList())
        .startsWith("#300", "#305", "#310")
        .endsWith("#1290", "#1295")
        .hasSize(200);
    // Reset ends with the cycle 32; the clock is high in the first half of each cycle.
    int release = lines.indexOf("#320");
    assertThat(lines.subList(release, release + 3)).containsExactly("#320", "1!", "1\"");
    assertThat(lines.subList(lines.indexOf("#325"), lines.indexOf("#330")))
        .containsExactly("#325", "0!");
  }

  @Test
  void wideValuesAreWrittenWhole() throws IOException {
    Path file = folder.resolve("wide.vcd");
    try (Lab lab =
        new Lab(
            Shape.PLAIN.withData(128),
            () ->
                Script.script()
                    .then(
                        kernel -> {
                          kernel.axi("WDATA").set(5);
                          kernel.axi("WDATA").setWord(1, 1L << 63);
                        })
                    .then(_ -> {}),
            new FakeMemory(),
            observed(new WaveformFile(file, 0, 1000)))) {
      lab.harness.reset();
      lab.harness.run(RunLimits.NONE);
    }
    assertThat(Files.readString(file)).contains("b1" + "0".repeat(124) + "101 ");
  }

  @Test
  void theCyclesBeforeAFaultAreRemembered() throws IOException {
    PinHistory history = new PinHistory(50);
    Script script =
        Script.script()
            .address("AR", FakeMemory.BASE, 17, 2, Burst.FIXED)
            .handedOver("AR")
            .forever();
    try (Lab lab = new Lab(Shape.PLAIN, () -> script, new FakeMemory(), observed(history))) {
      lab.harness.reset();
      RtlException fault = lab.runFails(RtlError.PROTOCOL_VIOLATION);
      assertThat(history.end()).isEqualTo(lab.harness.cycles());
      assertThat(history.first()).isEqualTo(Math.max(0, history.end() - 50));
      assertThat(fault).hasMessageContaining("@cycle " + (history.end() - 1) + ":");
      Path file = folder.resolve("fault.vcd");
      history.save(file);
      assertThat(Files.readAllLines(file))
          .contains("#" + history.first() * 10, "#" + (history.end() - 1) * 10)
          .doesNotContain("#" + history.end() * 10);
      lab.harness.reset();
      assertThat(history.first()).isZero();
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsReported() {
    Path file = folder.resolve("nowhere").resolve("kernel.vcd");
    assertThatThrownBy(() -> new Lab(Shape.PLAIN, observed(new WaveformFile(file, 0, 10))))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TRACE_FAILED))
        .hasMessageContaining(file.toString());
    assertThatThrownBy(() -> new WaveformFile(file, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PinHistory(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
