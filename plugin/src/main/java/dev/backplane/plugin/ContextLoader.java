package dev.backplane.plugin;

/** Runs plugin code with the plugin's class loader as the thread's context class loader. */
final class ContextLoader {
  private ContextLoader() {}

  static void run(ClassLoader loader, Runnable work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      work.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
