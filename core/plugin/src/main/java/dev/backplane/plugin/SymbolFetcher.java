package dev.backplane.plugin;

import java.util.List;
import java.util.stream.Stream;

/**
 * Turns the plugins that a loader found into symbols: imports them, makes them on the fly, leaves
 * some out. {@link SymbolFetcherBuilder} makes one out of simple functions.
 *
 * @param <R> the receiver that the symbols extend
 */
@FunctionalInterface
public interface SymbolFetcher<R> {
  /**
   * Gives the symbols to be loaded, in the order of loading. The stream is read to its end before
   * the first symbol is loaded.
   *
   * @param plugins all plugins of one load, those required before those requiring, otherwise as
   *     listed; possibly none
   * @return the symbols
   */
  Stream<? extends PluginSymbol<R>> fetch(List<Plugin<PluginSpec>> plugins);

  /**
   * Checks that a plugin says what this fetcher needs, before any class of any plugin is loaded.
   *
   * @implSpec Asks for nothing.
   * @param plugin the plugin
   * @throws PluginException naming everything that is missing or wrong
   */
  default void check(FoundPlugin plugin) {}
}
