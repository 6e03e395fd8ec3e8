package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Token;
import dev.backplane.runtime.fakes.Script;
import dev.backplane.runtime.loading.ModuleFinder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plugins in jars and folders of their own, good ones and bad ones. */
@Timeout(60)
final class PluginJarsTest {
  private static final String META =
      """
      [[plugins]]
      name = "boxed"
      version = "2.0.0"
      api_version = "^1.0"
      package = "dev.backplane.runtime.fakes"
      target_runtime = "driver"
      symbols = ["ScriptedDriver"]
      """;

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  /** A jar with the scripted driver in it. */
  private Path jar(String name, String meta) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      if (!meta.isEmpty()) {
        jar.putNextEntry(new JarEntry("META-INF/backplane/meta.toml"));
        jar.write(meta.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
      for (String type :
          List.of(
              "Script",
              "ScriptedDriver",
              "FakeDevice",
              "FakeMemory",
              "FakeMemory$FakeBuffer",
              "FakeRegisters",
              "FakeImages",
              "FakeManagement",
              "FakeProgram",
              "FakeProgram$Twice",
              "FakeRun",
              "FakeRun$1")) {
        try (InputStream code = Script.class.getResourceAsStream(type + ".class")) {
          if (code != null) {
            jar.putNextEntry(new JarEntry("dev/backplane/runtime/fakes/" + type + ".class"));
            code.transferTo(jar);
          }
        }
      }
    }
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
    List<BackplaneException> broken = new ArrayList<>();
    for (String use : List.of("configured", "always")) {
      Path file = jar(use + ".jar", META + "use = \"" + use + "\"\n");
      try (URLClassLoader loader = new URLClassLoader(new URL[] {file.toUri().toURL()}, null)) {
        ModuleFinder finder = new ModuleFinder(loader, List.of(), folder);
        assertThat(finder.onClassPath(broken)).hasSize(use.equals("always") ? 1 : 0);
        assertThat(finder.find("boxed", "$").name()).isEqualTo("boxed");
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
