package dev.backplane.plugin;

/**
 * One thing that a plugin exports: it knows how to put itself into a receiver.
 *
 * <p>The receiver is any type; the plugin system never looks into it. This is the second half of a
 * double dispatch: the loader decides <em>which</em> symbols are loaded, the symbol decides
 * <em>how</em> it uses the receiver.
 *
 * @param <R> the receiver that the symbol extends
 */
@FunctionalInterface
public interface PluginSymbol<R> {
  /**
   * Puts this symbol into the receiver. Called once per load, on the loading thread.
   *
   * @param receiver what is extended
   */
  void loadInto(R receiver);
}
