package dev.backplane.plugin.limit;

/**
 * A stretch of plugin code on the thread that makes it: until it is closed, the thread has the
 * plugin's class loader as its context class loader.
 */
public final class ContextLoader implements AutoCloseable {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  /**
   * Begins the stretch.
   *
   * @param loader the plugin's class loader
   */
  public ContextLoader(ClassLoader loader) {
    Thread.currentThread().setContextClassLoader(loader);
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(before);
  }
}
