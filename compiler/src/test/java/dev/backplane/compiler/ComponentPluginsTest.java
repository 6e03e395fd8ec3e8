package dev.backplane.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.compiler.component.Interpreter;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.plugin.PluginError;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginSource;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The compiler as a receiver of plugins. */
class ComponentPluginsTest {
  private static final String META =
      """
      [[plugins]]
      name = "negation"
      version = "1.2.0"
      api_version = "^0.1"
      package = "negation"
      target_runtime = "compiler"
      symbols = ["Negation"]
      static_files = ["verilog/negate.v"]
      documentation = ["negate.md"]
      requires = ["requantize@^0.1"]
      """;

  private static final String SOURCE =
      """
      package negation;

      import dev.backplane.compiler.*;
      import dev.backplane.compiler.component.*;
      import dev.backplane.compiler.ir.Node;
      import java.util.Arrays;
      import java.util.List;

      public final class Negation extends CompilerExtension implements Component {
        @Override protected void extend(dev.backplane.compiler.Compiler compiler) {
          keep(compiler.components().register(this));
        }
        @Override public String type() { return "negation"; }
        @Override public TensorType infer(Node node, List<TensorType> inputs) {
          return inputs.getFirst();
        }
        @Override public Operation prepare(
            Node node, List<TensorType> inputs, TensorType output) {
          return arguments ->
              Arrays.stream(arguments.getFirst())
                  .map(value -> output.format().saturate(-value))
                  .toArray();
        }
      }
      """;

  @TempDir Path temp;

  private Path folder = Path.of("");
  private final Compiler compiler = Compiler.load();

  @BeforeEach
  void compilePlugin() throws IOException {
    compile(SOURCE);
  }

  private void compile(String text) throws IOException {
    folder = temp.resolve("plugin");
    Path target = folder.resolve("negation");
    Files.createDirectories(target.resolve("verilog"));
    Path source = Files.writeString(temp.resolve("Negation.java"), text);
    JavaCompiler java = ToolProvider.getSystemJavaCompiler();
    int result =
        java.run(
            null,
            null,
            null,
            "-proc:none",
            "-cp",
            place(Compiler.class) + File.pathSeparator + place(PluginException.class),
            "-d",
            folder.toString(),
            source.toString());
    assertThat(result).isZero();
    Files.writeString(target.resolve("verilog/negate.v"), "module negate ();\nendmodule\n");
    Files.writeString(target.resolve("negate.md"), "# Negation\n");
  }

