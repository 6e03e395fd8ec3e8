package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the documents tell the truth: links lead somewhere, examples are the programs, and
 * commands work. Each block of commands has a folder of its own, so that two run at a time.
 */
@Execution(ExecutionMode.CONCURRENT)
class DocumentsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  /** A block of commands in a document; those marked {@code sh} are run. */
  record Commands(String document, String text) {
    @Override
    public String toString() {
      return document + ": " + text.strip().replace("\n", "; ");
    }
  }

  @Test
  void linksLeadSomewhere() {
    Set<String> broken = new TreeSet<>();
    for (Path document : documents()) {
      Matcher links = LINK.matcher(Checkout.read(document));
      while (links.find()) {
        String target = links.group(1);
        String anchor = links.group(2);
        if (target.contains("://")) {
          continue;
        }
        Path page = target.isEmpty() ? document : document.resolveSibling(target).normalize();
        if (!Files.exists(page) || !hasHeading(page, anchor)) {
          broken.add(Checkout.name(document) + " -> " + links.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theProgramOfTheReadmeIsTheOneThatTheBuildRuns() {
    List<String> blocks = blocks(Checkout.ROOT.resolve("README.md"), "java").toList();
    String program =
        Checkout.read(
            Checkout.ROOT.resolve("examples/src/main/java/dev/backplane/examples/HashFile.java"));
    assertThat(blocks).hasSize(1);
    assertThat(withoutIndentation(program)).contains(withoutIndentation(blocks.getFirst()));
  }

  @Test
  void thePartsOfTheGuideThroughTheApiAreThoseOfTheProgramThatTheBuildCompiles() {
    List<String> blocks = blocks(Checkout.ROOT.resolve("docs/api.md"), "java").toList();
    String program =
        Checkout.read(
            Checkout.ROOT.resolve("examples/src/main/java/dev/backplane/examples/ApiTour.java"));
    assertThat(blocks).isNotEmpty();
    for (String block : blocks) {
      assertThat(withoutIndentation(program)).contains(withoutIndentation(block));
    }
  }

  @Test
  void theTestOfThePageOnJUnitIsTheOneThatTheBuildRuns() {
    assertThat(blocks(Checkout.ROOT.resolve("docs/junit.md"), "java"))
        .containsExactly(
            Checkout.read(
                Checkout.ROOT.resolve(
                    "examples/src/test/java/dev/backplane/examples/VaddKernelTest.java")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  @Timeout(600)
  void commandsWork(Commands commands, @TempDir Path folder)
      throws IOException, InterruptedException {
    assumeTrue(
        Files.exists(Checkout.ROOT.resolve("app/dist/target/backplane/stamp")),
        "the command line was not packaged in this build; 'mvn verify' does");
    Path output = folder.resolve("output.txt");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-euc", commands.text())
            .directory(Checkout.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    shell.environment().put("BACKPLANE_BUILD", "never");
    Process process = shell.start();
    process.getOutputStream().close();
    boolean ended = process.waitFor(10, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as(Checkout.read(output)).isTrue();
    assertThat(process.exitValue()).as(Checkout.read(output)).isZero();
  }

  @Test
  void theChangelogTellsOfThisVersion() {
    Matcher version =
        Pattern.compile("<version>([^<]+)</version>")
            .matcher(Checkout.read(Checkout.ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(Checkout.read(Checkout.ROOT.resolve("CHANGELOG.md")))
        .contains("## " + version.group(1));
  }

  static Stream<Commands> commands() {
    return documents().stream()
        .flatMap(
            document ->
                blocks(document, "sh").map(text -> new Commands(Checkout.name(document), text)));
  }

  /** Tells whether a link that may have an anchor finds it; only pages have headings. */
  private static boolean hasHeading(Path page, @Nullable String anchor) {
    return anchor == null || !page.toString().endsWith(".md") || anchors(page).contains(anchor);
  }

  /** {@return what links to headings of a page call them: in lower case, with hyphens} */
  private static Set<String> anchors(Path page) {
    return HEADING
        .matcher(Checkout.read(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").strip().replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static List<Path> documents() {
    return Checkout.files(name -> name.endsWith(".md"));
  }

  private static Stream<String> blocks(Path document, String language) {
    return BLOCK
        .matcher(Checkout.read(document))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2));
  }

  private static String withoutIndentation(String text) {
    return text.replaceAll("(?m)^ +", "").strip();
  }
}
