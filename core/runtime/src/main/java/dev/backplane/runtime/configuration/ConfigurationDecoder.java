package dev.backplane.runtime.configuration;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.ConfigurationOrigin;
import dev.backplane.api.spi.Driver;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.driverkit.ConfigurationProblems;
import dev.backplane.plugin.VersionRange;
import dev.backplane.runtime.configuration.ErrorPolicy.Reaction;
import dev.backplane.runtime.configuration.LoadPolicy.When;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns the text of a configuration into records. It accepts what {@code configuration.schema.json}
 * accepts, a test compares the two, and beyond that checks what a schema cannot say: that names are
 * unique and refer to something.
 */
public final class ConfigurationDecoder {
  private static final int LONGEST_MS = 3_600_000;
  private static final int MOST_RETRIES = 100;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

  private final String file;
  private final ConfigurationProblems problems;
  private Path folder;

  private ConfigurationDecoder(String file) {
    this.file = file;
    problems = new ConfigurationProblems(file);
    folder = Configuration.folderOf(file);
  }

  /**
   * Reads a configuration.
   *
   * @param file what to call it in messages
   * @param text its content
   * @return the configuration
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_SYNTAX}, {@link
   *     ErrorCode#CONFIGURATION_INVALID} listing everything that is wrong, or {@link
   *     ErrorCode#DUPLICATE_NAME}
   */
  public static Configuration decode(String file, String text) {
    return decode(file, text, Environment.ofProcess(), note -> {});
  }

  /**
   * Reads a configuration, which may be one of OPAE's: that depends on the devices of a machine.
   *
   * @param file what to call it in messages
   * @param text its content
   * @param environment tells the devices
   * @param notes takes what is left out of OPAE's configuration, and why
   * @return the configuration
   * @throws BackplaneException as for {@link #decode(String, String)}
   */
  public static Configuration decode(
      String file, String text, Environment environment, Consumer<String> notes) {
    ConfigurationDecoder decoder = new ConfigurationDecoder(file);
    ConfigurationNode root = ConfigurationNode.ofFile(decoder.problems, text);
    return OpaeConfiguration.isOne(root)
        ? OpaeConfiguration.decode(file, root, decoder.problems, environment, notes)
        : decoder.decode(root);
  }

  private Configuration decode(ConfigurationNode root) {
    root.allow("$schema", "folder", "plugins", "plugin_path");
    root.get("$schema").ifPresent(ConfigurationNode::text);
    folder = folder.resolve(root.get("folder", ConfigurationNode::fileName, ""));
    List<ConfigurationNode> nodes = elements(root.require("plugins"));
    List<InstanceConfiguration> plugins = new ArrayList<>();
    Map<String, ConfigurationNode> byName = new LinkedHashMap<>();
    for (ConfigurationNode node : nodes) {
      InstanceConfiguration plugin = instance(node);
      plugins.add(plugin);
    }
    List<String> path =
        root.get("plugin_path").map(ConfigurationNode::elements).stream()
            .flatMap(List::stream)
            .map(ConfigurationNode::fileName)
            .toList();
    problems.throwIfAny();
    for (int i = 0; i < plugins.size(); i++) {
      ConfigurationNode before = byName.putIfAbsent(plugins.get(i).name(), nodes.get(i));
      if (before != null) {
        throw duplicate(plugins.get(i).name(), before, nodes.get(i));
      }
    }
    for (int i = 0; i < plugins.size(); i++) {
      checkServers(nodes.get(i), plugins.get(i), byName.keySet());
    }
    problems.throwIfAny();
    return new Configuration(plugins, folder, path);
  }

  private static List<ConfigurationNode> elements(@Nullable ConfigurationNode node) {
    return node == null ? List.of() : node.elements();
  }

  private InstanceConfiguration instance(ConfigurationNode node) {
    node.allow("module", "version", "name", "config", "load_policy", "api_policy", "error_policy");
    ConfigurationNode moduleNode = node.require("module");
    String module = moduleNode == null ? "stand-in" : moduleNode.fileName();
    LoadPolicy load = node.get("load_policy", this::loadPolicy, LoadPolicy.DEFAULT);
    Reaction loadReaction = load.required() ? Reaction.FAIL : ErrorPolicy.DEFAULT.load();
    return new InstanceConfiguration(
        node.path(),
        module,
        name(node, module),
        node.get("config", ConfigurationNode::source, Driver.NO_CONFIG),
        node.get("config", this::origin, ConfigurationOrigin.NONE),
        load,
        node.get("api_policy", this::apiPolicy, ApiPolicy.DEFAULT),
        errorPolicy(node.get("error_policy"), loadReaction),
        node.get("version", ConfigurationDecoder::versions, VersionRange.ANY));
  }

  private ConfigurationOrigin origin(ConfigurationNode config) {
    return new ConfigurationOrigin(
        file, folder.toString(), config.path(), config.place().line(), config.place().column());
  }

  private static VersionRange versions(ConfigurationNode node) {
    try {
      return VersionRange.of(node.text());
    } catch (IllegalArgumentException e) {
      node.problem(String.valueOf(e.getMessage()));
      return VersionRange.ANY;
    }
  }

