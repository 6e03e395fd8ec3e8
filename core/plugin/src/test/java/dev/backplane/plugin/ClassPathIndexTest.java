package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPathIndexTest {
  private static final String META =
      """
      # everything that TOML has
      [[plugins]]
      name = "one"
      symbols = ["A",
                 "B.C"]
      text = "\u00e4 \\U0001F600"
      whole = -7
      real = 1.5
      flag = true
      empty = []
      mixed = ["x", 3, [1], 2020-01-02]
      date = 2020-01-02
      dotted.key = 1
        [plugins.below]
        x = 1
      [[plugins]]
        name = "two"
        package = "two"
      """;

  @TempDir Path temp;

  private Path jar(String name, String meta) throws IOException {
    return new TestPlugin(temp.resolve("made").resolve(name))
        .meta(meta)
        .jar(temp.resolve("lib").resolve(name + ".jar"));
  }

  /** A jar without plugins. */
  private Path library(String name, String classPath) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!classPath.isEmpty()) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    }
    Path jar = temp.resolve("lib").resolve(name + ".jar");
    Files.createDirectories(jar.getParent());
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out, manifest)) {
      zip.finish();
    }
    return jar;
  }

  private static String classPath(Path... jars) {
    return Stream.of(jars).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static URLClassLoader loader(String classPath) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String jar : classPath.split(File.pathSeparator)) {
      urls.add(Path.of(jar).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static void write(String classPath) throws IOException {
    try (URLClassLoader loader = loader(classPath)) {
      ClassPathIndex.write(classPath, loader);
    }
  }

  /** What an index says, place by place, or the empty list where none fits. */
  private static List<String> indexed(String classPath) throws IOException {
    try (URLClassLoader loader = loader(classPath)) {
      List<PluginSource> sources = ClassPathIndex.read(classPath, loader);
      return sources == null ? List.of() : described(sources);
    }
  }

  private static List<String> parsed(String classPath) throws IOException {
    try (URLClassLoader loader = loader(classPath)) {
      return described(PluginSource.classPath(loader));
    }
  }

  private static List<String> described(List<PluginSource> sources) {
    return sources.stream()
        .flatMap(
            source ->
                source.plugins().stream()
                    .map(FoundPlugin::meta)
                    .map(table -> source.location() + " " + table + " " + table.values()))
        .toList();
  }

  @Test
  void anIndexSaysWhatTheFilesSayWithThePlaceOfEveryValue() throws IOException {
    String path = classPath(library("first", ""), jar("plugin", META), jar("other", "plugins=[]"));
    write(path);

    assertThat(indexed(path)).hasSize(2).isEqualTo(parsed(path));
    assertThat(indexed(path).getFirst())
        .contains("plugin.jar!/META-INF/backplane/meta.toml:4:", "the value 2020-01-02", "a table");
  }

  @Test
  void pluginsOfAnIndexAreLoadedAndTheirFaultsHaveThePlaceInTheFile() throws IOException {
    Path jar =
        new TestPlugin(temp.resolve("made").resolve("both"))
            .meta(entry("a", "1", "S") + entry("b", "1", "None"))
            .symbol("a.S", "loaded")
            .jar(temp.resolve("lib").resolve("both.jar"));
    write(classPath(jar));
    URL[] urls = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      PluginSource source =
          Objects.requireNonNull(ClassPathIndex.read(classPath(jar), loader)).getFirst();
      List<String> receiver = new ArrayList<>();
      var plugins = TestPlugin.loader(receiver).classLoader(loader).build();

      plugins.load(source.plugins().getFirst());
      assertThat(receiver).containsExactly("loaded");
      assertThatThrownBy(() -> plugins.load(source.plugins().getLast()))
          .hasMessageContaining(jar + "!/META-INF/backplane/meta.toml:12:12");
    }
  }

  @Test
  void anIndexOfOtherJarsIsPassedOver() throws IOException {
    Path one = jar("one", META);
    Path two = jar("two", "plugins = []");
    String path = classPath(one, two);
    write(path);
    assertThat(indexed(path)).isNotEmpty();

    assertThat(indexed(classPath(two, one))).isEmpty();
    assertThat(indexed(classPath(one))).isEmpty();
    assertThat(indexed(classPath(one, two, library("three", "")))).isEmpty();

    FileTime written = Files.getLastModifiedTime(one);
    Files.setLastModifiedTime(one, FileTime.from(Instant.ofEpochSecond(1)));
    assertThat(indexed(path)).isEmpty();

    jar("one", META + "# longer");
    Files.setLastModifiedTime(one, written);
    assertThat(indexed(path)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 40, 90, -1})
  void anIndexThatIsBrokenIsPassedOver(int length) throws IOException {
    String path = classPath(jar("one", META));
    write(path);
    Path index = temp.resolve("lib").resolve(ClassPathIndex.FILE);
    byte[] whole = Files.readAllBytes(index);
    Files.write(index, Arrays.copyOf(whole, length < 0 ? whole.length + length : length));

    assertThat(indexed(path)).isEmpty();
  }

  @Test
  void aFolderMayBeMovedWithItsIndex() throws IOException {
    Path jar = jar("one", META);
    write(classPath(jar));
    Path moved = temp.resolve("moved elsewhere");
    Files.move(temp.resolve("lib"), moved);
    String path = classPath(moved.resolve("one.jar"));

    assertThat(indexed(path)).isNotEmpty().isEqualTo(parsed(path));
  }

  @Test
  void classPathsWhoseChangesWouldNotBeSeenHaveNoIndex() throws IOException {
    Path jar = jar("one", META);
    Path referring = library("referring", "one.jar");
    assertThatThrownBy(() -> write(classPath(referring, jar)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("referring.jar has a Class-Path");
    Path folder = new TestPlugin(temp.resolve("folder")).meta(META).folder();
    assertThatThrownBy(() -> write(classPath(jar, folder)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not made of jars in one folder");
    assertThat(indexed(classPath(jar, folder))).isEmpty();
    assertThat(temp.resolve("lib").resolve(ClassPathIndex.FILE)).doesNotExist();
  }

  @Test
  void aFileThatCannotBeReadLeavesNoIndexBehind() throws IOException {
    String path = classPath(jar("one", META), jar("broken", "[[plugins"));
    Path index = temp.resolve("lib").resolve(ClassPathIndex.FILE);
    Files.writeString(index, "an older one");

    assertThatThrownBy(() -> write(path)).isInstanceOf(PluginException.class);
    assertThat(index).doesNotExist();
  }
}
