package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * Reads the files for continuous integration in {@code ci}, and runs their scripts as a runner
 * does, in a folder with a project of its own.
 */
@Timeout(600)
class CiTest {
  private static final Path CI = Checkout.ROOT.resolve("ci");
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{\\s*(.*?)\\s*}}");

  @TempDir Path folder;

  private Path project = Path.of("");
  private Path programs = Path.of("");
  private final Map<String, String> environment = new HashMap<>();

  /** A project with the tests of vadd on its image, which need no tool. */
  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectories(folder.resolve("project"));
    programs = Files.createDirectories(folder.resolve("programs"));
    Path kernels = Files.createDirectories(project.resolve("some kernels"));
    Path vadd = Checkout.ROOT.resolve("examples/vadd");
    Files.copy(vadd.resolve("VaddModel.java"), kernels.resolve("VaddModel.java"));
    Files.copy(vadd.resolve("vadd.xclbin"), kernels.resolve("vadd.xclbin"));
    Files.writeString(
        kernels.resolve("vadd.test.toml"),
        Checkout.read(vadd.resolve("vadd.test.toml"))
            .replaceAll("(?s)\\[kernel].*?\\n\\n", "[kernel]\nimage = 'vadd.xclbin'\n\n"));
    environment.put("PATH", programs + ":" + System.getenv("PATH"));
    environment.put("BACKPLANE_BUILD", "never");
    environment.put("RUNNER_TEMP", folder.resolve("temp").toString());
    environment.put("GITHUB_OUTPUT", folder.resolve("output").toString());
  }

  private static Map<String, Object> yaml(String name) {
    return map(new Yaml().load(Checkout.read(CI.resolve(name))));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static <T> List<T> list(Object value) {
    return (List<T>) value;
  }

  private static Object at(Map<String, Object> map, String key) {
    Object value = map.get(key);
    assertThat(value).as(key + " of " + map.keySet()).isNotNull();
    return value == null ? "" : value;
  }

  private static List<Map<String, Object>> steps() {
    return list(at(map(at(yaml("action.yml"), "runs")), "steps"));
  }

  private static Map<String, Object> inputs() {
    return map(at(yaml("action.yml"), "inputs"));
  }

  private static Map<String, Object> template() {
    return map(at(yaml("gitlab.yml"), ".backplane-test"));
  }

  @Test
  void theActionIsCompositeAndUsesInputsThatItHas() {
    Map<String, Object> runs = map(at(yaml("action.yml"), "runs"));
    assertThat(runs).containsEntry("using", "composite");
    Set<String> used = new TreeSet<>();
    EXPRESSION
        .matcher(Checkout.read(CI.resolve("action.yml")))
        .results()
        .flatMap(each -> Pattern.compile("inputs\\.(\\w+)").matcher(each.group(1)).results())
        .map(each -> each.group(1))
        .forEach(used::add);
    assertThat(used).containsExactlyInAnyOrderElementsOf(inputs().keySet());
  }

  @Test
  void noTextOfAWorkflowBecomesCode() {
    for (Map<String, Object> step : steps()) {
      if (step.containsKey("run")) {
        assertThat(step).containsEntry("shell", "bash");
        assertThat((String) step.get("run")).doesNotContain("${{");
      }
    }
  }

  @Test
  void theExamplesSayWhatTheActionAndTheTemplateTake() {
    Map<String, Object> jobs = map(at(yaml("examples/github.yml"), "jobs"));
    int uses = 0;
    for (Object job : jobs.values()) {
      for (Map<String, Object> step : CiTest.<Map<String, Object>>list(at(map(job), "steps"))) {
        if (String.valueOf(step.get("uses")).contains("/backplane/ci@")) {
          assertThat(inputs().keySet()).containsAll(map(at(step, "with")).keySet());
          uses++;
        }
      }
    }
    assertThat(uses).isEqualTo(1);
    Map<String, Object> example = yaml("examples/gitlab.yml");
    assertThat(map(CiTest.<Object>list(at(example, "include")).getFirst()))
        .containsEntry("file", "ci/gitlab.yml");
    Set<String> variables = map(at(template(), "variables")).keySet();
    for (String job : List.of("kernels", "report")) {
      assertThat(map(at(example, job))).containsEntry("extends", ".backplane-test");
      assertThat(variables).containsAll(map(at(map(at(example, job)), "variables")).keySet());
    }
  }

  /** Runs the scripts of the action, one after the other, as a runner does. */
  private String action(Map<String, String> given) throws IOException, InterruptedException {
    StringBuilder said = new StringBuilder();
    for (Map<String, Object> step : steps()) {
      if (!step.containsKey("run")) {
        continue;
      }
      Map<String, String> variables = new HashMap<>(environment);
      map(step.getOrDefault("env", Map.of()))
          .forEach((name, value) -> variables.put(name, evaluated(value.toString(), given)));
      said.append(run((String) at(step, "run"), variables));
    }
    return said.toString();
  }

  private String evaluated(String text, Map<String, String> given) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(value(match, given)));
  }

  private String value(MatchResult match, Map<String, String> given) {
    String expression = match.group(1);
    if (expression.startsWith("inputs.")) {
      String name = expression.substring("inputs.".length());
      String usual = String.valueOf(map(at(inputs(), name)).getOrDefault("default", ""));
      return given.getOrDefault(name, usual);
    }
    return switch (expression) {
      case "github.action_path" -> CI.toString();
      case "steps.backplane.outputs.command" ->
          Checkout.read(folder.resolve("output")).strip().replaceFirst("^command=", "");
      default -> throw new AssertionError("nobody knows the value of " + expression);
    };
  }

  private String run(String script, Map<String, String> variables)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("script.sh"), script);
    Path output = folder.resolve("said.txt");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", file.toString())
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    shell.environment().putAll(variables);
    Process process = shell.start();
    process.getOutputStream().close();
    assertThat(process.waitFor(9, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Checkout.read(output)).isZero();
    return Checkout.read(output);
  }

  /** A program in place of one of the machine, which writes down how it was called. */
  private void program(Path place, String name) throws IOException {
    Path file =
        Files.writeString(
            place.resolve(name),
            "#!/usr/bin/env bash\necho \"%s $*\" >>'%s'\n"
                .formatted(name, folder.resolve("calls")));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private List<String> calls() throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** A Backplane that was built elsewhere, as an archive, whose command writes down its words. */
  private Path archive() throws IOException, InterruptedException {
    Path built = Files.createDirectories(folder.resolve("built"));
    program(built, "backplane");
    Path archive = folder.resolve("backplane.tar.gz");
    run("tar -czf '%s' -C '%s' .".formatted(archive, built), environment);
    return archive;
  }

  @Test
  void theActionRunsTheTestsOfAProject() throws Exception {
    assumeTrue(
        Files.exists(Checkout.ROOT.resolve("app/dist/target/backplane/stamp")),
        "the command line was not packaged in this build; 'mvn verify' does");
    program(programs, "mvn");
    String said = action(Map.of("tests", "**/*.test.toml", "packages", "", "options", "--seed 0"));
    assertThat(said).contains("ok      four numbers [jvm, seed 0]").contains("3 passed, 0 failed");
    assertThat(Checkout.read(project.resolve("backplane-results/kernels.xml")))
        .contains("tests=\"3\" failures=\"0\"");
  }

  @Test
  void theActionUnpacksADistributionAndGivesAllInputsToTheCommand() throws Exception {
    action(
        Map.of(
            "tests", "a.toml b.toml",
            "packages", "",
            "options", "--seed 0,7 -q",
            "shard", "2/4",
            "coverage", "true",
            "results", "out",
            "distribution", archive().toString()));
    assertThat(calls())
        .containsExactly(
            "backplane --version",
            "backplane test a.toml b.toml --junit out/kernels-2-of-4.xml --shard 2/4 --coverage"
                + " out/kernels-2-of-4.info --seed 0,7 -q");
  }

  /** The zip of {@code tools/dist} has all in one folder. */
  private Path zip() throws IOException, InterruptedException {
    Path built = Files.createDirectories(folder.resolve("zipped/backplane-1.2.3"));
    program(built, "backplane");
    Path zip = folder.resolve("backplane-1.2.3-linux.zip");
    run(
        "'%s/bin/jar' -cfM '%s' -C '%s' ."
            .formatted(System.getProperty("java.home"), zip, built.getParent()),
        environment);
    return zip;
  }

  @Test
  void bothUnpackTheZipOfTheDownloads() throws Exception {
    String zip = zip().toString();
    action(Map.of("tests", "a.toml", "packages", "", "distribution", zip));
    gitlab(
        Map.of(
            "BACKPLANE_PACKAGES", "", "BACKPLANE_DISTRIBUTION", zip, "BACKPLANE_TESTS", "b.toml"));
    assertThat(calls())
        .containsExactly(
            "backplane --version",
            "backplane test a.toml --junit backplane-results/kernels.xml",
            "backplane --version",
            "backplane test b.toml --junit backplane-results/kernels.xml");
  }

  @Test
  void onlyPackagesThatAreMissingAreInstalled() throws Exception {
    program(programs, "apt-get");
    Files.writeString(programs.resolve("sudo"), "#!/usr/bin/env bash\nexec \"$@\"\n");
    Files.writeString(
        programs.resolve("dpkg-query"),
        "#!/usr/bin/env bash\n[ \"$4\" != there ] || echo install ok installed\n");
    for (String name : List.of("sudo", "dpkg-query")) {
      assertThat(programs.resolve(name).toFile().setExecutable(true)).isTrue();
    }
    String distribution = archive().toString();
    action(Map.of("tests", "a", "packages", "there missing", "distribution", distribution));
    gitlab(Map.of("BACKPLANE_PACKAGES", "there missing", "BACKPLANE_DISTRIBUTION", distribution));
    assertThat(calls().stream().filter(call -> call.startsWith("apt-get")))
        .containsExactly(
            "apt-get update",
            "apt-get install --yes --no-install-recommends missing",
            "apt-get update",
            "apt-get install --yes --no-install-recommends missing");
  }

  /** Runs the scripts of the template in one shell, as a runner of GitLab does. */
  private String gitlab(Map<String, String> given) throws IOException, InterruptedException {
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("CI_PROJECT_DIR", project.toString());
    map(at(template(), "variables"))
        .forEach(
            (name, value) ->
                variables.put(
                    name, value.toString().replace("$CI_PROJECT_DIR", project.toString())));
    variables.putAll(given);
    List<String> lines = new ArrayList<>(CiTest.<String>list(at(template(), "before_script")));
    lines.addAll(CiTest.<String>list(at(template(), "script")));
    return run(String.join("\n", lines), variables);
  }

  @Test
  void theTemplateGivesEachOfParallelJobsAShard() throws Exception {
    gitlab(
        Map.of(
            "BACKPLANE_PACKAGES", "",
            "BACKPLANE_DISTRIBUTION", archive().toString(),
            "BACKPLANE_TESTS", "a.toml",
            "BACKPLANE_COVERAGE", "true",
            "CI_NODE_INDEX", "3",
            "CI_NODE_TOTAL", "4"));
    assertThat(calls())
        .containsExactly(
            "backplane --version",
            "backplane test a.toml --shard 3/4 --junit backplane-results/kernels-3-of-4.xml"
                + " --coverage backplane-results/kernels-3-of-4.info");
  }

  @Test
  void theTemplateFetchesTheSourcesThatItIsTold() throws Exception {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    program(sources, "backplane");
    run(
        Stream.of(
                "cd '%s'".formatted(sources),
                "git init --quiet --initial-branch main",
                "git add .",
                "git -c user.name=a -c user.email=a@example.org commit --quiet -m first")
            .reduce("", (all, line) -> all + line + "\n"),
        environment);
    program(programs, "mvn");
    Files.copy(project.resolve("some kernels/vadd.test.toml"), project.resolve("top.test.toml"));
    gitlab(Map.of("BACKPLANE_PACKAGES", "", "BACKPLANE_REPOSITORY", sources.toString()));
    assertThat(calls())
        .containsExactly(
            "backplane --version",
            "backplane test some kernels/vadd.test.toml top.test.toml --junit"
                + " backplane-results/kernels.xml");
  }
}
