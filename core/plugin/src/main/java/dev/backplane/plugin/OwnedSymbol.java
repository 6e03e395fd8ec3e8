package dev.backplane.plugin;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells the loader which plugin a symbol came from. A function over all plugins may make symbols
 * that belong to none.
 */
record OwnedSymbol<R>(@Nullable Plugin<?> owner, Position place, PluginSymbol<R> symbol)
    implements PluginSymbol<R> {

  OwnedSymbol(Plugin<?> owner, PluginSymbol<R> symbol) {
    this(owner, owner.meta().position("symbols"), symbol);
  }

  /** Only itself: plugins say nothing of what is equal, and their code is not asked. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** The symbol as that of the plugin whose class it is, unless it is known whose it is. */
  static <R> OwnedSymbol<R> of(PluginSymbol<R> symbol, List<? extends Plugin<?>> plugins) {
    if (symbol instanceof OwnedSymbol<R> owned) {
      return owned;
    }
    Plugin<?> owner = ownerOf(symbol.getClass(), plugins);
    return owner == null
        ? new OwnedSymbol<>(null, all(plugins), symbol)
        : new OwnedSymbol<>(owner, symbol);
  }

  /** The place of what belongs to no single plugin. */
  static Position all(List<? extends Plugin<?>> plugins) {
    return Position.of(
        "a function over all plugins "
            + plugins.stream().map(Plugin::toString).collect(Collectors.joining(", ", "[", "]")));
  }

  /** Of several plugins that one class loader has, the one whose package is the innermost. */
  private static @Nullable Plugin<?> ownerOf(Class<?> type, List<? extends Plugin<?>> plugins) {
    return plugins.stream()
        .filter(plugin -> plugin.classLoader() == type.getClassLoader())
        .filter(plugin -> (type.getPackageName() + '.').startsWith(plugin.packageName() + '.'))
        .max(Comparator.comparing(plugin -> plugin.packageName().length()))
        .orElse(null);
  }

  /** The context class loader of the thread while the symbol runs. */
  ClassLoader classLoader() {
    if (owner != null) {
      return owner.classLoader();
    }
    ClassLoader own = symbol.getClass().getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }

  @Override
  public void loadInto(R receiver) {
    symbol.loadInto(receiver);
  }

  @Override
  public void unloadFrom(R receiver) {
    symbol.unloadFrom(receiver);
  }
}
