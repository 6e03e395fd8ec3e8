package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Token;
import dev.backplane.compiler.Compiler;
import dev.backplane.runtime.Backplane;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a process loads that lists devices, as the command does: jars in one folder with an index of
 * their plugins; and what one loads that compiles, of any class path. Classes are counted instead
 * of milliseconds, which differ between machines.
 */
@Timeout(600)
class StartTest {
  @TempDir static Path folder;

  private static String classPath = "";

  /** Lists what the arguments choose, or everything. */
  static final class Listing {
    private Listing() {}

    public static void main(String... selector) {
      try (Backplane backplane = Backplane.open()) {
        List<Token> devices =
            selector.length == 0
                ? backplane.devices().tokens()
                : backplane.select(selector[0]).tokens();
        for (Token device : devices) {
          System.out.println(device);
        }
      }
    }
  }

  /** Loads all component plugins. */
  static final class Compiling {
    private Compiling() {}

    public static void main(String... arguments) {
      System.out.println(Compiler.load().components().types());
    }
  }

  @BeforeAll
  static void installInOneFolder() throws IOException, InterruptedException {
    List<String> jars = new ArrayList<>();
    String given = System.getProperty("backplane.test.classpath", "");
    String path = given.isEmpty() ? System.getProperty("java.class.path", "") : given;
    List<String> entries = new ArrayList<>(Arrays.asList(path.split(File.pathSeparator)));
    entries.add("target/test-classes");
    for (String entry : entries) {
      Path jar = folder.resolve(jars.size() + ".jar");
      if (Files.isDirectory(Path.of(entry))) {
        pack(Path.of(entry), jar);
        jars.add(jar.toString());
      } else if (entry.endsWith(".jar") && Files.exists(Path.of(entry))) {
        Files.copy(Path.of(entry), jar);
        jars.add(jar.toString());
      }
    }
    classPath = String.join(File.pathSeparator, jars);
    assertThat(run("dev.backplane.plugin.ClassPathIndex")).isEmpty();
    assertThat(folder.resolve("plugins.index")).exists();
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    return runOn(classPath, command);
  }

  private static String runOn(String path, String... command)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", path));
    line.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.directory(folder.toFile());
    builder.environment().put("HOME", folder.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("BACKPLANE_"));
    // The same with and without an implementation of OpenCL on this machine.
    builder.environment().put("OCL_ICD_VENDORS", folder + "/");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  /** The names of the classes that a listing loads. */
  private static List<String> loaded(String... selector) throws IOException, InterruptedException {
    return loadedOn(classPath, "softcard/card0", Listing.class, selector);
  }

  private static List<String> loadedOn(
      String path, String expected, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile(folder, "classes", ".txt");
    List<String> command = new ArrayList<>();
    command.add("-Xlog:class+load:file=" + log + ":none");
    command.add(program.getName());
    command.addAll(List.of(arguments));
    assertThat(runOn(path, command.toArray(String[]::new))).contains(expected);
    try (Stream<String> lines = Files.lines(log)) {
      return lines.map(line -> line.substring(0, line.indexOf(' '))).toList();
    }
  }

  private static final List<String> NOT_NEEDED =
      List.of(
          "org.tomlj.",
          "tools.jackson.core.json.",
          "tools.jackson.databind.",
          "java.util.logging.",
          "java.util.ServiceLoader",
          "java.util.regex.Pattern$",
          "java.util.Formatter",
          "java.text.",
          "java.math.MutableBigInteger",
          "java.security.MessageDigest");

  @Test
  void noParserOfFilesNoLoggingAndNoOtherLargePartOfALibraryIsLoaded() throws Exception {
    List<String> classes = loaded();

    assertThat(classes).contains("dev.backplane.pi.opencl.icd.Discovery");
    assertThat(
            classes.stream()
                .filter(name -> NOT_NEEDED.stream().anyMatch(name::startsWith))
                .toList())
        .isEmpty();
  }

  /** What is made at the first use of a record's or a switch's own methods is in no AOT cache. */
  @Test
  void noMethodIsMadeForARecordOrAPatternSwitch() throws Exception {
    for (String[] selector : new String[][] {{}, {"softcard:0"}, {"softcard/card0"}}) {
      assertThat(loaded(selector))
          .doesNotContain("java.lang.runtime.ObjectMethods", "java.lang.runtime.SwitchBootstraps");
    }
  }

  @Test
  void noJarIsOpenedToLookForPlugins() throws Exception {
    // The loader of classes opens jars by itself where there is no AOT cache, but reads no entry.
    assertThat(loaded()).noneMatch(name -> name.startsWith("sun.net.www.protocol.jar.JarURL"));
  }

  @Test
  void aPluginThatIsNotAskedForIsNotLoaded() throws Exception {
    for (String selector : List.of("softcard:0", "softcard/card0", "*:fpga[name=card0]")) {
      List<String> classes = loaded(selector);
      assertThat(classes).noneMatch(name -> name.startsWith("dev.backplane.nulldriver."));
      if (!selector.startsWith("*")) {
        assertThat(classes)
            .noneMatch(name -> name.startsWith("dev.backplane.pi.opencl."))
            // A count that the manager reads, without native code.
            .filteredOn(name -> !name.startsWith("dev.backplane.ffi.StarvedTime"))
            .noneMatch(name -> name.startsWith("dev.backplane.ffi."));
      }
    }
  }

  /** The steps of a load are few, and each is one class: find, check, order, open, fetch, load. */
  @Test
  void aDriverIsFoundAndLoadedByFewClasses() throws Exception {
    List<String> classes =
        loaded("softcard/card0").stream()
            .filter(
                name ->
                    name.startsWith("dev.backplane.plugin.")
                        || name.startsWith("dev.backplane.runtime.loading."))
            .filter(name -> !name.contains("$"))
            .toList();

    assertThat(classes)
        .contains(
            "dev.backplane.plugin.FoundPlugin",
            "dev.backplane.runtime.loading.FoundDriver",
            "dev.backplane.plugin.LoadedPlugins")
        .hasSizeLessThanOrEqualTo(36);
  }

  /** A folder on the class path: there is no index then, and every meta.toml is read. */
  @Test
  void componentPluginsAreLoadedWithoutTheParserOfTomlAndWhatTheJdkMakesAtAFirstUse()
      throws Exception {
    List<String> classes =
        loadedOn(classPath + File.pathSeparator + folder, "linear", Compiling.class);

    assertThat(classes)
        .contains("dev.backplane.plugin.PlainEntries")
        .doesNotContain(
            "java.lang.runtime.ObjectMethods",
            "java.lang.runtime.SwitchBootstraps",
            "java.lang.invoke.StringConcatFactory")
        .noneMatch(name -> name.startsWith("org.tomlj."))
        .noneMatch(name -> name.startsWith("dev.backplane.compiler.rewrite."));
    // Each is made anew at every start.
    assertThat(classes.stream().filter(name -> name.contains("$$Lambda"))).hasSizeBetween(1, 60);
  }
}
