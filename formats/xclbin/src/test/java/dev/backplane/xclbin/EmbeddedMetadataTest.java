package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedMetadataTest {
  private static EmbeddedMetadata decode(byte[] xml) {
    return EmbeddedMetadata.decode(Section.of(SectionKind.EMBEDDED_METADATA, Bytes.of(xml)));
  }

  private static EmbeddedMetadata decode(String xml) {
    return decode(xml.getBytes(StandardCharsets.UTF_8));
  }

  private static EmbeddedMetadata core(String inner) {
    return decode(
        "<project><platform><device><core>" + inner + "</core></device></platform></project>");
  }

  private static void refused(Runnable decoding, String... said) {
    assertThatThrownBy(decoding::run)
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_XML))
        .hasMessageContainingAll(said);
  }

  @Test
  void readsBackWrittenMetadata() {
    assertThat(EmbeddedMetadata.decode(Samples.METADATA.toSection())).isEqualTo(Samples.METADATA);
  }

  @Test
  void readsMetadataOfToolsAndSkipsUnknownElements() {
    var metadata =
        decode(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- made by a tool -->
            <project name="bin" xmlns:x="urn:x" x:y="z">
              <platform vendor="xilinx" boardid="u200" name="xdma" featureRomTime="0x10">
                <version major="201830" minor="2"/>
                <description>some <b>text</b></description>
                <device name="fpga0" fpgaDevice="virtexuplus:xcu200:fsgd2104:-2:e" addrWidth="0">
                  <systemClocks><clock port="ignored" frequency="1"/></systemClocks>
                  <core name="OCL" target="bitstream" type="clc_region" clockFreq="0MHz" numComputeUnits="1">
                    <kernelClocks><clock port="DATA_CLK" frequency="300.5MHz"/></kernelClocks>
                    <kernel name="k" language="c" vlnv="v:l:k:1" attributes="" interrupt="1"
                            hwControlProtocol="ap_ctrl_chain" mailbox="inout" countedAutoRestart="8" swReset="1"
                            workGroupSize="1">
                      <module name="k"/>
                      <port name="M" mode="master" range="0xFFFFFFFFFFFFFFFF" dataWidth="512" portType="addressable" base="0x0"/>
                      <port name="S" mode="slave" range="0x20000" dataWidth="32" portType="addressable" base="0x0"/>
                      <arg name="p" addressQualifier="1" id="1" port="M" size="0x8" offset="0x20" hostOffset="0x0" hostSize="0x8" type="void*"/>
                      <arg name="lo" addressQualifier="0" id="0" port="S" size="8" offset="16" hostOffset="0x0" hostSize="0x8" type="s"/>
                      <arg name="hi" addressQualifier="0" id="0" port="S" size="4" offset="24" hostOffset="0x8" hostSize="0x4" type="s"/>
                      <arg name="hidden" addressQualifier="3" id="" port="" size="0x4" offset="0x90"/>
                      <compileWorkGroupSize x="1" y="1" z="1"/>
                      <instance name="k_1"><addrRemap base="0x1800000" range="0x20000" port="S"/></instance>
                    </kernel>
                  </core>
                </device>
              </platform>
            </project>
            """
                + "\0\0");

    assertThat(metadata.platform())
        .isEqualTo(new EmbeddedMetadata.Platform("xilinx", "u200", "xdma", 16, 201830, 2));
    assertThat(metadata.clocks()).containsExactly(new KernelClock("DATA_CLK", "300.5MHz"));
    assertThat(metadata.clocks().getFirst().megahertz()).isEqualTo(300.5);
    assertThat(metadata.kernel("none")).isEmpty();
    var kernel = metadata.kernel("k").orElseThrow();
    assertThat(kernel.interrupt()).isTrue();
    assertThat(kernel.swReset()).isTrue();
    assertThat(kernel.countedAutoRestart()).isEqualTo(8);
    assertThat(kernel.addressRange()).isEqualTo(0x20000);
    assertThat(kernel.ports().getFirst().range()).isEqualTo(-1);
    assertThat(kernel.instances().getFirst().remaps().getFirst().base()).isEqualTo(0x1800000);
    kernel.checkArguments();
  }

  @Test
  void partsOfOneArgumentAreMergedInFileOrder() {
    var kernel =
        core("""
        <kernel name="k">
          <arg name="b" id="2" size="4" offset="0x20"/>
          <arg name="lo" id="0" size="8" offset="0x10"/>
          <arg name="no" id="" size="8" offset="0x40"/>
          <arg name="hi" id="0" size="4" offset="0x18"/>
        </kernel>
        """)
            .kernels()
            .getFirst();

    assertThat(kernel.args()).hasSize(4);
    assertThat(kernel.arguments()).extracting(KernelArgument::id).containsExactly(0, 2);
    var merged = kernel.arguments().getFirst();
    assertThat(merged.name()).isEqualTo("lo");
    assertThat(merged.offset()).isEqualTo(0x10);
    assertThat(merged.size()).isEqualTo(12);
    assertThat(merged.components()).extracting(ArgComponent::name).containsExactly("lo", "hi");
  }

  @Test
  void anArgumentBeyondTheRegistersIsNamed() {
    var kernel = KernelMetadata.builder("k").slave("S", 0x1000);

    kernel.scalar("last", 0, "S", 0xffc, 4, "int").build().checkArguments();
    assertThatThrownBy(
            () -> kernel.scalar("beyond", 1, "S", 0xffd, 4, "int").build().checkArguments())
        .hasMessageContaining("argument 1 'beyond' of kernel k has 4 bytes at 0xffd");
    assertThat(KernelMetadata.builder("k").build().addressRange()).isEqualTo(65_536);
  }

  @Test
  void anyTextSurvives() {
    var nasty = "\"<&>'\n\t\r λ 𝔘 \u0085";
    var metadata =
        new EmbeddedMetadata(
            nasty,
            Samples.METADATA.platform(),
            new EmbeddedMetadata.Device(nasty, ""),
            Samples.METADATA.core(),
            List.of(),
            List.of());

    assertThat(EmbeddedMetadata.decode(metadata.toSection())).isEqualTo(metadata);
  }

  @Test
  void aCharacterThatXmlCannotHoldIsRefused() {
    var kernel = KernelMetadata.builder("a\u0001b").build();
    var metadata =
        new EmbeddedMetadata(
            "p",
            Samples.METADATA.platform(),
            Samples.METADATA.device(),
            Samples.METADATA.core(),
            List.of(kernel),
            List.of());

    assertThatThrownBy(metadata::toSection)
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_VALUE))
        .hasMessageContaining("U+0001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE project><project/>",
        "<!DOCTYPE project SYSTEM \"file:///etc/passwd\"><project/>",
        "<!DOCTYPE p [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><project name=\"&a;\"/>",
        "<!DOCTYPE p [<!ENTITY a \"aaa\"><!ENTITY b \"&a;&a;\">]><project>&b;</project>",
        "<!DOCTYPE p [<!ENTITY % r SYSTEM \"http://localhost:1/x\"> %r;]><project/>",
      })
  void documentTypesAreRefused(String xml) {
    refused(() -> decode(xml), "DOCTYPE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\0",
        "no xml at all",
        "<project>",
        "<project></platform>",
        "<project name=\"a\" name=\"b\"/>",
        "<project>&undefined;</project>",
        "<project name=\"&undefined;\"/>",
        "<project name=\"\u0001\"/>",
        "<?xml version=\"1.0\" encoding=\"none\"?><project/>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?><project/>",
        "<project/><project/>",
      })
  void refusesXmlThatIsNotWellFormed(String xml) {
    refused(() -> decode(xml), "metadata");
  }

  @Test
  void bytesThatAreNotTextAreRefused() {
    refused(
        () -> decode(new byte[] {'<', 'a', (byte) 0xff, (byte) 0xfe, '/', '>'}),
        "not UTF-8 at byte 2");
  }

  @Test
  void aByteOrderMarkIsAllowed() {
    assertThat(
            decode(
                    "\ufeff<project"
                        + " name='p'><platform><device><core/></device></platform></project>")
                .project())
        .isEqualTo("p");
  }

  @Test
  void namesAMissingAttributeWithItsLine() {
    refused(() -> decode("<other/>"), "<other>", "not a <project>");
    refused(
        () -> decode("<project>\n<platform/></project>"), "line 2", "<platform> has no <device>");
    refused(() -> core("<kernel/>"), "<kernel name=\"\">", "missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0x", "-1", "1.5", "0x10000000000000000", "18446744073709551616"})
  void aNumberThatIsNoneIsNamed(String number) {
    refused(
        () -> core("<kernel name=\"k\"><port name=\"p\" range=\"" + number + "\"/></kernel>"),
        "<port range=\"" + number + "\">",
        "decimal or 0x");
  }

  @Test
  void valuesOutsideTheirSetAreNamed() {
    refused(
        () -> core("<kernel name=\"k\"><arg name=\"a\" addressQualifier=\"5\"/></kernel>"),
        "addressQualifier=\"5\"",
        "0 to 4");
    refused(
        () -> core("<kernel name=\"k\"><arg name=\"a\" id=\"0x80000000\"/></kernel>"),
        "id=\"0x80000000\"",
        "2147483647");
    refused(() -> core("<kernel name=\"k\" interrupt=\"maybe\"/>"), "neither true nor false");
    refused(() -> new KernelClock("K", "fast").megahertz(), "'fast'");
  }

  @Test
  @Timeout(600)
  void depthAndNumberOfElementsAreBounded() {
    refused(() -> decode("<project>".repeat(100)), "64 levels");
    refused(() -> decode("<project>" + "<a/>".repeat(200_001)), "200000 elements");
    var large = Section.of(SectionKind.EMBEDDED_METADATA, Bytes.of(new byte[(16 << 20) + 1]));
    assertThatThrownBy(() -> EmbeddedMetadata.decode(large))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.TOO_LARGE));
  }
}
