package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Nothing is left for later, nothing is swallowed, nothing is true on one machine only. */
class WordsTest {
  private static final List<String> TEXT =
      List.of(".java", ".md", ".xml", ".toml", ".json", ".sv", ".v", ".sh", ".mjs", ".c", ".h");

  @Test
  void nothingIsLeftForLater() {
    // Put together here, so that this file does not find itself.
    assertThat(places("\\b(" + "TO" + "DO|FIX" + "ME|XX" + "X)\\b")).isEmpty();
  }

  @Test
  void noErrorIsSwallowed() {
    assertThat(places("catch *\\([^)]*\\) *\\{\\s*\\}")).isEmpty();
  }

  @Test
  void noPathIsThatOfOneMachine() {
    assertThat(places("(?<![\\w.])/(" + "root|wo" + "rk|Users|home/\\w+)/")).isEmpty();
  }

  @Test
  void noTestIsSwitchedOffWithoutACondition() {
    assertThat(places("@" + "Disabled\\b")).isEmpty();
  }

  private static Set<String> places(String expression) {
    Pattern pattern = Pattern.compile(expression);
    Set<String> found = new TreeSet<>();
    for (Path file : Checkout.files(WordsTest::isText)) {
      String text = Checkout.read(file);
      Matcher matcher = pattern.matcher(text);
      while (matcher.find()) {
        long line = text.substring(0, matcher.start()).lines().count();
        found.add(Checkout.name(file) + ":" + line + " " + matcher.group());
      }
    }
    return found;
  }

  private static boolean isText(String name) {
    return TEXT.stream().anyMatch(name::endsWith)
        || name.startsWith("tools/")
        || name.equals("backplane");
  }
}
