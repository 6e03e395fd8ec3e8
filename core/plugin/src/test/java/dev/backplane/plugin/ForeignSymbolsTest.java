package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static dev.backplane.plugin.TestPlugin.loader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a description says is held against the place where it was found. */
class ForeignSymbolsTest {
  @TempDir Path temp;

  private final List<String> receiver = new ArrayList<>();

  private URLClassLoader classPath(Path... elements) throws IOException {
    URL[] urls = new URL[elements.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = elements[i].toUri().toURL();
    }
    return new URLClassLoader(urls, getClass().getClassLoader());
  }

  private TestPlugin plugin(String name) {
    return new TestPlugin(temp.resolve(name));
  }

  private static String describing(String name, String packageName) {
    return entry(name, "1.0.0", "S")
        .replace("package = \"%s\"".formatted(name), "package = \"%s\"".formatted(packageName));
  }

  private PluginException failure(
      ClassLoader path, Function<PluginLoader<List<String>>, LoadedPlugins<List<String>>> loading) {
    PluginException error =
        catchThrowableOfType(
            PluginException.class, () -> loading.apply(loader(receiver).classLoader(path).build()));
    assertThat(receiver).isEmpty();
    return error;
  }

  @Test
  void aDescriptionInAPackageCannotNameAnotherPackage() throws IOException {
    Path classes =
        plugin("real")
            .file("real/meta.toml", describing("real", "other"))
            .symbol("real.S", "real")
            .symbol("other.S", "other")
            .folder();
    try (URLClassLoader path = classPath(classes)) {
      PluginException error = failure(path, loader -> loader.loadFromPackage("real"));
      assertThat(error.error()).isEqualTo(PluginError.BAD_VALUE);
      assertThat(error)
          .hasMessageContaining("real/meta.toml:5:1: package is 'other', and this file is in")
          .hasMessageContaining("leave 'package' out");
    }
  }

  @Test
  void aPackageThatTwoPlacesDescribeIsRefusedNamingBoth() throws IOException {
    Path one = plugin("one").file("p/meta.toml", entry("p", "1", "S")).symbol("p.S", "1").jar();
    Path two = plugin("two").file("p/meta.toml", entry("p", "2", "S")).symbol("p.S", "2").jar();
    try (URLClassLoader path = classPath(one, two)) {
      PluginException error = failure(path, loader -> loader.loadFromPackage("p"));
      assertThat(error.error()).isEqualTo(PluginError.DUPLICATE_PLUGIN);
      assertThat(error).hasMessageContaining(one.toString()).hasMessageContaining(two.toString());
    }
  }

  @Test
  void aPluginOfTheClassPathCannotExportWhatAnotherJarHas() throws IOException {
    Path theirs = plugin("b").meta(entry("b", "1.0.0", "S")).symbol("b.S", "theirs").jar();
    Path mine = plugin("a").meta(describing("a", "b")).jar();
    try (URLClassLoader path = classPath(mine, theirs)) {
      PluginException error =
          failure(
              path,
              loader ->
                  loader.load(
                      PluginSource.classPath(path).stream()
                          .filter(source -> source.location().startsWith(mine.toString()))
                          .toList()));
      assertThat(error.error()).isEqualTo(PluginError.SYMBOL_NOT_FOUND);
      assertThat(error)
          .hasMessageContaining("b.S is not in this plugin but in " + theirs)
          .hasMessageContaining("correct 'package'");
    }
  }

  @Test
  void aFolderOfTheClassPathCannotExportWhatAnotherPluginsFolderHas() throws IOException {
    Path theirs = plugin("b").meta(entry("b", "1.0.0", "S")).symbol("b.S", "theirs").folder();
    Path mine = plugin("a").meta(describing("a", "b")).folder();
    try (URLClassLoader path = classPath(mine, theirs)) {
      PluginException error =
          failure(path, loader -> loader.load(PluginSource.classPath(path).getFirst()));
      assertThat(error).hasMessageContaining("b.S is not in this plugin but in " + theirs);
    }
  }

  @Test
  void classesAndResourcesOfOneProjectMayBeInTwoFolders() throws IOException {
    Path resources = plugin("resources").meta(entry("a", "1.0.0", "S")).folder();
    Path classes = plugin("classes").symbol("a.S", "a").folder();
    try (URLClassLoader path = classPath(resources, classes);
        LoadedPlugins<List<String>> loaded =
            loader(receiver).classLoader(path).build().loadFromPackage("a")) {
      assertThat(receiver).containsExactly("a");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  @Test
  void anIsolatedPluginCannotExportWhatItRequires() throws IOException {
    Path theirs = plugin("b").meta(entry("b", "1.0.0", "S")).symbol("b.S", "theirs").jar();
    Path mine = plugin("a").meta(describing("a", "b") + "requires = [\"b\"]\n").jar();
    PluginLoader<List<String>> loader = loader(receiver).build();
    try (LoadedPlugins<List<String>> first = loader.loadFromJar(theirs)) {
      PluginException error =
          catchThrowableOfType(PluginException.class, () -> loader.loadFromJar(mine));
      assertThat(error.error()).isEqualTo(PluginError.SYMBOL_NOT_FOUND);
      assertThat(error).hasMessageContaining("b.S is not in this plugin but in " + theirs);
      assertThat(receiver).containsExactly("theirs");
      assertThat(first.plugins()).hasSize(1);
    }
  }

  @Test
  void aPluginCannotExportWhatTheJdkOrTheHostHas() throws IOException {
    String host = "dev.backplane.plugin";
    Path jdk =
        plugin("a").meta(describing("a", "java.util").replace("\"S\"", "\"ArrayList\"")).jar();
    Path hosts = plugin("b").meta(describing("b", host).replace("\"S\"", "\"Thrown\"")).jar();
    try (URLClassLoader path = classPath(jdk)) {
      assertThat(failure(path, PluginLoader::loadFromClassPath)).hasMessageContaining("the JDK");
      assertThat(failure(path, loader -> loader.loadFromJar(jdk)))
          .hasMessageContaining("java.util.ArrayList is not in this plugin but in");
      assertThat(failure(path, loader -> loader.loadFromJar(hosts)))
          .hasMessageContaining(host + ".Thrown is not in this plugin but in");
    }
  }

  @Test
  void filesOfAnIsolatedPluginAreItsOwn() throws IOException {
    // A file of this name is also where the platform's class loader finds one first.
    String name = "META-INF/MANIFEST.MF";
    Path jar = plugin("a").meta(entry("a", "1", "S")).file(name, "of the plugin").jar();
    SymbolFetcher<List<String>> fetcher =
        plugins -> {
          try (var stream = plugins.getFirst().classLoader().getResourceAsStream(name)) {
            String text =
                stream == null ? "none" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(list -> list.add(text));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    try (LoadedPlugins<List<String>> loaded =
        PluginLoader.builder(receiver, Version.of("1"), fetcher).build().loadFromJar(jar)) {
      assertThat(receiver).containsExactly("of the plugin");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }
}
