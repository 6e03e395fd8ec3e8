package dev.backplane.opae.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Numbers are all that C and Java have in common. */
class LibraryFunctionTest {
  @Test
  void cHasTheOperationsInTheSameOrder() throws Exception {
    Path list = Path.of("../clib/src/main/c/opae/operations.def");
    assertThat(Files.readAllLines(list))
        .filteredOn(line -> line.startsWith("OPERATION("))
        .map(line -> line.substring("OPERATION(".length(), line.length() - 1))
        .containsExactlyElementsOf(Stream.of(LibraryFunction.values()).map(Enum::name).toList());
  }
}
