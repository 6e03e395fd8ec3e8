package dev.backplane.opae.card;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Device;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The native loop-back through the public face: in Java and in RTL it does the same. */
final class LoopbackTest {
  private static String of(String image) {
    return "{\"cards\": [{\"image\": \"%s\"}]}".formatted(OpaeCard.example(image));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 700})
  void javaAndRtlCopyLinesAndTellTheSame(int lines) {
    String ofJava = told("{}", lines);

    assertThat(ofJava).contains(" %1$x %1$x ".formatted(lines));
    assertThat(told(of("nlb0/nlb0.gbs"), lines)).as("CCI-P").isEqualTo(ofJava);
    assertThat(told(of("nlb0-axi/nlb0_axi.gbs"), lines)).as("AXI").isEqualTo(ofJava);
  }

  private static String told(String config, int lines) {
    try (OpaeCard card = OpaeCard.of(config);
        Device accelerator = card.accelerator()) {
      // The second copy finds the registers as the first has left them.
      return Loopback.copy(accelerator, lines, lines) + Loopback.copy(accelerator, lines + 1, 3);
    }
  }
}
