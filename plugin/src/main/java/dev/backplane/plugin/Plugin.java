package dev.backplane.plugin;

import java.io.InputStream;

/**
 * A plugin about to be loaded, as a fetcher function sees it: its spec, and how its classes and
 * files are reached. It keeps the plugin's classes in memory, so after the function returns only
 * the plugin's own symbols may keep it.
 *
 * @param <S> the type of spec
 */
public final class Plugin<S> {
  private final S spec;
  private final String packageName;
  private final MetaTable meta;
  private final ClassLoader classLoader;

  Plugin(S spec, String packageName, MetaTable meta, ClassLoader classLoader) {
    this.spec = spec;
    this.packageName = packageName;
    this.meta = meta;
    this.classLoader = classLoader;
  }

  <T> Plugin<T> describedBy(T other) {
    return new Plugin<>(other, packageName, meta, classLoader);
  }

  /** {@return what the plugin says about itself} */
  public S spec() {
    return spec;
  }

  /** {@return the Java package that holds what the plugin exports} */
  public String packageName() {
    return packageName;
  }

  /** {@return its entry in {@code meta.toml}, for messages with a place} */
  public MetaTable meta() {
    return meta;
  }

  /** {@return what loads its classes} */
  public ClassLoader classLoader() {
    return classLoader;
  }

  /**
   * Opens a file of the plugin.
   *
   * @param path where it is, relative to the plugin's package, for example {@code vhdl/mac.vhd}
   * @return its content, to be closed by the caller
   * @throws PluginException with {@link PluginError#STATIC_FILE_MISSING} if it is not there
   */
  public InputStream open(String path) {
    String name = nameOf(path);
    InputStream stream = classLoader.getResourceAsStream(name);
    if (stream == null) {
      throw missing(name, path);
    }
    return stream;
  }

  private String nameOf(String path) {
    return packageName.replace('.', '/') + '/' + path;
  }

  private PluginException missing(String name, String path) {
    return new PluginException(
        PluginError.STATIC_FILE_MISSING,
        meta.positionOfElement(path),
        "there is no file " + name + " in the plugin; a named module must also open its folder");
  }

  /**
   * Says whether a file of the plugin is there, without reading it.
   *
   * @param path where it is, relative to the plugin's package
   * @throws PluginException with {@link PluginError#STATIC_FILE_MISSING} if it is not there
   */
  public void require(String path) {
    String name = nameOf(path);
    if (classLoader.getResource(name) == null) {
      throw missing(name, path);
    }
  }

  /**
   * Says that a symbol is this plugin's, for functions over all plugins: symbols of classes in a
   * plugin's package are known to be its own, those that such a function makes are not.
   *
   * @param symbol the symbol
   * @param <R> the receiver
   * @return the same symbol, which is named as this plugin's when it fails, and unloaded with it
   */
  public <R> PluginSymbol<R> own(PluginSymbol<R> symbol) {
    return new OwnedSymbol<>(this, symbol);
  }

  @Override
  public String toString() {
    return packageName + " (" + meta.position() + ")";
  }
}
