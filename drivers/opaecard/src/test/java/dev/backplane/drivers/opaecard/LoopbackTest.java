package dev.backplane.drivers.opaecard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The native loop-back through the public face. */
final class LoopbackTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 700})
  void linesAreCopiedAndCounted(int lines) {
    try (OpaeCard card = OpaeCard.of("{}");
        Device accelerator = card.accelerator()) {
      assertThat(Loopback.copy(accelerator, lines, lines)).contains(Integer.toHexString(lines));
    }
  }
}
