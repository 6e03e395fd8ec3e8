package dev.backplane.rtl.engines.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FST files, checked with GTKWave's own reader. */
final class FstFormatTest {
  private static final List<Port> SIGNALS =
      List.of(
          new Port("clk", Direction.INPUT, 1),
          new Port("u0.state", Direction.OUTPUT, 3),
          new Port("data", Direction.OUTPUT, 512),
          new Port("u0.deep.bit", Direction.OUTPUT, 1),
          new Port("odd", Direction.INPUT, 65),
          new Port("still", Direction.INPUT, 8));

  @TempDir private Path folder = Path.of("");

  /** The changes of a value change dump by time, as "name=value" with all digits. */
  private static Map<Long, List<String>> changes(String vcd) {
    Map<String, String> names = new TreeMap<>();
    Map<String, Integer> widths = new TreeMap<>();
    Map<Long, List<String>> changes = new TreeMap<>();
    Map<String, String> last = new TreeMap<>();
    List<String> scopes = new ArrayList<>();
    long time = 0;
    for (String line : vcd.lines().toList()) {
      String[] words = line.strip().split("\\s+");
      switch (words[0]) {
        case "$scope" -> scopes.add(words[2]);
        case "$upscope" -> scopes.removeLast();
        case "$var" -> {
          names.put(words[3], String.join(".", scopes) + "." + words[4]);
          widths.put(words[3], Integer.valueOf(words[2]));
        }
        default -> {
          if (line.startsWith("#")) {
            time = Long.parseLong(line.substring(1));
          } else if (line.matches("[01xz]\\S+|b[01xz]+ \\S+")) {
            boolean vector = line.startsWith("b");
            String id = vector ? words[1] : line.substring(1);
            String digits = vector ? words[0].substring(1) : line.substring(0, 1);
            char fill = digits.charAt(0) == '1' ? '0' : digits.charAt(0);
            String value =
                String.valueOf(fill).repeat(widths.getOrDefault(id, 0) - digits.length()) + digits;
            if (!value.equals(last.put(id, value))) {
              changes
                  .computeIfAbsent(time, _ -> new ArrayList<>())
                  .add(names.get(id) + "=" + value);
            }
          }
        }
      }
    }
    changes.values().forEach(each -> each.sort(null));
    return changes;
  }

  /** Writes random changes, from a seed, to a sink. */
  private static void fill(WaveSink sink, int steps) {
    Random random = new Random(7);
    ChangeDetector feed =
        new ChangeDetector(sink, "kernel", SIGNALS, TraceClocks.of("clk", 250_000));
    long[] row = new long[feed.rowWords()];
    long[] unknown = new long[row.length];
    for (int step = 0; step < steps; step++) {
      // clk, state, 8 words of data, bit, 2 words of odd, still.
      row[1] = random.nextInt(8);
      if (step % 3 == 0) {
        for (int i = 2; i < 10; i++) {
          row[i] = random.nextLong();
        }
      }
      row[10] = random.nextInt(2);
      row[11] = random.nextLong();
      row[12] = random.nextInt(2);
      unknown[10] = step % 10 == 9 ? 1 : 0;
      unknown[11] = step % 7 == 6 ? random.nextLong() : 0;
      feed.sample(step * 4000L, 1, row, unknown);
    }
    feed.end(steps * 4000L);
    sink.note("fault: nothing");
    sink.close();
  }

  private static String fst2vcd(Path file) throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/fst2vcd")),
        "no fst2vcd to read FST with; it is in Debian's package gtkwave");
    Path out = file.resolveSibling("read.vcd");
    Process process =
        new ProcessBuilder("/usr/bin/fst2vcd", "-f", file.toString(), "-o", out.toString())
            .redirectErrorStream(true)
            .redirectOutput(file.resolveSibling("fst2vcd.log").toFile())
            .start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue())
        .describedAs(Files.readString(file.resolveSibling("fst2vcd.log")))
        .isZero();
    return Files.readString(out);
  }

  @Test
  void gtkwaveReadsWhatIsWritten() throws IOException, InterruptedException {
    Path fst = folder.resolve("wave.fst");
    Path vcd = folder.resolve("wave.vcd");
    fill(WaveformRecorder.open(fst), 300);
    fill(WaveformRecorder.open(vcd), 300);
    String read = fst2vcd(fst);
    assertThat(changes(read)).isEqualTo(changes(Files.readString(vcd)));
    assertThat(read).contains("1ps").contains("[511:0]").contains("Backplane");
  }

  @Test
  void manyBlocksMakeOneFile() throws IOException, InterruptedException {
    Path fst = folder.resolve("long.fst");
    Path vcd = folder.resolve("long.vcd");
    int blockBytes = 4096;
    fill(new FstWriter(fst, blockBytes), 300);
    fill(WaveformRecorder.open(vcd), 300);
    assertThat(changes(fst2vcd(fst))).isEqualTo(changes(Files.readString(vcd)));
  }

  @ParameterizedTest
  @CsvSource({"3, 0", "3, 8", "4, 0"})
  void claimedSizesAreVerified(int block, int field) throws IOException {
    Path fst = folder.resolve("lying.fst");
    fill(WaveformRecorder.open(fst), 30);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(fst));
    for (int at = 0; at < bytes.limit(); at += 1 + (int) bytes.getLong(at + 1)) {
      if (bytes.get(at) == block) {
        // The number of signals or the length of packed data: nearly 2 GiB.
        bytes.putLong(at + 1 + Long.BYTES + field, 0x7fff_0000);
      }
    }
    Files.write(fst, bytes.array());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    WaveSink sink = WaveformRecorder.open(folder.resolve("read.vcd"));
    assertThatThrownBy(() -> WaveReader.read(fst, sink)).isInstanceOf(RtlException.class);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
  }
}
