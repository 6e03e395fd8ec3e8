package dev.backplane.plugin;

import dev.backplane.plugin.limit.ContextLoader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plugins that one load put into the receiver. They belong to the caller of the loader, who
 * closes it to unload; never closing it is fine for plugins that stay to the end of the program.
 * Safe for use by several threads.
 *
 * @param <R> the receiver
 */
public final class LoadedPlugins<R> implements AutoCloseable {
  private final PluginGraph<R> graph;
  private final List<FoundPlugin> found;
  private final R receiver;
  private final Map<PluginSource, ClassLoader> loaders =
      Collections.synchronizedMap(new LinkedHashMap<>());

  /** A list that the thread which loads and the one that has waited long enough may both use. */
  private final List<OwnedSymbol<R>> inReceiver = new CopyOnWriteArrayList<>();

  /** The code that is being called now, for those who wait for it. */
  private volatile @Nullable Position asked;

  /** True once nobody waits for this load any more. */
  private volatile boolean abandoned;

  /** The loaded symbols, in that order; empty before and after. */
  private volatile List<FoundPlugin> loaded = List.of();

  LoadedPlugins(PluginGraph<R> graph, List<FoundPlugin> found, R receiver) {
    this.graph = graph;
    this.found = found;
    this.receiver = receiver;
  }

  /** {@return the plugins, in the order of loading; none after closing} */
  public List<LoadedPlugin<R>> plugins() {
    List<LoadedPlugin<R>> plugins = new ArrayList<>();
    for (FoundPlugin plugin : loaded) {
      List<PluginSymbol<R>> own = new ArrayList<>();
      for (OwnedSymbol<R> symbol : inReceiver) {
        if (symbol.owner() != null && symbol.owner().meta() == plugin.meta()) {
          own.add(symbol.symbol());
        }
      }
      plugins.add(new LoadedPlugin<>(plugin.spec(), plugin.meta(), own));
    }
    return List.copyOf(plugins);
  }

  /**
   * Unloads: every symbol is taken out of the receiver, last loaded first, and the class loaders
   * made for this load are closed. All steps are done even if one fails. A second call does
   * nothing.
   *
   * @throws PluginException with {@link PluginError#STILL_REQUIRED}, and nothing is unloaded, if a
   *     loaded plugin requires one of these; with {@link PluginError#SYMBOL_FAILED} after unloading
   *     if a symbol threw
   */
  @Override
  public void close() {
    if (!graph.beginUnload(this)) {
      return;
    }
    try {
      PluginException failure = unload();
      if (failure != null) {
        throw failure;
      }
    } finally {
      graph.remove(this);
    }
  }

  /** The plugins that are to be loaded, as listed. */
  List<FoundPlugin> found() {
    return found;
  }

  @Nullable ClassLoader loaderOf(FoundPlugin plugin) {
    return loaders.get(plugin.source());
  }

