package dev.backplane.opae.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.opae.door.CProgram.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that valgrind finds no error of the library and of programs that use it. It reports much of
 * the JVM, which reads its guard pages on purpose; these reports do not count.
 */
final class MemoryUseTest {
  private static final Pattern ERROR = Pattern.compile("<error>.*?</error>", Pattern.DOTALL);
  private static final Pattern STACK = Pattern.compile("<stack>.*?</stack>", Pattern.DOTALL);
  private static final Pattern FRAME = Pattern.compile("<frame>.*?</frame>", Pattern.DOTALL);
  private static final Pattern OBJECT = Pattern.compile("<obj>(.*?)</obj>");

  @TempDir Path folder;

  @Test
  void memoryIsUsedWhereItIsAndGivenBack() throws Exception {
    assertUsesMemoryWell("functions");
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"accessors", "resources", "helpers", "misuse"})
  void memoryOfOtherProgramsIsUsedWhereItIsAndGivenBack(String name) throws Exception {
    assertUsesMemoryWell(name);
  }

  @Test
  void configurationsAreReadWhereTheyAre() throws Exception {
    Path small = Files.writeString(folder.toRealPath().resolve("small.cfg"), "{}");
    Path large = Files.writeString(folder.resolve("large.cfg"), " ".repeat(40_000));
    assertUsesMemoryWell("configuration", small, large);
  }

  private void assertUsesMemoryWell(String name, Object... arguments) throws Exception {
    Path report = folder.resolve("valgrind.xml");
    Outcome outcome = CProgram.compile(name, folder).underValgrind(report).run(arguments);
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(Files.readString(report)).contains("<state>FINISHED</state>");
    assertThat(errors(report, name)).isEmpty();
  }

  /** The errors whose innermost frame, but for the C library's and valgrind's own, is ours. */
  private static List<String> errors(Path report, String program) throws IOException {
    List<String> ours = new ArrayList<>();
    Matcher errors = ERROR.matcher(Files.readString(report));
    while (errors.find()) {
      Matcher stack = STACK.matcher(errors.group());
      if (stack.find() && isOurs(stack.group(), program)) {
        ours.add(errors.group());
      }
    }
    return ours;
  }

  private static boolean isOurs(String stack, String program) {
    Matcher frames = FRAME.matcher(stack);
    while (frames.find()) {
      Matcher object = OBJECT.matcher(frames.group());
      if (!object.find()) {
        // Code that the JVM has made.
        return false;
      }
      String file = Path.of(object.group(1)).getFileName().toString();
      if (file.startsWith("libopae-c") || file.equals(program)) {
        return true;
      }
      if (!file.startsWith("libc.") && !file.startsWith("vgpreload") && !file.startsWith("ld-")) {
        return false;
      }
    }
    return false;
  }
}
