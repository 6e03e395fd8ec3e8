package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every byte as the format's tables place it, written out by hand. */
class GoldenBytesTest {
  @Test
  void theFixedPartAndASectionHeaderAreWhereTheFormatPutsThem() {
    byte[] file =
        Xclbin.builder()
            .header(
                XclbinHeader.blank()
                    .withUuid(UUID.fromString("00010203-0405-0607-0809-0a0b0c0d0e0f"))
                    .withInterfaceUuid(UUID.fromString("f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff"))
                    .withPlatform("vbnv")
                    .withMode(XclbinMode.HW_EMU)
                    .withActionMask(0x0102)
                    .withUniqueId(0x1112131415161718L)
                    .withTimestamp(0x2122232425262728L)
                    .withFeatureRomTimestamp(0x3132333435363738L)
                    .withVersion(2, 13, 466))
            .add(Section.of(SectionKind.PDI, "name", new byte[] {0x55, 0x66, 0x77}))
            .signature(Bytes.of((byte) 0x99))
            .build()
            .toBytes();

    assertThat(file).hasSize(500);
    assertThat(hex(file, 0, 12)).isEqualTo("78636c62696e3200" + "01000000");
    assertThat(hex(file, 12, 296)).isEqualTo("ff".repeat(284));
    assertThat(hex(file, 296, 304)).isEqualTo("1817161514131211");
    assertThat(hex(file, 304, 312)).isEqualTo("f401000000000000");
    assertThat(hex(file, 312, 320)).isEqualTo("2827262524232221");
    assertThat(hex(file, 320, 328)).isEqualTo("3837363534333231");
    assertThat(hex(file, 328, 336)).isEqualTo("d201" + "02" + "0d" + "0400" + "0201");
    assertThat(hex(file, 336, 352)).isEqualTo("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    assertThat(hex(file, 352, 416)).isEqualTo("76626e76" + "00".repeat(60));
    assertThat(hex(file, 416, 432)).isEqualTo("000102030405060708090a0b0c0d0e0f");
    assertThat(hex(file, 432, 456)).isEqualTo("00".repeat(16) + "01000000" + "00000000");
    assertThat(hex(file, 456, 480)).isEqualTo("12000000" + "6e616d65" + "00".repeat(16));
    assertThat(hex(file, 480, 496)).isEqualTo("f001000000000000" + "0300000000000000");
    assertThat(hex(file, 496, 500)).isEqualTo("556677" + "99");
  }

  @Test
  void aMemoryBankHas40Bytes() {
    var section =
        new MemTopology(
                List.of(
                    new MemoryBank(6, true, 0x0102030405060708L, 0x1112131415161718L, "HBM[0]")))
            .toSection();

    assertThat(hex(section))
        .isEqualTo(
            "01000000"
                + "00000000"
                + "06"
                + "01"
                + "000000000000"
                + "0807060504030201"
                + "1817161514131211"
                + "48424d5b305d"
                + "00".repeat(10));
  }

  @Test
  void aConnectionHas12BytesRightAfterTheCount() {
    var section =
        new Connectivity(List.of(new Connectivity.Connection(1, 2, 0x01020304))).toGroupSection();

    assertThat(section.number()).isEqualTo(27);
    assertThat(hex(section)).isEqualTo("01000000" + "01000000" + "02000000" + "04030201");
  }

  @Test
  void aBlockHas80BytesAndItsPropertiesAreBits() {
    var ip = Ip.kernel("k", "u", 0x1800000, ControlProtocol.AP_CTRL_CHAIN).withInterrupt(5);

    assertThat(hex(new IpLayout(List.of(ip)).toSection()))
        .isEqualTo(
            "01000000"
                + "00000000"
                + "01000000"
                + "0b010000"
                + "0000800100000000"
                + "6b3a75"
                + "00".repeat(61));
  }

  @Test
  void aClockHas136BytesAfterACountOf2() {
    var section =
        new ClockFreqTopology(
                List.of(new ClockFreqTopology.Clock(300, ClockType.KERNEL, "KERNEL_CLK")))
            .toSection();

    assertThat(hex(section))
        .isEqualTo(
            "0100" + "2c01" + "02" + "0000000000" + "4b45524e454c5f434c4b" + "00".repeat(118));
  }

  @Test
  void aDebugBlockHas144BytesAndASplitIndex() {
    var section =
        new DebugIpLayout(List.of(new DebugIpLayout.DebugIp(3, 0x1234, 3, 1, 2, 0x2000, "m")))
            .toSection();

    assertThat(hex(section))
        .isEqualTo(
            "0100"
                + "000000000000"
                + "03"
                + "34"
                + "03"
                + "01"
                + "02"
                + "12"
                + "0000"
                + "0020000000000000"
                + "6d"
                + "00".repeat(127));
  }

  @Test
  void theMetadataIsTheTextThatTheRuntimeReads() {
    var metadata =
        new EmbeddedMetadata(
            "p",
            new EmbeddedMetadata.Platform("v", "b", "n", 7, 1, 2),
            new EmbeddedMetadata.Device("d", "f"),
            new EmbeddedMetadata.Core("c", "hw_em", "t", "0MHz", 1),
            List.of(
                KernelMetadata.builder("k")
                    .interrupt(true)
                    .slave("S", 0x1000)
                    .scalar("n", 0, "S", 0x10, 4, "a<b>")
                    .instance("u", 0x10000)
                    .build()),
            List.of(new KernelClock("KERNEL_CLK", "300.0MHz")));

    assertThat(new String(metadata.toSection().data().toArray(), StandardCharsets.UTF_8))
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <project name="p">
              <platform vendor="v" boardid="b" name="n" featureRomTime="7">
                <version major="1" minor="2"/>
                <device name="d" fpgaDevice="f">
                  <core name="c" target="hw_em" type="t" clockFreq="0MHz" numComputeUnits="1">
                    <kernel name="k" language="ip" interrupt="true" hwControlProtocol="ap_ctrl_hs" \
            mailbox="none" countedAutoRestart="0" swReset="false" workGroupSize="1">
                      <port name="S" mode="slave" range="0x1000" dataWidth="32" \
            portType="addressable" base="0x0"/>
                      <arg name="n" addressQualifier="0" id="0" port="S" size="0x4" offset="0x10" \
            hostOffset="0x0" hostSize="0x4" type="a&lt;b&gt;"/>
                      <instance name="u">
                        <addrRemap base="0x10000" range="0x1000" port="S"/>
                      </instance>
                    </kernel>
                    <kernelClocks>
                      <clock port="KERNEL_CLK" frequency="300.0MHz"/>
                    </kernelClocks>
                  </core>
                </device>
              </platform>
            </project>
            """);
  }

  private static String hex(Section section) {
    return HexFormat.of().formatHex(section.data().toArray());
  }

  private static String hex(byte[] bytes, int from, int to) {
    return HexFormat.of().formatHex(Arrays.copyOfRange(bytes, from, to));
  }
}
