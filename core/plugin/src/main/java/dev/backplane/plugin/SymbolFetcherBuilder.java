package dev.backplane.plugin;

import dev.backplane.plugin.limit.ContextLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link SymbolFetcher} of functions over specs of one type. For use by one thread; what it
 * builds is immutable and knows nothing of functions added later.
 *
 * <p>Order of symbols: for each plugin, in order, all per-spec functions in the order in which they
 * were added; then every over-all function once, with all plugins, even when there are none.
 *
 * @param <S> the type of spec
 * @param <R> the receiver that the symbols extend
 */
public final class SymbolFetcherBuilder<S, R> {
  private final SpecReader<S> reader;
  private final List<Function<? super Plugin<S>, ? extends Stream<? extends PluginSymbol<R>>>>
      perSpec = new ArrayList<>();
  private final List<Function<? super List<Plugin<S>>, ? extends Stream<? extends PluginSymbol<R>>>>
      overAll = new ArrayList<>();

  private SymbolFetcherBuilder(SpecReader<S> reader) {
    this.reader = reader;
  }

  /**
   * Starts a fetcher.
   *
   * @param reader makes the specs
   * @param <S> their type
   * @param <R> the receiver
   * @return a builder without functions
   */
  public static <S, R> SymbolFetcherBuilder<S, R> of(SpecReader<S> reader) {
    return new SymbolFetcherBuilder<>(reader);
  }

  /**
   * Starts a fetcher for specs of a record type, see {@link SpecReader#of(Class)}.
   *
   * @param spec the record
   * @param <S> its type
   * @param <R> the receiver
   * @return a builder without functions
   */
  public static <S extends Record, R> SymbolFetcherBuilder<S, R> of(Class<S> spec) {
    return new SymbolFetcherBuilder<>(SpecReader.of(spec));
  }

  /**
   * Adds a function that is called once for each plugin.
   *
   * @param function gives the symbols of one plugin
   * @return this builder
   */
  public SymbolFetcherBuilder<S, R> addPerSpec(
      Function<? super Plugin<S>, ? extends Stream<? extends PluginSymbol<R>>> function) {
    perSpec.add(function);
    return this;
  }

  /**
   * Adds a function that is called once with all plugins, also when there are none: to choose among
   * them, or to add symbols that belong to no plugin. A symbol whose class is in a plugin's package
   * is that plugin's; {@link Plugin#own} says so of others.
   *
   * @param function gives symbols for all plugins
   * @return this builder
   */
  public SymbolFetcherBuilder<S, R> addOverAll(
      Function<? super List<Plugin<S>>, ? extends Stream<? extends PluginSymbol<R>>> function) {
    overAll.add(function);
    return this;
  }

  /** {@return a fetcher with the functions added so far} */
  public SymbolFetcher<R> build() {
    return new Built<>(reader, List.copyOf(perSpec), List.copyOf(overAll));
  }

  private record Built<S, R>(
      SpecReader<S> reader,
      List<Function<? super Plugin<S>, ? extends Stream<? extends PluginSymbol<R>>>> perSpec,
      List<Function<? super List<Plugin<S>>, ? extends Stream<? extends PluginSymbol<R>>>> overAll)
      implements SymbolFetcher<R> {

    @Override
    public void check(FoundPlugin plugin) {
      plugin.spec(reader);
    }

    @Override
    public Stream<? extends PluginSymbol<R>> fetch(List<Plugin<PluginSpec>> plugins) {
      List<Plugin<S>> read = new ArrayList<>();
      for (Plugin<PluginSpec> plugin : plugins) {
        read.add(plugin.describedBy(reader));
      }
      List<Plugin<S>> all = List.copyOf(read);
      List<PluginSymbol<R>> symbols = new ArrayList<>();
      for (Plugin<S> plugin : all) {
        for (var function : perSpec) {
          try (ContextLoader _ = new ContextLoader(plugin.classLoader())) {
            for (PluginSymbol<R> symbol : given(function.apply(plugin), plugin).toList()) {
              symbols.add(new OwnedSymbol<>(plugin, given(symbol, plugin)));
            }
          }
        }
      }
      for (var function : overAll) {
        Stream<? extends PluginSymbol<R>> given = function.apply(all);
        if (given == null) {
          throw new PluginException(
              PluginError.SYMBOL_FAILED,
              OwnedSymbol.all(all),
              "it gave null instead of a stream of symbols");
        }
        for (PluginSymbol<R> symbol : given.toList()) {
          symbols.add(LoadedPlugins.owned(symbol, all));
        }
      }
      return symbols.stream();
    }

    /** A function need not be of a null-marked world. */
    private static <T> T given(@Nullable T answer, Plugin<?> plugin) {
      if (answer == null) {
        throw new PluginException(
            PluginError.SYMBOL_FAILED,
            plugin.meta().position(),
            "the function that fetches symbols of "
                + plugin.packageName()
                + " gave null instead of a symbol or a stream of them");
      }
      return answer;
    }
  }
}
