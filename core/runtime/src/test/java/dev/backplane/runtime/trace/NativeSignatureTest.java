package dev.backplane.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.backplane.runtime.trace.NativeSignature.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NativeSignatureTest {
  @Test
  void parametersAreReadAsCSpellsThem() {
    NativeSignature signature =
        NativeSignature.parse(
            "piMake(pi_uint32 count, const unsigned char **binaries, void *value, "
                + "const char *const *names, struct image* image)");
    assertThat(signature.name()).isEqualTo("piMake");
    assertThat(signature.parameters())
        .containsExactly(
            new Parameter(false, "pi_uint32", 0, "count"),
            new Parameter(true, "unsigned char", 2, "binaries"),
            new Parameter(false, "void", 1, "value"),
            new Parameter(true, "char", 2, "names"),
            new Parameter(false, "struct image", 1, "image"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"piDone()", "piDone(void)", " piDone ( ) "})
  void aFunctionMayTakeNothing(String prototype) {
    assertThat(NativeSignature.parse(prototype)).extracting("name").isEqualTo("piDone");
    assertThat(NativeSignature.parse(prototype).parameters()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "piDone", "piDone(", "piDone(int)", "piDone(int a,)", "(int a)"})
  void refusesATextThatIsNoPrototype(String prototype) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NativeSignature.parse(prototype))
        .withMessageContaining(prototype);
  }
}
