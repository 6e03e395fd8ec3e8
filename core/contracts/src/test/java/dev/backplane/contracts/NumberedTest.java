package dev.backplane.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NumberedTest {
  @TempDir Path folder;

  @Test
  void cHasTheConstantsInOrderAndNothingElseOfTheEnum() throws IOException {
    Compilation done =
        Compilation.of(
            folder,
            """
            package sample;
            /** As if it were a public interface Request. */
            @dev.backplane.api.contract.Numbered(macros = "requests.def")
            enum Request {
              HELLO,
              LIST { @Override int other() { return 2; } };
              static final int SIZE = 3;
              int other() { return 1; }
            }
            """);
    assertThat(done.problems()).isEmpty();
    assertThat(Files.readAllLines(folder.resolve("sample/requests.def")))
        .containsExactly(
            "/* Made of sample.Request. */", "NUMBER(HELLO)", "NUMBER(LIST)", "#undef NUMBER");
  }
}