  private String name(ConfigurationNode node, String module) {
    Optional<ConfigurationNode> written = node.get("name");
    if (written.isEmpty()) {
      if (!module.matches(NAME)) {
        node.problem("the key 'name' is missing, and the module's path cannot stand for it");
      }
      return module;
    }
    String name = written.get().text();
    if (!name.matches(NAME)) {
      written.get().problem("'" + name + "' is not a name: letters, digits and . _ -");
    }
    return name;
  }

  private LoadPolicy loadPolicy(ConfigurationNode node) {
    node.allow("when", "device_types", "hosts", "required");
    When when = node.get("when", n -> n.oneOf(When.values()), When.ALWAYS);
    Set<DeviceType> types = new LinkedHashSet<>();
    for (ConfigurationNode type :
        node.get("device_types").map(ConfigurationNode::elements).orElse(List.of())) {
      deviceType(type).ifPresent(types::add);
    }
    Set<String> hosts = new LinkedHashSet<>();
    for (ConfigurationNode host :
        node.get("hosts").map(ConfigurationNode::elements).orElse(List.of())) {
      hosts.add(host.text());
    }
    listGoesWith(node, "device_types", when, When.DEVICE_TYPE);
    listGoesWith(node, "hosts", when, When.HOST);
    return new LoadPolicy(
        when, types, hosts, node.get("required", ConfigurationNode::truth, false));
  }

  private static void listGoesWith(ConfigurationNode node, String key, When when, When needed) {
    Optional<ConfigurationNode> list = node.get(key);
    String word = needed.name().toLowerCase(java.util.Locale.ROOT);
    if (when == needed && (list.isEmpty() || list.get().elements().isEmpty())) {
      node.problem(
          "\"when\": \"" + word + "\" needs the key '" + key + "' with at least one entry");
    } else if (when != needed && list.isPresent()) {
      list.get().problem("has a meaning only with \"when\": \"" + word + "\"");
    }
  }

  private static Optional<DeviceType> deviceType(ConfigurationNode node) {
    String name = node.text();
    try {
      return Optional.of(new DeviceType(name));
    } catch (BackplaneException e) {
      node.problem(e.problem());
      return Optional.empty();
    }
  }

  private ApiPolicy apiPolicy(ConfigurationNode node) {
    node.allow("disable", "served_by");
    Set<String> disable = new LinkedHashSet<>();
    for (ConfigurationNode facet :
        node.get("disable").map(ConfigurationNode::elements).orElse(List.of())) {
      disable.add(facet(facet, facet.text()));
    }
    Map<String, String> servedBy = new LinkedHashMap<>();
    node.get("served_by")
        .ifPresent(
            servers ->
                servers
                    .members()
                    .forEach(
                        (facet, server) -> {
                          servedBy.put(facet(server, facet), server.text());
                          if (disable.contains(facet)) {
                            server.problem("facet " + facet + " is also switched off by 'disable'");
                          }
                        }));
    return new ApiPolicy(disable, servedBy);
  }

  private static String facet(ConfigurationNode node, String name) {
    if (!FacetNames.names().contains(name)) {
      node.problem("'" + name + "' is not a facet; there are " + FacetNames.names());
    }
    return name;
  }

  private ErrorPolicy errorPolicy(Optional<ConfigurationNode> written, Reaction load) {
    ErrorPolicy otherwise = ErrorPolicy.DEFAULT;
    if (written.isEmpty()) {
      return new ErrorPolicy(
          load,
          otherwise.enumerate(),
          otherwise.retries(),
          otherwise.backoff(),
          otherwise.deadline());
    }
    ConfigurationNode node = written.get();
    node.allow("load", "enumerate", "retries", "backoff_ms", "deadline_ms");
    return new ErrorPolicy(
        node.get("load", n -> n.oneOf(Reaction.values()), load),
        node.get("enumerate", n -> n.oneOf(Reaction.values()), otherwise.enumerate()),
        node.get("retries", n -> n.integer(1, MOST_RETRIES), otherwise.retries()),
        milliseconds(node, "backoff_ms", 0, otherwise.backoff()),
        milliseconds(node, "deadline_ms", 1, otherwise.deadline()));
  }

  private static Duration milliseconds(
      ConfigurationNode node, String key, int least, Duration otherwise) {
    return node.get(key, n -> n.milliseconds(least, LONGEST_MS), otherwise);
  }

  private void checkServers(
      ConfigurationNode node, InstanceConfiguration plugin, Set<String> names) {
    plugin
        .api()
        .servedBy()
        .forEach(
            (facet, server) -> {
              String at = node.path() + ".api_policy.served_by." + facet;
              if (server.equals(plugin.name())) {
                problems.add(at, node.place(), "an instance cannot stand in for itself");
              } else if (!names.contains(server)) {
                problems.add(
                    at, node.place(), "there is no instance '" + server + "'; there are " + names);
              }
            });
  }

  private BackplaneException duplicate(
      String name, ConfigurationNode first, ConfigurationNode second) {
    return BackplaneException.because(
            ErrorCode.DUPLICATE_NAME,
            second.path()
                + ": the name '"
                + name
                + "' ("
                + second.place()
                + ") is already that of "
                + first.path()
                + " ("
                + first.place()
                + ")")
        .during("read configuration")
        .on(file)
        .remedy("Give one of them another 'name'")
        .build();
  }
}
