package dev.backplane.rtl.harness.axi;

import static dev.backplane.rtl.harness.axi.ScriptedKernel.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.HarnessOptions;
import dev.backplane.rtl.harness.RunLimits;
import dev.backplane.rtl.harness.axi.FakeKernel.Shape;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One kernel per rule, which violates only that rule. */
final class ProtocolRulesTest {
  private static final long BASE = FakeMemory.BASE;

  /** Sends bursts until READY goes low, so that a kernel can violate a rule while it waits. */
  private static ScriptedKernel waitingOn(String channel) {
    return script()
        .address(channel, BASE, 4, 2, Burst.INCR)
        .until(kernel -> !kernel.axi(channel + "READY").isSet())
        .then(_ -> {});
  }

  private static String violation(ScriptedKernel script) {
    return violation(Shape.PLAIN, script);
  }

  private static String violation(Shape shape, ScriptedKernel script) {
    try (KernelFixture fixture = new KernelFixture(shape, script)) {
      return fixture.violation();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"AR", "AW"})
  void anAddressMustNotBeWithdrawn(String channel) {
    assertThat(violation(waitingOn(channel).set(channel + "VALID", 0).forever()))
        .matches(
            channel + "VALID dropped before " + channel + "READY; it was raised in cycle \\d+");
  }

  @ParameterizedTest
  @CsvSource({
    "AR, ADDR, 0x400000000000, 0x400000000040, 0x400000000040",
    "AR, LEN, 0x3, 0x7, 7",
    "AR, SIZE, 0x2, 0x1, 1",
    "AW, BURST, 0x1, 0x0, 0",
    "AW, LOCK, 0x0, 0x1, 1"
  })
  void anAddressMustNotChangeWhileItWaits(
      String channel, String signal, String from, String to, String value) {
    String message =
        violation(waitingOn(channel).set(channel + signal, Long.decode(value)).forever());
    assertThat(message)
        .isEqualTo(
            "m_axi_gmem_%s%s changed from %s to %s while %sVALID waits for %sREADY"
                .formatted(channel, signal, from, to, channel, channel));
  }

  @Test
  void writeDataMustNotBeWithdrawnOrChange() {
    ScriptedKernel full =
        script()
            .set("WVALID", 1)
            .until(kernel -> !kernel.axi("WREADY").isSet())
            .then(_ -> {})
            .set("WDATA", 7)
            .forever();
    assertThat(violation(full))
        .isEqualTo("m_axi_gmem_WDATA changed from 0x0 to 0x7 while WVALID waits for WREADY");
    ScriptedKernel dropped =
        script()
            .set("WVALID", 1)
            .until(kernel -> !kernel.axi("WREADY").isSet())
            .then(_ -> {})
            .set("WVALID", 0)
            .forever();
    assertThat(violation(dropped)).startsWith("WVALID dropped before WREADY");
  }

