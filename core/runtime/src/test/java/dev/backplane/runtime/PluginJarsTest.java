package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Token;
import dev.backplane.plugin.FoundPlugin;
import dev.backplane.plugin.VersionRange;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.runtime.loading.DriverFinder;
import dev.backplane.runtime.loading.DriverLoader;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plugins in jars and folders of their own, good ones and bad ones. */
@Timeout(600)
final class PluginJarsTest {
  private static final String META = PluginJar.META;

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  /** A jar with the scripted driver in it. */
  private Path jar(String name, String meta) throws IOException {
    Path file = folder.resolve(name);
    PluginJar.write(file, meta);
    return file;
  }

  private BackplaneBuilder site(String configuration) {
    Site site = new Site(folder);
    site.write("work/backplane.json", configuration);
    return site.builder();
  }

  private static String module(String module) {
    return "{\"plugins\": [{\"module\": \"%s\", \"name\": \"x\", \"error_policy\": {\"load\": \"fail\"}}]}"
        .formatted(module);
  }

  @Test
  void aJarNextToTheConfigurationIsAPluginWithCodeOfItsOwn() throws IOException {
    jar("work/plugins/boxed.jar", META);
    try (Backplane backplane = site(module("plugins/boxed.jar")).open();
        Device device = backplane.find(Filter.any()).open()) {
      Kernel kernel = device.load(Image.of("any", new byte[1])).kernel("twice");
      assertThat(kernel.start(kernel.buffer("data", 8), 1).await(Duration.ofSeconds(1)).cycles())
          .isEqualTo(42);
      assertThat(Script.exists("x")).as("its classes are not ours").isFalse();
      PluginReport report = backplane.plugins().getFirst();
      assertThat(report.module()).isEqualTo("boxed");
      assertThat(report.version()).isEqualTo("2.0.0");
      assertThat(report.location()).endsWith("boxed.jar");
    }
  }

  @Test
  void pluginsAreFoundByNameOnThePluginPathTheHighestVersionFirst() throws IOException {
    jar("work/p1/zzz.jar", META);
    jar("work/p1/aaa.jar", META.replace("2.0.0", "10.0.0"));
    jar("work/p1/broken.jar", "");
    jar("work/p2/other.jar", META.replace("2.0.0", "99.0.0"));
    String both =
        "{\"plugin_path\": [\"none\", \"p1\", \"p2\"], \"plugins\": [{\"module\": \"boxed\"},"
            + "{\"module\": \"dev.backplane.runtime.fakes\", \"name\": \"near\"}]}";
    try (Backplane backplane = site(both).open()) {
      assertThat(backplane.plugins())
          .extracting(PluginReport::version)
          .containsExactly("10.0.0", "1.2.3");
      assertThat(backplane.enumerate(List.of()))
          .extracting(Token::id)
          .containsExactly("boxed/dev0", "near/dev0");
    }
  }

  @Test
  void anUnknownNameIsReportedWithEverythingThatIsThere() throws IOException {
    jar("work/p1/good.jar", META);
    jar("work/p1/odd.jar", "");
    String text = "{\"plugin_path\": [\"p1\"], \"plugins\": [{\"module\": \"gone\"}]}";
    assertThat(refuses(ErrorCode.UNKNOWN_MODULE, () -> site(text).open()))
        .hasMessageContaining("'gone'")
        .hasMessageContaining("boxed")
        .hasMessageContaining("odd.jar unreadable");
  }

