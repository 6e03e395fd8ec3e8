package dev.backplane.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackplaneExceptionTest {
  @Test
  void theMessageSaysCodeOperationObjectProblemPluginAndRemedy() {
    BackplaneException error =
        BackplaneException.because(ErrorCode.OUT_OF_DEVICE_MEMORY, "no room for 4096 bytes")
            .during("allocate in")
            .on("bank DDR[0]")
            .by("softcard")
            .remedy("Close buffers")
            .build();
    assertThat(error)
        .hasMessage(
            "BP4002 OUT_OF_DEVICE_MEMORY: allocate in bank DDR[0]: no room for 4096 bytes"
                + " (plugin softcard). Close buffers");
  }

  @Test
  void aLayerThatKnowsMoreAddsWhatIsMissingAndKeepsWhatIsThere() {
    BackplaneException deep =
        BackplaneException.because(ErrorCode.BUSY, "held").on("card0").build();
    BackplaneException known = deep.with().on("other").by("softcard").during("open").build();
    assertThat(known.subject()).isEqualTo("card0");
    assertThat(known.plugin()).isEqualTo("softcard");
    assertThat(known.code()).isEqualTo(ErrorCode.BUSY);
    assertThat(known).hasCause(deep);
  }
}
