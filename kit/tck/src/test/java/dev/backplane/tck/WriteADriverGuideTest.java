package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows the page "Write a driver in 15 minutes" up to where Maven would build the copy. */
final class WriteADriverGuideTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern COMMANDS = Pattern.compile("```bash\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path repository;

  @Test
  void theCopyIsADriverOfItsOwnThatCompiles() throws Exception {
    copy(ROOT.resolve("kit/null/src"), repository.resolve("kit/null/src"));
    Files.copy(ROOT.resolve("kit/null/pom.xml"), repository.resolve("kit/null/pom.xml"));
    Files.copy(ROOT.resolve("pom.xml"), repository.resolve("pom.xml"));

    follow();

    Path driver = repository.resolve("blink/driver");
    assertThat(repository.resolve("pom.xml")).content().contains("<module>blink/driver</module>");
    assertThat(driver.resolve("pom.xml"))
        .content()
        .contains("<artifactId>backplane-blink-driver</artifactId>");
    assertThat(driver.resolve("src/main/resources/META-INF/backplane/meta.toml"))
        .content()
        .contains("name = \"blink\"", "dev.backplane.blink.driver", "[\"BlinkDriver\"]");
    compile(driver);
  }

  /** Runs what the page says, without the lines that need Maven or what Maven built. */
  private void follow() throws IOException, InterruptedException {
    Matcher commands = COMMANDS.matcher(Files.readString(ROOT.resolve("docs/write-a-driver.md")));
    StringBuilder script = new StringBuilder("set -eu\n");
    while (commands.find()) {
      script.append(commands.group(1));
    }
    Path file = Files.writeString(repository.resolve("commands"), withoutBuild(script.toString()));
    Process bash =
        new ProcessBuilder("bash", file.toString())
            .directory(repository.toFile())
            .redirectErrorStream(true)
            .redirectOutput(repository.resolve("output").toFile())
            .start();
    assertThat(bash.waitFor(10, TimeUnit.MINUTES)).as("the commands ended").isTrue();
    assertThat(bash.exitValue()).as(Files.readString(repository.resolve("output"))).isZero();
  }

  private static String withoutBuild(String script) {
    return script.replaceAll("(?m)^(mvn|./backplane) .*$", "");
  }

  private static void compile(Path driver) throws IOException {
    StringWriter said = new StringWriter();
    List<String> arguments = new ArrayList<>();
    String path =
        System.getProperty("java.class.path") + ":" + System.getProperty("jdk.module.path", "");
    arguments.addAll(List.of("-d", driver.resolve("out").toString(), "--module-path", path));
    try (Stream<Path> sources = Files.walk(driver.resolve("src/main/java"))) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(new PrintWriter(said), new PrintWriter(said), arguments.toArray(String[]::new));

    assertThat(code).as(said.toString()).isZero();
    assertThat(driver.resolve("out/dev/backplane/blink/driver/BlinkDriver.class")).exists();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path));
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }
}
