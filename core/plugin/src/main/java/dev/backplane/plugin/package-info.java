/**
 * Generic plugin system with double dispatch between symbols and receivers.
 *
 * <p>A plugin is a jar, a folder or a package with code and a {@code meta.toml} that describes it
 * ({@link dev.backplane.plugin.PluginSpec}). A {@link dev.backplane.plugin.PluginLoader} finds
 * plugins, a {@link dev.backplane.plugin.SymbolFetcher} turns them into {@link
 * dev.backplane.plugin.PluginSymbol}s, and each symbol puts itself into a receiver of any type.
 * Read in this order: {@code PluginSymbol}, {@code SymbolsSpec}, {@code SymbolFetcherBuilder},
 * {@code ImportSymbols}, {@code PluginLoader}, {@code LoadedPlugins}.
 *
 * <p>Descriptions and specs are immutable; loaders may be used by several threads; builders and
 * {@code SpecFields} are for one thread.
 */
package dev.backplane.plugin;