  @Test
  void aDriverThatWantsToBeConfiguredIsFoundByNameAndNotUnasked() throws IOException {
    Map<String, BackplaneException> broken = new LinkedHashMap<>();
    for (String use : List.of("configured", "always")) {
      Path file = jar(use + ".jar", META + "use = \"" + use + "\"\n");
      try (URLClassLoader loader = new URLClassLoader(new URL[] {file.toUri().toURL()}, null)) {
        DriverFinder finder =
            new DriverFinder(new DriverLoader(loader), List.of(), folder, (detail, step) -> {});
        assertThat(finder.onClassPath(broken)).hasSize(use.equals("always") ? 1 : 0);
        assertThat(finder.find("boxed", "$", VersionRange.ANY).plugin().name()).isEqualTo("boxed");
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void aFolderLaidOutLikeAJarIsAPlugin() throws IOException {
    Path code = folder.resolve("work/unpacked/dev/backplane/runtime/fakes");
    Files.createDirectories(code);
    Path own =
        Path.of(
            Objects.requireNonNull(Script.class.getProtectionDomain().getCodeSource())
                .getLocation()
                .getPath());
    Path compiled =
        Stream.of(own, Path.of("target/test-classes"))
            .map(root -> root.resolve("dev/backplane/runtime/fakes"))
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow();
    try (Stream<Path> classes = Files.list(compiled)) {
      for (Path file : classes.toList()) {
        Files.copy(file, code.resolve(file.getFileName().toString()));
      }
    }
    new Site(folder).write("work/unpacked/META-INF/backplane/meta.toml", META);
    try (Backplane backplane = site(module("./unpacked")).open()) {
      assertThat(backplane.enumerate(List.of())).hasSize(1);
    }
  }

  @Test
  void aJarWithoutADescriptionIsRefused() throws IOException {
    jar("work/bad.jar", "");
    assertThat(refuses(ErrorCode.META_MISSING, () -> site(module("bad.jar")).open()))
        .hasMessageContaining("bad.jar");
  }

  @Test
  void aBrokenDescriptionIsRefusedWithLineAndColumn() throws IOException {
    jar("work/bad.jar", META.replace("version = \"2.0.0\"", "version = ["));
    assertThat(refuses(ErrorCode.META_INVALID, () -> site(module("bad.jar")).open()))
        .hasMessageContaining("meta.toml:");
    jar("work/bad.jar", META.replace("symbols = [\"ScriptedDriver\"]", ""));
    assertThat(refuses(ErrorCode.META_INVALID, () -> site(module("bad.jar")).open()))
        .hasMessageContaining("symbols");
  }

  @Test
  void somethingThatIsNoJarIsRefused() {
    new Site(folder).write("work/bad.jar", "this is no jar");
    refuses(ErrorCode.META_INVALID, () -> site(module("bad.jar")).open());
  }

  @Test
  void aPluginForAnotherVersionOfTheApiIsRefused() throws IOException {
    jar("work/bad.jar", META.replace("^1.0", "^2.0"));
    assertThat(refuses(ErrorCode.API_VERSION_MISMATCH, () -> site(module("bad.jar")).open()))
        .hasMessageContaining("1.0.0");
  }

  private PluginReport only(String configuration) {
    try (Backplane backplane = site(configuration).open()) {
      assertThat(backplane.plugins()).hasSize(1);
      return backplane.plugins().getFirst();
    }
  }

  private static String optional(String module, String more) {
    return "{\"plugins\": [{\"module\": \"" + module + "\", \"name\": \"x\"" + more + "}]}";
  }

  @Test
  void aPluginWhoseVersionsDoNotFitIsRefusedBeforeItIsLoadedAndListedWithItsFile()
      throws IOException {
    jar("work/api.jar", META.replace("^1.0", "^2.0"));
    PluginReport api = only(optional("api.jar", ""));
    assertThat(api.state()).isEqualTo(PluginState.REFUSED);
    assertThat(api.location()).endsWith("api.jar");
    assertThat(api.lastError().orElseThrow())
        .hasMessageContaining("made for API ^2.0, and this is 1.0.0")
        .hasMessageContaining("meta.toml:4:1");

    jar("work/boxed-1.9.jar", META);
    assertThat(only(optional("./boxed-1.9.jar", "")).lastError().orElseThrow())
        .hasMessageContaining("file says version 1.9, its meta.toml says 2.0.0");

    jar("work/boxed-2.0.jar", META);
    assertThat(only(optional("./boxed-2.0.jar", "")).state()).isEqualTo(PluginState.READY);
    PluginReport wanted = only(optional("./boxed-2.0.jar", ", \"version\": \"^3.1\""));
    assertThat(wanted.state()).isEqualTo(PluginState.REFUSED);
    assertThat(wanted.lastError().orElseThrow())
        .hasMessageContaining("version 2.0.0, and the configuration wants ^3.1");
    assertThat(wanted.version()).isEqualTo("2.0.0");
  }

  @Test
  void aNewerPluginThatDoesNotFitDoesNotHideAnOlderOneThatDoes() throws IOException {
    jar("work/p/new.jar", META.replace("2.0.0", "9.0.0").replace("^1.0", "^2.0"));
    jar("work/p/old.jar", META);
    jar("work/q/newest.jar", META.replace("2.0.0", "10.0.0"));
    String text = "{\"plugin_path\": [\"p\", \"q\"], \"plugins\": [{\"module\": \"boxed\"%s}]}";
    assertThat(only(text.formatted("")).version()).isEqualTo("2.0.0");
    assertThat(only(text.formatted(", \"version\": \">=3\"")).version()).isEqualTo("10.0.0");
    assertThat(only(text.formatted(", \"version\": \"1\"")).state()).isEqualTo(PluginState.REFUSED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "symbols = [\"ScriptedDriver\"]|symbols = 1|META_INVALID|:7:1: symbols must be a list",
        "symbols = [\"ScriptedDriver\"]|other = 1|META_INVALID|:1:1: symbols is missing",
        "version = \"9.0.0\"|version = 9|META_INVALID|:3:1: version must be a string",
        "\"^1.0\"|\"one\"|META_INVALID|:4:1: api_version",
        "\"^1.0\"|\"^3.0\"|API_VERSION_MISMATCH|:4:1: plugin boxed 9.0.0 is made for API ^3.0",
        "target_runtime|device_types = [\"no type\"]~target_runtime|META_INVALID|:6:17:"
            + " device_types",
        "target_runtime|use = 1~target_runtime|META_INVALID|:6:1: use must be a string",
      })
  void aDriverWhoseDescriptionIsWrongIsRefusedWhereItIsWrongAndHidesNoOther(
      String good, String bad, ErrorCode code, String told) throws IOException {
    String newest = META.replace("2.0.0", "9.0.0");
    assertThat(newest).contains(good);
    jar("work/p/new.jar", newest.replace(good, bad.replace('~', '\n')));
    PluginReport refused =
        only("{\"plugin_path\": [\"p\"], \"plugins\": [{\"module\": \"boxed\"}]}");
    assertThat(refused.state()).isEqualTo(PluginState.REFUSED);
    assertThat(refused.location()).endsWith("new.jar");
    BackplaneException error = refused.lastError().orElseThrow();
    assertThat(error.code()).isEqualTo(code);
    assertThat(error)
        .hasMessageContaining(": find plugin boxed ")
        .hasMessageContaining("new.jar!/META-INF")
        .hasMessageContaining(told);

    jar("work/p/old.jar", META);
    PluginReport older = only("{\"plugin_path\": [\"p\"], \"plugins\": [{\"module\": \"boxed\"}]}");
    assertThat(older.version()).isEqualTo("2.0.0");
    assertThat(older.state()).isEqualTo(PluginState.READY);
  }

  @Test
  void aDriverThatIsRefusedLeavesTheOthersOfItsFileInUse() throws IOException {
    String other = META.replace("boxed", "other") + "device_types = [\"no type\"]\n";
    Path file = jar("both.jar", other + META);
    Map<String, BackplaneException> broken = new LinkedHashMap<>();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {file.toUri().toURL()}, null)) {
      DriverFinder finder =
          new DriverFinder(new DriverLoader(loader), List.of(), folder, (detail, step) -> {});
      assertThat(finder.onClassPath(broken))
          .extracting(driver -> driver.plugin().name(), driver -> driver.refusal().isPresent())
          .containsExactly(tuple("boxed", false), tuple("other", true));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void driversThatAreLoadedAtTheSameTimeAreEachThatOfItsPlugin() throws Exception {
    DriverLoader drivers = new DriverLoader(PluginJarsTest.class.getClassLoader());
    DriverFinder finder = new DriverFinder(drivers, List.of(), folder, (detail, step) -> {});
    List<Callable<String>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String name = "boxed" + i + ".jar";
      jar(name, META.replace("\"boxed\"", "\"boxed" + i + "\""));
      FoundPlugin plugin = finder.find(name, "$", VersionRange.ANY).checked();
      loads.add(() -> drivers.load(plugin, "user").getClass().getClassLoader().getName());
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(loads.size())) {
      List<Future<String>> loaded = threads.invokeAll(loads);
      for (int i = 0; i < loaded.size(); i++) {
        assertThat(loaded.get(i).get()).endsWith("boxed" + i + ".jar");
      }
    }
    assertThat(drivers.unloadAll()).isEmpty();
  }

  @Test
  void theVariableForThePluginPathComesBeforeTheConfiguration() throws IOException {
    jar("work/p/boxed.jar", META);
    jar("extra/boxed.jar", META.replace("2.0.0", "2.5.0"));
    Site site =
        new Site(folder, Map.of("BACKPLANE_PLUGIN_PATH", "none:" + folder.resolve("extra") + ":"));
    site.write(
        "work/backplane.json",
        "{\"plugin_path\": [\"p\"], \"plugins\": [{\"module\": \"boxed\"}]}");
    try (Backplane backplane = site.builder().open()) {
      assertThat(backplane.plugins().getFirst().version()).isEqualTo("2.5.0");
    }
  }

  @Test
  void theFoldersOfPluginsAreKnownWithoutADriverThatIsThere() {
    Site site = new Site(folder, Map.of("BACKPLANE_PLUGIN_PATH", "none:/extra/../other"));
    assertThat(site.builder().pluginFolders())
        .containsExactly(folder.resolve("work/none"), Path.of("/other"));
    site.write(
        "work/backplane.json",
        "{\"plugin_path\": [\"p\", \"/q\"], \"plugins\": [{\"module\": \"nobody\"}]}");
    assertThat(site.builder().pluginFolders())
        .containsExactly(
            folder.resolve("work/none"),
            Path.of("/other"),
            folder.resolve("work/p"),
            Path.of("/q"));
  }

  @Test
  void aPlainListOfNamesIsAConfiguration() throws IOException {
    jar("work/p/boxed.jar", META);
    Site site =
        new Site(folder, Map.of("SYCL_PI_CONFIG", "list.conf", "BACKPLANE_PLUGIN_PATH", "p"));
    site.write("work/backplane.json", "{\"plugins\": []}");
    site.write("work/list.conf", "# plugins\r\n\r\n boxed@^2.0 # ours\r\nscripted\r\nnobody\r\n");
    try (Backplane backplane = site.builder().open()) {
      assertThat(backplane.configurationSource().place().kind())
          .isEqualTo(ConfigurationSource.Kind.PLUGIN_LIST);
      assertThat(backplane.plugins())
          .extracting(PluginReport::instance, PluginReport::state)
          .containsExactly(
              tuple("boxed", PluginState.READY),
              tuple("scripted", PluginState.READY),
              tuple("nobody", PluginState.REFUSED));
    }
  }

  @Test
  void aSymbolThatIsMissingOrNoDriverIsRefused() throws IOException {
    jar("work/bad.jar", META.replace("ScriptedDriver", "Gone"));
    assertThat(refuses(ErrorCode.SYMBOL_NOT_FOUND, () -> site(module("bad.jar")).open()))
        .hasMessageContaining("Gone");
    jar("work/bad2.jar", META.replace("ScriptedDriver", "FakeRun"));
    refuses(ErrorCode.SYMBOL_NOT_FOUND, () -> site(module("bad2.jar")).open());
    jar("work/bad3.jar", META.replace("[\"ScriptedDriver\"]", "[]"));
    assertThat(refuses(ErrorCode.SYMBOL_NOT_FOUND, () -> site(module("bad3.jar")).open()))
        .hasMessageContaining("registers 0 drivers");
  }

  @Test
  void aPluginThatRequiresAMissingOneIsRefused() throws IOException {
    jar("work/bad.jar", META + "requires = [\"gone\"]\n");
    refuses(ErrorCode.DEPENDENCY_UNSATISFIED, () -> site(module("bad.jar")).open());
  }

  @Test
  void aBrokenPluginOfThePathIsItsOwnErrorWhenItsFileWasMeant() throws IOException {
    jar("work/p1/odd.jar", "");
    String text = "{\"plugin_path\": [\"p1\"], \"plugins\": [{\"module\": \"odd\"}]}";
    try (Backplane backplane = site(text).open()) {
      assertThat(backplane.plugins().getFirst().lastError().orElseThrow().code())
          .isEqualTo(ErrorCode.META_MISSING);
    }
  }

  @Test
  void closingUnloadsTheCodeOfPlugins() throws Exception {
    jar("work/boxed.jar", META);
    WeakReference<ClassLoader> code = useAndClose();
    for (int tries = 0; code.get() != null && tries < 100; tries++) {
      System.gc();
      Thread.onSpinWait();
    }
    assertThat(code.get()).isNull();
  }

  private WeakReference<ClassLoader> useAndClose() {
    try (Backplane backplane = site(module("boxed.jar")).open();
        Device device = backplane.find().open()) {
      Object own = device.extension(Supplier.class).orElseThrow();
      return new WeakReference<>(own.getClass().getClassLoader());
    }
  }
}
