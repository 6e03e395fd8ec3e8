package dev.backplane.drivers.capi.config;

import dev.backplane.api.capi.AfuMode;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.drivers.capi.afu.MemcpyAfu;
import dev.backplane.drivers.capi.psl.Host;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instance's configuration.
 *
 * @param host the processor
 * @param cards its cards, numbered from 0
 */
public record CapiConfig(Host host, List<CardConfig> cards) {
  private static final int MOST_CARDS = 16;
  private static final int OLDEST_PSL = 8;
  private static final int NEWEST_PSL = 9;

  /** Copies the list. */
  public CapiConfig {
    cards = List.copyOf(cards);
  }

  /** Reads a configuration. */
  public static CapiConfig read(ConfigurationNode root) {
    root.allow("host", "cards");
    Host host =
        root.get("host", node -> node.oneOf(List.of(Host.values()), Host::text), Host.POWER9);
    ConfigurationNode list = root.get("cards").orElse(null);
    if (list == null) {
      return new CapiConfig(host, List.of(usual(host)));
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
    return new CapiConfig(host, cards);
  }

  private static CardConfig usual(Host host) {
    return new CardConfig(host.psl(), List.of(new AfuConfig(MemcpyAfu.class.getName(), null)));
  }

  private static CardConfig card(ConfigurationNode node, CardConfig usual) {
    node.allow("psl", "afus");
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
        afus.isEmpty() ? usual.afus() : afus);
  }

  private static AfuConfig afu(ConfigurationNode node) {
    node.allow("afu", "mode");
    return new AfuConfig(
        node.get("afu", ConfigurationNode::text, MemcpyAfu.class.getName()),
        node.<@Nullable AfuMode>get(
            "mode", each -> each.oneOf(List.of(AfuMode.values()), AfuMode::text), null));
  }
}
