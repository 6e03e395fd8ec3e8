package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static dev.backplane.plugin.TestPlugin.loader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginLoaderTest {
  @TempDir Path temp;

  private final List<String> receiver = new ArrayList<>();

  @Test
  void symbolsOfAJarAreLoadedInListedOrderAndUnloadedByClosing() throws IOException {
    Path jar =
        plugin("a")
            .meta(entry("a", "1.0.0", "Two", "One"))
            .symbol("a.One", "one")
            .symbol("a.Two", "two")
            .jar();

    try (LoadedPlugins<List<String>> loaded = loader(receiver).build().loadFromJar(jar)) {
      assertThat(receiver).containsExactly("two", "one");
      assertThat(loaded.plugins()).hasSize(1);
      assertThat(loaded.plugins().getFirst().spec().version()).isEqualTo(Version.of("1.0.0"));
      assertThat(loaded.plugins().getFirst().symbols()).hasSize(2);
    }
    assertThat(receiver).isEmpty();
  }

  @Test
  void aFolderIsLoadedWithTheJarsInItsLib() throws IOException {
    Path library = plugin("lib").source("lib.Words", WORDS).jar();
    TestPlugin plugin =
        plugin("a")
            .meta(entry("a", "1.0.0", "S"))
            .against(library)
            .source("a.S", symbolAdding("lib.Words.hello()"));
    Path folder = plugin.folder();
    Files.createDirectories(folder.resolve("lib"));
    Files.copy(library, folder.resolve("lib/words.jar"));

    try (LoadedPlugins<List<String>> loaded = loader(receiver).build().loadFromFolder(folder)) {
      assertThat(receiver).containsExactly("hello");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  @Test
  void jarsOfAFolderAreLoadedInOrderOfTheirNames() throws IOException {
    Path folder = temp.resolve("plugins");
    plugin("b").meta(entry("b", "1", "S")).symbol("b.S", "b").jar(folder.resolve("2.jar"));
    plugin("a").meta(entry("a", "1", "S")).symbol("a.S", "a").jar(folder.resolve("3.jar"));
    plugin("c").meta(entry("c", "1", "S")).symbol("c.S", "c").jar(folder.resolve("1.jar"));
    Files.writeString(folder.resolve("README.txt"), "not a plugin, and not a jar");

    try (LoadedPlugins<List<String>> loaded = loader(receiver).build().loadFromJarsIn(folder)) {
      assertThat(receiver).containsExactly("c", "b", "a");
      assertThat(loaded.plugins()).extracting(p -> p.spec().name()).containsExactly("c", "b", "a");
    }
  }

  @Test
  void aFileMayDescribeSeveralPlugins() throws IOException {
    Path jar =
        plugin("two")
            .meta(entry("a", "1.0.0", "S") + entry("b", "2.0.0", "S"))
            .symbol("a.S", "a")
            .symbol("b.S", "b")
            .jar();

    try (LoadedPlugins<List<String>> loaded = loader(receiver).build().loadFromJar(jar)) {
      assertThat(receiver).containsExactly("a", "b");
      assertThat(loaded.plugins()).hasSize(2);
      assertThat(loaded.plugins().getLast().symbols()).hasSize(1);
    }
  }

  @Test
  void onePluginOfSeveralCanBeLoadedAlone() throws IOException {
    Path jar =
        plugin("two")
            .meta(entry("a", "1.0.0", "Missing") + entry("b", "2.0.0", "S"))
            .symbol("b.S", "b")
            .jar();
    PluginLoader<List<String>> loader = loader(receiver).build();
    List<FoundPlugin> found = PluginSource.jar(jar).plugins();

    try (LoadedPlugins<List<String>> loaded = loader.load(found.getLast())) {
      assertThat(receiver).containsExactly("b");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  @Test
  void onePluginIsLoadedIntoAReceiverOfItsOwnAndTakenOutOfThat() throws IOException {
    Path jar = plugin("a").meta(entry("a", "1.0.0", "S")).symbol("a.S", "a").jar();
    PluginLoader<List<String>> loader = loader(receiver).build();
    List<String> own = new ArrayList<>();

    LoadedPlugins<List<String>> loaded =
        loader.load(PluginSource.jar(jar).plugins().getFirst(), own);
    assertThat(own).containsExactly("a");
    loaded.close();
    assertThat(own).isEmpty();
    assertThat(receiver).isEmpty();
  }

  @Test
  void aPluginIsCheckedAndLoadsNoClass() throws IOException {
    Path jar = plugin("a").meta(entry("a", "1.0.0", "Missing")).jar();
    Path later = plugin("b").meta(entry("b", "1.0.0", "S").replace("^1.0", "^2.0")).jar();
    Path bad = plugin("c").meta("[[plugins]]\nname = \"c\"\nversion = \"one\"").jar();
    PluginLoader<List<String>> loader = loader(receiver).build();

    loader.check(PluginSource.jar(jar).plugins().getFirst());
    PluginException error =
        catchThrowableOfType(
            PluginException.class,
            () -> loader.check(PluginSource.jar(later).plugins().getFirst()));
    assertThat(error.error()).isEqualTo(PluginError.INCOMPATIBLE_API);
    error =
        catchThrowableOfType(
            PluginException.class, () -> loader.check(PluginSource.jar(bad).plugins().getFirst()));
    assertThat(error.problems())
        .extracting(PluginException.Problem::error)
        .contains(PluginError.MISSING_FIELD, PluginError.BAD_VALUE);
  }

  @Test
  void aReportOfAPluginReadsWhatItCan() throws IOException {
    Path jar =
        plugin("a").meta("[[plugins]]\nname = \"a\"\nversion = 1\nsymbols = [\"S\"]\n").jar();
    FoundPlugin found = PluginSource.jar(jar).plugins().getFirst();

    assertThat(found.text("name")).isEqualTo("a");
    assertThat(found.text("version")).isEmpty();
    assertThat(found.texts("symbols")).containsExactly("S");
    assertThat(found.texts("name")).isEmpty();
    assertThat(found.location()).isEqualTo(jar.toString());
    assertThat(catchThrowableOfType(PluginException.class, found::spec).error())
        .isEqualTo(PluginError.WRONG_TYPE);
  }

  @Test
  void twoVersionsLiveSideBySideEachWithItsOwnClasses() throws IOException {
    Path one =
        plugin("v1")
            .meta(entry("a", "1.0.0", "S"))
            .source("a.S", symbolAdding("a.Text.TEXT"))
            .source("a.Text", "package a; class Text { static String TEXT = \"first\"; }")
            .jar();
    Path two =
        plugin("v2")
            .meta(entry("a", "2.0.0", "S"))
            .source("a.S", symbolAdding("a.Text.TEXT"))
            .source("a.Text", "package a; class Text { static String TEXT = \"second\"; }")
            .jar();

    try (LoadedPlugins<List<String>> loaded =
        loader(receiver).build().load(List.of(PluginSource.jar(one), PluginSource.jar(two)))) {
      assertThat(receiver).containsExactly("first", "second");
      assertThat(loaded.plugins().get(0).symbols().getFirst().getClass())
          .isNotEqualTo(loaded.plugins().get(1).symbols().getFirst().getClass());
    }
  }

  @Test
  void anIsolatedPluginDoesNotSeeTheHost() throws IOException {
    Path host = plugin("host").source("lib.Words", WORDS).folder();
    Path jar =
        plugin("a")
            .meta(entry("a", "1.0.0", "S"))
            .against(host)
            .source("a.S", symbolAdding("lib.Words.hello()"))
            .jar();
    try (URLClassLoader hostLoader =
        new URLClassLoader(new URL[] {host.toUri().toURL()}, getClass().getClassLoader())) {
      PluginException error =
          failure(() -> loader(receiver).classLoader(hostLoader).build().loadFromJar(jar));
      assertThat(error.error()).isEqualTo(PluginError.SYMBOL_FAILED);
      assertThat(error).hasStackTraceContaining("the host shares only");

      try (LoadedPlugins<List<String>> loaded =
          loader(receiver).classLoader(hostLoader).share("lib").build().loadFromJar(jar)) {
        assertThat(receiver).containsExactly("hello");
        assertThat(loaded.plugins()).hasSize(1);
      }
    }
  }

  @Test
  void noClassOfAPluginForAnotherApiIsLoaded() throws IOException {
    String witness = "backplane.test.initialised";
    Path jar =
        plugin("a")
            .meta(entry("a", "1.0.0", "S").replace("^1.0", "^2.0"))
            .source(
                "a.S",
                symbolAdding("\"x\"")
                    .replace(
                        "{\n",
                        "{\n static { System.setProperty(\"" + witness + "\", \"yes\"); }\n"))
            .jar();
    try {
      PluginException error = failure(() -> loader(receiver).build().loadFromJar(jar));
      assertThat(error.error()).isEqualTo(PluginError.INCOMPATIBLE_API);
      assertThat(error.position().line()).isEqualTo(4);
      assertThat(error)
          .hasMessageContaining("plugin a 1.0.0 is made for API ^2.0, and this is 1.2.0");
      assertThat(System.getProperty(witness)).isNull();
      assertThat(receiver).isEmpty();
    } finally {
      System.clearProperty(witness);
    }
  }

  @Test
  void aSymbolThatThrowsTakesTheOthersBackOutInReverseOrder() throws IOException {
    List<String> journal = new ArrayList<>();
    Path jar =
        plugin("a")
            .meta(entry("a", "1.0.0", "One", "Two", "Bad", "Never"))
            .source("a.One", journalling("One", ""))
            .source("a.Two", journalling("Two", ""))
            .source("a.Bad", journalling("Bad", "throw new IllegalStateException(\"no power\");"))
            .source("a.Never", journalling("Never", ""))
            .jar();

    PluginException error = failure(() -> loader(journal).build().loadFromJar(jar));

    assertThat(error.error()).isEqualTo(PluginError.SYMBOL_FAILED);
    assertThat(error)
        .hasMessageContaining("a.Bad threw in loadInto")
        .hasMessageContaining("no power");
    assertThat(error.position().line()).isEqualTo(6);
    assertThat(journal).containsExactly("+One", "+Two", "+Bad", "-Bad", "-Two", "-One");
  }

  @Test
  void afterAFailureTheSamePluginCanBeLoadedAgain() throws IOException {
    Path broken =
        plugin("broken")
            .meta(entry("a", "1.0.0", "S"))
            .source("a.S", journalling("S", "throw new AssertionError();"))
            .jar();
    Path good = plugin("good").meta(entry("a", "1.0.0", "S")).symbol("a.S", "a").jar();
    PluginLoader<List<String>> loader = loader(receiver).build();

    assertThat(failure(() -> loader.loadFromJar(broken)).error())
        .isEqualTo(PluginError.SYMBOL_FAILED);
    receiver.clear();
    try (LoadedPlugins<List<String>> loaded = loader.loadFromJar(good)) {
      assertThat(receiver).containsExactly("a");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  @Test
  void everyStepOfUnloadingIsDoneEvenIfOneThrows() throws IOException {
    Path jar =
        plugin("a")
            .meta(entry("a", "1.0.0", "One", "Two"))
            .symbol("a.One", "one")
            .source(
                "a.Two",
                journalling("Two", "")
                    .replace(
                        "receiver.add(\"-Two\");", "throw new IllegalStateException(\"stuck\");"))
            .jar();
    LoadedPlugins<List<String>> loaded = loader(receiver).build().loadFromJar(jar);

    PluginException error = failure(loaded::close);

    assertThat(error)
        .hasMessageContaining("a.Two threw in unloadFrom")
        .hasMessageContaining("stuck");
    assertThat(receiver).containsExactly("+Two");
    loaded.close();
    assertThat(loaded.plugins()).isEmpty();
  }

  @Test
  void unloadingFreesTheClassLoader() throws Exception {
    Path jar = plugin("a").meta(entry("a", "1.0.0", "S")).symbol("a.S", "a").jar();
    PluginLoader<List<String>> loader = loader(receiver).build();
    ReferenceQueue<ClassLoader> freed = new ReferenceQueue<>();
    LoadedPlugins<List<String>> loaded = loader.loadFromJar(jar);
    WeakReference<ClassLoader> reference =
        new WeakReference<>(
            loaded.plugins().getFirst().symbols().getFirst().getClass().getClassLoader(), freed);
    assertThat(reference.get()).isInstanceOf(PluginClassLoader.class);

    loaded.close();

    // Both handles stay reachable: neither may keep the class loader.
    assertThat(isFreed(freed)).isTrue();
    assertThat(loaded.plugins()).isEmpty();
    assertThat(loader).isNotNull();
    Files.delete(jar);
  }

  @Test
  void rollingBackFreesTheClassLoader() throws Exception {
    Path jar =
        plugin("a")
            .meta(entry("a", "1.0.0", "S"))
            .source("a.S", journalling("S", "throw new IllegalStateException();"))
            .jar();
    ReferenceQueue<ClassLoader> freed = new ReferenceQueue<>();
    WeakReference<ClassLoader> reference = loadAndFail(jar, freed);

    assertThat(isFreed(freed)).isTrue();
    assertThat(reference.get()).isNull();
  }

  // A method of its own, so that no local variable here keeps the failed plugin.
  private WeakReference<ClassLoader> loadAndFail(Path jar, ReferenceQueue<ClassLoader> freed) {
    List<ClassLoader> seen = new ArrayList<>();
    SymbolFetcher<List<String>> spying =
        plugins -> {
          seen.add(plugins.getFirst().classLoader());
          return TestPlugin.fetcher().fetch(plugins);
        };
    failure(
        () -> PluginLoader.builder(receiver, Version.of("1.0.0"), spying).build().loadFromJar(jar));
    return new WeakReference<>(seen.getFirst(), freed);
  }

  private static boolean isFreed(ReferenceQueue<?> freed) throws InterruptedException {
    for (int attempt = 0; attempt < 100; attempt++) {
      System.gc();
      if (freed.remove(100) != null) {
        return true;
      }
    }
    return false;
  }

  @Test
  void pluginCodeRunsWithItsOwnContextClassLoader() throws IOException {
    String check =
        "(Thread.currentThread().getContextClassLoader() == S.class.getClassLoader()) + \"\"";
    Path jar = plugin("a").meta(entry("a", "1.0.0", "S")).source("a.S", symbolAdding(check)).jar();
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    try (LoadedPlugins<List<String>> loaded = loader(receiver).build().loadFromJar(jar)) {
      assertThat(receiver).containsExactly("true");
      assertThat(loaded.plugins()).hasSize(1);
    }
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void pluginsOfOtherKindsAreLeftOutBeforeTheirFieldsAreLookedAt() throws IOException {
    Path jar =
        plugin("a")
            .meta(
                """
                [[plugins]]
                target_runtime = "vhdl"
                static_files = 7
                """
                    + entry("a", "1.0.0", "S")
                    + "target_runtime = \"driver\"\n")
            .symbol("a.S", "a")
            .jar();

    try (LoadedPlugins<List<String>> loaded =
        loader(receiver).targetRuntime("driver").build().loadFromJar(jar)) {
      assertThat(receiver).containsExactly("a");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  @Test
  void everythingThatIsWrongWithSeveralPlacesIsReportedAtOnce() throws IOException {
    Path old = plugin("old").meta(entry("a", "1.0.0", "S").replace("^1.0", "~0.9")).jar();
    Path bad = plugin("bad").meta("[[plugins]\n").jar();
    Path none = plugin("none").file("x.txt", "").jar();
    Path text = temp.resolve("text.jar");
    Files.writeString(text, "this is not a zip file");
    Path gone = temp.resolve("gone.jar");

    PluginException error =
        failure(
            () ->
                loader(receiver)
                    .build()
                    .load(
                        List.of(old, bad, none, text, gone).stream()
                            .map(PluginSource::jar)
                            .toList()));

    assertThat(error.problems())
        .extracting(PluginException.Problem::error)
        .containsExactly(
            PluginError.INCOMPATIBLE_API,
            PluginError.META_SYNTAX,
            PluginError.META_MISSING,
            PluginError.NOT_A_PLUGIN,
            PluginError.NOT_A_PLUGIN);
    assertThat(error.problems().get(1).position().toString())
        .isEqualTo(bad + "!/META-INF/backplane/meta.toml:1:10");
  }

  @Test
  void theSameVersionTwiceIsRefusedInOneLoadAndAcrossLoads() throws IOException {
    Path one = plugin("one").meta(entry("a", "1.0.0", "S")).symbol("a.S", "a").jar();
    Path two = plugin("two").meta(entry("a", "1.0.0", "S")).symbol("a.S", "a").jar();
    PluginLoader<List<String>> loader = loader(receiver).build();

    assertThat(
            failure(() -> loader.load(List.of(PluginSource.jar(one), PluginSource.jar(two))))
                .error())
        .isEqualTo(PluginError.DUPLICATE_PLUGIN);
    try (LoadedPlugins<List<String>> loaded = loader.loadFromJar(one)) {
      PluginException error = failure(() -> loader.loadFromJar(two));
      assertThat(error.error()).isEqualTo(PluginError.DUPLICATE_PLUGIN);
      assertThat(error).hasMessageContaining(two.toString()).hasMessageContaining(one.toString());
      assertThat(loaded.plugins()).hasSize(1);
    }
    loader.loadFromJar(two).close();
  }

  @Test
  void aJarThatWasReplacedIsSeenByTheNextLoad() throws IOException {
    Path jar = temp.resolve("a.jar");
    PluginLoader<List<String>> loader = loader(receiver).build();
    for (String text : List.of("first", "second")) {
      plugin(text)
          .meta(entry("a", "1.0.0", "S"))
          .file("a/text.txt", text)
          .source(
              "a.S",
              symbolAdding(
                  "new java.util.Scanner(S.class.getResourceAsStream(\"text.txt\")).next()"))
          .jar(jar);
      loader.loadFromJar(jar).close();
    }
    assertThat(receiver).containsExactly("first", "second");
  }

  @Test
  void aPluginThatHangsWhileItIsLoadedStopsNobodyElse() throws Exception {
    Path hanging = plugin("a").meta(entry("a", "1.0.0", "S")).symbol("a.S", "a").jar();
    Path other = plugin("b").meta(entry("b", "1.0.0", "S")).symbol("b.S", "b").jar();
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    SymbolFetcher<List<String>> fetcher =
        plugins -> {
          if (plugins.getFirst().packageName().equals("a")) {
            entered.countDown();
            awaitOrFail(released);
          }
          return TestPlugin.fetcher().fetch(plugins);
        };
    PluginLoader<List<String>> loader =
        PluginLoader.builder(receiver, Version.of("1.0.0"), fetcher).build();

    FutureTask<LoadedPlugins<List<String>>> slow =
        new FutureTask<>(() -> loader.loadFromJar(hanging));
    Thread.ofVirtual().start(slow);
    awaitOrFail(entered);
    try {
      PluginException error = failure(() -> loader.loadFromJar(hanging));
      assertThat(error).hasMessageContaining("plugin a 1.0.0 is just being loaded");
      loader.loadFromJar(other).close();
    } finally {
      released.countDown();
    }
    slow.get(30, TimeUnit.SECONDS).close();
  }

  private static void awaitOrFail(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final String WORDS =
      "package lib; public class Words { public static String hello() { return \"hello\"; } }";

  private TestPlugin plugin(String name) {
    return new TestPlugin(temp.resolve(name));
  }

  private static String symbolAdding(String expression) {
    return """
    package a;
    public final class S implements dev.backplane.plugin.PluginSymbol<java.util.List<String>> {
      public void loadInto(java.util.List<String> receiver) { receiver.add(%s); }
    }
    """
        .formatted(expression);
  }

  private static String journalling(String name, String more) {
    return """
    package a;
    public final class %s implements dev.backplane.plugin.PluginSymbol<java.util.List<String>> {
      public void loadInto(java.util.List<String> receiver) { receiver.add("+%s"); %s }
      public void unloadFrom(java.util.List<String> receiver) { receiver.add("-%s"); }
    }
    """
        .formatted(name, name, more, name);
  }

  private static PluginException failure(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    PluginException error = catchThrowableOfType(PluginException.class, call);
    assertThat(error).isNotNull();
    return error;
  }
}
