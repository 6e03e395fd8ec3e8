package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others make of our jars: an image of the JDK with our modules, one jar of them all. */
@Timeout(600)
final class PackagingTest {
  private static final List<String> PARTS =
      List.of(
          "core/api",
          "core/ffi",
          "core/plugin",
          "core/driverkit",
          "core/runtime",
          "kit/null",
          "xrt/card",
          "pi/opencl",
          "rtl/base",
          "rtl/netlist",
          "rtl/engines",
          "rtl/frontends",
          "rtl/simulators",
          "rtl/harness",
          "rtl/images",
          "formats/json",
          "formats/svg",
          "formats/xclbin",
          "pi/table");

  private static final String META = "META-INF/backplane/meta.toml";

  @TempDir static Path folder;

  /** A folder with our jars and those they need, as the distribution has them. */
  private static Path lib = Path.of("");

  @BeforeAll
  static void pack() throws IOException, InterruptedException {
    lib = Files.createDirectories(folder.resolve("lib"));
    String given = System.getProperty("backplane.test.classpath", "");
    String path = given.isEmpty() ? System.getProperty("java.class.path", "") : given;
    List<String> foreign = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator)) {
      Path place = Path.of(entry);
      String name = String.valueOf(place.getFileName());
      if (name.endsWith(".jar") && name.matches("(tomlj|jackson-core|jspecify|picocli).*")) {
        Files.copy(place, lib.resolve(name));
        foreign.add(lib.resolve(name).toString());
      }
    }
    for (String part : PARTS) {
      Path classes = Checkout.ROOT.resolve(part).resolve("target/classes");
      assumeTrue(Files.exists(classes.resolve("module-info.class")), part + " is not built");
      pack(classes, lib.resolve(part.replace('/', '-') + ".jar"));
    }
    List<String> command = new ArrayList<>();
    command.add(Checkout.ROOT.resolve("app/dist/NewerClasses.java").toString());
    command.addAll(foreign);
    run(java(), command);
    for (String jar : foreign) {
      Path newer = Path.of(jar.replaceFirst("\\.jar$", "-newer.jar"));
      if (Files.exists(newer)) {
        Files.move(newer, Path.of(jar), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
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

  /** Where the classes of these tests are. */
  private static Path classes() {
    return Path.of(
        URI.create(
            FoundDevices.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static String run(Path program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.directory(folder.toFile());
    builder.environment().put("HOME", folder.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("BACKPLANE_"));
    builder.environment().put("OCL_ICD_VENDORS", folder + "/");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  private static List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files.sorted().toList();
    }
  }

  @Test
  void noPackageIsInTwoJars() throws IOException {
    Map<String, TreeSet<String>> places = new TreeMap<>();
    for (Path jar : jars()) {
      try (JarFile open = new JarFile(jar.toFile())) {
        open.stream()
            .map(JarEntry::getName)
            .filter(each -> each.endsWith(".class") && each.contains("/"))
            .filter(each -> !each.startsWith("META-INF/"))
            .forEach(
                each ->
                    places
                        .computeIfAbsent(
                            each.substring(0, each.lastIndexOf('/')), key -> new TreeSet<>())
                        .add(jar.getFileName().toString()));
      }
    }
    assertThat(places).hasSizeGreaterThan(40);
    assertThat(places.values()).allSatisfy(each -> assertThat(each).hasSize(1));
  }

  @Test
  @Tag("nightly")
  void anImageOfTheJdkHasOurModulesAndFindsTheirPlugins() throws Exception {
    Path jlink = java().resolveSibling("jlink");
    assumeTrue(Files.exists(jlink), "this JDK has no jlink");
    Path image = folder.resolve("image");
    run(
        jlink,
        List.of(
            "--module-path",
            lib.toString(),
            "--add-modules",
            "dev.backplane.runtime,dev.backplane.nulldriver,dev.backplane.pi.opencl",
            "--output",
            image.toString()));
    String said =
        run(
            image.resolve("bin/java"),
            List.of(
                "-XX:TieredStopAtLevel=1",
                "--add-modules",
                "ALL-SYSTEM",
                "-cp",
                classes().toString(),
                FoundDevices.class.getName()));
    assertThat(said).contains("null/null0");
  }

  @Test
  void oneJarOfThemAllFindsItsPlugins() throws Exception {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (Path jar : jars()) {
      try (JarFile open = new JarFile(jar.toFile())) {
        for (JarEntry entry : open.stream().toList()) {
          merge(entries, entry.getName(), open.getInputStream(entry));
        }
      }
    }
    merge(
        entries,
        FoundDevices.class.getName().replace('.', '/') + ".class",
        Files.newInputStream(
            classes().resolve(FoundDevices.class.getName().replace('.', '/') + ".class")));
    Path fat = folder.resolve("fat.jar");
    try (JarOutputStream zip = new JarOutputStream(Files.newOutputStream(fat))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new JarEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    String said =
        run(
            java(),
            List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                fat.toString(),
                FoundDevices.class.getName()));
    assertThat(said).contains("null/null0", "plugin null", "plugin softcard", "plugin opencl");
  }

  /** The first of a name, and descriptions of plugins and services one below the other. */
  private static void merge(Map<String, byte[]> entries, String name, InputStream in)
      throws IOException {
    try (in) {
      byte[] bytes = in.readAllBytes();
      byte[] before = entries.putIfAbsent(name, bytes);
      if (before != null && (name.equals(META) || name.startsWith("META-INF/services/"))) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(before);
        both.write('\n');
        both.write(bytes);
        entries.put(name, both.toByteArray());
      }
    }
  }
}
