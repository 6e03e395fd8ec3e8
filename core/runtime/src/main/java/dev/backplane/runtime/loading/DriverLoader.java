package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.DriverReceiver;
import dev.backplane.plugin.FoundPlugin;
import dev.backplane.plugin.ImportSymbols;
import dev.backplane.plugin.LoadedPlugins;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginLoader;
import dev.backplane.plugin.PluginSource;
import dev.backplane.plugin.SymbolFetcherBuilder;
import dev.backplane.plugin.SymbolsSpec;
import dev.backplane.plugin.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;

/**
 * A loader of drivers, each once however many instances use it. Safe for use by several threads; a
 * second thread that wants a plugin which is being loaded waits for the first, under the deadline
 * of whoever called.
 */
public final class DriverLoader {
  /** A receiver of what one plugin registers while it is loaded. */
  private record Registration(List<Driver> drivers) implements DriverReceiver {
    @Override
    public void register(Driver driver) {
      drivers.add(driver);
    }

    @Override
    public void unregister(Driver driver) {
      drivers.removeIf(each -> each == driver);
    }
  }

  private record Loaded(Driver driver, LoadedPlugins<DriverReceiver> plugins) {}

  /** A driver that is loaded or being loaded, and the instances that use it. */
  private static final class Entry {
    final CompletableFuture<Loaded> loading = new CompletableFuture<>();
    final Set<String> users = new HashSet<>();
  }

  /**
   * The packages of which plugins and the manager have the same classes: all that drivers may use.
   */
  static final String[] SHARED = {
    "dev.backplane.api",
    "dev.backplane.api.binary",
    "dev.backplane.api.contract",
    "dev.backplane.api.board",
    "dev.backplane.api.capi",
    "dev.backplane.api.opae",
    "dev.backplane.api.pi",
    "dev.backplane.api.spi",
    "dev.backplane.api.xrt",
    "dev.backplane.driverkit",
    "dev.backplane.driverkit.queue",
    "dev.backplane.ffi"
  };

  private final ClassLoader host;
  private final PluginLoader<DriverReceiver> loader;

  /** In the order of loading; guarded by itself, as are the sets of users. */
  private final Map<FoundPlugin, Entry> drivers = new LinkedHashMap<>();

  /** Guarded by {@link #drivers}. */
  private boolean closed;

  /**
   * A loader.
   *
   * @param host sees the plugins of the class path
   */
  public DriverLoader(ClassLoader host) {
    this.host = host;
    // Each load has a receiver of its own.
    loader =
        PluginLoader.<DriverReceiver>builder(
                new Registration(List.of()),
                Version.of(Driver.API_VERSION),
                SymbolFetcherBuilder.<SymbolsSpec, DriverReceiver>of(SymbolsSpec.reader())
                    .addPerSpec(ImportSymbols.listed(Driver.class))
                    .build())
            .share(SHARED)
            .classLoader(host)
            .build();
  }

  /** {@return the places of the class path that have plugins} */
  List<PluginSource> classPath() {
    return PluginSource.classPath(host);
  }

  /**
   * Checks that a plugin says what drivers say, and is made for this API; loads nothing of it.
   *
   * @throws PluginException everything that is wrong
   */
  void check(FoundPlugin plugin) {
    loader.check(plugin);
  }

  /**
   * Gives the driver of a plugin; runs code of the plugin the first time.
   *
   * @param plugin the plugin
   * @param user the instance that wants it
   * @return its driver
   * @throws BackplaneException a plugin error
   */
  public Driver load(FoundPlugin plugin, String user) {
    Entry mine = new Entry();
    Entry first;
    synchronized (drivers) {
      first = drivers.putIfAbsent(plugin, mine);
      (first == null ? mine : first).users.add(user);
    }
    if (first != null) {
      return await(first.loading);
    }
    try {
      Loaded loaded = loadNow(plugin);
      keep(plugin, mine, loaded);
      return loaded.driver();
    } catch (Throwable e) {
      synchronized (drivers) {
        drivers.remove(plugin, mine);
      }
      mine.loading.completeExceptionally(e);
      throw e;
    }
  }

  /** A plugin that was loaded so slowly that nobody wants it by now goes at once. */
  private void keep(FoundPlugin plugin, Entry mine, Loaded loaded) {
    synchronized (drivers) {
      if (drivers.get(plugin) == mine && !closed) {
        // In the order in which loading ended: a plugin may require one that was loaded before it.
        drivers.remove(plugin);
        drivers.put(plugin, mine);
        mine.loading.complete(loaded);
        return;
      }
    }
    loaded.plugins().close();
    throw BackplaneException.because(ErrorCode.CLOSED, "Backplane was closed meanwhile")
        .during("load plugin")
        .remedy("Open it again")
        .build();
  }

  /**
   * Says that an instance does not use a plugin any more; the last one unloads it.
   *
   * @param plugin the plugin
   * @param user the instance, which may never have used it
   * @throws BackplaneException what went wrong when it was unloaded
   */
  public void release(FoundPlugin plugin, String user) {
    Entry entry;
    synchronized (drivers) {
      entry = drivers.get(plugin);
      if (entry == null || !entry.users.remove(user) || !entry.users.isEmpty()) {
        return;
      }
      drivers.remove(plugin);
    }
    unload(entry)
        .ifPresent(
            error -> {
              throw error;
            });
  }

  private static Optional<BackplaneException> unload(Entry entry) {
    // What is still being loaded goes when that has ended.
    if (entry.loading.state() == Future.State.SUCCESS) {
      try {
        entry.loading.resultNow().plugins().close();
      } catch (PluginException e) {
        return Optional.of(PluginErrors.translate(e, "load plugin"));
      }
    }
    return Optional.empty();
  }

  /**
   * Keeps a plugin whatever happens: a thread is in its code and may never come back.
   *
   * @param plugin the plugin
   */
  public void keepLoaded(FoundPlugin plugin) {
    synchronized (drivers) {
      drivers.remove(plugin);
    }
  }

  /**
   * Unloads all plugins, last loaded first, and keeps none that is still being loaded.
   *
   * @return what went wrong
   */
  public List<BackplaneException> unloadAll() {
    List<Entry> loaded;
    synchronized (drivers) {
      closed = true;
      loaded = List.copyOf(drivers.values()).reversed();
      drivers.clear();
    }
    List<BackplaneException> errors = new ArrayList<>();
    for (Entry entry : loaded) {
      unload(entry).ifPresent(errors::add);
    }
    return errors;
  }

  private Loaded loadNow(FoundPlugin plugin) {
    List<Driver> registered = new ArrayList<>();
    try {
      LoadedPlugins<DriverReceiver> loaded = loader.load(plugin, new Registration(registered));
      if (registered.size() == 1) {
        return new Loaded(registered.getFirst(), loaded);
      }
      String number = ": the plugin registers " + registered.size() + " drivers";
      loaded.close();
      throw BackplaneException.because(
              ErrorCode.SYMBOL_NOT_FOUND, plugin.meta().position("symbols") + number)
          .during("load plugin")
          .on(plugin.toString())
          .remedy("List exactly one driver in 'symbols'; give another its own [[plugins]] entry")
          .build();
    } catch (PluginException e) {
      throw PluginErrors.translate(e, "load plugin");
    }
  }

  private static Driver await(CompletableFuture<Loaded> loading) {
    try {
      return loading.join().driver();
    } catch (CompletionException e) {
      if (e.getCause() instanceof BackplaneException coded) {
        throw coded.with().build();
      }
      throw e;
    }
  }
}
