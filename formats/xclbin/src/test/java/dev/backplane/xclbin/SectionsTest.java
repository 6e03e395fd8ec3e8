package dev.backplane.xclbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SectionsTest {
  @ParameterizedTest
  @CsvSource({
    "0, BITSTREAM",
    "2, EMBEDDED_METADATA",
    "6, MEM_TOPOLOGY",
    "8, IP_LAYOUT",
    "11, CLOCK_FREQ_TOPOLOGY",
    "23, SOFT_KERNEL",
    "26, ASK_GROUP_TOPOLOGY",
    "27, ASK_GROUP_CONNECTIVITY",
    "31, VENDER_METADATA",
    "36, DTBO"
  })
  void aKindHasItsNumber(int number, SectionKind kind) {
    assertThat(kind.number()).isEqualTo(number);
    assertThat(SectionKind.of(number)).contains(kind);
  }

  @Test
  void numbersBeyondTheTableHaveNoKind() {
    assertThat(SectionKind.values()).hasSize(37);
    assertThat(SectionKind.of(37)).isEmpty();
    assertThat(SectionKind.of(-1)).isEmpty();
  }

  @Test
  void unknownTypesAreKeptAsNumbers() {
    var memory = new MemTopology(List.of(new MemoryBank(200, true, -1, -1, "?")));
    var ips = new IpLayout(List.of(new Ip(-7, -1, -1, "odd")));
    var clocks = new ClockFreqTopology(List.of(new ClockFreqTopology.Clock(65_535, 255, "")));

    assertThat(MemTopology.decode(memory.toSection())).isEqualTo(memory);
    assertThat(memory.banks().getFirst().type()).isEmpty();
    assertThat(IpLayout.decode(ips.toSection())).isEqualTo(ips);
    assertThat(ips.ips().getFirst().type()).isEmpty();
    assertThat(ips.ips().getFirst().protocol()).isEmpty();
    assertThat(ClockFreqTopology.decode(clocks.toSection())).isEqualTo(clocks);
    assertThat(clocks.clocks().getFirst().type()).isEmpty();
  }

  @Test
  void debugBlocksAreReadBack() {
    var layout =
        new DebugIpLayout(
            List.of(
                new DebugIpLayout.DebugIp(1, 65_535, 255, 254, 253, -1, "last"),
                new DebugIpLayout.DebugIp(0, 0, 0, 0, 0, 0, "")));

    assertThat(DebugIpLayout.decode(layout.toSection())).isEqualTo(layout);
  }

  @Test
  void aSectionOfAnotherKindIsNotDecoded() {
    assertThatThrownBy(() -> MemTopology.decode(Samples.IPS.toSection()))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_SECTION))
        .hasMessageContaining("IP_LAYOUT")
        .hasMessageContaining("MEM_TOPOLOGY or ASK_GROUP_TOPOLOGY");
  }

  @Test
  void groupsFallBackToThePhysicalBanks() {
    var file =
        Xclbin.builder()
            .add(Samples.MEMORY.toSection())
            .add(Samples.CONNECTIVITY.toSection())
            .build();

    assertThat(file.groupTopology()).contains(Samples.MEMORY);
    assertThat(file.groupConnectivity()).contains(Samples.CONNECTIVITY);
  }

  @Test
  void theSizeOfABankIsStoredInKib() {
    var bank = MemoryBank.used(MemoryType.HOST, 3 << 20, 0, "HOST[0]");

    assertThat(bank.sizeKib()).isEqualTo(3072);
    assertThat(bank.sizeBytes()).isEqualTo(3 << 20);
    assertThat(bank.host()).isTrue();
    assertThatThrownBy(() -> MemoryBank.used(MemoryType.HBM, 1025, 0, "HBM[0]"))
        .hasMessageContaining("multiples of 1024");
    assertThatThrownBy(() -> new MemoryBank(0, true, 1L << 60, 0, "big").sizeBytes())
        .hasMessageContaining("1152921504606846976 KiB");
  }

  @Test
  void namesThatDoNotFitAreRefused() {
    var long16 = "x".repeat(16);
    assertThatThrownBy(
            () -> new MemTopology(List.of(new MemoryBank(0, true, 1, 0, long16))).toSection())
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_VALUE))
        .hasMessageContaining("memory tag 'xxxxxxxxxxxxxxxx' has 16 characters")
        .hasMessageContaining("holds 15");
    assertThatThrownBy(() -> Section.of(SectionKind.PDI, long16 + "x", new byte[0]))
        .hasMessageContaining("section name");
    assertThatThrownBy(() -> XclbinHeader.blank().withPlatform("λ")).hasMessageContaining("U+03BB");
    assertThatThrownBy(() -> XclbinHeader.blank().withVersion(256, 0, 0))
        .hasMessageContaining("major version is 256");
  }

  @Test
  void theBitsOfAComputeUnitAreTakenApart() {
    var ip = Ip.kernel("vadd", "vadd_1", 0x1000, ControlProtocol.FAST_ADAPTER);

    assertThat(ip.kernelName()).isEqualTo("vadd");
    assertThat(ip.instanceName()).isEqualTo("vadd_1");
    assertThat(ip.protocol()).contains(ControlProtocol.FAST_ADAPTER);
    assertThat(ip.interruptEnabled()).isFalse();
    assertThat(ip.withInterrupt(127).interruptId()).isEqualTo(127);
    assertThat(ip.withInterrupt(127).interruptEnabled()).isTrue();
    assertThat(ip.withInterrupt(127).protocol()).contains(ControlProtocol.FAST_ADAPTER);
    assertThat(ip.withInterrupt(127).withInterrupt(1).interruptId()).isEqualTo(1);
    assertThatThrownBy(() -> ip.withInterrupt(128)).hasMessageContaining("interrupt id is 128");
  }

  @Test
  void computeUnitsAreOrderedByAddressIfNoneHasAnInterruptId() {
    var free = new Ip(1, 0x200, Ip.FREE_RUNNING, "f:1");
    var high = Ip.kernel("k", "high", 1L << 63, ControlProtocol.AP_CTRL_HS);
    var low = Ip.kernel("k", "low", 0x10, ControlProtocol.AP_CTRL_HS);
    var other = new Ip(IpType.MEM_HBM.number(), 0, 0, "hbm");

    assertThat(new IpLayout(List.of(free, high, other, low)).computeUnits())
        .containsExactly(low, high, free);
  }

  @Test
  void computeUnitsAreOrderedByInterruptIdIfAnyHasOne() {
    var zero = Ip.kernel("k", "zero", 0x30, ControlProtocol.AP_CTRL_HS);
    var one = Ip.kernel("k", "one", 0x20, ControlProtocol.AP_CTRL_HS).withInterrupt(1);
    var two = Ip.kernel("k", "two", 0x10, ControlProtocol.AP_CTRL_HS).withInterrupt(2);
    var free = new Ip(1, 0x200, Ip.FREE_RUNNING, "f:1");

    assertThat(new IpLayout(List.of(two, free, one, zero)).computeUnits())
        .containsExactly(zero, one, two, free);
  }

  @Test
  void aConnectionBetweenThingsThatAreNotThereIsNamed() {
    Samples.CONNECTIVITY.check(Samples.IPS, Samples.MEMORY);
    assertThat(Samples.CONNECTIVITY.memories(1, 2)).containsExactly(0);

    var wrong = new Connectivity(List.of(new Connectivity.Connection(0, 1, 2)));
    assertThatThrownBy(() -> wrong.check(Samples.IPS, Samples.MEMORY))
        .isInstanceOfSatisfying(
            XclbinException.class, e -> assertThat(e.code()).isEqualTo(XclbinError.BAD_SECTION))
        .hasMessageContaining("connection 0")
        .hasMessageContaining("2 memories");
  }
}
