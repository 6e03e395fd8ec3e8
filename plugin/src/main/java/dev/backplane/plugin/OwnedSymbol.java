package dev.backplane.plugin;

import org.jspecify.annotations.Nullable;

/** Tells the loader which plugin a symbol came from; symbols of over-all functions have none. */
record OwnedSymbol<R>(@Nullable Plugin<?> owner, PluginSymbol<R> symbol)
    implements PluginSymbol<R> {

  static <R> OwnedSymbol<R> of(PluginSymbol<R> symbol) {
    return symbol instanceof OwnedSymbol<R> owned ? owned : new OwnedSymbol<>(null, symbol);
  }

  /** What the thread's context class loader is while the symbol runs. */
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
