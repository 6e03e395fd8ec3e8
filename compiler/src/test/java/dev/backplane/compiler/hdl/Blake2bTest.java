package dev.backplane.compiler.hdl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hashes that Python's hashlib gives with digest_size 16. */
class Blake2bTest {
  @ParameterizedTest
  @CsvSource({
    "'', 0, cae66941d9efbd404e4d88758ea67670",
    "abc, 1, cf4ab791c62b8d2b2109c90275287816",
    "a, 127, 2228006d5107a5239e500da574466288",
    "a, 128, 1271d28e731afb57bdfba6bdaf3501be",
    "a, 129, 68b7bafbad5055c4ebe6eb170a0f8524",
    "abc, 1000, 5423cbd09c14ddc44315a8f90ac8c133",
  })
  void aMessageHasItsHash(String text, int times, String hash) {
    byte[] message = text.repeat(times).getBytes(StandardCharsets.US_ASCII);

    assertThat(HexFormat.of().formatHex(Blake2b.hash(message))).isEqualTo(hash);
  }
}
