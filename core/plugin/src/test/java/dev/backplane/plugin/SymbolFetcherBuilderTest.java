package dev.backplane.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SymbolFetcherBuilderTest {
  private final ClassLoader loader = getClass().getClassLoader();

  private static PluginSymbol<List<String>> adding(String text) {
    return receiver -> receiver.add(text);
  }

  private static FoundPlugin found(String name) {
    MetaTable meta = MetaFile.parse(TestPlugin.entry(name, "1", "S"), name, null).getFirst();
    return new FoundPlugin(PluginSource.jar(Path.of("x.jar")), meta);
  }

  private List<Plugin<PluginSpec>> plugins(String... names) {
    List<Plugin<PluginSpec>> plugins = new ArrayList<>();
    for (String name : names) {
      FoundPlugin found = found(name);
      plugins.add(new Plugin<>(found.spec(), found, loader));
    }
    return plugins;
  }

  private static List<String> load(
      SymbolFetcher<List<String>> fetcher, List<Plugin<PluginSpec>> plugins) {
    List<String> receiver = new ArrayList<>();
    fetcher.fetch(plugins).forEachOrdered(symbol -> symbol.loadInto(receiver));
    return receiver;
  }

  private static SymbolFetcherBuilder<SymbolsSpec, List<String>> builder() {
    return SymbolFetcherBuilder.of(SymbolsSpec.class);
  }

  @Test
  void perSpecFunctionsComeFirstInOrderThenOverAllFunctions() {
    SymbolFetcher<List<String>> fetcher =
        builder()
            .addOverAll(all -> Stream.of(adding("all " + all.size())))
            .addPerSpec(p -> Stream.of(adding("1 " + p.spec().name())))
            .addPerSpec(
                p -> Stream.of(adding("2 " + p.spec().name()), adding("3 " + p.spec().name())))
            .addOverAll(all -> Stream.of(adding("again " + all.getFirst().spec().name())))
            .build();

    assertThat(load(fetcher, plugins("a", "b")))
        .containsExactly("1 a", "2 a", "3 a", "1 b", "2 b", "3 b", "all 2", "again a");
  }

  @Test
  void overAllFunctionsAreCalledOnceEvenWithoutPlugins() {
    SymbolFetcher<List<String>> fetcher =
        builder()
            .addPerSpec(p -> Stream.of(adding("never")))
            .addOverAll(all -> Stream.of(adding("all " + all.size())))
            .build();

    assertThat(load(fetcher, plugins())).containsExactly("all 0");
  }

  @Test
  void everyOverAllFunctionSeesAllPlugins() {
    SymbolFetcher<List<String>> fetcher =
        builder()
            .addOverAll(all -> all.stream().map(p -> adding("x" + p.spec().name())))
            .addOverAll(all -> all.stream().map(p -> adding("y" + p.spec().name())))
            .build();

    assertThat(load(fetcher, plugins("a", "b"))).containsExactly("xa", "xb", "ya", "yb");
  }

  @Test
  void aFetcherDoesNotSeeFunctionsAddedAfterItWasBuilt() {
    SymbolFetcherBuilder<SymbolsSpec, List<String>> builder =
        builder().addPerSpec(p -> Stream.of(adding("before")));
    SymbolFetcher<List<String>> fetcher = builder.build();
    builder.addPerSpec(p -> Stream.of(adding("after")));
    builder.addOverAll(all -> Stream.of(adding("after")));

    assertThat(load(fetcher, plugins("a"))).containsExactly("before");
    assertThat(load(builder.build(), plugins("a"))).containsExactly("before", "after", "after");
  }

  /** A spec with more fields than every plugin has. */
  public record HardwareSpec(String name, List<String> staticFiles) {}

  @Test
  void specsOfAnyRecordTypeAreCheckedBeforeAnythingIsFetched() {
    SymbolFetcher<List<String>> fetcher =
        SymbolFetcherBuilder.<HardwareSpec, List<String>>of(HardwareSpec.class)
            .addPerSpec(p -> p.spec().staticFiles().stream().map(f -> adding(f)))
            .build();

    PluginException error =
        catchThrowableOfType(PluginException.class, () -> fetcher.check(found("a")));
    assertThat(error)
        .hasMessage(
            "MISSING_FIELD: a:1:1: static_files is missing; it must be a list, each element a"
                + " string");
  }

  @Test
  void aFunctionCanBeASymbolAndStillBeCalled() {
    List<String> receiver = new ArrayList<>();
    FunctionSymbol<List<String>, Integer, Integer> twice =
        new FunctionSymbol<>(
            "twice",
            (list, symbol) -> list.add(symbol.name()),
            (list, symbol) -> list.remove(symbol.name()),
            n -> n * 2);
    twice.loadInto(receiver);
    assertThat(receiver).containsExactly("twice");
    assertThat(twice.apply(21)).isEqualTo(42);
    twice.unloadFrom(receiver);
    assertThat(receiver).isEmpty();
  }
}
