package dev.backplane.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The build behind the command, in a new clone of what is committed. Removed when it is closed. */
final class FirstBuild implements AutoCloseable {
  private static final String DIST = "app/dist/target/backplane";
  private static final List<String> NOT_IN_DIST =
      List.of(
          "core/contracts",
          "kit/junit",
          "kit/tck",
          "kit/tck-managed",
          "rtl/corpus",
          "examples",
          "bench",
          "house");

  private final Path folder;
  private final Path clone;

  private FirstBuild(Path folder) {
    this.folder = folder;
    clone = folder.resolve("clone");
  }

  static FirstBuild ofClone(Path checkout) throws IOException, InterruptedException {
    FirstBuild build = new FirstBuild(Files.createTempDirectory("backplane-first-build"));
    ProcessCost.of(checkout, Map.of(), List.of("git", "clone", "-q", ".", build.clone.toString()));
    return build;
  }

  /**
   * Builds, and builds again after changes.
   *
   * @param download whether to build with an empty Maven cache too
   */
  List<Row> rows(boolean download) throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    double warm = build(Map.of(), "demo");
    double floor = javac();
    rows.add(
        Row.cost("first build and demo, warm cache", "s", warm, "javac of all sources", floor));
    Path source = clone.resolve("app/cli/src/main/java/dev/backplane/cli/Main.java");
    Files.writeString(source, "// changed\n", StandardOpenOption.APPEND);
    double changed = build(Map.of(), "list");
    rows.add(
        Row.cost("change in a file of cli, list", "s", changed, "javac of all sources", floor));
    if (download) {
      Files.move(clone.resolve("app/dist/target"), folder.resolve("built"));
      try (Stream<Path> targets = Files.find(clone, 3, (path, _) -> path.endsWith("target"))) {
        targets.toList().forEach(FirstBuild::remove);
      }
      String cache = "-Dmaven.repo.local=" + folder.resolve("cache");
      double empty = build(Map.of("MAVEN_OPTS", cache), "demo");
      rows.add(
          Row.cost("first build and demo, empty cache", "s", empty, "javac of all sources", floor));
    }
    return rows;
  }

  /** Builds, prepares what the command needs, and runs it. */
  private double build(Map<String, String> environment, String command)
      throws IOException, InterruptedException {
    return ProcessCost.of(clone, environment, List.of("./backplane", command)).seconds();
  }

  /** One javac over the sources of all modules that the command runs, the floor of any build. */
  private double javac() throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    lines.addAll(List.of("-proc:none", "-nowarn", "-d", folder.resolve("classes").toString()));
    lines.add("-cp");
    try (Stream<Path> jars = Files.list(clone.resolve(DIST + "/lib"))) {
      lines.add(
          jars.map(Path::toString)
              .filter(jar -> !jar.contains("/lib/backplane-"))
              .collect(Collectors.joining(File.pathSeparator)));
    }
    try (Stream<Path> files = Files.walk(clone)) {
      files
          .filter(file -> file.toString().endsWith(".java") && isMain(file.toString()))
          .filter(file -> !file.endsWith("module-info.java") && !file.endsWith("package-info.java"))
          .filter(file -> NOT_IN_DIST.stream().noneMatch(clone.relativize(file)::startsWith))
          .forEach(file -> lines.add(file.toString()));
    }
    Path arguments = folder.resolve("javac.arguments");
    Files.write(arguments, lines);
    Path java = Path.of(Files.readString(clone.resolve(DIST + "/java")));
    return ProcessCost.of(
            clone, Map.of(), List.of(java.resolveSibling("javac").toString(), "@" + arguments))
        .seconds();
  }

  /** Templates of projects are sources too, and lie among the classes of the command. */
  private static boolean isMain(String file) {
    return file.contains("/target/")
        ? file.contains("/target/generated-sources/")
        : file.contains("/src/main/java/");
  }

  private static void remove(Path top) {
    try (Stream<Path> all = Files.walk(top)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("removing " + top, e);
    }
  }

  @Override
  public void close() {
    remove(folder);
  }
}
