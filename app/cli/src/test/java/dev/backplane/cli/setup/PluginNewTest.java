package dev.backplane.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.compiler.ComponentPlugins;
import dev.backplane.compiler.ComponentReport;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.ir.GraphJson;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.Registry;
import dev.backplane.compiler.ir.Shape;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Projects of new plugins: what is in them, and that it works. */
class PluginNewTest {
  /** These tests run as modules, and what they start does not. */
  private static final String CLASS_PATH =
      System.getProperty("java.class.path", "")
          + File.pathSeparator
          + System.getProperty("jdk.module.path", "");

  @TempDir Path temp;

  private Path make(String name, String kind) {
    Path project = temp.resolve(name);
    Outcome outcome = Outcome.of("plugin", "new", name, "--kind", kind, project.toString());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("mvn verify");
    assertThat(outcome.code()).isZero();
    return project;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"component, softsign2, newplugin", "driver, blink, nulldriver"})
  void everythingHasTheNewName(String kind, String name, String template) throws IOException {
    Path project = make(name, kind);

    for (Path file : files(project)) {
      assertThat(project.relativize(file).toString() + Files.readString(file))
          .doesNotContainIgnoringCase(template)
          .doesNotContain("${");
    }
    assertThat(project.resolve("src/main/resources/META-INF/backplane/meta.toml"))
        .content()
        .contains("name = \"" + name + '"', "package = \"" + name + '"');
    assertThat(files(project.resolve("src/test"))).isNotEmpty();
    assertThat(project.resolve("README.md")).exists();
    assertThat(project.resolve("pom.xml")).content().contains("<version>0.1.0</version>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"node", "random"})
  void aNameThatIsATypeOfTheTemplateMakesAnotherClass(String name) throws Exception {
    Path project = make(name, "component");
    Path classes = project.resolve("target/classes");

    compile(project.resolve("src/main/java"), classes, "");
    compile(
        project.resolve("src/test/java"),
        project.resolve("target/test-classes"),
        classes + File.pathSeparator);

    String type = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Component";
    assertThat(classes.resolve(name).resolve(type + ".class")).exists();
    assertThat(project.resolve("src/main/resources/META-INF/backplane/meta.toml"))
        .content()
        .contains('"' + type + '"');
  }

  @ParameterizedTest
  @ValueSource(strings = {"relu", "input", "java", "lambda"})
  void aNameThatIsTakenIsRefused(String name) {
    Outcome outcome =
        Outcome.of("plugin", "new", name, "--kind", "component", temp.resolve("p").toString());
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains(name, "choose another name");
    assertThat(temp.resolve("p")).doesNotExist();
  }

  /** Compiles and tests a component as its build does, with what this test runs on. */
  @Test
  void aNewComponentPassesItsTestsAndIsLoadedFromItsFolder() throws Exception {
    Path project = make("softsign2", "component");
    Path classes = project.resolve("target/classes");
    compile(project.resolve("src/main/java"), classes, "");
    copy(project.resolve("src/main/resources"), classes);
    compile(
        project.resolve("src/test/java"),
        project.resolve("target/test-classes"),
        classes + File.pathSeparator);

    String said =
        run(
            List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                String.join(
                    File.pathSeparator,
                    classes.toString(),
                    project.resolve("target/test-classes").toString(),
                    CLASS_PATH),
                ProjectTests.class.getName(),
                "softsign2.Softsign2Test"));
    assertThat(said).contains("4 tests, 0 failed");

    ComponentPlugins plugins = ComponentPlugins.load(List.of(project.resolve("target/classes")));
    assertThat(plugins.reports())
        .filteredOn(report -> report.name().equals("softsign2"))
        .singleElement()
        .satisfies(report -> assertThat(report.refusal()).isEmpty());
    assertThat(plugins.compiler().components().types()).contains("softsign2", "linear");
    assertThat(plugins.reports()).extracting(ComponentReport::refusal).allMatch(e -> e.isEmpty());

    commandsUse(jar(classes, Files.createDirectory(temp.resolve("plugins"))));
  }

  private static Path jar(Path classes, Path folder) throws IOException {
    Path jar = folder.resolve("softsign2.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Path file : files(classes)) {
        out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  /** As a person does: the jar is in a folder that the configuration names, and in a graph. */
  private void commandsUse(Path jar) throws IOException {
    Path configuration =
        Files.writeString(
            temp.resolve("backplane.json"),
            "{\"plugin_path\": [\"plugins\"], \"plugins\": [{\"module\": \"softcard\"}]}");
    Graph graph =
        Graph.builder()
            .node(
                "in",
                Node.INPUT,
                Attributes.NONE
                    .with("shape", Shape.of(3).asAttribute())
                    .with("width", 8)
                    .with("fraction", 4))
            .node("negative", "softsign2", Attributes.NONE)
            .node("out", Node.OUTPUT, Attributes.NONE)
            .edge("in", "negative")
            .edge("negative", "out")
            .build();
    String network =
        Files.writeString(
                temp.resolve("net.json"), GraphJson.write(Registry.of(Map.of("net", graph))))
            .toString();
    List<String> named = List.of("--plugins", jar.resolveSibling(".").normalize().toString());
    for (List<String> where : List.of(List.of("--config", configuration.toString()), named)) {
      Path out = temp.resolve("out" + where.getFirst());
      String made = said(where, "compile", network, "-o", out.toString());
      assertThat(made).contains("net: 1 layers, input 3 of fixed(8, 4)");
      assertThat(out.resolve("net_network.v")).content().contains("softsign2");
      assertThat(out.resolve("softsign2.v")).exists();
      assertThat(said(where, "components", "softsign2"))
          .containsPattern("location +" + jar)
          .containsPattern("purpose +the negation of each element");
    }
    assertThat(said(List.of("--config", configuration.toString()), "plugins"))
        .containsPattern("softsign2 +0\\.1\\.0 +ready");
    if (Files.isExecutable(Path.of("/usr/bin/verilator"))) {
      assertThat(said(named, "simulate", network)).contains("hardware and interpreter agree");
    }

    Outcome without = Outcome.of("compile", network, "-o", temp.resolve("none").toString());
    assertThat(without.code()).isNotZero();
    assertThat(without.err()).contains("no component of type softsign2");

    Files.writeString(jar, "no jar");
    Outcome refused =
        Outcome.of(Stream.concat(Stream.of("components"), named.stream()).toArray(String[]::new));
    assertThat(refused.code()).isZero();
    assertThat(refused.err()).contains("refused: softsign2.jar: ");
    assertThat(refused.out()).contains("linear");
  }

  private static String said(List<String> where, String... command) {
    Outcome outcome =
        Outcome.of(Stream.concat(Stream.of(command), where.stream()).toArray(String[]::new));
    assertThat(outcome.code()).as(outcome.err()).isZero();
    return outcome.out();
  }

  private static void compile(Path sources, Path classes, String more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-Xlint:all,-classfile,-processing",
                "-Werror",
                "-cp",
                more + CLASS_PATH,
                "-d",
                classes.toString()));
    files(sources).forEach(file -> command.add(file.toString()));
    int result =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new));
    assertThat(result).isZero();
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      Path target = to.resolve(from.relativize(file));
      Files.createDirectories(target.getParent());
      Files.copy(file, target);
    }
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    Path output = temp.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(10, TimeUnit.MINUTES);
    process.destroyForcibly();
    String said = Files.readString(output);
    assertThat(ended).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  /** Needs the project's artifacts in the local repository: {@code mvn install} puts them there. */
  @ParameterizedTest
  @ValueSource(strings = {"component", "driver"})
  @Tag("nightly")
  void aNewProjectIsBuiltByMavenAndPassesItsTests(String kind) throws Exception {
    Path project = make("fresh", kind);
    List<String> command =
        new ArrayList<>(List.of("bash", Outcome.home().resolve("tools/maven").toString(), "-o"));
    String repository = System.getProperty("maven.repo.local", "");
    if (!repository.isEmpty()) {
      command.add("-Dmaven.repo.local=" + repository);
    }
    command.addAll(List.of("-B", "-f", project.resolve("pom.xml").toString(), "verify"));
    run(command);
    assertThat(project.resolve("target/fresh-0.1.0.jar")).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../x", "", "Name", "1a", "a-b", "module", "class", "signal", "n\u00e9", "a b"})
  void aNameThatCannotBeOneIsRefused(String name) throws IOException {
    Path project = temp.resolve("out");

    Outcome outcome = Outcome.of("plugin", "new", name, "--kind", "component", project.toString());
    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("name");
    assertThat(files(temp)).isEmpty();
    assertThat(
            Outcome.of("plugin", "new", "x".repeat(300), "--kind", "driver", project.toString())
                .code())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aFolderThatHasSomethingIsLeftAlone() throws IOException {
    Path file = Files.writeString(temp.resolve("mine.txt"), "mine");

    Outcome outcome = Outcome.of("plugin", "new", "abc", "--kind", "driver", temp.toString());
    assertThat(outcome.code()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err()).contains("not empty");
    assertThat(files(temp)).containsExactly(file);
  }

  @Test
  void aCommandBelowPluginHasToBeNamed() {
    Outcome outcome = Outcome.of("plugin");
    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("new");
  }
}