  /** Makes class loaders, fetches, loads; on failure takes everything back and rethrows. */
  void load(PluginGraph.Plan plan, SymbolFetcher<R> fetcher, ClassLoader host, Set<String> shared) {
    try {
      putIntoReceiver(fetch(fetcher, open(plan, host, shared)));
      if (!abandoned) {
        loaded = plan.ordered();
      }
    } catch (Throwable failure) {
      PluginException second = unload();
      if (second != null) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  private List<Plugin<PluginSpec>> open(
      PluginGraph.Plan plan, ClassLoader host, Set<String> shared) {
    List<Plugin<PluginSpec>> opened = new ArrayList<>();
    for (FoundPlugin plugin : plan.ordered()) {
      ClassLoader loader = loaderOf(plugin);
      if (loader == null) {
        loader = plugin.source().open(host, shared);
        loaders.put(plugin.source(), loader);
      }
      opened.add(new Plugin<>(plugin.spec(), plugin, loader));
    }
    for (PluginGraph.Use use : plan.uses()) {
      ClassLoader own = loaderOf(use.required());
      ClassLoader theirs = own == null ? graph.loaderOf(use.required()) : own;
      if (loaderOf(use.user()) instanceof PluginClassLoader ours
          && theirs instanceof PluginClassLoader other) {
        ours.link(use.required().spec().packageName(), other);
      }
    }
    return List.copyOf(opened);
  }

  private void putIntoReceiver(List<OwnedSymbol<R>> symbols) {
    for (OwnedSymbol<R> symbol : symbols) {
      if (abandoned) {
        return;
      }
      // Before it is asked: a symbol that fails half-way is taken out as well.
      inReceiver.add(symbol);
      asked = symbol.place();
      ask(symbol, "loadInto", () -> symbol.loadInto(receiver));
      if (abandoned) {
        // It was taken out while it was at it.
        inReceiver.add(symbol);
      }
    }
  }

  /** The error of a load that has not come back. */
  PluginException hung(String where) {
    Position place = asked;
    if (place == null) {
      place =
          found.size() == 1
              ? found.getFirst().meta().position("symbols")
              : Position.of("one of " + found.size() + " plugins");
    }
    return new PluginException(
        PluginError.SYMBOL_HUNG,
        place,
        "its code did not return: "
            + where
            + "; this is a defect of the plugin, which is left out");
  }

  /** Nobody waits any more: takes out what was loaded, and what is being loaded. */
  void abandon() {
    abandoned = true;
    PluginException failure = unload();
    if (failure != null) {
      throw failure;
    }
  }

  /** The thread has come back after that: what it was at is taken out again. */
  void unloadLate() {
    PluginException failure = unload();
    if (failure != null) {
      System.getLogger(LoadedPlugins.class.getName())
          .log(System.Logger.Level.WARNING, "unloading what was loaded too late", failure);
    }
  }

  private static <R> List<OwnedSymbol<R>> fetch(
      SymbolFetcher<R> fetcher, List<Plugin<PluginSpec>> opened) {
    List<OwnedSymbol<R>> symbols = new ArrayList<>();
    try {
      Stream<? extends PluginSymbol<R>> given = fetcher.fetch(opened);
      if (given == null) {
        throw new PluginException(
            PluginError.SYMBOL_FAILED,
            OwnedSymbol.all(opened),
            "it gave null instead of a stream of symbols");
      }
      for (PluginSymbol<R> symbol : given.toList()) {
        symbols.add(owned(symbol, opened));
      }
    } catch (PluginException e) {
      throw e;
    } catch (Throwable e) {
      throw failed(
          opened.isEmpty() ? Position.of("no plugins") : opened.getFirst().meta().position(),
          "the function that fetches symbols threw ",
          e);
    }
    return symbols;
  }

  /** A symbol with its plugin; a function need not be of a null-marked world. */
  static <R> OwnedSymbol<R> owned(
      @Nullable PluginSymbol<R> symbol, List<? extends Plugin<?>> plugins) {
    if (symbol == null) {
      throw new PluginException(
          PluginError.SYMBOL_FAILED, OwnedSymbol.all(plugins), "it gave null instead of a symbol");
    }
    return OwnedSymbol.of(symbol, plugins);
  }

  private @Nullable PluginException unload() {
    loaded = List.of();
    PluginException failure = null;
    for (OwnedSymbol<R> symbol : List.copyOf(inReceiver).reversed()) {
      if (!inReceiver.remove(symbol)) {
        // Another thread does that.
        continue;
      }
      try {
        asked = symbol.place();
        ask(symbol, "unloadFrom", () -> symbol.unloadFrom(receiver));
      } catch (PluginException e) {
        failure = combine(failure, e);
      }
    }
    List<Map.Entry<PluginSource, ClassLoader>> made;
    synchronized (loaders) {
      made = List.copyOf(loaders.entrySet());
    }
    for (Map.Entry<PluginSource, ClassLoader> entry : made) {
      if (entry.getValue() instanceof PluginClassLoader loader) {
        try {
          loader.close();
        } catch (IOException e) {
          failure =
              combine(
                  failure,
                  new PluginException(
                      PluginError.NOT_A_PLUGIN,
                      Position.of(entry.getKey().location()),
                      "cannot be closed: " + e,
                      e));
        }
      }
    }
    // Nothing may stay here that keeps the plugin's classes in memory.
    loaders.clear();
    return failure;
  }

  private static PluginException combine(@Nullable PluginException first, PluginException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  private static void ask(OwnedSymbol<?> symbol, String call, Runnable work) {
    try (ContextLoader _ = new ContextLoader(symbol.classLoader())) {
      work.run();
    } catch (PluginException e) {
      throw e; // knows its place better than we do
    } catch (Throwable e) {
      throw failed(
          symbol.place(),
          "symbol " + symbol.symbol().getClass().getName() + " threw in " + call + ": ",
          e);
    }
  }

  /** Plugin code may throw anything, AssertionError and undeclared checked exceptions included. */
  private static PluginException failed(Position place, String what, Throwable cause) {
    if (cause instanceof VirtualMachineError e && !(e instanceof StackOverflowError)) {
      throw e;
    }
    return new PluginException(
        PluginError.SYMBOL_FAILED, place, what + Thrown.describe(cause), Thrown.printable(cause));
  }
}
