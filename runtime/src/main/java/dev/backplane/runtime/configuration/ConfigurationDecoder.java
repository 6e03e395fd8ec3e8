package dev.backplane.runtime.configuration;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Driver;
import dev.backplane.plugin.VersionRange;
import dev.backplane.runtime.configuration.ErrorPolicy.Reaction;
import dev.backplane.runtime.configuration.LoadPolicy.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private final Problems problems;

  private ConfigurationDecoder(String file) {
    this.file = file;
    problems = new Problems(file);
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
    return new ConfigurationDecoder(file).decode(JsonReader.read(file, text));
  }

  private Configuration decode(Json json) {
    Node root = new Node(problems, "", json);
    root.allow("$schema", "plugins", "plugin_path");
    root.get("$schema").ifPresent(Node::text);
    List<Node> nodes = elements(root.require("plugins"));
    List<InstanceConfiguration> plugins = new ArrayList<>();
    Map<String, Node> byName = new LinkedHashMap<>();
    for (Node node : nodes) {
      InstanceConfiguration plugin = instance(node);
      plugins.add(plugin);
    }
    List<String> path =
        root.get("plugin_path").map(Node::elements).stream()
            .flatMap(List::stream)
            .map(Node::fileName)
            .toList();
    problems.throwIfAny();
    for (int i = 0; i < plugins.size(); i++) {
      Node before = byName.putIfAbsent(plugins.get(i).name(), nodes.get(i));
      if (before != null) {
        throw duplicate(plugins.get(i).name(), before, nodes.get(i));
      }
    }
    for (int i = 0; i < plugins.size(); i++) {
      checkServers(nodes.get(i), plugins.get(i), byName.keySet());
    }
    problems.throwIfAny();
    return new Configuration(plugins, path);
  }

  private static List<Node> elements(@Nullable Node node) {
    return node == null ? List.of() : node.elements();
  }

  private InstanceConfiguration instance(Node node) {
    node.allow("module", "version", "name", "config", "load_policy", "api_policy", "error_policy");
    Node moduleNode = node.require("module");
    String module = moduleNode == null ? "stand-in" : moduleNode.fileName();
    LoadPolicy load = node.get("load_policy").map(this::loadPolicy).orElse(LoadPolicy.DEFAULT);
    Reaction loadReaction = load.required() ? Reaction.FAIL : ErrorPolicy.DEFAULT.load();
    return new InstanceConfiguration(
        node.path(),
        module,
        name(node, module),
        node.get("config").map(config -> config.object().source()).orElse(Driver.NO_CONFIG),
        load,
        node.get("api_policy").map(this::apiPolicy).orElse(ApiPolicy.DEFAULT),
        errorPolicy(node.get("error_policy"), loadReaction),
        node.get("version").map(ConfigurationDecoder::versions).orElse(VersionRange.ANY));
  }

  private static VersionRange versions(Node node) {
    try {
      return VersionRange.of(node.text());
    } catch (IllegalArgumentException e) {
      node.problem(String.valueOf(e.getMessage()));
      return VersionRange.ANY;
    }
  }

  private String name(Node node, String module) {
    Optional<Node> written = node.get("name");
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

  private LoadPolicy loadPolicy(Node node) {
    node.allow("when", "device_types", "hosts", "required");
    When when = node.get("when").map(n -> n.oneOf(When.values())).orElse(When.ALWAYS);
    Set<DeviceType> types = new LinkedHashSet<>();
    for (Node type : node.get("device_types").map(Node::elements).orElse(List.of())) {
      deviceType(type).ifPresent(types::add);
    }
    Set<String> hosts = new LinkedHashSet<>();
    for (Node host : node.get("hosts").map(Node::elements).orElse(List.of())) {
      hosts.add(host.text());
    }
    listGoesWith(node, "device_types", when, When.DEVICE_TYPE);
    listGoesWith(node, "hosts", when, When.HOST);
    return new LoadPolicy(when, types, hosts, node.get("required").map(Node::truth).orElse(false));
  }

  private static void listGoesWith(Node node, String key, When when, When needed) {
    Optional<Node> list = node.get(key);
    String word = needed.name().toLowerCase(java.util.Locale.ROOT);
    if (when == needed && (list.isEmpty() || list.get().elements().isEmpty())) {
      node.problem(
          "\"when\": \"" + word + "\" needs the key '" + key + "' with at least one entry");
    } else if (when != needed && list.isPresent()) {
      list.get().problem("has a meaning only with \"when\": \"" + word + "\"");
    }
  }

  private static Optional<DeviceType> deviceType(Node node) {
    String name = node.text();
    try {
      return Optional.of(new DeviceType(name));
    } catch (BackplaneException e) {
      node.problem(e.problem());
      return Optional.empty();
    }
  }

  private ApiPolicy apiPolicy(Node node) {
    node.allow("disable", "served_by");
    Set<String> disable = new LinkedHashSet<>();
    for (Node facet : node.get("disable").map(Node::elements).orElse(List.of())) {
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

  private static String facet(Node node, String name) {
    if (!FacetNames.names().contains(name)) {
      node.problem("'" + name + "' is not a facet; there are " + FacetNames.names());
    }
    return name;
  }

  private ErrorPolicy errorPolicy(Optional<Node> written, Reaction load) {
    ErrorPolicy otherwise = ErrorPolicy.DEFAULT;
    if (written.isEmpty()) {
      return new ErrorPolicy(
          load,
          otherwise.enumerate(),
          otherwise.retries(),
          otherwise.backoff(),
          otherwise.deadline());
    }
    Node node = written.get();
    node.allow("load", "enumerate", "retries", "backoff_ms", "deadline_ms");
    return new ErrorPolicy(
        node.get("load").map(n -> n.oneOf(Reaction.values())).orElse(load),
        node.get("enumerate").map(n -> n.oneOf(Reaction.values())).orElse(otherwise.enumerate()),
        node.get("retries").map(n -> n.wholeNumber(1, MOST_RETRIES)).orElse(otherwise.retries()),
        milliseconds(node, "backoff_ms", 0, otherwise.backoff()),
        milliseconds(node, "deadline_ms", 1, otherwise.deadline()));
  }

  private static Duration milliseconds(Node node, String key, int least, Duration otherwise) {
    return node.get(key)
        .map(n -> Duration.ofMillis(n.wholeNumber(least, LONGEST_MS)))
        .orElse(otherwise);
  }

  private void checkServers(Node node, InstanceConfiguration plugin, Set<String> names) {
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

  private BackplaneException duplicate(String name, Node first, Node second) {
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
