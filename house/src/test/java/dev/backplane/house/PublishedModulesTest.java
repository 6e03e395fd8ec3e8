package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The poms say the same of what is published. */
final class PublishedModulesTest {
  private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");
  private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");
  private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
  private static final String SKIPPED = "<maven.deploy.skip>true</maven.deploy.skip>";
  private static final String BOM = "app/bom";

  /** The version of the interface of drivers that a plugin asks for; components have another. */
  private static final String OF_DRIVERS = "api_version = \"^1.0\"";

  private static String pom(String module) {
    return Checkout.read(Checkout.ROOT.resolve(module).resolve("pom.xml"));
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return found.group(1);
  }

  private static String artifact(String module) {
    return first(ARTIFACT, PARENT.matcher(pom(module)).replaceAll(""));
  }

  private static List<String> modules() {
    return MODULE.matcher(pom("")).results().map(found -> found.group(1)).toList();
  }

  private static List<String> published() {
    return modules().stream()
        .filter(module -> !module.equals(BOM) && !pom(module).contains(SKIPPED))
        .toList();
  }

  @Test
  void theBillOfMaterialsNamesEveryPublishedModuleAndNoOther() {
    String bom = pom(BOM);
    List<String> named =
        ARTIFACT
            .matcher(bom.substring(bom.indexOf("<dependencyManagement>")))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            published().stream().map(PublishedModulesTest::artifact).toList());
    assertThat(first(VERSION, bom)).isEqualTo(first(VERSION, pom("")));
  }

  @Test
  void everyPublishedModuleSaysWhatItIs() {
    assertThat(published())
        .hasSizeGreaterThan(30)
        .allSatisfy(
            module -> assertThat(pom(module)).as(module).contains("<name>", "<description>"));
    for (String described : List.of(pom(""), pom(BOM))) {
      assertThat(described).contains("<url>", "<licenses>", "<developers>", "<scm");
    }
  }

  @Test
  void theOneArtifactBringsEveryDriver() {
    List<String> drivers = new ArrayList<>();
    for (String module : published()) {
      Path described =
          Checkout.ROOT.resolve(module).resolve("src/main/resources/META-INF/backplane/meta.toml");
      if (Files.exists(described) && Checkout.read(described).contains(OF_DRIVERS)) {
        drivers.add("<artifactId>" + artifact(module) + "</artifactId>");
      }
    }
    assertThat(drivers).hasSizeGreaterThan(6);
    assertThat(pom("app/backplane")).contains(drivers).doesNotContain("xclbin-signature");
  }
}
