package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.Wiring;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ManifestTest {
  @Test
  void wiringAndStreamsAreReadBackUnchanged() {
    Wiring wiring =
        Wiring.builder()
            .clock("ap_clk", 300)
            .clock("ap_clk_2", 333.333)
            .reset("por", false)
            .domain("in", "ap_clk_2")
            .tie("mode", 9)
            .tie("key", BigInteger.ONE.shiftLeft(100))
            .control("s_axi_cfg")
            .interrupt("attention")
            .bus("axi")
            .build();
    Manifest.Entry entry =
        new Manifest.Entry("k", Optional.of("k.net"), "tool", Optional.empty(), List.of(), wiring);
    Manifest manifest =
        new Manifest(List.of(entry), List.of(StreamLink.parse("a_1.out:b_1.in:64")));
    assertThat(Manifest.read(manifest.write())).isEqualTo(manifest);
  }

  private static Manifest read(String fields) {
    return Manifest.read(
        ("{\"format\": \"backplane-image\", \"version\": 1, \"kernels\": [{\"kernel\": \"k\", "
                + fields
                + "}]}")
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void tiesAcceptNumbersAndHexadecimalText() {
    Wiring wiring =
        read("\"ties\": {\"a\": 5, \"b\": \"0xff_00\", \"c\": \"0b101\", \"d\": \"12\"}")
            .entries()
            .getFirst()
            .wiring();
    assertThat(wiring.ties().values().stream().map(BigInteger::intValue))
        .containsExactly(5, 0xff00, 5, 12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"ties\": {\"a\": \"much\"}",
        "\"ties\": {\"a\": -1}",
        "\"clocks\": {\"a\": \"fast\"}",
        "\"clocks\": {\"a\": 0}",
        "\"resets\": {\"a\": 1}"
      })
  void invalidWiringIsRefused(String fields) {
    assertThatThrownBy(() -> read(fields))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.DESCRIPTION_INVALID))
        .hasMessageStartingWith("the wiring of a kernel is wrong: ");
  }

  @Test
  void anUnknownProtocolIsRefusedWithTheKnownOnes() {
    assertThat(read("\"tool\": \"t\"").entries().getFirst().wiring().bus()).isEmpty();
    assertThatThrownBy(() -> read("\"bus\": \"wishbone\""))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.IMAGE_NOT_RUNNABLE))
        .hasMessageStartingWith(
            "kernel 'k' has ports of protocol 'wishbone', this release knows axi");
  }

  @Test
  void aLinkOfStreamsIsReadWithAndWithoutItsDepth() {
    StreamLink link = StreamLink.parse("scale_1.out:sum_1.in");
    assertThat(link.from()).isEqualTo(new StreamLink.End("scale_1", "out"));
    assertThat(link.to()).isEqualTo(new StreamLink.End("sum_1", "in"));
    assertThat(link.depth()).isEqualTo(StreamLink.DEFAULT_DEPTH);
    assertThat(StreamLink.parse("scale_1.out:sum_1.in:3").depth()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.out-b.in | is not UNIT.PORT:UNIT.PORT",
        "a:b | is not UNIT.PORT:UNIT.PORT",
        "a.out:b.in:0 | holds 0 beats. Give 1 to 65536",
        "a.out:b.in:65537 | holds 65537 beats",
      })
  void linksOfAnotherFormAreRefused(String text, String message) {
    assertThatThrownBy(() -> StreamLink.parse(text))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.IMAGE_INVALID))
        .hasMessageContaining(message);
  }
}
