package dev.backplane.runtime.manager;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.runtime.configuration.Configuration;
import dev.backplane.runtime.configuration.ErrorPolicy.Reaction;
import dev.backplane.runtime.configuration.InstanceConfiguration;
import dev.backplane.runtime.configuration.OpaePlugin;
import dev.backplane.runtime.loading.DriverFinder;
import dev.backplane.runtime.loading.DriverLoader;
import dev.backplane.runtime.loading.FoundDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A maker of the instances that a configuration describes; it runs no plugin code. */
final class InstanceTable {
  private InstanceTable() {}

  /** {@return the instances by name, in the order of loading} */
  static Map<String, PluginInstance> of(Settings settings, DriverLoader drivers) {
    Configuration configuration = settings.configuration();
    DriverFinder finder =
        new DriverFinder(
            drivers, settings.pluginFolders(), settings.base(), settings.tracer()::note);
    Map<String, PluginInstance> instances = new LinkedHashMap<>();
    if (configuration == null) {
      builtIn(finder).forEach(instance -> instances.put(instance.name(), instance));
    } else {
      for (InstanceConfiguration plugin : configuration.plugins()) {
        instances.put(plugin.name(), configured(finder, plugin, settings.base()));
      }
    }
    return instances;
  }

  private static List<PluginInstance> builtIn(DriverFinder finder) {
    List<PluginInstance> instances = new ArrayList<>();
    Map<String, BackplaneException> broken = new LinkedHashMap<>();
    for (FoundDriver driver : finder.onClassPath(broken)) {
      instances.add(
          PluginInstance.found(InstanceConfiguration.builtIn(driver.plugin().name()), driver));
    }
    broken.forEach(
        (location, error) ->
            instances.add(
                PluginInstance.missing(
                    InstanceConfiguration.builtIn("unreadable-" + (instances.size() + 1)),
                    location,
                    error)));
    return instances;
  }

  private static PluginInstance configured(
      DriverFinder finder, InstanceConfiguration plugin, Path base) {
    try {
      return found(finder, plugin);
    } catch (BackplaneException e) {
      if (e.code() == ErrorCode.UNKNOWN_MODULE && OpaePlugin.isLibrary(plugin.module())) {
        return library(finder, plugin, base, e);
      }
      throwUnlessOptional(plugin, e);
      return PluginInstance.missing(plugin, "", e);
    }
  }

  private static PluginInstance found(DriverFinder finder, InstanceConfiguration plugin) {
    FoundDriver driver = finder.find(plugin.module(), plugin.path() + ".module", plugin.versions());
    driver.refusal().ifPresent(refusal -> throwUnlessOptional(plugin, refusal));
    return PluginInstance.found(plugin, driver);
  }

  /** A driver of that name would have been meant; where it has none, it is a library of OPAE's. */
  private static PluginInstance library(
      DriverFinder finder, InstanceConfiguration plugin, Path base, BackplaneException unknown) {
    String module = plugin.module();
    String library = module.contains("/") ? base.resolve(module).normalize().toString() : module;
    InstanceConfiguration translated = OpaePlugin.of(plugin, library);
    try {
      return found(finder, translated);
    } catch (BackplaneException e) {
      BackplaneException told = e.code() == ErrorCode.UNKNOWN_MODULE ? noLibraries(unknown) : e;
      throwUnlessOptional(translated, told);
      return PluginInstance.missing(plugin, "", told);
    }
  }

  private static BackplaneException noLibraries(BackplaneException unknown) {
    return BackplaneException.because(
            ErrorCode.UNKNOWN_MODULE,
            unknown.problem() + ", and no 'opae', which would load it as a library")
        .during("find plugin")
        .remedy("Correct the name, or add the driver 'opae' to the class path")
        .causedBy(unknown)
        .build();
  }

  private static void throwUnlessOptional(InstanceConfiguration plugin, BackplaneException e) {
    boolean optional =
        !plugin.load().required()
            && (e.code() == ErrorCode.UNKNOWN_MODULE
                ? plugin.errors().load() == Reaction.SKIP
                : plugin.errors().load() != Reaction.FAIL);
    if (!optional) {
      throw e;
    }
  }
}
