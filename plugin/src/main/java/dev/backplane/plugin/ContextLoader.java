package dev.backplane.plugin;

/**
 * While it is open, the thread that made it has the plugin's class loader as its context class
 * loader: for running plugin code.
 */
final class ContextLoader implements AutoCloseable {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  ContextLoader(ClassLoader loader) {
    Thread.currentThread().setContextClassLoader(loader);
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(before);
  }
}
