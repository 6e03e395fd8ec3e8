package dev.backplane.compiler;

import dev.backplane.compiler.component.Component;
import dev.backplane.plugin.FoundPlugin;
import dev.backplane.plugin.PluginError;
import dev.backplane.plugin.PluginException;
import dev.backplane.plugin.PluginLoader;
import dev.backplane.plugin.PluginSource;
import dev.backplane.plugin.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A compiler with the plugins of the class path and of folders, each of which is loaded or refused
 * for itself: one bad plugin is one bad plugin.
 *
 * @param compiler the compiler, with what could be loaded
 * @param reports all plugins that were found, in the order of the places
 */
public record ComponentPlugins(Compiler compiler, List<ComponentReport> reports) {
  /** Copies the list. */
  public ComponentPlugins {
    reports = List.copyOf(reports);
  }

  /**
   * Loads what there is.
   *
   * @param folders folders with plugin jars, with folders laid out like one, or laid out like one
   *     themselves; those that are not there are left out
   * @return a new compiler, and what became of each plugin
   */
  public static ComponentPlugins load(List<Path> folders) {
    return load(folders, loader -> loader);
  }

  /** The same with a loader that a test has changed. */
  static ComponentPlugins load(
      List<Path> folders, UnaryOperator<PluginLoader.Builder<Compiler>> changed) {
    Compiler compiler = new Compiler();
    List<ComponentReport> reports = new ArrayList<>();
    List<FoundPlugin> found = new ArrayList<>();
    for (PluginSource source : sources(folders, reports)) {
      find(source, found, reports);
    }
    PluginLoader<Compiler> loader = changed.apply(compiler.loader()).build();
    try {
      loader.load(found.stream().map(FoundPlugin::source).distinct().toList());
      found.forEach(each -> reports.add(report(each, Optional.empty())));
    } catch (PluginException e) {
      oneByOne(loader, found, reports);
    }
    return new ComponentPlugins(compiler, reports);
  }

  /**
   * Finds the plugin that brought a component: the one whose symbol is its class, or another class
   * in the same package.
   *
   * @param type the type of the component
   * @return the plugin, or empty for what no plugin brings
   */
  public Optional<ComponentReport> pluginOf(String type) {
    return compiler
        .components()
        .find(type)
        .map(Component::getClass)
        .flatMap(
            brought ->
                withSymbol(brought)
                    .or(
                        () ->
                            compiler.components().types().stream()
                                .flatMap(each -> compiler.components().find(each).stream())
                                .map(Component::getClass)
                                .filter(
                                    each -> each.getPackageName().equals(brought.getPackageName()))
                                .flatMap(each -> withSymbol(each).stream())
                                .findFirst()));
  }

  private Optional<ComponentReport> withSymbol(Class<?> symbol) {
    return reports.stream()
        .filter(report -> report.symbols().contains(symbol.getSimpleName()))
        .findFirst();
  }

  /** Again and again, as long as one more can be loaded: it may be what another needs. */
  private static void oneByOne(
      PluginLoader<Compiler> loader, List<FoundPlugin> found, List<ComponentReport> reports) {
    List<FoundPlugin> open = new ArrayList<>(found);
    Map<FoundPlugin, PluginException> refused = new LinkedHashMap<>();
    boolean progress = true;
    while (progress) {
      progress = false;
      for (FoundPlugin each : List.copyOf(open)) {
        try {
          loader.load(each);
          reports.add(report(each, Optional.empty()));
          open.remove(each);
          refused.remove(each);
          progress = true;
        } catch (PluginException e) {
          // Its reason may be another one when there is no more progress, unless it hangs: each try
          // costs a thread.
          refused.put(each, e);
          if (e.error() == PluginError.SYMBOL_HUNG) {
            open.remove(each);
          }
        }
      }
    }
    refused.forEach((each, e) -> reports.add(report(each, Optional.of(e))));
  }

  private static void find(
      PluginSource source, List<FoundPlugin> found, List<ComponentReport> reports) {
    try {
      for (FoundPlugin plugin : source.plugins()) {
        if (plugin.meta().text("target_runtime").orElse("").equals(Compiler.RUNTIME)) {
          found.add(plugin);
        }
      }
    } catch (PluginException e) {
      if (e.error() != PluginError.META_MISSING) {
        reports.add(unreadable(source.location(), e));
      }
    }
  }

  private static ComponentReport unreadable(String location, PluginException e) {
    return new ComponentReport(
        Path.of(location).getFileName() + "", "", location, List.of(), List.of(), Optional.of(e));
  }

  private static List<PluginSource> sources(List<Path> folders, List<ComponentReport> reports) {
    List<PluginSource> sources =
        new ArrayList<>(PluginSource.classPath(Compiler.class.getClassLoader()));
    for (Path folder : folders) {
      Optional<PluginSource> itself =
          Files.isDirectory(folder) ? PluginSource.at(folder) : Optional.empty();
      if (itself.isPresent()) {
        sources.add(itself.get());
      } else if (Files.isDirectory(folder)) {
        try (Stream<Path> entries = Files.list(folder)) {
          entries.sorted().forEachOrdered(entry -> PluginSource.at(entry).ifPresent(sources::add));
        } catch (IOException e) {
          reports.add(
              unreadable(
                  folder.toString(),
                  PluginException.of(
                      PluginError.NOT_A_PLUGIN,
                      Position.of(folder.toString()),
                      "the plugin folder cannot be read: " + e)));
        }
      }
    }
    return sources;
  }

  private static ComponentReport report(FoundPlugin found, Optional<PluginException> refusal) {
    return new ComponentReport(
        found.text("name"),
        found.text("version"),
        found.location(),
        found.texts("symbols"),
        found.texts("requires"),
        refusal);
  }
}
