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

  /**
   * Takes this symbol out of the receiver again: when the plugin is unloaded, and when loading is
   * rolled back because this or a later symbol failed. It may be called after a {@link #loadInto}
   * that threw half-way, so it takes out what is there and does not insist on all of it.
   *
   * @implSpec Does nothing; right only for receivers that keep nothing of the symbol, because what
   *     they keep also keeps the plugin's classes in memory.
   * @param receiver what was extended
   */
  default void unloadFrom(R receiver) {}
}
