package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files that are changed stay files, and the places of what is wrong are named. */
class EditingTest {
  private static final Bytes MIRROR =
      Bytes.of(
          "head XCLBIN_MIRROR_DATA_START{\"old\":1}XCLBIN_MIRROR_DATA_END tail"
              .getBytes(StandardCharsets.US_ASCII));

  @Test
  void aMirrorIsWrittenAnewOnRequestAndItsSurroundingsStay() {
    Xclbin before = Samples.whole().trailer(MIRROR).build();
    Xclbin kept = before.toBuilder().set(Section.of(SectionKind.PDI, Bytes.EMPTY)).build();
    Xclbin fresh =
        before.toBuilder()
            .set(Section.of(SectionKind.PDI, "a \"name\"\t", new byte[24]))
            .refreshMirror()
            .build();

    assertThat(kept.mirror()).contains("{\"old\":1}");
    assertThat(fresh.mirror().orElseThrow())
        .contains("\"XclBinUUID\":\"" + fresh.uuid() + "\"")
        .contains(
            "{\"Kind\":\"18\",\"Name\":\"a \\\"name\\\"\\u0009\",\"Offset\":\"0x%x\",\"Size\":\"0x18\"}"
                .formatted(fresh.offset(8)));
    assertThat(new String(fresh.trailer().toArray(), StandardCharsets.US_ASCII))
        .startsWith("head XCLBIN")
        .endsWith("END tail");
    assertThat(Samples.whole().refreshMirror().build()).isEqualTo(Samples.whole().build());
  }

  @Test
  void oneOfSeveralSectionsOfAKindIsReplacedAndRemoved() {
    Xclbin three =
        Xclbin.builder()
            .add(Section.of(SectionKind.SOFT_KERNEL, "a", new byte[] {1}))
            .add(Section.of(SectionKind.PDI, Bytes.EMPTY))
            .add(Section.of(SectionKind.SOFT_KERNEL, "b", new byte[] {2}))
            .dataOrder(List.of(2, 1, 0))
            .build();
    Section other = Section.of(SectionKind.SOFT_KERNEL, "c", new byte[99]);

    Xclbin replaced = three.toBuilder().replace(2, other).build();
    assertThat(replaced.sections(SectionKind.SOFT_KERNEL).getLast()).isEqualTo(other);
    assertThat(replaced.dataOrder()).isEqualTo(three.dataOrder());
    assertThat(three.toBuilder().remove(0).build().sections())
        .containsExactly(three.sections().get(1), three.sections().get(2));
    assertThatThrownBy(() -> three.toBuilder().remove(3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void anIdentityTellsWhetherTheContentIsStillTheOneThatWasBuilt() {
    Xclbin built = Samples.whole().build();
    Xclbin changed = built.toBuilder().set(Section.of(SectionKind.PDI, Bytes.EMPTY)).build();

    assertThat(built.hasDerivedIdentity()).isTrue();
    assertThat(changed.hasDerivedIdentity()).isFalse();
    assertThat(changed.toBuilder().deriveIdentity().build().hasDerivedIdentity()).isTrue();
  }

  @Test
  void twoSectionsOfAKindThatIsUniqueAreRefusedBothWays() {
    assertThatThrownBy(
            () ->
                Xclbin.builder()
                    .add(SectionKind.PDI, new byte[1])
                    .add(SectionKind.PDI, new byte[2])
                    .build())
        .isInstanceOfSatisfying(
            XclbinException.class,
            e -> assertThat(e.code()).isEqualTo(XclbinError.DUPLICATE_SECTION));
    byte[] file =
        Xclbin.builder()
            .add(SectionKind.BITSTREAM, new byte[8])
            .add(SectionKind.PDI, new byte[8])
            .build()
            .toBytes();
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(456, SectionKind.PDI.number());
    refused(file, XclbinError.DUPLICATE_SECTION, "section 1 (PDI)", 496);
  }

  @Test
  void unknownKindsMayBeThereTwice() {
    Section odd = new Section(1000, "", Bytes.EMPTY);

    assertThat(Xclbin.read(Xclbin.builder().add(odd).add(odd).build().toBytes()).sections())
        .containsExactly(odd, odd);
  }

  @Test
  void dataOffABoundaryIsRefused() {
    byte[] file = Xclbin.builder().add(SectionKind.PDI, new byte[16]).build().toBytes();
    var fields = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    fields.putLong(480, 500);
    fields.putLong(488, 8);
    refused(file, XclbinError.MISALIGNED, "section 0 (PDI)", 456);
  }

  @Test
  void reportsAMistakeInASectionWithTheSectionsPlace() {
    byte[] file = Samples.whole().build().toBytes();
    Xclbin good = Xclbin.read(file);
    int at = good.offset(2);
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(at, 1000);
    Xclbin bad = Xclbin.read(file);

    assertThatThrownBy(bad::ipLayout)
        .isInstanceOfSatisfying(
            XclbinException.class,
            e -> {
              assertThat(e.code()).isEqualTo(XclbinError.BAD_SIZE);
              assertThat(e.section()).contains("IP_LAYOUT");
              assertThat(e.offset()).hasValue(at);
            })
        .hasMessageContaining("section IP_LAYOUT is at offset %d of the file", at)
        .hasMessageStartingWith("xclbin BAD_SIZE: IP_LAYOUT says 1000");
  }

  @Test
  void aProblemOutsideOfAFileHasNoPlace() {
    assertThatThrownBy(() -> Section.of(SectionKind.PDI, "x".repeat(17), new byte[0]))
        .isInstanceOfSatisfying(
            XclbinException.class,
            e -> {
              assertThat(e.section()).isEmpty();
              assertThat(e.offset()).isEmpty();
            });
  }

  @Test
  void anyEditGivesAFileThatIsReadBack() {
    Random random = new Random(7);
    List<SectionKind> kinds = List.of(SectionKind.values());
    for (int round = 0; round < 500; round++) {
      Xclbin file = Samples.whole().trailer(MIRROR).build();
      var builder = file.toBuilder();
      for (int edits = random.nextInt(6); edits > 0; edits--) {
        SectionKind kind = kinds.get(random.nextInt(kinds.size()));
        var section = Section.of(kind, "", new byte[random.nextInt(100)]);
        switch (random.nextInt(3)) {
          case 0 -> builder.set(section);
          case 1 -> builder.remove(kind);
          default -> builder.refreshMirror();
        }
      }
      Xclbin edited = builder.build();
      assertThat(Xclbin.read(edited.toBytes())).isEqualTo(edited);
      assertThat(edited.mirror()).isPresent();
      assertThat(edited.toBuilder().build()).isEqualTo(edited);
    }
  }

  private static void refused(byte[] file, XclbinError code, String section, long offset) {
    assertThatThrownBy(() -> Xclbin.read(file))
        .isInstanceOfSatisfying(
            XclbinException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.section()).contains(section);
              assertThat(e.offset()).hasValue(offset);
            })
        .hasMessageContaining("offset " + offset);
  }
}
