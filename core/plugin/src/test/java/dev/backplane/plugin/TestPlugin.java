package dev.backplane.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** A plugin compiled while the test runs; symbols load themselves into a {@code List<String>}. */
final class TestPlugin {
  private final Path folder;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, String> files = new LinkedHashMap<>();
  private final List<Path> classPath = new ArrayList<>();

  /**
   * Starts a plugin.
   *
   * @param folder made, and owned by the plugin
   */
  TestPlugin(Path folder) {
    this.folder = folder;
    classPath.add(locationOf(PluginSymbol.class));
  }

  TestPlugin meta(String toml) {
    return file(MetaFile.LOCATION, toml);
  }

  TestPlugin file(String name, String content) {
    files.put(name, content);
    return this;
  }

  TestPlugin source(String className, String source) {
    sources.put(className, source);
    return this;
  }

  /** Adds a symbol that adds a text to the receiver, and takes it out again. */
  TestPlugin symbol(String className, String text) {
    int dot = className.lastIndexOf('.');
    return source(
        className,
        """
        package %s;
        public final class %s implements dev.backplane.plugin.PluginSymbol<java.util.List<String>> {
          public void loadInto(java.util.List<String> receiver) { receiver.add("%s"); }
          public void unloadFrom(java.util.List<String> receiver) { receiver.remove("%s"); }
        }
        """
            .formatted(className.substring(0, dot), className.substring(dot + 1), text, text));
  }

  TestPlugin against(Path classes) {
    classPath.add(classes);
    return this;
  }

  /** Compiles into a folder laid out like a jar. */
  Path folder() throws IOException {
    Path classes = folder.resolve("classes");
    Files.createDirectories(classes);
    if (!sources.isEmpty()) {
      List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
      StringBuilder path = new StringBuilder();
      for (Path element : classPath) {
        path.append(path.isEmpty() ? "" : java.io.File.pathSeparator).append(element);
      }
      boolean module = sources.containsKey("module-info");
      arguments.addAll(List.of(module ? "--module-path" : "-cp", path.toString()));
      for (Map.Entry<String, String> source : sources.entrySet()) {
        Path file = folder.resolve("src").resolve(source.getKey().replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source.getValue());
        arguments.add(file.toString());
      }
      StringWriter out = new StringWriter();
      PrintWriter printer = new PrintWriter(out);
      int result =
          ToolProvider.findFirst("javac")
              .orElseThrow()
              .run(printer, printer, arguments.toArray(new String[0]));
      if (result != 0) {
        throw new AssertionError("the test's plugin does not compile:\n" + out);
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path target = classes.resolve(file.getKey());
      Files.createDirectories(target.getParent());
      Files.writeString(target, file.getValue());
    }
    return classes;
  }

  /** Compiles into a jar. */
  Path jar() throws IOException {
    return jar(folder.resolve(folder.getFileName() + ".jar"));
  }

  Path jar(Path jar) throws IOException {
    Path classes = folder();
    Files.createDirectories(jar.getParent());
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out);
        Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return jar;
  }

  static Path locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** An entry with all that is required, for API {@code ^1.0}, in a package of the same name. */
  static String entry(String name, String version, String... symbols) {
    return """
    [[plugins]]
    name = "%s"
    version = "%s"
    api_version = "^1.0"
    package = "%s"
    symbols = [%s]
    """
        .formatted(
            name,
            version,
            name,
            String.join(", ", Stream.of(symbols).map(s -> '"' + s + '"').toList()));
  }

  /** The standard fetcher for symbols of a list. */
  static SymbolFetcher<List<String>> fetcher() {
    return SymbolFetcherBuilder.<SymbolsSpec, List<String>>of(SymbolsSpec.reader())
        .addPerSpec(ImportSymbols.listed())
        .build();
  }

  static PluginLoader.Builder<List<String>> loader(List<String> receiver) {
    return PluginLoader.builder(receiver, Version.of("1.2.0"), fetcher());
  }
}
