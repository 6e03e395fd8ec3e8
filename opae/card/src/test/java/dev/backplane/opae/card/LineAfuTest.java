package dev.backplane.opae.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Placement;
import dev.backplane.api.Registers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An accelerator in RTL with a line of registers, and a request that breaks a rule. */
final class LineAfuTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int LINE = 0x140;
  private static final int LENGTH = 0x180;
  private static final int READ = 0x188;
  private static final int ANSWERS = 0x190;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static OpaeCard card(String more) {
    return OpaeCard.of(
        "{\"cards\": [{\"image\": \"%s\"%s}]}"
            .formatted(Path.of("src/test/rtl/line_ccip.gbs").toAbsolutePath(), more));
  }

  @Test
  void aWriteOf512BitsReachesRtlAsOneAccess() {
    try (OpaeCard card = card("");
        Device accelerator = card.accelerator()) {
      Registers registers = accelerator.facet(Registers.class);
      byte[] bytes = new byte[64];
      new Random(3).nextBytes(bytes);
      MemorySegment line = MemorySegment.ofArray(bytes);
      registers.write512(LINE, line);

      assertThat(registers.read64(LENGTH)).isEqualTo(2);
      for (int i = 0; i < 64; i += 8) {
        assertThat(registers.read64(LINE + i)).isEqualTo(line.get(LONG, i));
      }
      MemorySegment read = MemorySegment.ofArray(new byte[64]);
      registers.read512(LINE, read);
      assertThat(read.mismatch(line)).isEqualTo(-1);

      registers.write64(LINE + 8, 1);
      assertThat(registers.read64(LENGTH)).isEqualTo(1);
      registers.write32(LINE + 8, 1);
      assertThat(registers.read64(LENGTH)).isZero();
      for (long offset : new long[] {LINE + 8, LINE + 32, -64, 256 << 10}) {
        assertThat(
                catchThrowableOfType(
                        BackplaneException.class, () -> registers.write512(offset, line))
                    .code())
            .isEqualTo(ErrorCode.OUT_OF_RANGE);
      }
    }
  }

  @Test
  void aBrokenRuleIsAFault() {
    try (OpaeCard card = card("");
        Device accelerator = card.accelerator();
        EventStream events =
            accelerator.facet(Events.class).subscribe(Set.of(DeviceEvent.Kind.ERROR))) {
      accelerator.facet(Registers.class).write64(READ, 0);
      assertThat(events.next(SOON).orElseThrow())
          .isInstanceOfSatisfying(
              DeviceEvent.Error.class,
              error -> assertThat(error.text()).contains("reserved bits of a header"));
    }
  }

  @Test
  void aRuleThatTheCardOnlyWarnsOfEndsNothing() {
    try (OpaeCard card = card(", \"warn_only\": [\"reserved-bits\", \"quiet-in-reset\"]");
        Device accelerator = card.accelerator();
        Buffer buffer = accelerator.buffer(4096, Placement.host())) {
      Registers registers = accelerator.facet(Registers.class);
      for (int round = 1; round <= 3; round++) {
        registers.write64(READ, buffer.address() / 64);
        long answers = 0;
        for (int i = 0; i < 10_000 && answers < round; i++) {
          answers = registers.read64(ANSWERS);
        }
        assertThat(answers).isEqualTo(round);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"almost-full\"", "\"no-such-rule\"", "7", "\"\""})
  void anythingElseThanARuleThatCanBeAWarningIsRefused(String rule) {
    assertThatThrownBy(() -> card(", \"warn_only\": [" + rule + "]").device().close())
        .hasMessageContaining("warn_only");
  }
}
