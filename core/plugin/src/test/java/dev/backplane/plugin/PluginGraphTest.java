package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static dev.backplane.plugin.TestPlugin.loader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginGraphTest {
  @TempDir Path temp;

  private final List<String> receiver = new ArrayList<>();

  private static List<FoundPlugin> found(String... entries) {
    List<FoundPlugin> found = new ArrayList<>();
    PluginSource source = PluginSource.jar(Path.of("x.jar"));
    for (MetaTable table : MetaFile.parse(String.join("", entries), "f", null)) {
      found.add(new FoundPlugin(source, table));
    }
    return found;
  }

  private static PluginGraph.Plan plan(String... entries) {
    return new PluginGraph.Requirements(found(entries), List.of()).resolve();
  }

  private static String requiring(String name, String version, String... requirements) {
    return entry(name, version)
        + "requires = ["
        + String.join(", ", List.of(requirements).stream().map(r -> '"' + r + '"').toList())
        + "]\n";
  }

  private static List<String> order(String... entries) {
    return plan(entries).ordered().stream().map(FoundPlugin::label).toList();
  }

  private static PluginException refusal(String... entries) {
    return catchThrowableOfType(PluginException.class, () -> plan(entries));
  }

  @Test
  void withoutRequirementsTheListedOrderIsKept() {
    assertThat(order(entry("c", "1"), entry("a", "1"), entry("b", "1")))
        .containsExactly("c 1.0.0", "a 1.0.0", "b 1.0.0");
  }

  @Test
  void requiredPluginsComeFirstAndTheRestStaysAsListed() {
    assertThat(
            order(
                entry("z", "1"),
                requiring("mac", "1", "mul"),
                requiring("mul", "1", "add@^2"),
                entry("y", "1"),
                entry("add", "2.1")))
        .containsExactly("z 1.0.0", "add 2.1.0", "mul 1.0.0", "mac 1.0.0", "y 1.0.0");
  }

  @Test
  void theHighestVersionThatFitsIsUsed() {
    PluginGraph.Plan plan =
        plan(
            requiring("mac", "1", "add@<2"),
            entry("add", "1.1"),
            entry("add", "1.9"),
            entry("add", "2.0"));
    assertThat(plan.uses()).hasSize(1);
    assertThat(plan.uses().getFirst().required().label()).isEqualTo("add 1.9.0");
  }

  @Test
  void aProvidedNameCanBeRequired() {
    assertThat(
            order(
                requiring("mac", "1", "adder@^3", "carry@^1"),
                entry("fast_add", "1.0") + "provides = [\"adder@3.2\", \"carry\"]\n"))
        .containsExactly("fast_add 1.0.0", "mac 1.0.0");
  }

  @Test
  void aMissingPluginIsNamedWithItsPlaceAndWhatThereIs() {
    PluginException error = refusal(entry("add", "1"), requiring("mac", "1", "add", "mul@^1"));
    assertThat(error)
        .hasMessage(
            "DEPENDENCY_MISSING: f:13:20: plugin mac 1.0.0 requires mul@^1, which is not there;"
                + " there are [add]; load it too");
  }

  @Test
  void aWrongVersionIsNamedWithThoseThereAre() {
    PluginException error =
        refusal(entry("add", "1"), entry("add", "3"), requiring("mac", "1", "add@^2"));
    assertThat(error.error()).isEqualTo(PluginError.DEPENDENCY_VERSION);
    assertThat(error).hasMessageContaining("only [1.0.0, 3.0.0] is there");
  }

  @Test
  void aCircleIsPrinted() {
    PluginException error =
        refusal(
            requiring("top", "1", "a"),
            requiring("a", "1", "b"),
            requiring("b", "1", "c"),
            requiring("c", "1", "a"));
    assertThat(error.error()).isEqualTo(PluginError.DEPENDENCY_CYCLE);
    assertThat(error).hasMessageContaining("in a circle: a -> b -> c -> a");
    assertThat(error.position().line()).isEqualTo(14);
  }

  @Test
  void aPluginDoesNotFulfilItsOwnRequirement() {
    assertThat(refusal(requiring("a", "1", "a")).error()).isEqualTo(PluginError.DEPENDENCY_MISSING);
  }

  @Test
  void allThatIsMissingIsReportedAtOnce() {
    PluginException error =
        refusal(requiring("a", "1", "x", "y"), entry("b", "1") + "provides = [\"p@one\"]\n");
    assertThat(error.problems())
        .extracting(PluginException.Problem::error)
        .containsExactlyInAnyOrder(
            PluginError.DEPENDENCY_MISSING, PluginError.DEPENDENCY_MISSING, PluginError.BAD_VALUE);
  }

  @Test
  void aThousandPluginsInAChainAreOrdered() {
    String[] entries = new String[1000];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = i == 999 ? entry("p999", "1") : requiring("p" + i, "1", "p" + (i + 1));
    }
    assertThat(order(entries)).hasSize(1000).startsWith("p999 1.0.0").endsWith("p0 1.0.0");
  }

  private Path base() throws IOException {
    return new TestPlugin(temp.resolve("base"))
        .meta(entry("base", "1.0.0", "S"))
        .symbol("base.S", "base")
        .source(
            "base.Words",
            "package base; public class Words { public static String hello() { return \"hi\"; } }")
        .jar();
  }

  private Path user(String requires) throws IOException {
    return new TestPlugin(temp.resolve("user"))
        .meta(entry("user", "1.0.0", "S") + "requires = [" + requires + "]\n")
        .against(temp.resolve("base/classes"))
        .source(
            "user.S",
            """
            package user;
            public class S implements dev.backplane.plugin.PluginSymbol<java.util.List<String>> {
              public void loadInto(java.util.List<String> receiver) {
                receiver.add(base.Words.hello());
              }
            }
            """)
        .jar();
  }

  @Test
  void aPluginSeesTheClassesOfThoseItRequires() throws IOException {
    List<PluginSource> sources =
        List.of(PluginSource.jar(reversedUser()), PluginSource.jar(temp.resolve("base/base.jar")));
    try (LoadedPlugins<List<String>> loaded = loader(receiver).build().load(sources)) {
      assertThat(receiver).containsExactly("base", "hi");
      assertThat(loaded.plugins()).hasSize(2);
    }
  }

  private Path reversedUser() throws IOException {
    base();
    return user("\"base@^1.0\"");
  }

  @Test
  void aPluginLoadedEarlierFulfilsARequirementAndCannotBeUnloadedBeforeItsUser()
      throws IOException {
    PluginLoader<List<String>> loader = loader(receiver).build();
    LoadedPlugins<List<String>> base = loader.loadFromJar(base());
    LoadedPlugins<List<String>> user = loader.loadFromJar(user("\"base\""));
    assertThat(receiver).containsExactly("base", "hi");

    PluginException error = catchThrowableOfType(PluginException.class, base::close);
    assertThat(error.error()).isEqualTo(PluginError.STILL_REQUIRED);
    assertThat(error).hasMessageContaining("user 1.0.0");
    assertThat(receiver).contains("base");

    user.close();
    base.close();
    assertThat(receiver).containsExactly("hi");
  }

  @Test
  void classesOfAPluginThatIsNotRequiredAreNotSeen() throws IOException {
    Path base = base();
    Path user = user("");
    PluginException error =
        catchThrowableOfType(
            PluginException.class,
            () ->
                loader(receiver)
                    .build()
                    .load(List.of(PluginSource.jar(base), PluginSource.jar(user))));
    assertThat(error.error()).isEqualTo(PluginError.SYMBOL_FAILED);
    assertThat(receiver).isEmpty();
  }
}
