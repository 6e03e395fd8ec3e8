package dev.backplane.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SecretsTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{\"password\": \"a\\\"b\", \"x\": 1}|{\"password\": \"***\", \"x\": 1}",
        "{\"db_Password\":1234}|{\"db_Password\":\"***\"}",
        "{\"a\": {\"apiKey\": true, \"secretToken\": null}}|{\"a\": {\"apiKey\": \"***\","
            + " \"secretToken\": \"***\"}}",
        "{\"monkey\": \"k\", \"path\": \"/x\"}|{\"monkey\": \"k\", \"path\": \"/x\"}",
      })
  void valuesOfMembersThatSoundLikeASecretAreHidden(String json, String hidden) {
    assertThat(Secrets.hidden(json)).isEqualTo(hidden);
  }
}
