package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.ImageBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of {@code kernel.toml} has the keys that are read, and no others. */
class KernelTomlPageTest {
  private static final Pattern THERE_ARE =
      Pattern.compile("is no known field; there are \\[([a-z_, ]+)]");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|.*\\|$");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "The kernel, zzz = 1",
    "Ports, '[[ports]]\nzzz = 1'",
    "Arguments, '[[args]]\nzzz = 1'"
  })
  void theTableOfASectionHasTheKeysThatAreRead(String section, String unknown) throws IOException {
    Path description = folder.resolve("kernel.toml");
    Files.writeString(description, (unknown.startsWith("[") ? "name = 'k'\n" : "") + unknown);
    RtlException refusal =
        catchThrowableOfType(
            RtlException.class,
            () -> ImageBuild.of(List.of()).java(description, "Some").build(step -> {}));
    Matcher keys = THERE_ARE.matcher(String.valueOf(refusal.getMessage()));
    assertThat(keys.find()).as(refusal.getMessage()).isTrue();
    assertThat(keysOf(section))
        .containsExactlyInAnyOrderElementsOf(
            new TreeSet<>(List.of(keys.group(1).strip().split(", "))));
  }

  private static List<String> keysOf(String section) {
    String page = Checkout.read(Checkout.ROOT.resolve("docs/kernel-toml.md"));
    return Stream.of(page.split("(?m)^## "))
        .filter(text -> text.startsWith(section + "\n"))
        .flatMap(text -> ROW.matcher(text).results())
        .map((MatchResult row) -> row.group(1))
        .toList();
  }
}
