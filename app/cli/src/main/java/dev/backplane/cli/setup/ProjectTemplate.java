package dev.backplane.cli.setup;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.hdl.HdlName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/**
 * The project of a kind of plugin, which is kept as one that is called newplugin (a component) or
 * as the null driver.
 *
 * @param kind the kind, which is the name of the folder that it is kept in
 * @param name what the new plugin is called
 */
record ProjectTemplate(String kind, String name) {
  private static final int LONGEST = 32;
  private static final String COMPONENT = "component";

  /** The names that no function of the Python of a component can have. */
  private static final Set<String> PYTHON =
      Set.of(
          "and",
          "as",
          "async",
          "await",
          "class",
          "def",
          "del",
          "elif",
          "except",
          "from",
          "global",
          "in",
          "is",
          "lambda",
          "math",
          "none",
          "nonlocal",
          "not",
          "or",
          "pass",
          "raise",
          "torch",
          "with",
          "yield");

  private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w*\\b");

  /** Names of the null driver, which other words only begin with. */
  private static final String NULL_CLASSES =
      "\\bNull(Driver|Device|Registers|Scratch|Memory|Buffer|Kernels|Call|Queues|Run|Management"
          + "|Events|ConformanceTest)\\b";

  /** {@return what is wrong with the name, or the empty string} */
  String problem() {
    if (!name.matches("[a-z][a-z0-9]*") || name.length() > LONGEST) {
      return "'"
          + name
          + "' cannot be the name of a plugin: lower-case letters and digits, a letter first, "
          + LONGEST
          + " at most";
    }
    if (SourceVersion.isKeyword(name) || name.equals("java")) {
      return name + " is a word of Java; choose another name";
    }
    if (kind.equals(COMPONENT) && PYTHON.contains(name)) {
      return name + " is a word of Python; choose another name";
    }
    if (kind.equals(COMPONENT) && Compiler.load().components().find(name).isPresent()) {
      return "the compiler has a component " + name + " already; choose another name";
    }
    try {
      HdlName.check(name, "name");
      return "";
    } catch (CompilerException e) {
      return name + " is a keyword of Verilog or VHDL; choose another name";
    }
  }

  /** {@return the files of the project by their paths in it} */
  SequencedMap<String, byte[]> files() {
    URI place = place();
    try {
      if (!"jar".equals(place.getScheme())) {
        return files(Path.of(place));
      }
      try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
        return files(jar.provider().getPath(place));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Folders cannot be asked of a class loader, the file beside them can. */
  private URI place() {
    try {
      String pom =
          Objects.requireNonNull(
                  ProjectTemplate.class.getResource("project/" + kind + "/pom.xml"),
                  "the templates of projects")
              .toURI()
              .toString();
      return new URI(pom.substring(0, pom.length() - "/pom.xml".length()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private SequencedMap<String, byte[]> files(Path root) throws IOException {
    SequencedMap<String, byte[]> files = new TreeMap<>();
    List<Path> found;
    try (Stream<Path> walk = Files.walk(root)) {
      found = walk.filter(Files::isRegularFile).toList();
    }
    SequencedMap<String, String> texts = new TreeMap<>();
    for (Path file : found) {
      try (InputStream content = Files.newInputStream(file)) {
        texts.put(
            root.relativize(file).toString().replace('\\', '/'),
            new String(content.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    String title = title(texts);
    texts.forEach(
        (file, text) ->
            files.put(renamed(file, title), renamed(text, title).getBytes(StandardCharsets.UTF_8)));
    return files;
  }

  /**
   * The beginning of names of classes: the name, and more if a class would be called as another.
   */
  private String title(SequencedMap<String, String> texts) {
    Set<String> others = new HashSet<>();
    Set<String> own = new HashSet<>();
    texts.forEach(
        (file, text) -> {
          Matcher type = TYPE.matcher(file.endsWith(".java") ? text : "");
          while (type.find()) {
            String before = type.group();
            (renamed(before, "").equals(before) ? others : own).add(before);
          }
        });
    String title = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    boolean isFree = own.stream().map(type -> renamed(type, title)).noneMatch(others::contains);
    return isFree ? title : title + (kind.equals(COMPONENT) ? "Component" : "Card");
  }

  private String renamed(String text, String title) {
    return text.replace("newplugin", name)
        .replace("NewPlugin", title)
        .replaceAll(NULL_CLASSES, title + "$1")
        .replace("dev/backplane/nulldriver", name)
        .replace("dev.backplane.nulldriver", name)
        .replace("nulldriver", name)
        .replace("\"null\"", '"' + name + '"')
        .replace("null0", name + "0")
        .replace(": null driver", ": " + name + " driver");
  }
}
