package dev.backplane.runtime.manager;

/** Runs plugin code with the plugin's class loader as the thread's context class loader. */
final class ContextLoader {
  private ContextLoader() {}

  static <T> PluginThreads.Work<T> with(ClassLoader loader, PluginThreads.Work<T> work) {
    return () -> {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(loader);
      try {
        return work.run();
      } finally {
        thread.setContextClassLoader(before);
      }
    };
  }
}
