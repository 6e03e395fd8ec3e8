package dev.backplane.plugin;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

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
      return ownClass(name);
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

  /** JDK first, then our own. Not what a required plugin requires in turn: not ours to see. */
  private Class<?> ownClass(String name) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> found = findLoadedClass(name);
      if (found == null) {
        found = classOfJdk(name);
      }
      return found == null ? findClass(name) : found;
    }
  }

  /** Its own file first: the host may have one of the same name. */
  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  /**
   * A class of the JDK. The platform's loader also finds the packages of every named module of the
   * application; those would be a hole in the wall.
   */
  private @Nullable Class<?> classOfJdk(String name) {
    ClassLoader platform = getParent();
    try {
      Class<?> found = platform.loadClass(name);
      ClassLoader loader = found.getClassLoader();
      // Tools of the JDK, such as the compiler, are on the application's loader.
      String module = found.getModule().isNamed() ? found.getModule().getName() : "";
      return loader == null || loader == platform || module.startsWith("jdk.") ? found : null;
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