  @Test
  void allWordsOfWideDataMustStay() {
    ScriptedKernel changing =
        script()
            .set("WVALID", 1)
            .until(kernel -> !kernel.axi("WREADY").isSet())
            .then(_ -> {})
            .then(kernel -> kernel.axi("WDATA").setWord(7, 9))
            .forever();
    assertThat(violation(Shape.PLAIN.withData(512), changing))
        .startsWith("m_axi_gmem_WDATA changed from 0x0 to 0x9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ARVALID", "AWVALID", "WVALID"})
  void nothingIsValidInReset(String signal) {
    ScriptedKernel script = script().duringReset(kernel -> kernel.axi(signal).set(1)).forever();
    assertThatThrownBy(() -> new KernelFixture(script))
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.PROTOCOL_VIOLATION))
        .hasMessageContaining("m_axi_gmem @cycle 16: " + signal + " is high in reset");
  }

  @Test
  void nothingIsValidBeforeTheFirstEdgeAfterReset() {
    FakeKernel.Body body =
        new FakeKernel.Body() {
          @Override
          public boolean clock(FakeKernel kernel) {
            return false;
          }

          @Override
          public void settle(FakeKernel kernel) {
            kernel.axi("ARVALID").set(kernel.isReset() ? 0 : 1);
          }
        };
    try (KernelFixture fixture =
        new KernelFixture(Shape.PLAIN, () -> body, new FakeMemory(), HarnessOptions.DEFAULT)) {
      assertThatThrownBy(fixture.harness::reset)
          .hasMessageContaining(
              "@cycle 32: ARVALID is high before the first clock edge after reset");
      assertThat(Objects.requireNonNull(fixture.harness.fault()).error())
          .isEqualTo(RtlError.PROTOCOL_VIOLATION);
    }
  }

  @Test
  void registersThatResetLateAreAllowed() {
    ScriptedKernel script =
        script()
            .duringReset(
                kernel -> kernel.axi("ARVALID").set(kernel.axi("ARVALID").get() == 0 ? 0 : 1))
            .forever();
    try (KernelFixture fixture = new KernelFixture(script)) {
      assertThat(fixture.harness.fault()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AR|0x4c40|256|2|1|INCR burst crosses a 4 KiB boundary: addr 0x400000004c40, 256 beats x 4"
            + " bytes",
        "AW|0x0ffc|2|2|1|INCR burst crosses a 4 KiB boundary: addr 0x400000000ffc, 2 beats x 4"
            + " bytes",
        "AW|0x0fff|2|0|1|INCR burst crosses a 4 KiB boundary: addr 0x400000000fff, 2 beats x 1"
            + " bytes",
        "AR|0x0000|17|2|0|FIXED burst is longer than 16 beats: addr 0x400000000000, 17 beats x 4"
            + " bytes",
        "AR|0x0000|3|2|2|WRAP burst is not 2, 4, 8 or 16 beats long: addr 0x400000000000, 3 beats x"
            + " 4 bytes",
        "AW|0x0000|32|2|2|WRAP burst is not 2, 4, 8 or 16 beats long: addr 0x400000000000, 32 beats"
            + " x 4 bytes",
        "AR|0x0002|4|2|2|WRAP burst starts off a multiple of its beat size: addr 0x400000000002, 4"
            + " beats x 4 bytes",
        "AR|0x0000|1|2|3|reserved burst type 3: addr 0x400000000000, 1 beats x 4 bytes",
        "AW|0x0000|1|3|1|beats of 8 bytes on a bus of 4 bytes: addr 0x400000000000, 1 beats x 8"
            + " bytes"
      })
  void burstsKeepToTheRules(
      String channel, String offset, int beats, int size, int kind, String message) {
    ScriptedKernel script =
        script()
            .address(channel, BASE + Long.decode(offset), beats, size, kind)
            .handshake(channel)
            .forever();
    assertThat(violation(script)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource({"0x0c00, 256, 2, 1", "0x0ffe, 1, 2, 1", "0x0c01, 256, 2, 1", "0x0ff8, 4, 2, 2"})
  void burstsUpToTheBoundaryAreAllowed(String offset, int beats, int size, int kind) {
    ScriptedKernel script =
        script()
            .address("AR", BASE + Long.decode(offset), beats, size, kind)
            .handshake("AR")
            .take(beats, _ -> {});
    try (KernelFixture fixture = new KernelFixture(script)) {
      assertThat(fixture.harness.run(RunLimits.NONE).ports().getFirst().readBeats())
          .isEqualTo(beats);
    }
  }

  @Test
  void theLastBeatIsMarkedAndNoOther() {
    assertThat(
            violation(
                script()
                    .address("AW", BASE + 64, 4, 2, Burst.INCR)
                    .handshake("AW")
                    .data(0, 15, false)
                    .data(0, 15, true)
                    .forever()))
        .isEqualTo("WLAST on beat 2 of 4: addr 0x400000000040, 4 beats x 4 bytes");
    assertThat(
            violation(
                script()
                    .address("AW", BASE + 64, 2, 2, Burst.INCR)
                    .handshake("AW")
                    .data(0, 15, false)
                    .data(0, 15, false)
                    .forever()))
        .isEqualTo("no WLAST on beat 2 of 2: addr 0x400000000040, 2 beats x 4 bytes");
  }

  @Test
  void dataThatCameBeforeItsAddressIsCheckedToo() {
    assertThat(
            violation(
                script()
                    .data(0, 15, true)
                    .address("AW", BASE, 2, 2, Burst.INCR)
                    .handshake("AW")
                    .forever()))
        .startsWith("WLAST on beat 1 of 2");
  }

  @Test
  void strobesStayInTheLanesOfTheBeat() {
    assertThat(
            violation(
                Shape.PLAIN.withData(64),
                script()
                    .address("AW", BASE + 4, 1, 2, Burst.INCR)
                    .handshake("AW")
                    .data(0, 0xff, true)
                    .forever()))
        .isEqualTo(
            "WSTRB selects byte lane 0, which is not in beat 1 (lanes 4 to 7):"
                + " addr 0x400000000004, 1 beats x 4 bytes");
    assertThat(
            violation(
                Shape.PLAIN.withData(1024),
                script()
                    .address("AW", BASE + 127, 1, 7, Burst.INCR)
                    .handshake("AW")
                    .then(kernel -> kernel.axi("WSTRB").setWord(1, 3L << 62))
                    .data(0, 0, true)
                    .forever()))
        .startsWith("WSTRB selects byte lane 126, which is not in beat 1 (lanes 127 to 127)");
  }

  @Test
  void aKernelThatIsDoneLeavesNothingBehind() {
    assertThat(
            violation(
                script().address("AW", BASE, 4, 2, Burst.INCR).handshake("AW").data(0, 15, false)))
        .isEqualTo(
            "the kernel is done and leaves a write burst (addr 0x400000000000, 4 beats x 4 bytes)"
                + " with 1 of 4 beats given");
    assertThat(
            violation(
                script().address("AW", BASE, 1, 2, Burst.INCR).handshake("AW").data(0, 15, true)))
        .isEqualTo(
            "the kernel is done and leaves a write burst (addr 0x400000000000, 1 beats x 4 bytes)"
                + " whose response is not taken");
    assertThat(
            violation(
                script().address("AR", BASE, 4, 2, Burst.INCR).handshake("AR").take(1, _ -> {})))
        .isEqualTo(
            "the kernel is done and leaves a read burst (addr 0x400000000000, 4 beats x 4 bytes)"
                + " with 1 of 4 beats taken");
    assertThat(violation(script().data(1, 15, true)))
        .isEqualTo("the kernel is done and leaves 1 beats of write data without an address");
  }

  @Test
  void exclusiveAccessIsAnsweredAsAnOrdinaryOne() {
    ScriptedKernel script =
        script()
            .set("ARLOCK", 1)
            .address("AR", BASE, 1, 2, Burst.INCR)
            .handshake("AR")
            .take(1, kernel -> assertThat(kernel.axi("RRESP").get()).isZero());
    try (KernelFixture fixture = new KernelFixture(script)) {
      fixture.harness.run(RunLimits.NONE);
    }
  }

  @Test
  void theFirstFaultIsKept() {
    ScriptedKernel script =
        script()
            .address("AR", BASE, 1, 2, 3)
            .handshake("AR")
            .address("AR", BASE, 17, 2, 0)
            .handshake("AR")
            .forever();
    try (KernelFixture fixture = new KernelFixture(script)) {
      assertThat(fixture.violation()).startsWith("reserved burst type 3");
      fixture.harness.readRegister(0x10);
      assertThat(fixture.violation()).startsWith("reserved burst type 3");
    }
  }
}
