package dev.backplane.drivers.capi.config;

import dev.backplane.api.capi.AfuMode;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.drivers.capi.psl.Faults;
import dev.backplane.drivers.capi.psl.Host;
import dev.backplane.rtl.engine.EngineKind;
import dev.backplane.rtl.harness.psl.PslFaults;
import dev.backplane.rtl.ports.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An instance's configuration.
 *
 * @param host the processor
 * @param platform what the system runs on
 * @param cards its cards, numbered from 0
 */
public record CapiConfig(Host host, Platform platform, List<CardConfig> cards) {
  private static final int MOST_CARDS = 16;
  private static final int OLDEST_PSL = 8;
  private static final int NEWEST_PSL = 9;
  private static final int LEAST_DEADLINE = 100;

  /** Copies the list. */
  public CapiConfig {
    cards = List.copyOf(cards);
  }

  /** Reads a configuration. */
  public static CapiConfig read(ConfigurationNode root) {
    root.allow("host", "platform", "cards");
    Host host = root.get("host", CapiConfig::host, Host.POWER9);
    Platform platform =
        root.get("platform", node -> node.oneOf(Platform.values()), Platform.BARE_METAL);
    ConfigurationNode list = root.get("cards").orElse(null);
    if (list == null) {
      return new CapiConfig(host, platform, List.of(usual(host)));
    }
    List<CardConfig> cards = new ArrayList<>();
    for (ConfigurationNode node : list.elements()) {
      if (cards.size() == MOST_CARDS) {
        throw node.wrong("is one card more than the %d of an instance".formatted(MOST_CARDS));
      }
      cards.add(card(node, usual(host)));
    }
    if (cards.isEmpty()) {
      throw list.wrong("names no card");
    }
    return new CapiConfig(host, platform, cards);
  }

  private static Host host(ConfigurationNode node) {
    List<String> words = new ArrayList<>(Stream.of(Host.values()).map(Host::text).toList());
    words.add(SystemConfig.HOST); // for messages: it is not read here
    String word = node.oneOf(words, Function.identity());
    return Stream.of(Host.values())
        .filter(each -> each.text().equals(word))
        .findFirst()
        .orElse(Host.POWER9);
  }

  private static CardConfig usual(Host host) {
    return new CardConfig(host.psl(), List.of(AfuConfig.usual()), FaultConfig.NONE, null);
  }

  private static CardConfig card(ConfigurationNode node, CardConfig usual) {
    node.allow("psl", "afus", "faults", "flash");
    ConfigurationNode list = node.get("afus").orElse(null);
    List<AfuConfig> afus = new ArrayList<>();
    if (list != null) {
      for (ConfigurationNode each : list.elements()) {
        afus.add(afu(each));
      }
      if (afus.isEmpty() || afus.size() > CardConfig.MOST_AFUS) {
        throw list.wrong("has %d AFUs, not 1 to %d".formatted(afus.size(), CardConfig.MOST_AFUS));
      }
    }
    return new CardConfig(
        node.get("psl", each -> each.integer(OLDEST_PSL, NEWEST_PSL), usual.psl()),
        afus.isEmpty() ? usual.afus() : afus,
        node.get("faults", CapiConfig::faults, usual.faults()),
        node.get("flash").map(ConfigurationNode::file).orElse(null));
  }

  private static FaultConfig faults(ConfigurationNode node) {
    node.allow(
        "seed",
        "paged_percent",
        "response_percent",
        "reorder_percent",
        "buffer_percent",
        "repeat_percent",
        "credit_percent",
        "lost_percent");
    int seed = node.get("seed", each -> each.integer(0, Integer.MAX_VALUE), 1);
    int response = percent(node, "response_percent", PslFaults.MOST_DELAY);
    int reorder = percent(node, "reorder_percent", Faults.ALL);
    return new FaultConfig(
        new Faults(
            seed,
            percent(node, "paged_percent", Faults.MOST_PERCENT),
            response,
            reorder,
            percent(node, "lost_percent", Faults.MOST_PERCENT)),
        new PslFaults(
            seed,
            response,
            reorder,
            percent(node, "buffer_percent", PslFaults.MOST_DELAY),
            percent(node, "repeat_percent", PslFaults.MOST_DELAY),
            percent(node, "credit_percent", PslFaults.ALWAYS)));
  }

  private static int percent(ConfigurationNode node, String key, int most) {
    return node.get(key, each -> each.integer(0, most), 0);
  }

  private static AfuClasses classes(ConfigurationNode node) {
    return AfuClasses.in(
        node.list(
            each -> {
              Path place = each.file();
              if (!Files.exists(place)) {
                throw each.wrong(
                    "'" + place + "' does not exist; name jars and folders with classes");
              }
              return place;
            }));
  }

  private static AfuConfig afu(ConfigurationNode node) {
    node.allow(
        "afu",
        "class_path",
        "image",
        "engine",
        "deadline_cycles",
        "empty_records",
        "warn_only",
        "mode");
    if (node.has("afu") && node.has("image")) {
      throw node.wrong("has 'afu' and 'image'; name the class or the image, not both");
    }
    AfuConfig usual = AfuConfig.usual();
    return new AfuConfig(
        node.get("afu", ConfigurationNode::text, usual.afu()),
        node.get("class_path", CapiConfig::classes, usual.classes()),
        node.get("image").map(ConfigurationNode::file).orElse(null),
        node.get(
            "engine",
            each -> each.oneOf(List.of(EngineKind.values()), EngineKind::text),
            usual.engine()),
        node.get(
            "deadline_cycles",
            each -> each.integer(LEAST_DEADLINE, Integer.MAX_VALUE),
            usual.deadlineCycles()),
        node.get("empty_records", ConfigurationNode::truth, usual.emptyRecords()),
        node.get("warn_only", CapiConfig::rules, usual.warnings()),
        node.<@Nullable AfuMode>get(
            "mode", each -> each.oneOf(List.of(AfuMode.values()), AfuMode::text), null));
  }

  private static Set<String> rules(ConfigurationNode node) {
    return Set.copyOf(node.list(each -> each.oneOf(Rule.warnable(), Function.identity())));
  }
}
