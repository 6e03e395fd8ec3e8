package dev.backplane.plugin;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A loader that finds plugins and makes their symbols known to a receiver.
 *
 * <p>A load goes through these steps, and everything that one step can find wrong is reported
 * together:
 *
 * <ol>
 *   <li>read every {@code meta.toml}; leave out plugins that the filter does not want
 *   <li>read specs; check that {@code api_version} admits the receiver's API; check for duplicates
 *       and dependencies. Up to here no class of a plugin has been loaded
 *   <li>make class loaders, fetch all symbols, load them one after the other
 * </ol>
 *
 * <p>A load is all or nothing: if anything fails, symbols already loaded are taken out again in
 * reverse order and class loaders closed, and the error says what was wrong. Plugins that should
 * stand or fall alone are loaded by calls of their own; later ones may require earlier ones.
 *
 * <p>Jars and folders get a class loader of their own that sees the JDK, the named {@linkplain
 * Builder#share shared packages} of the host, and packages of plugins they require. Plugins of the
 * class path run on the class loader they are on, and are not isolated.
 *
 * <p>Safe for use by several threads; no lock is held while code of a plugin runs.
 *
 * @param <R> the receiver
 */
public final class PluginLoader<R> {
  private final R receiver;
  private final Version apiVersion;
  private final SymbolFetcher<R> fetcher;
  private final @Nullable Predicate<? super MetaTable> filter;
  private final ClassLoader host;
  private final Set<String> shared;
  private final @Nullable Duration limit;
  private final PluginGraph<R> graph = new PluginGraph<>();

  private PluginLoader(Builder<R> builder) {
    this.receiver = builder.receiver;
    this.apiVersion = builder.apiVersion;
    this.fetcher = builder.fetcher;
    this.filter = builder.filter;
    this.host = builder.host;
    this.shared = Set.copyOf(builder.shared);
    this.limit = builder.limit;
  }

  /**
   * Starts a loader.
   *
   * @param receiver what symbols are loaded into
   * @param apiVersion the version of what the receiver offers to plugins
   * @param fetcher turns plugins into symbols
   * @param <R> the receiver's type
   * @return a builder that wants every plugin and shares only this plugin system
   */
  public static <R> Builder<R> builder(R receiver, Version apiVersion, SymbolFetcher<R> fetcher) {
    return new Builder<>(receiver, apiVersion, fetcher);
  }

  /**
   * Loads the plugins of a package, see {@link PluginSource#ofPackage}.
   *
   * @param packageName the package
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> loadFromPackage(String packageName) {
    return load(PluginSource.ofPackage(packageName, host));
  }

  /**
   * Loads all plugins of the class path and module path, see {@link PluginSource#classPath}.
   *
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> loadFromClassPath() {
    return load(PluginSource.classPath(host));
  }

  /**
   * Loads the plugins of a jar, see {@link PluginSource#jar}.
   *
   * @param jar the file
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> loadFromJar(Path jar) {
    return load(PluginSource.jar(jar));
  }

  /**
   * Loads the plugins of a folder that is laid out like a jar, see {@link PluginSource#folder}.
   *
   * @param folder the folder
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> loadFromFolder(Path folder) {
    return load(PluginSource.folder(folder));
  }

  /**
   * Loads all plugin jars of a folder, see {@link PluginSource#jarsIn}.
   *
   * @param folder the folder
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> loadFromJarsIn(Path folder) {
    return load(PluginSource.jarsIn(folder));
  }

  /**
   * Loads the plugins of one place.
   *
   * @param source the place
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> load(PluginSource source) {
    return load(List.of(source));
  }

  /**
   * Loads the plugins of several places as one: all or nothing.
   *
   * @param sources the places, in order
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> load(List<PluginSource> sources) {
    return loadTogether(checked(sources), receiver);
  }

  /**
   * Loads one plugin that was found, whatever the filter wants.
   *
   * @param plugin the plugin
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> load(FoundPlugin plugin) {
    return load(plugin, receiver);
  }

  /**
   * Loads one plugin that was found into a receiver of its own, whatever the filter wants.
   *
   * @param plugin the plugin
   * @param own takes its symbols, in place of the receiver of this loader
   * @return what was loaded
   * @throws PluginException if any of it fails; nothing is loaded then
   */
  public LoadedPlugins<R> load(FoundPlugin plugin, R own) {
    check(plugin);
    return loadTogether(List.of(plugin), own);
  }

  /**
   * Checks a plugin by what it says of itself: no class of it is loaded.
   *
   * @param plugin the plugin
   * @throws PluginException everything that keeps it from being loaded, save what it requires
   */
  public void check(FoundPlugin plugin) {
    List<PluginException> failures = new ArrayList<>();
    check(plugin, failures);
    throwIfAny(failures);
  }

  private LoadedPlugins<R> loadTogether(List<FoundPlugin> checked, R into) {
    LoadedPlugins<R> load = new LoadedPlugins<>(graph, checked, into);
    PluginGraph.Plan plan = graph.begin(load);
    try {
      underLimit(load, () -> load.load(plan, fetcher, host, shared));
    } catch (Throwable e) {
      graph.remove(load);
      throw e;
    }
    graph.loaded(load);
    return load;
  }

  private void underLimit(LoadedPlugins<R> load, Runnable work) {
    if (limit == null) {
      work.run();
      return;
    }
    String hung = LimitedLoad.run(limit, work, load::unloadLate);
    if (!hung.isEmpty()) {
      PluginException failure = load.hung(hung);
      // What was loaded before it is taken out, which may hang as well.
      String again = LimitedLoad.run(limit, load::abandon, () -> {});
      if (!again.isEmpty()) {
        failure.addSuppressed(load.hung(again));
      }
      throw failure;
    }
  }

  private List<FoundPlugin> checked(List<PluginSource> sources) {
    List<FoundPlugin> fitting = new ArrayList<>();
    List<PluginException> failures = new ArrayList<>();
    for (PluginSource source : sources) {
      try {
        for (FoundPlugin plugin : source.plugins()) {
          if ((filter == null || filter.test(plugin.meta())) && check(plugin, failures)) {
            fitting.add(plugin);
          }
        }
      } catch (PluginException e) {
        failures.add(e);
      }
    }
    throwIfAny(failures);
    return List.copyOf(fitting);
  }

  /** {@return whether it fits; otherwise there are more failures} */
  private boolean check(FoundPlugin plugin, List<PluginException> failures) {
    int before = failures.size();
    try {
      if (!plugin.spec().apiVersion().admits(apiVersion)) {
        // Nor does it matter whether the rest follows this version's rules.
        failures.add(incompatible(plugin));
        return false;
      }
    } catch (PluginException e) {
      failures.add(e);
    }
    try {
      fetcher.check(plugin);
    } catch (PluginException e) {
      failures.add(e);
    }
    return failures.size() == before;
  }

  private static void throwIfAny(List<PluginException> failures) {
    if (failures.size() == 1) {
      throw failures.getFirst();
    }
    if (!failures.isEmpty()) {
      // A set: header and fetcher complain about the same missing name in the same words.
      Set<PluginException.Problem> problems = new LinkedHashSet<>();
      failures.forEach(failure -> problems.addAll(failure.problems()));
      PluginException all = PluginException.of(List.copyOf(problems));
      failures.forEach(all::addSuppressed);
      throw all;
    }
  }

  private PluginException incompatible(FoundPlugin plugin) {
    return new PluginException(
        PluginError.INCOMPATIBLE_API,
        plugin.meta().position("api_version"),
        "plugin "
            + plugin.label()
            + " is made for API "
            + plugin.spec().apiVersion()
            + ", and this is "
            + apiVersion
            + "; install a version of the plugin for it");
  }

  /**
   * A description of what a loader wants and shares. For use by one thread.
   *
   * @param <R> the receiver
   */
  public static final class Builder<R> {
    private final R receiver;
    private final Version apiVersion;
    private final SymbolFetcher<R> fetcher;
    private @Nullable Predicate<? super MetaTable> filter;
    private ClassLoader host;
    private final Set<String> shared = new LinkedHashSet<>();
    private @Nullable Duration limit;

    private Builder(R receiver, Version apiVersion, SymbolFetcher<R> fetcher) {
      this.receiver = receiver;
      this.apiVersion = apiVersion;
      this.fetcher = fetcher;
      ClassLoader own = PluginLoader.class.getClassLoader();
      this.host = own == null ? ClassLoader.getSystemClassLoader() : own;
      share(PluginLoader.class.getPackageName(), "org.jspecify.annotations");
    }

    /**
     * Leaves plugins out before anything of them but their {@code meta.toml} is looked at, so that
     * plugins of other kinds need not have the fields of this kind.
     *
     * @param wanted says which to keep; replaces an earlier filter
     * @return this builder
     */
    public Builder<R> filter(Predicate<? super MetaTable> wanted) {
      filter = wanted;
      return this;
    }

    /**
     * Keeps only plugins with this {@code target_runtime}, as {@link #filter} would.
     *
     * @param runtime the value
     * @return this builder
     */
    public Builder<R> targetRuntime(String runtime) {
      return filter(table -> table.text("target_runtime").orElse("").equals(runtime));
    }

    /**
     * Names packages of the host that isolated plugins see, beside those of this plugin system and
     * JSpecify. Packages below them are not meant.
     *
     * @param packages the packages
     * @return this builder
     */
    public Builder<R> share(String... packages) {
      shared.addAll(List.of(packages));
      return this;
    }

    /**
     * Names the class loader that has the shared packages, and that is searched for plugins of a
     * package or of the class path; without it, the one that loaded this plugin system.
     *
     * @param loader the class loader
     * @return this builder
     */
    public Builder<R> classLoader(ClassLoader loader) {
      host = loader;
      return this;
    }

    /**
     * Limits how long a load may take that runs code of plugins: what takes longer is refused with
     * {@link PluginError#SYMBOL_HUNG}. Their code runs on another thread then. Without a limit it
     * runs on the thread of whoever loads, for as long as it takes.
     *
     * @param longest how long at most, not counting time for which the machine is too busy to run
     *     it
     * @return this builder
     */
    public Builder<R> limit(Duration longest) {
      limit = longest;
      return this;
    }

    /** {@return the loader} */
    public PluginLoader<R> build() {
      return new PluginLoader<>(this);
    }
  }
}
