package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.DriverReceiver;
import dev.backplane.plugin.ImportSymbols;
import dev.backplane.plugin.LoadedPlugins;
import dev.backplane.plugin.MetaTable;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginLoader;
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
 * Loads driver plugins, each once however many instances use it. Safe for use by several threads; a
 * second thread that wants a plugin which is being loaded waits for the first, under the deadline
 * of whoever called.
 */
public final class DriverLoader {
  /** The load that the current thread is in: what it wants, and what was registered. */
  private record Load(MetaTable wanted, List<Driver> registered) {}

  private record Loaded(Driver driver, LoadedPlugins<DriverReceiver> plugins) {}

  /** A module that is loaded or being loaded, and the instances that use it. */
  private static final class Entry {
    final CompletableFuture<Loaded> loading = new CompletableFuture<>();
    final Set<String> users = new HashSet<>();
  }

  /** What plugins and the manager must have the same classes of: all that drivers may use. */
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

  private static final ScopedValue<Load> LOAD = ScopedValue.newInstance();

  private final PluginLoader<DriverReceiver> loader;

  /** In the order of loading; guarded by itself, as are the sets of users. */
  private final Map<DriverModule, Entry> drivers = new LinkedHashMap<>();

  /** Guarded by {@link #drivers}. */
  private boolean closed;

  /**
   * A loader.
   *
   * @param host sees the plugins of the class path
   */
  public DriverLoader(ClassLoader host) {
    loader =
        PluginLoader.<DriverReceiver>builder(
                DriverLoader::receive,
                Version.of(Driver.API_VERSION),
                SymbolFetcherBuilder.<SymbolsSpec, DriverReceiver>of(SymbolsSpec.reader())
                    .addPerSpec(ImportSymbols.listed(Driver.class))
                    .build())
            .filter(meta -> LOAD.get().wanted() == meta)
            .share(SHARED)
            .classLoader(host)
            .build();
  }

  /**
   * Gives the driver of a module; runs code of the plugin the first time.
   *
   * @param module the module
   * @param user the instance that wants it
   * @return its driver
   * @throws BackplaneException a plugin error
   */
  public Driver load(DriverModule module, String user) {
    Entry mine = new Entry();
    Entry first;
    synchronized (drivers) {
      first = drivers.putIfAbsent(module, mine);
      (first == null ? mine : first).users.add(user);
    }
    if (first != null) {
      return await(first.loading);
    }
    try {
      Loaded loaded = loadNow(module);
      keep(module, mine, loaded);
      return loaded.driver();
    } catch (Throwable e) {
      synchronized (drivers) {
        drivers.remove(module, mine);
      }
      mine.loading.completeExceptionally(e);
      throw e;
    }
  }

  /** What was loaded so slowly that nobody wants it by now goes at once. */
  private void keep(DriverModule module, Entry mine, Loaded loaded) {
    synchronized (drivers) {
      if (drivers.get(module) == mine && !closed) {
        // In the order in which loading ended: a plugin may require one that was loaded before it.
        drivers.remove(module);
        drivers.put(module, mine);
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
   * Says that an instance does not use a module any more; the last one unloads it.
   *
   * @param module the module
   * @param user the instance, which may never have used it
   * @throws BackplaneException what went wrong when it was unloaded
   */
  public void release(DriverModule module, String user) {
    Entry entry;
    synchronized (drivers) {
      entry = drivers.get(module);
      if (entry == null || !entry.users.remove(user) || !entry.users.isEmpty()) {
        return;
      }
      drivers.remove(module);
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
        return Optional.of(PluginErrors.translate(e));
      }
    }
    return Optional.empty();
  }

  /**
   * Keeps a module whatever happens: a thread is in its code and may never come back.
   *
   * @param module the module
   */
  public void keepLoaded(DriverModule module) {
    synchronized (drivers) {
      drivers.remove(module);
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

  private Loaded loadNow(DriverModule module) {
    Load load = new Load(module.meta(), new ArrayList<>());
    try {
      LoadedPlugins<DriverReceiver> plugins =
          ScopedValue.where(LOAD, load).call(() -> loader.load(module.source()));
      if (load.registered().size() != 1) {
        plugins.close();
        throw BackplaneException.because(
                ErrorCode.SYMBOL_NOT_FOUND,
                module.meta().position("symbols")
                    + ": the plugin registers "
                    + load.registered().size()
                    + " drivers")
            .during("load plugin")
            .on(module.toString())
            .remedy("List exactly one driver in 'symbols'; give another its own [[plugins]] entry")
            .build();
      }
      return new Loaded(load.registered().getFirst(), plugins);
    } catch (PluginException e) {
      throw PluginErrors.translate(e);
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

  private static void receive(Driver driver) {
    LOAD.orElseThrow(
            () ->
                new BackplaneException(
                    ErrorCode.PLUGIN_FAILED, "a driver registers itself while it is loaded only"))
        .registered()
        .add(driver);
  }
}
