package dev.backplane.plugin;

import java.util.List;

/**
 * A plugin that was loaded.
 *
 * @param spec what it says about itself
 * @param meta its entry in {@code meta.toml}
 * @param symbols what per-spec functions fetched for it, in the order of loading; symbols of
 *     over-all functions belong to no plugin. They keep the plugin's classes in memory.
 * @param <R> the receiver they were loaded into
 */
public record LoadedPlugin<R>(PluginSpec spec, MetaTable meta, List<PluginSymbol<R>> symbols) {
  /** Copies the list. */
  public LoadedPlugin {
    symbols = List.copyOf(symbols);
  }
}
