package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the pages that give reasons: each is linked from their index and from a guide, and the
 * types that they and the maps of the code name are there.
 */
class RationaleTest {
  private static final String FOLDER = "docs/rationale/";

  /** A name in code font that has the form of a type of ours: two humps at least, and no more. */
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)`");

  /** A package or a type in a package, in full or as the glossary shortens it. */
  private static final Pattern QUALIFIED =
      Pattern.compile(
          "`(?:dev\\.backplane\\.)?((?:api|capi|compiler|driverkit|harness|netlist"
              + "|opae\\.(?:abi|card|clib|door|driver)|pi|rtl|runtime|xclbin|xrt)\\.[a-z][a-z0-9.]*(?:[A-Z]\\w*)?)`");

  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w+)");

  /** Types of the JDK, and names of other things that have the form of a type. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "AutoCloseable",
          "ServiceLoader",
          "StrictMath",
          "SymbolLookup",
          "CompletionStage",
          "MemorySegment");

  @Test
  void eachPageIsLinkedFromTheIndexAndFromAGuide() {
    Set<String> unlinked = new TreeSet<>();
    String index = Checkout.read(Checkout.ROOT.resolve(FOLDER + "README.md"));
    String guides = guides().stream().map(Checkout::read).collect(Collectors.joining("\n"));
    for (Path page : pages()) {
      String name = page.getFileName().toString();
      if (!index.contains("](" + name + ")")) {
        unlinked.add(name + ": not in the index");
      }
      if (!Pattern.compile("\\]\\(rationale/" + Pattern.quote(name) + "[)#]")
          .matcher(guides)
          .find()) {
        unlinked.add(name + ": in no guide");
      }
    }
    assertThat(unlinked).isEmpty();
  }

  @Test
  void codeNamesPagesThatAreThere() {
    Pattern reference = Pattern.compile("docs/[\\w/.-]*\\w\\.md");
    Set<String> missing = new TreeSet<>();
    for (Path file : Checkout.files(RationaleTest::isCode)) {
      Matcher references = reference.matcher(Checkout.read(file));
      while (references.find()) {
        if (!Files.exists(Checkout.ROOT.resolve(references.group()))) {
          missing.add(Checkout.name(file) + " -> " + references.group());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void typesThatPagesNameAreThere() {
    Set<String> declared = new HashSet<>(OF_OTHERS);
    for (Path source : Checkout.files(name -> name.endsWith(".java"))) {
      declared.add(source.getFileName().toString().replace(".java", ""));
      DECLARATION.matcher(Checkout.read(source)).results().forEach(it -> declared.add(it.group(1)));
    }
    Set<String> gone = new TreeSet<>();
    for (Path page : described()) {
      TYPE.matcher(Checkout.read(page))
          .results()
          .map(MatchResult::group)
          .map(name -> name.replace("`", ""))
          .filter(name -> !declared.contains(name))
          .forEach(name -> gone.add(Checkout.name(page) + ": " + name));
    }
    assertThat(gone).isEmpty();
  }

  @Test
  void packagesThatPagesNameAreThere() {
    Set<String> sources =
        Checkout.files(name -> name.endsWith(".java")).stream()
            .map(Checkout::name)
            .collect(Collectors.toSet());
    Set<String> gone = new TreeSet<>();
    for (Path page : described()) {
      Matcher names = QUALIFIED.matcher(Checkout.read(page));
      while (names.find()) {
        String path = "/" + names.group(1).replace('.', '/');
        if (sources.stream()
            .noneMatch(it -> it.contains(path + "/") || it.endsWith(path + ".java"))) {
          gone.add(Checkout.name(page) + ": " + names.group());
        }
      }
    }
    assertThat(gone).isEmpty();
  }

  @Test
  void theMapOfModulesIsWhole() {
    Set<String> modules =
        Pattern.compile("<module>([^<]+)</module>")
            .matcher(Checkout.read(Checkout.ROOT.resolve("pom.xml")))
            .results()
            .map(it -> it.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> named =
        Pattern.compile("(?m)^([a-z][\\w/-]*)/ {2,}")
            .matcher(Checkout.read(Checkout.ROOT.resolve("docs/architecture.md")))
            .results()
            .map(it -> it.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).isEqualTo(modules);
  }

  private static List<Path> described() {
    return Stream.concat(
            pages().stream(),
            Stream.of("docs/architecture.md", "docs/glossary.md").map(Checkout.ROOT::resolve))
        .toList();
  }

  private static List<Path> pages() {
    return Checkout.files(
        name -> name.startsWith(FOLDER) && name.endsWith(".md") && !name.endsWith("/README.md"));
  }

  private static List<Path> guides() {
    return Checkout.files(name -> name.matches("docs/[^/]+\\.md") || name.matches("[^/]+\\.md"));
  }

  private static boolean isCode(String name) {
    return name.endsWith(".java") || name.startsWith("tools/") || name.matches("dist/\\w+");
  }
}
