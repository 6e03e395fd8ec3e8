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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Loads driver plugins, each once however many instances use it. Safe for use by several threads; a
 * second thread that wants a plugin which is being loaded waits for the first, under the deadline
 * of whoever called.
 */
public final class DriverLoader {
  /** The load that the current thread is in: what it wants, and what was registered. */
  private record Load(MetaTable wanted, List<Driver> registered) {}

  private record Loaded(Driver driver, LoadedPlugins<DriverReceiver> plugins) {}

  private static final ScopedValue<Load> LOAD = ScopedValue.newInstance();

  private final PluginLoader<DriverReceiver> loader;
  private final ConcurrentMap<DriverModule, CompletableFuture<Loaded>> drivers =
      new ConcurrentHashMap<>();
  private final List<LoadedPlugins<DriverReceiver>> inOrder = new ArrayList<>();

  /** Guarded by {@link #inOrder}. */
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
            .share("dev.backplane.api", "dev.backplane.api.spi")
            .classLoader(host)
            .build();
  }

  /**
   * Gives the driver of a module; runs code of the plugin the first time.
   *
   * @param module the module
   * @return its driver
   * @throws BackplaneException a plugin error
   */
  public Driver load(DriverModule module) {
    CompletableFuture<Loaded> mine = new CompletableFuture<>();
    CompletableFuture<Loaded> first = drivers.putIfAbsent(module, mine);
    if (first != null) {
      return await(first);
    }
    try {
      Loaded loaded = loadNow(module);
      keep(loaded.plugins());
      mine.complete(loaded);
      return loaded.driver();
    } catch (Throwable e) {
      drivers.remove(module, mine);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  /** What was loaded so slowly that all others are unloaded by now goes at once. */
  private void keep(LoadedPlugins<DriverReceiver> plugins) {
    synchronized (inOrder) {
      if (!closed) {
        inOrder.add(plugins);
        return;
      }
    }
    plugins.close();
    throw BackplaneException.because(ErrorCode.CLOSED, "Backplane was closed meanwhile")
        .during("load plugin")
        .remedy("Open it again")
        .build();
  }

  /**
   * Unloads all plugins, last loaded first, and keeps none that is still being loaded.
   *
   * @return what went wrong
   */
  public List<BackplaneException> unloadAll() {
    List<LoadedPlugins<DriverReceiver>> loaded;
    synchronized (inOrder) {
      closed = true;
      loaded = List.copyOf(inOrder).reversed();
      inOrder.clear();
    }
    drivers.clear();
    List<BackplaneException> errors = new ArrayList<>();
    for (LoadedPlugins<DriverReceiver> plugins : loaded) {
      try {
        plugins.close();
      } catch (PluginException e) {
        errors.add(PluginErrors.translate(e));
      }
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
