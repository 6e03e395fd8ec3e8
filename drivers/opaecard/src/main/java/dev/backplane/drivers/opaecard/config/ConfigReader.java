package dev.backplane.drivers.opaecard.config;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.opae.Gbs;
import dev.backplane.opae.Guid;
import dev.backplane.rtl.engine.EngineKind;
import dev.backplane.rtl.ports.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads an instance's configuration. */
public final class ConfigReader {
  private ConfigReader() {}

  /** {@return the cards of an instance, in order} */
  public static List<CardConfig> read(ConfigurationNode root) {
    root.allow("cards", "count");
    ConfigurationNode list = root.get("cards").orElse(null);
    if (list != null && root.has("count")) {
      throw list.wrong("contradicts 'count'; name the cards or count them, not both");
    }
    List<CardConfig> cards = new ArrayList<>();
    if (list == null) {
      int count = root.get("count", node -> node.integer(1, CardConfig.MOST_CARDS), 1);
      for (int i = 0; i < count; i++) {
        cards.add(CardConfig.numbered(i));
      }
      return cards;
    }
    Set<String> names = new HashSet<>();
    Set<BusAddress> addresses = new HashSet<>();
    for (ConfigurationNode node : list.elements()) {
      if (cards.size() == CardConfig.MOST_CARDS) {
        throw node.wrong(
            "is one card more than the %d that an instance has".formatted(cards.size()));
      }
      CardConfig card = card(node, CardConfig.numbered(cards.size()));
      if (!names.add(card.name())) {
        throw node.wrong("is a second card with the name '%s'".formatted(card.name()));
      }
      if (!addresses.add(card.address())) {
        throw node.wrong("is a second card at " + card.address());
      }
      cards.add(card);
    }
    if (cards.isEmpty()) {
      throw list.wrong("names no card");
    }
    return cards;
  }

  private static CardConfig card(ConfigurationNode node, CardConfig usual) {
    node.allow(
        "name",
        "address",
        "virtual_function",
        "interface_id",
        "engine",
        "afu",
        "image",
        "warn_only",
        "errors");
    if (node.has("afu") && node.has("image")) {
      throw node.wrong("has 'afu' and 'image'; name the class or the image, not both");
    }
    ConfigurationNode errors = node.get("errors").orElse(null);
    if (errors != null) {
      errors.allow("device", "accelerator");
    }
    return new CardConfig(
        node.get("name", ConfigReader::name, usual.name()),
        node.get("address", ConfigReader::address, usual.address()),
        node.get("virtual_function", ConfigurationNode::truth, usual.virtual()),
        node.get("interface_id", ConfigReader::id, usual.interfaceId()),
        node.get(
            "engine",
            each -> each.oneOf(List.of(EngineKind.values()), EngineKind::text),
            usual.engine()),
        node.<@Nullable String>get("afu", ConfigurationNode::text, null),
        node.get("image").map(ConfigurationNode::file).orElse(null),
        node.get("warn_only", ConfigReader::rules, usual.warnings()),
        registers(errors, "device"),
        registers(errors, "accelerator"));
  }

  private static Set<String> rules(ConfigurationNode node) {
    return Set.copyOf(node.list(each -> each.oneOf(Rule.warnable(), Function.identity())));
  }

  private static String name(ConfigurationNode node) {
    String text = node.text();
    if (!text.matches("[A-Za-z0-9_-]{1,32}")) {
      throw node.wrong("must be 1 to 32 letters, digits, '_' and '-'");
    }
    return text;
  }

  private static BusAddress address(ConfigurationNode node) {
    BusAddress address;
    try {
      address = BusAddress.parse(node.text());
    } catch (BackplaneException e) {
      throw node.wrong(String.valueOf(e.getMessage()));
    }
    if (address.function() != 0) {
      throw node.wrong("has the function %d; a card begins at 0".formatted(address.function()));
    }
    return address;
  }

  private static UUID id(ConfigurationNode node) {
    return Guid.parse(node.text())
        .orElseThrow(() -> node.wrong("must be an id like " + Gbs.CARD_INTERFACE));
  }

  private static Map<String, Long> registers(@Nullable ConfigurationNode errors, String key) {
    Map<String, Long> values = new LinkedHashMap<>();
    if (errors != null) {
      errors
          .get(key)
          .ifPresent(
              node ->
                  node.members()
                      .forEach(
                          (name, value) -> values.put(name, value.address(0, Long.MAX_VALUE))));
    }
    return values;
  }
}