  private static String place(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  private Path plugin(String meta) throws IOException {
    Path file = folder.resolve("META-INF/backplane/meta.toml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, meta);
    return folder;
  }

  /** Its thread ends with the process of the tests, and takes no processor until then. */
  @Test
  void aPluginThatHangsIsOnePluginThatIsLeftOut() throws IOException {
    compile(
        SOURCE.replace(
            "@Override protected void extend",
            """
            public Negation() {
              while (true) {
                try { Thread.sleep(60_000); } catch (InterruptedException e) { /* Goes on. */ }
              }
            }
            @Override protected void extend\
            """));
    ComponentPlugins loaded =
        ComponentPlugins.load(
            List.of(plugin(META)), loader -> loader.limit(Duration.ofMillis(1500)));
    assertThat(loaded.reports())
        .filteredOn(report -> report.refusal().isPresent())
        .singleElement()
        .satisfies(
            report -> {
              assertThat(report.name()).isEqualTo("negation");
              PluginException why = report.refusal().orElseThrow();
              assertThat(why.error()).isEqualTo(PluginError.SYMBOL_HUNG);
              assertThat(why).hasMessageContaining("negation.Negation.<init>");
            });
    assertThat(loaded.compiler().components().types())
        .contains("linear", "conv2d")
        .doesNotContain("negation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"return null;", "throw new IllegalStateException();", "return type();"})
  void aComponentWithoutATypeIsRefusedAndNothingElse(String body) throws IOException {
    compile(SOURCE.replace("return \"negation\";", body));
    ComponentPlugins loaded = ComponentPlugins.load(List.of(plugin(META)));

    assertThat(loaded.reports())
        .filteredOn(report -> report.refusal().isPresent())
        .singleElement()
        .satisfies(
            report ->
                assertThat(report.refusal().orElseThrow())
                    .hasStackTraceContaining("its type ")
                    .hasStackTraceContaining("negation.Negation"));
    assertThat(loaded.compiler().components().types()).contains("linear").doesNotContainNull();
  }

  @Test
  void thePluginsOfTheCompilerAreLoadedInTheOrderOfTheirNeeds() {
    Compiler fresh = new Compiler();
    var loaded = fresh.loader().build().loadFromClassPath();
    List<String> names = loaded.plugins().stream().map(each -> each.spec().name()).toList();

    assertThat(names).contains("kernel", "linear", "clip");
    assertThat(names.indexOf("requantize")).isLessThan(names.indexOf("linear"));
    assertThat(fresh.components().types()).contains("input", "linear", "output", "relu", "conv2d");

    loaded.close();
    assertThat(fresh.components().types()).containsExactly("input", "output");
    assertThat(fresh.verilog().handlers().types()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[[plugins]]  | [[plugins]      | META_SYNTAX          | meta.toml:1:",
        "name =       | name            | META_SYNTAX          | meta.toml:2:",
        "\"^0.1\"     | \"^0.2\"        | INCOMPATIBLE_API     | meta.toml:4:",
        "\"^0.1\"     | \"<0.1\"        | INCOMPATIBLE_API     | meta.toml:4:",
        "\"^0.1\"     | 1               | WRONG_TYPE           | meta.toml:4:",
        "[\"Negation\"]  | [\"Nothing\"]  | SYMBOL_NOT_FOUND     | meta.toml:7:",
        "negate.v     | absent.v        | STATIC_FILE_MISSING  | meta.toml:8:",
        "verilog/     | ../../verilog/  | BAD_VALUE            | meta.toml:8:",
        "negate.md    | absent.md       | STATIC_FILE_MISSING  | meta.toml:9:",
        "requantize@^0.1 | requantize@^2 | DEPENDENCY_VERSION  | meta.toml:10:",
        "requantize@^0.1 | nothing      | DEPENDENCY_MISSING   | meta.toml:10:",
      })
  void aBadPluginIsRefusedAtItsPlaceAndLeavesNothingBehind(
      String good, String bad, PluginError error, String place) throws IOException {
    assertThat(META).contains(good);
    Path source = plugin(META.replace(good, bad));
    Compiler fresh = new Compiler();

    assertThatExceptionOfType(PluginException.class)
        .isThrownBy(() -> loader(fresh, source))
        .withMessageContaining(place)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error));
    assertThat(fresh.components().types()).containsExactly("input", "output");
    assertThat(fresh.verilog().handlers().types()).isEmpty();
  }

  /** Loads what the compiler brings and the plugin, as one: all or nothing. */
  private static void loader(Compiler fresh, Path source) {
    List<PluginSource> sources =
        new ArrayList<>(PluginSource.classPath(Compiler.class.getClassLoader()));
    sources.add(PluginSource.folder(source));
    fresh.loader().build().load(sources);
  }

  @Test
  void pluginsThatRequireEachOtherAreRefused() throws IOException {
    String other =
        """

        [[plugins]]
        name = "other"
        version = "1.0.0"
        api_version = "^0.1"
        package = "negation"
        target_runtime = "compiler"
        requires = ["negation"]
        """;
    Path source = plugin(META.replace("requantize@^0.1", "other") + other);

    assertThatExceptionOfType(PluginException.class)
        .isThrownBy(() -> loader(new Compiler(), source))
        .satisfies(e -> assertThat(e.error()).isEqualTo(PluginError.DEPENDENCY_CYCLE));
  }

  @Test
  void aComponentFromOutsideIsOneOfTheGraphUntilItIsUnloaded() throws IOException {
    Graph graph =
        Networks.chain(Networks.input(8, 4, 3), List.of(Attributes.NONE), List.of("negation"));
    Path source = plugin(META.replace("requires", "needs"));
    try (var loaded = compiler.loader().build().loadFromFolder(source)) {
      assertThat(loaded.plugins()).hasSize(1);
      assertThat(Interpreter.of(compiler.infer(graph)).run(1, -128, 0)).containsExactly(-1, 127, 0);
    }

    assertThatExceptionOfType(CompilerException.class).isThrownBy(() -> compiler.infer(graph));
  }

  @Test
  void aTypeThatIsThereAlreadyIsRefusedAndTheFirstOneStays() throws IOException {
    Path source = plugin(META.replace("requires", "needs"));
    var first = compiler.loader().build().loadFromFolder(source);
    Path twice = plugin(META.replace("requires", "needs").replace("static_files", "files"));

    assertThatExceptionOfType(PluginException.class)
        .isThrownBy(() -> compiler.loader().build().loadFromFolder(twice))
        .withMessageContaining("DUPLICATE_TYPE")
        .withMessageContaining("type negation");
    assertThat(compiler.components().types()).contains("negation");
    first.close();
    assertThat(compiler.components().types()).doesNotContain("negation");
  }
}
