package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What tools/opae-library leaves out of the run-time image. A driver that misses a class is passed
 * over there, so that a program in C would find no device and not know why.
 */
class OpaeLibraryTest {
  private static final Pattern LEFT_OUT = Pattern.compile("([a-z][a-z0-9-]*)-\\*(?= \\||\\))");
  private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

  @Test
  void nothingIsLeftOutThatSomethingInItNeeds() {
    Set<String> leftOut = leftOut();
    assertThat(leftOut).contains("backplane-cli");
    Map<String, Set<String>> needs = needs();
    Set<String> wrong = new TreeSet<>();
    for (String module : reached("backplane-cli", "backplane-opae-door", needs)) {
      if (!isLeftOut(module, leftOut)) {
        for (String needed : needs.getOrDefault(module, Set.of())) {
          if (isLeftOut(needed, leftOut)) {
            wrong.add(module + " needs " + needed);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Names of artifacts, which may be the beginning of several: {@code backplane-door}. */
  private static Set<String> leftOut() {
    Set<String> names = new TreeSet<>();
    String script = Checkout.read(Checkout.ROOT.resolve("tools/opae-library"));
    String cases =
        script.substring(script.indexOf("case $jar in"), script.indexOf("*)\n      cp "));
    LEFT_OUT.matcher(cases).results().forEach(match -> names.add(match.group(1)));
    return names;
  }

  private static boolean isLeftOut(String artifact, Set<String> leftOut) {
    return leftOut.stream()
        .anyMatch(name -> artifact.equals(name) || artifact.startsWith(name + "-"));
  }

  /** What each module's own code is compiled with. */
  private static Map<String, Set<String>> needs() {
    Map<String, Set<String>> needs = new HashMap<>();
    for (Path file : Checkout.files(name -> name.endsWith("pom.xml"))) {
      String pom = Checkout.read(file);
      int begin = pom.indexOf("</parent>");
      int end = pom.indexOf("<build>");
      if (begin < 0) {
        continue; // The root has no code.
      }
      String head = pom.substring(begin, end < 0 ? pom.length() : end);
      String own = ARTIFACT.matcher(head).results().findFirst().orElseThrow().group(1);
      Set<String> of = needs.computeIfAbsent(own, _ -> new TreeSet<>());
      DEPENDENCY
          .matcher(head)
          .results()
          .map(match -> match.group(1))
          .filter(each -> !each.contains("<scope>test") && !each.contains("<scope>provided"))
          .filter(each -> !each.contains("<optional>true"))
          .forEach(
              each ->
                  ARTIFACT.matcher(each).results().findFirst().ifPresent(a -> of.add(a.group(1))));
    }
    return needs;
  }

  private static Set<String> reached(String one, String other, Map<String, Set<String>> needs) {
    Set<String> reached = new TreeSet<>(Set.of(one, other));
    boolean grew = true;
    while (grew) {
      grew = false;
      for (String each : List.copyOf(reached)) {
        grew |= reached.addAll(needs.getOrDefault(each, Set.of()));
      }
    }
    return reached;
  }
}
