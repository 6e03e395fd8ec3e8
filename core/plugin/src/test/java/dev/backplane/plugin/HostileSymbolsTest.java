package dev.backplane.plugin;

import static dev.backplane.plugin.TestPlugin.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures of symbols are told with the plugin's name, whatever the symbol and the failure are. */
@NullUnmarked // It breaks the contract.
class HostileSymbolsTest {
  /** A failure whose own methods fail. */
  private static final String UNPRINTABLE =
      """
      new RuntimeException() {
        public String toString() { throw new IllegalStateException("no text"); }
        public String getMessage() { throw new Error("no message"); }
      }
      """;

  @TempDir Path temp;

  private final List<String> receiver = new ArrayList<>();
  private Path jar;

  @BeforeEach
  void makeAPlugin() throws IOException {
    jar =
        new TestPlugin(temp.resolve("a"))
            .meta(entry("a", "1", "S") + entry("b", "1", "S"))
            .symbol("a.S", "a")
            .symbol("b.S", "b")
            .jar();
  }

  private PluginLoader<List<String>> loader(SymbolFetcher<List<String>> fetcher) {
    return PluginLoader.builder(receiver, Version.of("1"), fetcher).build();
  }

  private static SymbolFetcherBuilder<SymbolsSpec, List<String>> fetcher() {
    return SymbolFetcherBuilder.of(SymbolsSpec.reader());
  }

  private PluginException failure(SymbolFetcher<List<String>> fetcher) {
    PluginException error =
        catchThrowableOfType(PluginException.class, () -> loader(fetcher).loadFromJar(jar));
    assertThat(error.error()).isEqualTo(PluginError.SYMBOL_FAILED);
    assertThat(error).hasMessageContaining(jar.toString());
    assertThat(error.getMessage()).doesNotContain("NullPointerException");
    return error;
  }

  @Test
  void aSymbolOfAnOverAllFunctionIsThatOfThePluginWhoseClassItIs() {
    SymbolFetcher<List<String>> imported =
        fetcher()
            .addOverAll(
                all -> all.reversed().stream().flatMap(ImportSymbols.<List<String>>listed()))
            .build();
    try (LoadedPlugins<List<String>> loaded = loader(imported).loadFromJar(jar)) {
      assertThat(receiver).containsExactly("b", "a");
      assertThat(loaded.plugins())
          .allSatisfy(
              plugin ->
                  assertThat(plugin.symbols())
                      .extracting(symbol -> symbol.getClass().getName())
                      .containsExactly(plugin.spec().packageName() + ".S"));
    }
  }

  @Test
  void aFunctionOverAllPluginsSaysWhoseASymbolIsThatItMakes() {
    SymbolFetcher<List<String>> made =
        fetcher()
            .addOverAll(all -> all.stream().map(p -> p.own(list -> list.add(p.packageName()))))
            .build();
    try (LoadedPlugins<List<String>> loaded = loader(made).loadFromJar(jar)) {
      assertThat(receiver).containsExactly("a", "b");
      assertThat(loaded.plugins()).allSatisfy(p -> assertThat(p.symbols()).hasSize(1));
    }
    assertThat(
            failure(
                fetcher()
                    .addOverAll(all -> Stream.of(all.get(1).own(list -> list.get(7))))
                    .build()))
        .hasMessageContaining("meta.toml:12:1: symbol");
  }

  @Test
  void aSymbolOfNoSinglePluginIsNamedWithThePluginsItCameFrom() {
    assertThat(failure(fetcher().addOverAll(all -> Stream.of(list -> list.get(7))).build()))
        .hasMessageContaining("a function over all plugins [a (" + jar)
        .hasMessageContaining(", b (" + jar);
  }

  @Test
  void nullInsteadOfASymbolOrAStreamIsSaidWithThePluginsName() {
    List<PluginSymbol<List<String>>> none = new ArrayList<>();
    none.add(null);
    assertThat(failure(fetcher().addPerSpec(p -> none.stream()).build()))
        .hasMessageContaining("meta.toml:1:1: the function that fetches symbols of a gave null");
    assertThat(failure(fetcher().addPerSpec(p -> null).build()))
        .hasMessageContaining("meta.toml:1:1: the function that fetches symbols of a gave null");
    assertThat(failure(fetcher().addOverAll(all -> none.stream()).build()))
        .hasMessageContaining("gave null instead of a symbol");
    assertThat(failure(fetcher().addOverAll(all -> null).build()))
        .hasMessageContaining("gave null instead of a stream of symbols");
    assertThat(failure(plugins -> none.stream()))
        .hasMessageContaining("gave null instead of a symbol");
    assertThat(failure(plugins -> null)).hasMessageContaining("gave null instead of a stream");
  }

  @Test
  void errorsOfFetchingFunctionsAreFailuresOfThePlugin() {
    assertThat(
            failure(
                fetcher()
                    .addPerSpec(
                        p -> {
                          throw new AssertionError("an error");
                        })
                    .build()))
        .hasMessageContaining("an error");
  }

  @Test
  void reportsAnUnprintableSymbolByItsClass() throws IOException {
    String symbol =
        """
        package a;
        public final class %s implements dev.backplane.plugin.PluginSymbol<java.util.List<String>> {
          %s
          public void loadInto(java.util.List<String> receiver) { %s }
        }
        """;
    Path hostile =
        new TestPlugin(temp.resolve("hostile"))
            .meta(entry("a", "1", "Loading"))
            .source("a.Loading", symbol.formatted("Loading", "", "throw " + UNPRINTABLE + ";"))
            .jar();
    Path making =
        new TestPlugin(temp.resolve("making"))
            .meta(entry("a", "1", "Made"))
            .source(
                "a.Made",
                symbol.formatted("Made", "public Made() { throw %s; }", "").formatted(UNPRINTABLE))
            .jar();
    for (Path plugin : List.of(hostile, making)) {
      PluginException error =
          catchThrowableOfType(
              PluginException.class, () -> TestPlugin.loader(receiver).build().loadFromJar(plugin));
      assertThat(error.error()).isEqualTo(PluginError.SYMBOL_FAILED);
      assertThat(error).hasMessageContaining("$1 (its message cannot be read)");
      assertThat(error.getCause()).hasMessageContaining("cannot be read");
      assertThat(error.getCause().getStackTrace()).isNotEmpty();
    }
  }
}
