package dev.backplane.rtl.engines.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.netlist.Port;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers from any place of a file, compared with what the sequential readers see. */
final class WaveIndexTest {
  @TempDir private Path folder = Path.of("");

  static WaveIndex open(Path file) {
    return WaveIndex.open(file, (_, _) -> {});
  }

  static String name(WaveIndex index, WaveSignal signal) {
    // The sequential readers leave out the outermost scope and ranges.
    return index
        .hierarchy()
        .path(signal)
        .replaceFirst("^[^.]*\\.", "")
        .replaceFirst("\\s*\\[.*", "");
  }

  private Path written(long seed, String ending, int times) {
    Path file = folder.resolve("wave-" + seed + "." + ending);
    WaveSink sink = ending.equals("fst") ? new FstWriter(file, 3000) : new VcdWriter(file);
    new RandomWave(seed).fill(sink, times);
    return file;
  }

  @ParameterizedTest
  @CsvSource({"1,fst", "2,fst", "3,fst", "4,fst", "1,vcd", "2,vcd", "3,vcd", "4,vcd"})
  void anyWindowAtAnyZoomIsWhatTheSequentialReaderSees(long seed, String ending)
      throws IOException {
    Path file = written(seed, ending, 600);
    SequentialWave expected = SequentialWave.of(file);
    Random random = new Random(seed);
    try (WaveIndex index = open(file)) {
      assertThat(index.start()).isEqualTo(expected.first());
      assertThat(index.end()).isEqualTo(expected.last());
      assertThat(index.problems()).isEmpty();
      for (int i = 0; i < 300; i++) {
        long step = 1L << random.nextInt(14);
        int columns = 1 + random.nextInt(200);
        long from = (long) (random.nextDouble() * 1.2 * expected.last());
        for (WaveSignal signal : index.hierarchy().signals()) {
          assertThat(index.trace(signal.number(), from, step, columns))
              .describedAs(
                  "seed %d, %s, %d columns of %d from %d", seed, signal, columns, step, from)
              .isEqualTo(expected.trace(name(index, signal), from, step, columns));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"5,fst", "6,fst", "5,vcd", "6,vcd"})
  void valuesAndSearchesAreWhatTheSequentialReaderSees(long seed, String ending)
      throws IOException {
    Path file = written(seed, ending, 600);
    SequentialWave expected = SequentialWave.of(file);
    Random random = new Random(seed);
    try (WaveIndex index = open(file)) {
      for (int i = 0; i < 200; i++) {
        long time = (long) (random.nextDouble() * 1.1 * expected.last());
        for (WaveSignal signal : index.hierarchy().signals()) {
          String name = name(index, signal);
          var changes = expected.changes(name);
          assertThat(index.value(signal.number(), time)).isEqualTo(expected.value(name, time));
          assertThat(index.next(signal.number(), time, WaveCondition.CHANGE))
              .isEqualTo(key(changes.higherEntry(time)));
          assertThat(index.previous(signal.number(), time, WaveCondition.CHANGE))
              .isEqualTo(key(changes.lowerEntry(time)));
          assertThat(index.count(signal.number(), time, time + 700, WaveCondition.CHANGE))
              .isEqualTo(changes.subMap(time, false, time + 700, true).size());
          var wanted = changes.ceilingEntry(time);
          if (wanted != null) {
            WaveCondition condition = new WaveCondition(wanted.getValue());
            assertThat(index.next(signal.number(), wanted.getKey() - 1, condition))
                .isEqualTo(key(wanted));
            assertThat(index.previous(signal.number(), wanted.getKey() + 1, condition))
                .isEqualTo(key(wanted));
          }
        }
      }
    }
  }

  private static OptionalLong key(Map.Entry<Long, String> entry) {
    return entry == null ? OptionalLong.empty() : OptionalLong.of(entry.getKey());
  }

  private static final String RICH =
      """
      $date today $end
      $timescale 10 ns $end
      $scope module top $end
      $var wire 1 ! clk $end
      $var real 64 " level $end
      $var wire 8 # data [7:0] $end
      $scope module \\odd.name $end
      $var wire 1 ! clock_again $end
      $var reg 8 # data [7:0] $end
      $var reg 8 $ data [7:0] $end
      $var wire 1 % \\a+b[3] $end
      $upscope $end
      $upscope $end
      $enddefinitions $end
      #0
      $dumpvars
      0!
      r0.5 "
      b1010 #
      bx $
      z%
      $end
      #5
      1!
      0!
      b11111111 #
      #7
      1!
      r-2.25e3 "
      b1z $
      1%
      #9
      """;

  private Path rich() throws IOException {
    return Files.writeString(folder.resolve("rich.vcd"), RICH);
  }

  private static int find(WaveIndex index, String path) {
    return index.hierarchy().signals().stream()
        .filter(signal -> index.hierarchy().path(signal).equals(path))
        .findFirst()
        .orElseThrow()
        .number();
  }

  @Test
  void secondNamesRealNumbersAndEscapedNamesAreThere() throws IOException {
    try (WaveIndex index = open(rich())) {
      assertThat(index.exponent()).isEqualTo(-9);
      assertThat(index.end()).isEqualTo(90);
      assertThat(index.hierarchy().signals().stream().map(index.hierarchy()::path))
          .containsExactly(
              "top.clk",
              "top.level",
              "top.data[7:0]",
              "top.\\odd.name.clock_again",
              "top.\\odd.name.data[7:0]",
              "top.\\odd.name.data[7:0]",
              "top.\\odd.name.\\a+b[3]");
      // A pulse without a length is none.
      assertThat(index.trace(find(index, "top.\\odd.name.clock_again"), 0, 10, 10))
          .isEqualTo(index.trace(find(index, "top.clk"), 0, 10, 10))
          .isEqualTo(
              new WaveTrace(
                  "bx",
                  List.of(
                      new WaveTrace.Entry(0, 0, 1, false, "h0"),
                      new WaveTrace.Entry(70, 70, 1, false, "h1"))));
      assertThat(index.value(find(index, "top.level"), 69)).isEqualTo("r0.5");
      assertThat(index.value(find(index, "top.level"), 70)).isEqualTo("r-2250.0");
      assertThat(index.value(5, 0)).isEqualTo("bxxxxxxxx");
      assertThat(index.value(5, 80)).isEqualTo("b0000001z");
      assertThat(index.next(1, 0, new WaveCondition("-2250"))).hasValue(70);
      assertThat(index.next(2, 0, new WaveCondition("-1"))).hasValue(50);
      assertThat(index.next(2, 0, new WaveCondition("255"))).hasValue(50);
      assertThat(index.next(2, 0, new WaveCondition("0xfe"))).isEmpty();
      assertThatThrownBy(() -> index.next(2, 0, new WaveCondition("256")))
          .hasMessage("'256' for data[7:0] is no value of its 8 bits");
      assertThat(index.hierarchy().find("ODD*data", 1))
          .satisfies(found -> assertThat(found.total()).isEqualTo(2))
          .satisfies(found -> assertThat(found.signals()).hasSize(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-4", "-Z", "-F", "-c"})
  void filesOfGtkwaveAreTheSame(String packing) throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/vcd2fst")),
        "no vcd2fst to write FST with; it is in Debian's package gtkwave");
    Path vcd = written(9, "vcd", 2000);
    for (Path each : List.of(vcd, rich())) {
      Path fst = folder.resolve("other.fst");
      Process process =
          new ProcessBuilder("/usr/bin/vcd2fst", packing, each.toString(), fst.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("vcd2fst.log").toFile())
              .start();
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isZero();
      if (packing.equals("-c")) {
        assertThatThrownBy(() -> open(fst)).hasMessageContaining("packed as a whole");
        continue;
      }
      try (WaveIndex one = open(each);
          WaveIndex other = open(fst)) {
        if (packing.equals("-F")) {
          for (WaveSignal signal : other.hierarchy().signals()) {
            other.value(signal.number(), other.end());
          }
          // What is too short to be packed is there all the same.
          assertThat(other.problems())
              .allMatch(problem -> problem.contains("packed with 'F'"))
              .hasSize(each.equals(vcd) ? 1 : 0);
          continue;
        }
        long unit = one.end() / Math.max(1, other.end());
        assertThat(other.hierarchy().signals()).hasSameSizeAs(one.hierarchy().signals());
        for (WaveSignal signal : other.hierarchy().signals()) {
          String path = other.hierarchy().path(signal);
          assertThat(path).isEqualTo(one.hierarchy().path(one.hierarchy().signal(signal.number())));
          for (long time = 0; time <= other.end(); time += Math.max(1, other.end() / 500)) {
            assertThat(other.value(signal.number(), time))
                .describedAs("%s at %d", path, time)
                .isEqualTo(one.value(signal.number(), time * unit));
          }
        }
      }
    }
  }

  @Test
  void aMillionTransitionsAreAsManyEntriesAsColumns() throws IOException {
    Path file = folder.resolve("million.fst");
    long[] value = {0};
    long[] known = {0};
    try (WaveSink sink = WaveformRecorder.open(file)) {
      sink.begin(List.of(new Port("clk", Port.Direction.INPUT, 1)), "top");
      for (int i = 0; i < 1_000_000; i++) {
        sink.time(10L * i);
        value[0] = i & 1;
        sink.change(0, value, known, 0);
      }
    }
    try (WaveIndex index = open(file)) {
      WaveTrace all = index.trace(0, 0, 10_000, 1000);
      assertThat(all.entries())
          .containsExactly(new WaveTrace.Entry(0, 9_999_990, 1_000_000, false, "h1"));
      assertThat(index.trace(0, 5_000_000, 4, 512).entries()).hasSize(205);
      assertThat(index.count(0, 0, index.end(), WaveCondition.RISE)).isEqualTo(500_000);
    }
  }

  @Test
  void aFaultHasATime() {
    Path file = folder.resolve("fault.fst");
    try (WaveSink sink = WaveformRecorder.open(file)) {
      sink.note("main clock ap_clk 250000 kHz");
      sink.begin(List.of(new Port("ap_clk", Port.Direction.INPUT, 1)), "kernel");
      for (int i = 0; i < 100; i++) {
        sink.time(4000L * i);
        sink.change(0, new long[] {i & 1}, new long[] {0}, 0);
      }
      sink.note("fault: m_axi_gmem @cycle 42: something");
    }
    try (WaveIndex index = open(file)) {
      assertThat(index.fault()).hasValue("m_axi_gmem @cycle 42: something");
      assertThat(index.faultTime()).hasValue(42 * 4000);
      assertThat(index.clock()).hasValueSatisfying(clock -> assertThat(clock.number()).isZero());
    }
  }

  @Test
  void aFileThatBecameLongerIsNoticed() throws IOException {
    Path file = rich();
    try (WaveIndex index = open(file)) {
      assertThat(index.isChanged()).isFalse();
      Files.writeString(file, "#12\n1!\n", StandardOpenOption.APPEND);
      assertThat(index.isChanged()).isTrue();
      assertThat(index.end()).isEqualTo(90);
    }
    try (WaveIndex index = open(file)) {
      assertThat(index.end()).isEqualTo(120);
    }
  }

  @Test
  void temporaryFilesOfVcdsLeaveNoName() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (WaveIndex index = open(rich());
        var files = Files.list(temporary)) {
      assertThat(index.end()).isEqualTo(90);
      assertThat(files.filter(each -> each.getFileName().toString().startsWith("backplane-view")))
          .isEmpty();
    }
  }

  /** A VCD of two gigabytes: mostly narrow signals that change all the time. */
  @Test
  @Tag("nightly")
  void twoGigabytesAreOpenedAndLookedAt() throws IOException {
    Path vcd = folder.resolve("large.vcd");
    try (BufferedWriter out = Files.newBufferedWriter(vcd, StandardCharsets.US_ASCII)) {
      out.write("$timescale 1 ps $end\n$scope module top $end\n$var wire 1 ! clk $end\n");
      for (int i = 0; i < 20; i++) {
        out.write("$var wire 16 " + (char) ('A' + i) + " bus" + i + " [15:0] $end\n");
      }
      out.write("$upscope $end\n$enddefinitions $end\n");
      Random random = new Random(1);
      long written = 0;
      for (long time = 0; written < 2L << 30; time += 5) {
        StringBuilder step = new StringBuilder("#" + time + "\n" + (time / 5 & 1) + "!\n");
        for (int i = 0; i < 20; i++) {
          if (random.nextInt(4) == 0) {
            String bits = Integer.toBinaryString(random.nextInt(1 << 16));
            step.append('b').append(bits).append(' ').append((char) ('A' + i)).append('\n');
          }
        }
        out.append(step);
        written += step.length();
      }
    }
    try (WaveIndex index = open(vcd)) {
      long step = index.end() / 1000 + 1;
      for (WaveSignal signal : index.hierarchy().signals()) {
        WaveTrace trace = index.trace(signal.number(), 0, step, 1000);
        assertThat(trace.entries().size()).isBetween(1, 1000);
        assertThat(index.previous(signal.number(), index.end(), WaveCondition.CHANGE)).isPresent();
      }
      assertThat(index.memory()).isLessThan(Runtime.getRuntime().maxMemory() / 4);
    }
  }
}
