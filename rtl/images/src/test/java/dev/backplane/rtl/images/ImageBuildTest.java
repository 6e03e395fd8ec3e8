package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ControlProtocol;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageBuildTest {
  @TempDir Path folder;

  @Test
  void aKernelIsBuiltAndReadBack() {
    List<String> steps = new ArrayList<>();
    BuiltImage built = Examples.build("vadd").build(steps::add);
    assertThat(steps).hasSize(3).first().asString().contains("elaborating vadd");
    assertThat(built.kernels().getFirst().hardware().orElseThrow().ports().masters()).hasSize(1);

    RtlImage image = RtlImage.read(built.bytes());
    assertThat(image.platform()).isEqualTo(RtlImage.PLATFORM);
    assertThat(image.banks()).extracting(MemoryBank::tag).hasSize(4).startsWith("DDR[0]");
    ImageKernel vadd = image.kernel("vadd");
    assertThat(vadd.protocol()).isEqualTo(ControlProtocol.AP_CTRL_HS);
    assertThat(vadd.arguments()).extracting(a -> a.name()).containsExactly("a", "b", "c", "n");
    assertThat(vadd.units()).extracting(Ip::name).containsExactly("vadd:vadd_1");
    assertThat(vadd.netlist())
        .isEqualTo(built.kernels().getFirst().hardware().orElseThrow().elaboration().netlist())
        .isSameAs(vadd.netlist());
    assertThat(vadd.ports().control().name()).isEqualTo("s_axi_control");
    assertThat(image.connectivity().memories(0, 0)).containsExactly(0, 1, 2, 3);
    assertThat(image.connectivity().memories(0, 3)).isEmpty();
  }

  @Test
  void theSameInputGivesTheSameBytes() {
    assertThat(Examples.build("vadd").build(step -> {}).bytes())
        .isEqualTo(Examples.build("vadd").build(step -> {}).bytes());
  }

  @Test
  void computeUnitsLieApartAndHaveInterruptsOfTheirOwn() {
    RtlImage image =
        RtlImage.read(Examples.build("vadd").computeUnits(3).build(step -> {}).bytes());
    List<Ip> units = image.kernel("vadd").units();
    assertThat(units).extracting(Ip::base).containsExactly(0x1800000L, 0x1810000L, 0x1820000L);
    assertThat(units).extracting(Ip::interruptId).containsExactly(1, 2, 3);
    assertThat(units).extracting(Ip::instanceName).containsExactly("vadd_1", "vadd_2", "vadd_3");
  }

  @Test
  void argumentsAreConnectedToTheBanksThatAreNamed() {
    RtlImage image =
        RtlImage.read(
            Examples.build("vadd")
                .banks(List.of(MemorySpec.parse("HBM[0]:256M"), MemorySpec.parse("DDR[0]:1G")))
                .connect("a", List.of("DDR[0]"))
                .connect("vadd.b", List.of("HBM[0]"))
                .build(step -> {})
                .bytes());
    assertThat(image.connectivity().memories(0, 0)).containsExactly(1);
    assertThat(image.connectivity().memories(0, 1)).containsExactly(0);
    assertThat(image.connectivity().memories(0, 2)).containsExactly(0, 1);
    MemoryBank first = image.banks().getFirst();
    assertThat(first.sizeBytes()).isEqualTo(256L << 20);
    assertThat(image.banks().get(1).base()).isGreaterThan(first.base() + first.sizeBytes());
  }

  @Test
  void aComputeUnitIsConnectedToBanksOfItsOwn() {
    RtlImage image =
        RtlImage.read(
            Examples.build("vadd")
                .computeUnits(3)
                .connect(
                    Stream.of(
                            "vadd_1.a:DDR[1]",
                            "vadd_2.a=DDR[0],DDR[3]",
                            "vadd_2.a:DDR[2]",
                            "a:DDR[0:2]",
                            "vadd.b:DDR[2:3]")
                        .map(BankConnection::parse)
                        .toList())
                .build(step -> {})
                .bytes());
    assertThat(image.connectivity().memories(0, 0)).containsExactly(1);
    assertThat(image.connectivity().memories(1, 0)).containsExactly(0, 2, 3);
    assertThat(image.connectivity().memories(2, 0)).containsExactly(0, 1, 2);
    for (int unit = 0; unit < 3; unit++) {
      assertThat(image.connectivity().memories(unit, 1)).containsExactly(2, 3);
      assertThat(image.connectivity().memories(unit, 2)).containsExactly(0, 1, 2, 3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a=", "=DDR[0]", "a=DDR[3:1]", "x.y.z=DDR[0]", "a=DDR[0] DDR[1]"})
  void anInvalidConnectionIsRefused(String text) {
    assertThatThrownBy(() -> BankConnection.parse(text))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.IMAGE_INVALID));
  }

  @Test
  void aConnectionThatNamesNothingIsRefused() {
    assertRefused(
        Examples.build("vadd").connect("vadd_2.a", List.of("DDR[0]")),
        RtlError.DESCRIPTION_INVALID,
        "there are [vadd.a, vadd.b, vadd.c], of compute units [vadd_1]");
    assertRefused(
        Examples.build("vadd").connect("x", List.of("DDR[0]")),
        RtlError.DESCRIPTION_INVALID,
        "'x'");
    assertRefused(
        Examples.build("vadd").connect("a", List.of("DDR[9]")), RtlError.IMAGE_INVALID, "DDR[9]");
  }

  @Test
  void sourcesAreEmbeddedWhereWanted() {
    byte[] with = Examples.build("vadd").embedSources(true).build(step -> {}).bytes();
    byte[] without = Examples.build("vadd").build(step -> {}).bytes();
    assertThat(with.length).isGreaterThan(without.length);
    assertThat(RtlImage.read(with).kernel("vadd").netlist())
        .isEqualTo(RtlImage.read(without).kernel("vadd").netlist());
  }

  @Test
  void aKernelCanBeJavaAndNeedsNoTool() {
    RtlImage image =
        RtlImage.read(
            ImageBuild.of(List.of())
                .java(Examples.description("vadd"), "com.example.Vadd")
                .build(step -> {})
                .bytes());
    ImageKernel vadd = image.kernel("vadd");
    assertThat(vadd.javaClass()).contains("com.example.Vadd");
    assertThat(vadd.hasNetlist()).isFalse();
    assertThatThrownBy(vadd::netlist)
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.IMAGE_NOT_RUNNABLE));
  }

  @Test
  void theContainerHasTheSectionsForOtherReaders() {
    Xclbin xclbin = Examples.build("vadd").build(step -> {}).xclbin();
    assertThat(xclbin.clocks().orElseThrow().clocks()).hasSize(2);
    assertThat(xclbin.groupTopology()).isEqualTo(xclbin.memTopology());
    assertThat(xclbin.metadata().orElseThrow().kernel("vadd").orElseThrow().instances())
        .singleElement()
        .satisfies(
            instance -> assertThat(instance.remaps().getFirst().base()).isEqualTo(0x1800000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "name=\"m_axi_gmem\" mode | name=\"m_axi_other\" mode | m_axi_gmem",
        "dataWidth=\"32\" portType=\"addressable\" base=\"0x0\"/> | dataWidth=\"64\"/> | 64 data"
            + " bits",
        "mode=\"slave\" | mode=\"master\" | scalars need a slave",
        "offset=\"0x1C\" | offset=\"0x10\" | overlap",
        "offset=\"0x1C\" | offset=\"0x1D\" | multiples of 4",
        "offset=\"0x1C\" | offset=\"0xC\" | start at 0x10",
        "offset=\"0x1C\" | offset=\"0x2000\" | registers end",
        "id=\"1\" | id=\"0\" | two arguments",
        "id=\"1\" | id=\"7\" | without gaps",
        "addressQualifier=\"0\" | addressQualifier=\"4\" | stream",
        "ap_ctrl_hs | ap_ctrl_xx | ap_ctrl_xx",
        "<kernel name=\"vadd\" | <kernel name=\"v add\" | identifier",
        "<args> | <args | kernel.xml",
        "range=\"0x1000\" | range=\"12q\" | 12q",
        "range=\"0x1000\" | range=\"0xFFFFFFFFFFFFFFFF\" | range of",
      })
  void anInvalidDescriptionIsRefusedWithTheReason(String part, String other, String reason)
      throws IOException {
    String text = Files.readString(Examples.description("vadd"));
    assertThat(text).contains(part);
    Path wrong =
        Files.writeString(folder.resolve("kernel.xml"), text.replaceFirst(quote(part), other));
    ImageBuild build = Examples.build("vadd").top("vadd").kernel(wrong);
    assertRefused(build, RtlError.DESCRIPTION_INVALID, reason);
  }

  private static String quote(String text) {
    return java.util.regex.Pattern.quote(text);
  }

  @Test
  void aMissingDescriptionIsNamed() {
    assertRefused(
        Examples.build("vadd").kernel(folder.resolve("absent.xml")),
        RtlError.DESCRIPTION_INVALID,
        "absent.xml");
    assertRefused(
        ImageBuild.of(Examples.sources("vadd")), RtlError.DESCRIPTION_INVALID, "kernel.xml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "DDR", "DDR[0]:", "DDR[0]:0", "DDR[0]:17T", "DDR[0]:5", "a b:4G"})
  void anInvalidBankIsRefused(String text) {
    assertThatThrownBy(() -> MemorySpec.parse(text)).isInstanceOf(RtlException.class);
  }

  private static void assertRefused(ImageBuild build, RtlError error, String reason) {
    assertThatThrownBy(() -> build.build(step -> {}))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).as(e.getMessage()).isEqualTo(error))
        .hasMessageContaining(reason);
  }
}
