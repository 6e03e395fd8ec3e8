package dev.backplane.runtime.configuration;

import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.driverkit.ConfigurationProblems;
import dev.backplane.plugin.VersionRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file of OPAE, {@code opae.cfg}, in the form that it has since release 2.2
 * ({@code configs}) and in the one before (names under {@code plugins}). Each plugin in it is an
 * instance of the driver {@code opae}.
 */
final class OpaeConfiguration {
  private static final String CONFIGURATIONS = "configurations";
  private static final String CONFIGS = "configs";
  private static final String PLUGINS = "plugins";
  private static final String NUMBER = "0[xX][0-9a-fA-F]{1,4}|0[0-7]{0,6}|[1-9][0-9]{0,4}";
  private static final int ID_NUMBERS = 4;

  private final String file;
  private final Environment environment;
  private final Consumer<String> notes;
  private final Map<String, InstanceConfiguration> instances = new LinkedHashMap<>();
  private final Set<String> modules = new LinkedHashSet<>();
  private @Nullable List<PciId> present;

  private OpaeConfiguration(String file, Environment environment, Consumer<String> notes) {
    this.file = file;
    this.environment = environment;
    this.notes = notes;
  }

  /** {@return whether a file is of this form} Backplane's own has neither key. */
  static boolean isOne(ConfigurationNode root) {
    return root.has(CONFIGURATIONS) || root.has(CONFIGS);
  }

  static Configuration decode(
      String file,
      ConfigurationNode root,
      ConfigurationProblems problems,
      Environment environment,
      Consumer<String> notes) {
    OpaeConfiguration decoder = new OpaeConfiguration(file, environment, notes);
    decoder.decode(root);
    problems.throwIfAny();
    return new Configuration(
        new ArrayList<>(decoder.instances.values()), Configuration.folderOf(file), List.of());
  }

  private void decode(ConfigurationNode root) {
    boolean isOld = !root.has(CONFIGS) && root.has(PLUGINS);
    ConfigurationNode names = root.require(isOld ? PLUGINS : CONFIGS);
    ConfigurationNode all = root.require(CONFIGURATIONS);
    if (names == null || all == null) {
      return;
    }
    Map<String, ConfigurationNode> configurations = all.members();
    for (ConfigurationNode node : names.elements()) {
      String name = node.text();
      ConfigurationNode configuration = configurations.get(name);
      if (configuration == null) {
        node.problem("'configurations' has no '" + name + "'; it has " + configurations.keySet());
      } else if (!isEnabled(configuration)) {
        notes.accept(file + ": " + configuration.path() + " is not enabled");
      } else if (isOld) {
        oldPlugin(name, configuration);
      } else {
        plugins(name, configuration);
      }
    }
  }

  /** As in OPAE, what does not say so is not. */
  private static boolean isEnabled(ConfigurationNode node) {
    ConfigurationNode enabled = node.members().get("enabled");
    return enabled != null && enabled.truth();
  }

  private void oldPlugin(String name, ConfigurationNode configuration) {
    ConfigurationNode library = configuration.require("plugin");
    ConfigurationNode config = configuration.require("configuration");
    if (library != null && config != null) {
      add(configuration.path(), name, library.fileName(), config.source());
    }
  }

  private void plugins(String name, ConfigurationNode configuration) {
    Map<String, PciId> devices = devices(configuration);
    ConfigurationNode opae = configuration.require("opae");
    ConfigurationNode plugins = opae == null ? null : opae.members().get("plugin");
    if (plugins == null) {
      return;
    }
    for (ConfigurationNode plugin : plugins.elements()) {
      if (isEnabled(plugin)) {
        plugin(name, plugin, devices);
      } else {
        notes.accept(file + ": " + plugin.path() + " is not enabled");
      }
    }
  }

  private static Map<String, PciId> devices(ConfigurationNode configuration) {
    Map<String, PciId> devices = new HashMap<>();
    ConfigurationNode list = configuration.require("devices");
    List<ConfigurationNode> nodes = list == null ? List.of() : list.elements();
    if (list != null && nodes.isEmpty()) {
      list.problem("must be an array with at least one device");
    }
    for (ConfigurationNode node : nodes) {
      var _ = node.members();
      ConfigurationNode name = node.require("name");
      ConfigurationNode id = node.require("id");
      if (name != null && id != null) {
        // The first device of a name is meant, as in OPAE.
        devices.putIfAbsent(name.text(), id(id));
      }
    }
    return devices;
  }

  private static PciId id(ConfigurationNode node) {
    List<ConfigurationNode> numbers = node.elements();
    if (numbers.size() != ID_NUMBERS) {
      node.problem(
          "must have four strings: vendor, device, and those of the subsystem, not "
              + numbers.size());
      return new PciId(0, 0, 0, 0);
    }
    List<Integer> ids = numbers.stream().map(OpaeConfiguration::number).toList();
    return new PciId(ids.get(0), ids.get(1), ids.get(2), ids.get(3));
  }

  private static int number(ConfigurationNode node) {
    String text = node.text();
    if (text.equals("*")) {
      return PciId.ANY;
    }
    int number = text.matches(NUMBER) ? Integer.decode(text) : -1;
    if (number < 0 || number > PciId.ANY) {
      node.problem("must be * or a number of 16 bits such as \"0x8086\", not '" + text + "'");
    }
    return number;
  }

  private void plugin(String name, ConfigurationNode plugin, Map<String, PciId> devices) {
    ConfigurationNode module = plugin.require("module");
    ConfigurationNode config = plugin.require("configuration");
    ConfigurationNode names = plugin.members().get("devices");
    boolean isPresent = false;
    for (ConfigurationNode each : names == null ? List.<ConfigurationNode>of() : names.elements()) {
      String device = each.text();
      PciId id = devices.get(device);
      if (id == null) {
        each.problem(
            "there is no device '" + device + "'; there are " + devices.keySet() + " in " + name);
      } else {
        isPresent |= present().stream().anyMatch(id::matches);
      }
    }
    if (module == null || config == null) {
      return;
    }
    String library = module.fileName();
    String source = config.source();
    if (!isPresent) {
      notes.accept(file + ": " + plugin.path() + ": this machine has none of its devices");
    } else if (!modules.add(library)) {
      notes.accept(file + ": " + plugin.path() + ": an entry before it loads " + library);
    } else {
      add(plugin.path(), name + "-" + stem(library), library, source);
    }
  }

  private List<PciId> present() {
    List<PciId> devices = present;
    if (devices == null) {
      devices = PciDevices.of(environment);
      present = devices;
    }
    return devices;
  }

  private static String stem(String library) {
    String name = library.substring(library.lastIndexOf('/') + 1);
    int suffix = name.indexOf(".so");
    return suffix > 0 ? name.substring(0, suffix) : name;
  }

  private void add(String path, String wanted, String module, String config) {
    String legal = wanted.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^(?=[._-])", "opae");
    String name = legal;
    for (int i = 2; instances.containsKey(name); i++) {
      name = legal + "-" + i;
    }
    InstanceConfiguration written =
        new InstanceConfiguration(
            path,
            module,
            name,
            config,
            ConfigurationOrigin.NONE,
            LoadPolicy.DEFAULT,
            ApiPolicy.DEFAULT,
            ErrorPolicy.DEFAULT,
            VersionRange.ANY);
    instances.put(name, OpaePlugin.of(written, library(module)));
  }

  /** Takes a name with a folder in it relative to the file. */
  private String library(String module) {
    return module.contains("/") ? Path.of(file).resolveSibling(module).toString() : module;
  }
}
