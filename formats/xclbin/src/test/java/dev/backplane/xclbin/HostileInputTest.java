package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostileInputTest {
  private static final int FIRST_OFFSET = 456 + 24;
  private static final int FIRST_SIZE = 456 + 32;

  private static byte[] sample() {
    return Samples.whole()
        .add(
            new DebugIpLayout(List.of(new DebugIpLayout.DebugIp(1, 2, 3, 4, 5, 6, "monitor")))
                .toSection())
        .trailer(
            Bytes.of(
                "XCLBIN_MIRROR_DATA_START{}XCLBIN_MIRROR_DATA_END"
                    .getBytes(StandardCharsets.US_ASCII)))
        .signature(Bytes.of(new byte[64]))
        .build()
        .toBytes();
  }

  /** Everything that can be asked of a container; hands back whether it was accepted. */
  private static boolean exercise(byte[] file) {
    try {
      var read = Xclbin.read(file);
      assertThat(read.toBytes()).isEqualTo(file);
      read.mirror();
      read.signedImage();
      read.toBuilder().build();
      boolean whole = true;
      for (Runnable question : questions(read)) {
        try {
          question.run();
        } catch (XclbinException e) {
          assertThat(e.getMessage()).startsWith("xclbin " + e.code());
          whole = false;
        }
      }
      return whole;
    } catch (XclbinException e) {
      assertThat(e.getMessage()).startsWith("xclbin " + e.code());
      return false;
    }
  }

  private static Runnable[] questions(Xclbin file) {
    return new Runnable[] {
      () -> file.memTopology().ifPresent(m -> m.banks().forEach(MemoryBank::sizeBytes)),
      () -> file.groupTopology().ifPresent(MemTopology::toGroupSection),
      () -> file.ipLayout().ifPresent(IpLayout::computeUnits),
      () ->
          file.connectivity()
              .ifPresent(
                  c ->
                      c.check(
                          IpLayout.decode(file.require(SectionKind.IP_LAYOUT)),
                          MemTopology.decode(file.require(SectionKind.MEM_TOPOLOGY)))),
      () -> file.groupConnectivity().ifPresent(Connectivity::toGroupSection),
      () -> file.clocks().ifPresent(ClockFreqTopology::toSection),
      () -> file.debugIpLayout().ifPresent(DebugIpLayout::toSection),
      () -> file.metadata().ifPresent(m -> m.kernels().forEach(KernelMetadata::checkArguments)),
      () -> file.metadata().ifPresent(m -> m.clocks().forEach(KernelClock::megahertz)),
    };
  }

  @Test
  void theSampleItselfIsAccepted() {
    assertThat(exercise(sample())).isTrue();
  }

  @Test
  void aFileCutShortAnywhereIsRefusedAsTruncated() {
    byte[] file = sample();
    for (int length = 0; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      var expected = length < 8 ? XclbinError.BAD_MAGIC : XclbinError.TRUNCATED;
      assertThatThrownBy(() -> Xclbin.read(cut))
          .as("%d bytes", length)
          .isInstanceOfSatisfying(
              XclbinException.class, e -> assertThat(e.code()).isEqualTo(expected));
    }
  }

  @Test
  void aSectionCutShortAnywhereIsRefused() {
    for (var section :
        List.of(
            Samples.MEMORY.toSection(),
            Samples.IPS.toSection(),
            Samples.CONNECTIVITY.toSection(),
            Samples.CLOCKS.toSection(),
            Samples.METADATA.toSection())) {
      // The line end after the last tag of the XML is not needed.
      for (int length = 0; length < section.data().size() - 1; length++) {
        var cut = new Section(section.number(), "", section.data().slice(0, length));
        var file = Xclbin.builder().add(cut).build();
        assertThat(exercise(file.toBytes())).as("%s, %d bytes", cut.label(), length).isFalse();
      }
    }
  }

  @Test
  void flippedBitsGiveNothingButXclbinExceptions() {
    long seed = 20_261_121;
    var random = new Random(seed);
    byte[] original = sample();
    int accepted = 0;
    for (int round = 0; round < 6000; round++) {
      byte[] file = original.clone();
      // Half of the flips go to the headers, which are a fifth of the file.
      int range = round % 2 == 0 ? 456 + 9 * 40 : file.length;
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        file[random.nextInt(range)] ^= (byte) (1 << random.nextInt(8));
      }
      if (exercise(file)) {
        accepted++;
      }
    }
    assertThat(accepted).as("seed %d", seed).isBetween(1, 5999);
  }

  @Test
  void anExtremeNumberAnywhereGivesNothingButXclbinExceptions() {
    byte[] original = sample();
    int accepted = 0;
    for (int at = 0; at <= original.length - 8; at += 4) {
      for (long value : new long[] {0, 1, -1, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE}) {
        byte[] file = original.clone();
        var fields = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (value == (int) value) {
          fields.putInt(at, (int) value);
        } else {
          fields.putLong(at, value);
        }
        accepted += exercise(file) ? 1 : 0;
      }
    }
    assertThat(accepted).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "480, 0, BAD_SIZE, headers end at byte 536",
    "480, 535, BAD_SIZE, headers end at byte 536",
    "480, 601, BAD_SIZE, sections end at byte 600",
    "480, -8, BAD_SIZE, 18446744073709551608",
    "488, 65, BAD_SIZE, sections end at byte 600",
    "488, -1, BAD_SIZE, 18446744073709551615",
    "488, 9223372036854775807, BAD_SIZE, 9223372036854775807",
    "488, 33, BAD_SIZE, the bytes of section 0 (BITSTREAM) end at byte 569",
    "304, 601, TRUNCATED, 601 bytes in all",
    "304, -1, TRUNCATED, 18446744073709551615",
    "304, 599, BAD_SIZE, something was appended",
    "448, 65537, BAD_SIZE, 65537 sections",
    "448, 4294967295, BAD_SIZE, 4294967295 sections",
    "448, 4, TRUNCATED, need 616 bytes",
    "0, 0, BAD_MAGIC, xclbin2",
  })
  void aLyingNumberIsNamed(int at, long value, XclbinError code, String said) {
    byte[] file = twoSections();
    assertThat(Xclbin.read(file).size()).isEqualTo(600);
    var fields = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    if (at == 448) {
      fields.putInt(at, (int) value);
    } else {
      fields.putLong(at, value);
    }

    assertThatThrownBy(() -> Xclbin.read(file))
        .isInstanceOfSatisfying(XclbinException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource({"-2", "65", "2147483647", "-2147483648"})
  void aLyingSignatureLengthIsRefused(int length) {
    byte[] file = twoSections();
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(8, length);

    assertThatThrownBy(() -> Xclbin.read(file))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_SIZE))
        .hasMessageContaining("signature of " + length);
  }

  @Test
  void aSignatureThatReachesIntoASectionIsRefused() {
    byte[] file = twoSections();
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 10);

    assertThatThrownBy(() -> Xclbin.read(file)).hasMessageContaining("sections end at byte 590");
  }

  @Test
  void anEmptySectionMaySayAnyPlaceWithinTheFile() {
    byte[] file = twoSections();
    var fields = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    fields.putLong(FIRST_SIZE, 0);
    fields.putLong(FIRST_OFFSET, 0);

    assertThat(Xclbin.read(file).sections().getFirst().data().isEmpty()).isTrue();
    assertThat(Xclbin.read(file).toBytes()).isEqualTo(file);
  }

  @Test
  void emptySectionsTakeNoRoom() {
    var built =
        Xclbin.builder()
            .add(SectionKind.BUILD_METADATA, new byte[0])
            .add(SectionKind.PDI, new byte[11])
            .add(SectionKind.OVERLAY, new byte[0])
            .build();

    assertThat(built.size()).isEqualTo(456 + 3 * 40 + 11);
    assertThat(built.offset(2) % 8).isZero();
    assertThat(built.toBuilder().build()).isEqualTo(built);
  }

  @ParameterizedTest
  @CsvSource({"3", "-1", "2147483647", "-2147483648"})
  void aCountBeyondItsSectionIsRefused(int count) {
    byte[] data = Samples.MEMORY.toSection().data().toArray();
    ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putInt(0, count);

    assertThatThrownBy(
            () -> MemTopology.decode(Section.of(SectionKind.MEM_TOPOLOGY, Bytes.of(data))))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_SIZE))
        .hasMessageContaining("MEM_TOPOLOGY says " + Integer.toUnsignedString(count));
  }

  private static byte[] twoSections() {
    return Xclbin.builder()
        .add(SectionKind.BITSTREAM, new byte[32])
        .add(SectionKind.PDI, new byte[32])
        .build()
        .toBytes();
  }
}
