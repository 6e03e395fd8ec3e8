package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static dev.backplane.plugin.TestPlugin.loader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tomlj.Toml;

class PluginSourceTest {
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

  @Test
  void aPackageIsLoadedFromTheMetaFileInItWhichNeedNotNameIt() throws IOException {
    Path classes =
        plugin("x")
            .file("x/y/meta.toml", entry("x", "1.0.0", "S").replace("package = \"x\"\n", ""))
            .symbol("x.y.S", "x")
            .folder();
    try (URLClassLoader path = classPath(classes);
        LoadedPlugins<List<String>> loaded =
            loader(receiver).classLoader(path).build().loadFromPackage("x.y")) {
      assertThat(receiver).containsExactly("x");
      assertThat(loaded.plugins().getFirst().spec().packageName()).isEqualTo("x.y");
    }
  }

  @Test
  void aPackageIsElseLookedForInTheEntriesOfTheClassPath() throws IOException {
    Path broken = plugin("broken").meta("[[plugins").jar();
    Path jar =
        plugin("a").meta(entry("a", "1", "S") + entry("b", "1", "S")).symbol("b.S", "b").jar();
    try (URLClassLoader path = classPath(broken, jar);
        LoadedPlugins<List<String>> loaded =
            loader(receiver).classLoader(path).build().loadFromPackage("b")) {
      assertThat(receiver).containsExactly("b");
      assertThat(loaded.plugins()).hasSize(1);

      PluginException error =
          catchThrowableOfType(
              PluginException.class,
              () -> loader(receiver).classLoader(path).build().loadFromPackage("c.d"));
      assertThat(error.error()).isEqualTo(PluginError.META_MISSING);
      assertThat(error)
          .hasMessageContaining("looked for c/d/meta.toml")
          .hasMessageContaining(jar.toString());
      assertThat(error.problems().get(1).position().file()).startsWith(broken.toString());
    }
  }

  @Test
  void everyEntryOfTheClassPathIsAPlaceOfItsOwn() throws IOException {
    Path one = plugin("one").meta(entry("a", "1", "S")).symbol("a.S", "a").jar();
    Path two = plugin("two").meta(entry("b", "1", "S")).symbol("b.S", "b").folder();
    Path broken = plugin("broken").meta("[[plugins]]\n").jar();
    try (URLClassLoader path = classPath(one, two, broken)) {
      List<PluginSource> sources = PluginSource.classPath(path);
      assertThat(sources)
          .extracting(PluginSource::location)
          .containsExactly(
              one + "!/META-INF/backplane/meta.toml",
              two.resolve(MetaFile.LOCATION).toString(),
              broken + "!/META-INF/backplane/meta.toml");

      try (LoadedPlugins<List<String>> loaded =
          loader(receiver).classLoader(path).build().load(sources.subList(0, 2))) {
        assertThat(receiver).containsExactly("a", "b");
        assertThat(loaded.plugins()).hasSize(2);
      }
      PluginException error =
          catchThrowableOfType(
              PluginException.class,
              () -> loader(receiver).classLoader(path).build().loadFromClassPath());
      assertThat(error.problems()).hasSize(5).allMatch(p -> p.error() == PluginError.MISSING_FIELD);
      assertThat(error.position()).hasToString(broken + "!/META-INF/backplane/meta.toml:1:1");
    }
  }

  @Test
  void placesThatAreNotThereAreNamed() {
    Path gone = temp.resolve("gone");
    for (PluginSource source : List.of(PluginSource.jar(gone), PluginSource.folder(gone))) {
      PluginException error = catchThrowableOfType(PluginException.class, source::plugins);
      assertThat(error.error()).isEqualTo(PluginError.NOT_A_PLUGIN);
      assertThat(error).hasMessageContaining(gone.toString());
    }
    PluginException error =
        catchThrowableOfType(PluginException.class, () -> PluginSource.jarsIn(gone));
    assertThat(error.error()).isEqualTo(PluginError.NOT_A_PLUGIN);
  }

