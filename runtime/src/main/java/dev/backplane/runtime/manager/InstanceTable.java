package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.configuration.Configuration;
import dev.backplane.runtime.configuration.ErrorPolicy.Reaction;
import dev.backplane.runtime.configuration.InstanceConfiguration;
import dev.backplane.runtime.loading.DriverModule;
import dev.backplane.runtime.loading.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the instances that a configuration describes; runs no plugin code. */
final class InstanceTable {
  private InstanceTable() {}

  /** {@return the instances by name, in the order of loading} */
  static Map<String, PluginInstance> of(Settings settings) {
    Configuration configuration = settings.configuration();
    List<Path> pluginPath =
        configuration == null
            ? List.of()
            : configuration.pluginPath().stream()
                .map(folder -> settings.base().resolve(folder).normalize())
                .toList();
    ModuleFinder finder = new ModuleFinder(settings.classLoader(), pluginPath, settings.base());
    Map<String, PluginInstance> instances = new LinkedHashMap<>();
    if (configuration == null) {
      builtIn(finder).forEach(instance -> instances.put(instance.name(), instance));
    } else {
      for (InstanceConfiguration plugin : configuration.plugins()) {
        instances.put(plugin.name(), configured(finder, plugin));
      }
    }
    return instances;
  }

  private static List<PluginInstance> builtIn(ModuleFinder finder) {
    List<PluginInstance> instances = new ArrayList<>();
    List<BackplaneException> broken = new ArrayList<>();
    for (DriverModule module : finder.onClassPath(broken)) {
      instances.add(PluginInstance.found(InstanceConfiguration.builtIn(module.name()), module));
    }
    for (int i = 0; i < broken.size(); i++) {
      instances.add(
          PluginInstance.missing(
              InstanceConfiguration.builtIn("unreadable-" + (i + 1)), broken.get(i)));
    }
    return instances;
  }

  private static PluginInstance configured(ModuleFinder finder, InstanceConfiguration plugin) {
    try {
      return PluginInstance.found(plugin, finder.find(plugin.module(), plugin.path() + ".module"));
    } catch (BackplaneException e) {
      boolean optional =
          !plugin.load().required()
              && (e.code() == ErrorCode.UNKNOWN_MODULE
                  ? plugin.errors().load() == Reaction.SKIP
                  : plugin.errors().load() != Reaction.FAIL);
      if (!optional) {
        throw e;
      }
      return PluginInstance.missing(plugin, e);
    }
  }
}
