package dev.backplane.rtl.engines.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waveform files that are cut off, damaged, empty or strange. */
final class WaveDamageTest {
  @TempDir private Path folder = Path.of("");

  private Path fst(long seed) {
    Path file = folder.resolve("wave.fst");
    new RandomWave(seed).fill(new FstWriter(file, 2000), 300);
    return file;
  }

  /** Looks at all that is there. */
  private static void look(WaveIndex index) throws IOException {
    for (WaveSignal signal : index.hierarchy().signals()) {
      index.trace(signal.number(), 0, Math.max(1, index.end() / 100), 120);
      index.value(signal.number(), index.end());
      index.previous(signal.number(), index.end(), WaveCondition.CHANGE);
    }
  }

  private WaveIndex vcd(String text) throws IOException {
    return WaveIndexTest.open(Files.writeString(folder.resolve("text.vcd"), text));
  }

  @Test
  void aCutFstSaysWhereItEnds() throws IOException {
    Path file = fst(1);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length += 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      // In front of the first block a file may seem to be something else.
      String place = length < 400 ? "" : String.valueOf(length);
      assertThatThrownBy(() -> WaveIndexTest.open(file))
          .isInstanceOf(RtlException.class)
          .hasMessageContaining(place);
    }
  }

  @Test
  void whatIsBesideADamagedBlockIsShown() throws IOException {
    Path file = fst(2);
    SequentialWave expected = SequentialWave.of(file);
    byte[] bytes = Files.readAllBytes(file);
    List<Integer> blocks = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += 1 + (int) ByteBuffer.wrap(bytes).getLong(at + 1)) {
      if (bytes[at] == FstWriter.CHANGES) {
        blocks.add(at);
      }
    }
    assertThat(blocks).hasSizeGreaterThan(4);
    int damaged = blocks.get(2);
    // The frame and the chains; the times behind them stay.
    int end = blocks.get(3) - 200;
    Arrays.fill(bytes, damaged + 60, end, (byte) 0xee);
    Files.write(file, bytes);
    try (WaveIndex index = WaveIndexTest.open(file)) {
      look(index);
      assertThat(index.problems())
          .singleElement()
          .asString()
          .contains("the block at byte " + damaged, "cannot be read", "shown as unknown");
      assertThat(index.gaps()).hasSize(1);
      WaveIndex.Gap gap = index.gaps().getFirst();
      for (WaveSignal signal : index.hierarchy().signals()) {
        String name = WaveIndexTest.name(index, signal);
        for (long time : new long[] {index.start(), gap.from() - 1, gap.to() + 1, index.end()}) {
          assertThat(index.value(signal.number(), time)).isEqualTo(expected.value(name, time));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void noChangedByteEndsInAnotherErrorThanASentence(long seed) throws IOException {
    Path file = fst(seed);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      byte[] bytes = whole.clone();
      for (int change = 0; change <= random.nextInt(4); change++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, bytes);
      try (WaveIndex index = WaveIndexTest.open(file)) {
        look(index);
      } catch (RtlException e) {
        assertThat(e).hasMessageStartingWith("The waveform " + file + " cannot be read: ");
      }
    }
  }

  @Test
  void aCutVcdShowsWhatIsThere() throws IOException {
    Path file = folder.resolve("wave.vcd");
    new RandomWave(3).fill(new VcdWriter(file), 60);
    SequentialWave expected = SequentialWave.of(file);
    String whole = Files.readString(file);
    int names = whole.indexOf("$enddefinitions $end") + "$enddefinitions $end".length();
    for (int length = 0; length < whole.length(); length += 3) {
      Files.writeString(file, whole.substring(0, length));
      if (length < names) {
        assertThatThrownBy(() -> WaveIndexTest.open(file)).isInstanceOf(RtlException.class);
        continue;
      }
      try (WaveIndex index = WaveIndexTest.open(file)) {
        assertThat(index.problems().isEmpty()).isEqualTo(isEnd(whole, length));
        for (WaveSignal signal : index.hierarchy().signals()) {
          if (index.end() > 0) {
            String name = WaveIndexTest.name(index, signal);
            assertThat(index.value(signal.number(), index.end() - 1))
                .isEqualTo(expected.value(name, index.end() - 1));
          }
        }
      }
    }
  }

  /** Tells whether a cut is between lines, or behind the last word of the names. */
  private static boolean isEnd(String whole, int length) {
    return whole.charAt(length - 1) == '\n' || whole.substring(0, length).endsWith("$end");
  }

  @Test
  void nonsenseInTheMiddleEndsWhatIsShown() throws IOException {
    String text = "$var wire 1 ! a $end $enddefinitions $end\n#0\n0!\n#5\n1!\n?!\u007f\n#9\n0!\n";
    try (WaveIndex index = vcd(text)) {
      assertThat(index.end()).isEqualTo(5);
      assertThat(index.value(0, 9)).isEqualTo("h1");
      assertThat(index.problems())
          .containsExactly(
              "'?!?' at byte "
                  + text.indexOf("?!")
                  + " is no change of a value; what is behind it is not shown");
    }
  }

  @Test
  void whatIsNoWaveformIsASentence() throws IOException {
    for (String text : List.of("", " \n", "hello", "$date", "\u0000\u0001\u0002", "$end $end")) {
      assertThatThrownBy(() -> vcd(text))
          .isInstanceOf(RtlException.class)
          .hasMessageContaining("text.vcd")
          .hasMessageContaining("no VCD");
    }
    assertThatThrownBy(() -> WaveIndexTest.open(folder.resolve("missing.fst")))
        .hasMessageContaining("there is no such file");
    assertThatThrownBy(() -> WaveIndexTest.open(folder)).hasMessageContaining("it is a folder");
  }

  @Test
  void aWaveformMayHaveNoTimesNoChangesAndNoSignals() throws IOException {
    String names = "$scope module t $end $var wire 4 ! a $end $upscope $end";
    try (WaveIndex index = vcd(names + " $enddefinitions $end\n")) {
      assertThat(index.end()).isZero();
      assertThat(index.trace(0, 0, 1, 10)).isEqualTo(new WaveTrace("bxxxx", List.of()));
      assertThat(index.next(0, 0, WaveCondition.CHANGE)).isEmpty();
    }
    try (WaveIndex index = vcd(names + " $enddefinitions $end\nb101 !\n")) {
      assertThat(index.end()).isZero();
      assertThat(index.value(0, 0)).isEqualTo("h5");
    }
    try (WaveIndex index = vcd("$enddefinitions $end\n#0\n#10\n")) {
      assertThat(index.hierarchy().signals()).isEmpty();
      assertThat(index.problems()).isEmpty();
    }
    try (WaveIndex index = vcd(names + " $enddefinitions $end\n#0\nbx !\n#5\nbx !\n")) {
      assertThat(index.trace(0, 0, 1, 10)).isEqualTo(new WaveTrace("bxxxx", List.of()));
      assertThat(index.end()).isEqualTo(5);
    }
  }

  @Test
  void strangeThingsInAVcdAreSaid() throws IOException {
    String text =
        """
        $var wire 0 ! none $end $var wire 1 " one $end $enddefinitions $end
        #5
        1"
        #3
        0"
        #7
        1~
        1~
        #8
        """;
    try (WaveIndex index = vcd(text)) {
      assertThat(index.hierarchy().signals()).hasSize(1);
      assertThat(index.problems())
          .containsExactly(
              "the signal none has '0' bits; it is left out",
              "'#3' at byte %d is before the time 5 in front of it; its changes are shown there"
                  .formatted(text.indexOf("#3")),
              "'1~' at byte %d changes a signal that has no name".formatted(text.indexOf("1~")),
              "2 changes are of signals that have no name");
      assertThat(index.end()).isEqualTo(8);
    }
    assertThatThrownBy(() -> vcd("$timescale 7 parsec $end $enddefinitions $end"))
        .hasMessageContaining("its timescale is '7parsec'");
  }

  @Test
  void identifiersOfAnyLengthAreKept() throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> ids = List.of("!", "!!", "~~~", "abcd", "abcde", "!!!!!!!!!!!!");
    ids.forEach(id -> text.append("$var wire 8 " + id + " n $end\n"));
    text.append("$enddefinitions $end\n#0\n");
    for (int i = 0; i < ids.size(); i++) {
      text.append("b" + Integer.toBinaryString(i + 1) + " " + ids.get(i) + "\n");
    }
    String large = text.toString();
    assertThat(large.getBytes(StandardCharsets.US_ASCII)).hasSize(large.length());
    try (WaveIndex index = vcd(large)) {
      for (int i = 0; i < ids.size(); i++) {
        assertThat(index.value(i, 0)).isEqualTo("h0" + (i + 1));
      }
    }
  }
}