  @Test
  void aFolderWithoutMetaFileIsNoPlugin() {
    PluginException error =
        catchThrowableOfType(PluginException.class, () -> PluginSource.folder(temp).plugins());
    assertThat(error.error()).isEqualTo(PluginError.META_MISSING);
    assertThat(error).hasMessageContaining("take the folder away");
  }

  @Test
  void filesOfAPluginAreOpenedRelativeToItsPackage() throws IOException {
    Path jar =
        plugin("a")
            .meta(entry("a", "1", "S") + "static_files = [\"vhdl/mac.vhd\", \"vhdl/gone.vhd\"]\n")
            .symbol("a.S", "a")
            .file("a/vhdl/mac.vhd", "entity mac is end;")
            .jar();
    SymbolFetcher<List<String>> fetcher =
        plugins -> plugins.getFirst().meta().text("wanted").stream().map(file -> l -> l.add(file));
    SymbolFetcher<List<String>> reading =
        plugins ->
            Stream.of("vhdl/mac.vhd", "vhdl/gone.vhd")
                .map(file -> list -> list.add(content(plugins.getFirst(), file)));

    try (LoadedPlugins<List<String>> none =
        PluginLoader.builder(receiver, Version.of("1"), fetcher).build().loadFromJar(jar)) {
      assertThat(none.plugins().getFirst().symbols()).isEmpty();
    }
    PluginException error =
        catchThrowableOfType(
            PluginException.class,
            () ->
                PluginLoader.builder(receiver, Version.of("1"), reading).build().loadFromJar(jar));
    assertThat(receiver).containsExactly("entity mac is end;");
    assertThat(error).hasMessageStartingWith("STATIC_FILE_MISSING").hasMessageContaining(":7:33:");
  }

  private static String content(Plugin<?> plugin, String file) {
    try (InputStream stream = plugin.open(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aNamedModuleMustExportThePackageOfItsSymbols() throws IOException {
    // Its classes are not needed, but the compiler wants every required module to be there.
    Path annotations = plugin("jspecify").source("module-info", "module org.jspecify {}").folder();
    TestPlugin closed =
        plugin("closed")
            .meta(entry("m", "1.0.0", "S"))
            .against(TestPlugin.locationOf(Toml.class))
            .against(annotations)
            .symbol("m.S", "m")
            .source("module-info", "module test.m { requires dev.backplane.plugin; }");
    ClassLoader closedLoader = layer(closed.folder());
    PluginException error =
        catchThrowableOfType(
            PluginException.class,
            () -> loader(receiver).classLoader(closedLoader).build().loadFromPackage("m"));
    assertThat(error.error()).isEqualTo(PluginError.SYMBOL_NOT_LOADABLE);
    assertThat(error)
        .hasMessageContaining(
            "module test.m does not export the package; add \"exports m to"
                + " dev.backplane.plugin;\"");

    TestPlugin open =
        plugin("open")
            .meta(entry("m", "1.0.0", "S"))
            .against(TestPlugin.locationOf(Toml.class))
            .against(annotations)
            .symbol("m.S", "m")
            .source(
                "module-info",
                "module test.m { requires dev.backplane.plugin;"
                    + " exports m to dev.backplane.plugin; }");
    try (LoadedPlugins<List<String>> loaded =
        loader(receiver).classLoader(layer(open.folder())).build().loadFromPackage("m")) {
      assertThat(receiver).containsExactly("m");
      assertThat(loaded.plugins()).hasSize(1);
    }
  }

  private ClassLoader layer(Path module) {
    ModuleLayer parent = getClass().getModule().getLayer();
    ModuleLayer boot = parent == null ? ModuleLayer.boot() : parent;
    return boot.defineModulesWithOneLoader(
            boot.configuration()
                .resolve(ModuleFinder.of(module), ModuleFinder.of(), Set.of("test.m")),
            getClass().getClassLoader())
        .findLoader("test.m");
  }
}
