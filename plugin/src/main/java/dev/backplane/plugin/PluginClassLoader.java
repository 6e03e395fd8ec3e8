package dev.backplane.plugin;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The classes of one jar or folder, walled off: it sees the JDK, itself, the shared packages of the
 * host, and the packages of plugins that it requires. Two versions of anything else live side by
 * side.
 */
final class PluginClassLoader extends URLClassLoader {
  static {
    ClassLoader.registerAsParallelCapable();
  }

  private final ClassLoader host;
  private final Set<String> shared;
  private final ConcurrentMap<String, PluginClassLoader> required = new ConcurrentHashMap<>();

  PluginClassLoader(String name, URL[] urls, ClassLoader host, Set<String> shared) {
    super(name, urls, ClassLoader.getPlatformClassLoader());
    this.host = host;
    this.shared = shared;
  }

  /** Lets this loader see the package of a required plugin, and packages below it. */
  void link(String packageName, PluginClassLoader other) {
    if (other != this) {
      required.put(packageName, other);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    int dot = name.lastIndexOf('.');
    String packageName = dot < 0 ? "" : name.substring(0, dot);
    if (shared.contains(packageName)) {
      return host.loadClass(name);
    }
    try {
      // The parent is the platform's loader, so this is: JDK first, then our own.
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      for (var entry : required.entrySet()) {
        if (packageName.equals(entry.getKey()) || packageName.startsWith(entry.getKey() + '.')) {
          return entry.getValue().ownClass(name);
        }
      }
      throw new ClassNotFoundException(
          name
              + " is not in plugin "
              + getName()
              + ", and the host shares only "
              + new TreeSet<>(shared),
          e);
    }
  }

  // Not loadClass: what a required plugin requires in turn is not ours to see.
  private Class<?> ownClass(String name) throws ClassNotFoundException {
    return super.loadClass(name, false);
  }
}
