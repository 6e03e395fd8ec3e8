package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything that {@code tools/release} publishes, with sources and Javadoc. */
@Tag("nightly")
@Timeout(3600)
final class PublishedRepositoryTest {
  @TempDir private Path folder;

  @Test
  void everyArtifactHasSourcesJavadocAPomOfItsOwnAndABillOfMaterials() throws Exception {
    Path repository = new Release(folder).repository();
    try (Stream<Path> artifacts = Files.list(repository.resolve("dev/backplane"))) {
      List<Path> folders = artifacts.filter(each -> !each.endsWith("backplane-bom")).toList();
      assertThat(folders).hasSizeGreaterThan(30);
      for (Path artifact : folders) {
        String name = artifact.getFileName() + "-0.1.0";
        Path version = artifact.resolve("0.1.0");
        for (String part :
            List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", ".pom.sha1")) {
          assertThat(version.resolve(name + part)).isNotEmptyFile();
        }
        assertThat(Checkout.read(version.resolve(name + ".pom")))
            .contains("<url>https://backplane.dev</url>", "<licenses>", "<developers>", "<scm>")
            .doesNotContain("<parent>", "${", "<scope>test</scope>");
      }
    }
  }

  @Test
  void whatIsReleasedTwiceIsTheSameToTheLastBit() throws Exception {
    String[] jarsOnly = {
      "-Dmaven.javadoc.skip=true", "-Dmaven.source.skip=true", "-Dcyclonedx.skip=true"
    };
    Path first = new Release(folder.resolve("first"), jarsOnly).repository();
    Path second = new Release(folder.resolve("second"), jarsOnly).repository();
    try (Stream<Path> files = Files.walk(first)) {
      List<Path> released =
          files.filter(each -> each.toString().matches(".*[.](jar|pom)")).toList();
      assertThat(released).hasSizeGreaterThan(60);
      for (Path file : released) {
        assertThat(second.resolve(first.relativize(file))).hasSameBinaryContentAs(file);
      }
    }
  }
}
