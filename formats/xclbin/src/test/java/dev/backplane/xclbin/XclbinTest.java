package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XclbinTest {
  private static final Bytes MIRROR =
      Bytes.of(
          "XCLBIN_MIRROR_DATA_START{\"a\":1}XCLBIN_MIRROR_DATA_END"
              .getBytes(StandardCharsets.US_ASCII));

  @Test
  void readsBackAWrittenContainer() {
    var read = Xclbin.read(Samples.whole().build().toBytes());

    assertThat(read.memTopology()).contains(Samples.MEMORY);
    assertThat(read.groupTopology()).contains(Samples.GROUPS);
    assertThat(read.ipLayout()).contains(Samples.IPS);
    assertThat(read.connectivity()).contains(Samples.CONNECTIVITY);
    assertThat(read.groupConnectivity()).contains(Samples.CONNECTIVITY);
    assertThat(read.clocks()).contains(Samples.CLOCKS);
    assertThat(read.metadata()).contains(Samples.METADATA);
    assertThat(read.bitstream()).map(Bytes::size).contains(16);
    assertThat(read.header().platform()).isEqualTo("backplane_softcard_1");
    assertThat(read.header().mode()).contains(XclbinMode.HW_EMU);
    assertThat(read.header().version()).isEqualTo("2.13.466");
  }

  @Test
  void theSameContentGivesTheSameFileAndOtherContentAnotherUuid() {
    var one = Samples.whole().build();
    var same = Samples.whole().build();
    var other = Samples.whole().add(SectionKind.USER_METADATA, new byte[] {1}).build();

    assertThat(same).isEqualTo(one).hasSameHashCodeAs(one);
    assertThat(one.uuid().version()).isEqualTo(8);
    assertThat(other.uuid()).isNotEqualTo(one.uuid());
    assertThat(other.header().uniqueId()).isNotEqualTo(one.header().uniqueId());
  }

  @Test
  void allHeaderFieldsAreKept() {
    var uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    var header =
        XclbinHeader.blank()
            .withUuid(uuid)
            .withInterfaceUuid(new UUID(1, 2))
            .withPlatform("p")
            .withMode(XclbinMode.PR)
            .withActionMask(1)
            .withUniqueId(-3)
            .withTimestamp(1_700_000_000L)
            .withFeatureRomTimestamp(4)
            .withVersion(255, 254, 65_535);
    var read = Xclbin.read(Xclbin.builder().header(header).build().toBytes()).header();

    assertThat(read.uuid()).isEqualTo(uuid);
    assertThat(read.interfaceUuid()).isEqualTo(new UUID(1, 2));
    assertThat(read.platformId()).isEqualTo(Long.reverseBytes(1));
    assertThat(read.featureId()).isEqualTo(Long.reverseBytes(2));
    assertThat(read.mode()).contains(XclbinMode.PR);
    assertThat(read.actionMask()).isEqualTo(1);
    assertThat(read.uniqueId()).isEqualTo(-3);
    assertThat(read.timestamp()).isEqualTo(1_700_000_000L);
    assertThat(read.featureRomTimestamp()).isEqualTo(4);
    assertThat(read.version()).isEqualTo("255.254.65535");
    assertThat(read.keyBlock().size()).isEqualTo(256);
    assertThat(read.debugBin().size()).isEqualTo(16);
  }

  @Test
  void anUnknownKindIsKeptWithItsNameAndBytes() {
    var odd = new Section(0xfffffff0, "sixteen-letters!", Bytes.of((byte) 7, (byte) 8));
    var read = Xclbin.read(Xclbin.builder().add(odd).build().toBytes());

    assertThat(read.sections()).containsExactly(odd);
    assertThat(read.sections().getFirst().kind()).isEmpty();
    assertThat(read.sections().getFirst().label()).isEqualTo("kind 4294967280");
  }

  @Test
  void headersAndDataMayHaveDifferentOrders() {
    var built = Samples.whole().dataOrder(List.of(7, 6, 5, 4, 3, 2, 1, 0)).build();
    var read = Xclbin.read(built.toBytes());

    assertThat(read.dataOrder()).containsExactly(7, 6, 5, 4, 3, 2, 1, 0);
    assertThat(read.offset(7)).isEqualTo(456 + 8 * 40);
    assertThat(read.sections().getFirst().kind()).contains(SectionKind.BITSTREAM);
    assertThat(read.toBuilder().build()).isEqualTo(read);
    assertThat(read.toBuilder().remove(SectionKind.MEM_TOPOLOGY).build().dataOrder())
        .containsExactly(6, 5, 4, 3, 2, 1, 0);
    assertThatThrownBy(() -> Samples.whole().dataOrder(List.of(0, 0, 1, 2, 3, 4, 5, 6)))
        .isInstanceOf(XclbinException.class)
        .hasMessageContaining("each of the 8 sections once");
  }

  @Test
  void mirrorAndSignatureAreKept() {
    var unsigned = Samples.whole().trailer(MIRROR).build();
    var signature = Bytes.of((byte) 0x30, (byte) 0x82, (byte) 1);
    var signed = unsigned.toBuilder().signature(signature).build();
    var read = Xclbin.read(signed.toBytes());

    assertThat(read.mirror()).contains("{\"a\":1}");
    assertThat(read.signature()).isEqualTo(signature);
    assertThat(read.signedImage()).isEqualTo(unsigned.toBytes());
    assertThat(read.toBytes()).isEqualTo(signed.toBytes()).hasSize(unsigned.size() + 3);
    assertThat(read.toBuilder().build()).isEqualTo(unsigned);
  }

  @Test
  void bytesBetweenSectionsAreKept() {
    byte[] file = Samples.whole().build().toBytes();
    // The bitstream has 16 bytes; CONNECTIVITY has 76 and so 4 bytes of padding.
    var whole = Xclbin.read(file);
    int padding = whole.offset(3) + whole.sections().get(3).data().size();
    file[padding] = 'x';
    var read = Xclbin.read(file);

    assertThat(read.toBytes()).isEqualTo(file);
    assertThat(read.toBuilder().build().toBytes()).isEqualTo(file);
  }

  @Test
  void aSectionIsReplacedInItsPlace() {
    var changed =
        Samples.whole().build().toBuilder()
            .set(Section.of(SectionKind.BITSTREAM, "primary", new byte[1000]))
            .set(Section.of(SectionKind.BUILD_METADATA, Bytes.EMPTY))
            .build();

    assertThat(changed.sections()).hasSize(9);
    assertThat(changed.require(SectionKind.BITSTREAM).name()).isEqualTo("primary");
    assertThat(changed.offset(0)).isLessThan(changed.offset(1));
    assertThat(changed.metadata()).contains(Samples.METADATA);
  }

  @Test
  void severalSectionsOfOneKindAreAllFound() {
    var soft =
        Xclbin.builder()
            .add(SectionKind.SOFT_KERNEL, new byte[] {1})
            .add(SectionKind.SOFT_KERNEL, new byte[] {2})
            .build();

    assertThat(soft.sections(SectionKind.SOFT_KERNEL)).hasSize(2);
    assertThat(soft.section(SectionKind.SOFT_KERNEL))
        .contains(Section.of(SectionKind.SOFT_KERNEL, Bytes.of((byte) 1)));
  }

  @Test
  void aMissingSectionIsNamedTogetherWithThoseThatAreThere() {
    var file = Xclbin.builder().add(SectionKind.PDI, new byte[1]).build();

    assertThat(file.metadata()).isEmpty();
    assertThatThrownBy(() -> file.require(SectionKind.IP_LAYOUT))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.MISSING_SECTION))
        .hasMessageContaining("IP_LAYOUT")
        .hasMessageContaining("PDI");
  }

  @Test
  void aFileIsWrittenAndRead(@TempDir Path folder) throws Exception {
    var path = folder.resolve("a.xclbin");
    var built = Samples.whole().build();
    built.write(path);

    assertThat(Files.size(path)).isEqualTo(built.size());
    assertThat(Xclbin.read(path)).isEqualTo(built);
  }

  @Test
  void aFileThatIsNoContainerIsNamed(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("notes.txt"), "no container");
    assertThatThrownBy(() -> Xclbin.read(file))
        .isInstanceOfSatisfying(
            XclbinException.class,
            e -> {
              assertThat(e.code()).isEqualTo(XclbinError.BAD_MAGIC);
              assertThat(e.section()).contains(XclbinException.HEADER);
              assertThat(e.offset()).hasValue(0);
            })
        .hasMessageContaining(file + ": the 12 bytes do not start with 'xclbin2'");
  }

  @Test
  void aPathThatIsNoFileIsRefused(@TempDir Path folder) {
    assertThatThrownBy(() -> Xclbin.read(folder))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.IO))
        .hasMessageContaining(folder + " cannot be read: it is a folder");
    assertThatThrownBy(() -> Samples.whole().build().write(folder.resolve("no/such/folder")))
        .isInstanceOf(XclbinException.class)
        .hasMessageContaining("cannot be written");
  }

  @Test
  void aFileBeyondTheLimitIsRefusedBeforeItIsRead(@TempDir Path folder) throws Exception {
    var path = folder.resolve("sparse.xclbin");
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(Xclbin.MAX_SIZE + 1);
    }

    assertThatThrownBy(() -> Xclbin.read(path))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.TOO_LARGE))
        .hasMessageContaining("1073741825 bytes");
  }

  @Test
  void aFileWithoutSectionsHasRoomForOneHeaderAsCReadersExpect() {
    var empty = Xclbin.builder().build();

    assertThat(empty.size()).isEqualTo(496);
    assertThat(Xclbin.read(empty.toBytes()).sections()).isEmpty();
    assertThat(empty.toBuilder().build()).isEqualTo(empty);
  }
}
