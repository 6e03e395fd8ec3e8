package dev.backplane.opae.card.config;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.BusAddress;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.Guid;
import dev.backplane.rtl.cardkit.AcceleratorSource;
import dev.backplane.rtl.cardkit.CardConfiguration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Reads an instance's configuration. */
public final class ConfigReader implements CardConfiguration<CardConfig> {
  private ConfigReader() {}

  /** {@return the cards of an instance, in order} */
  public static List<CardConfig> read(ConfigurationNode root) {
    List<CardConfig> cards = new ConfigReader().cards(root);
    Set<BusAddress> addresses = new HashSet<>();
    for (CardConfig card : cards) {
      if (!addresses.add(card.address())) {
        throw root.wrong("has two cards at %s; give each its 'address'".formatted(card.address()));
      }
    }
    return cards;
  }

  @Override
  public int most() {
    return CardConfig.MOST_CARDS;
  }

  @Override
  public List<String> sharedKeys() {
    return Stream.concat(
            Stream.of("virtual_function", "interface_id", "errors"),
            AcceleratorSource.KEYS.stream())
        .toList();
  }

  @Override
  public List<String> ownKeys() {
    return List.of("address");
  }

  @Override
  public CardConfig usual() {
    return CardConfig.USUAL;
  }

  @Override
  public CardConfig named(CardConfig card, String name, int number) {
    return card.named(name, number);
  }

  @Override
  public CardConfig read(ConfigurationNode node, CardConfig base) {
    ConfigurationNode errors = node.get("errors").orElse(null);
    if (errors != null) {
      errors.allow("device", "accelerator");
    }
    return new CardConfig(
        base.name(),
        node.get("address", ConfigReader::address, base.address()),
        node.get("virtual_function", ConfigurationNode::truth, base.virtual()),
        node.get("interface_id", ConfigReader::id, base.interfaceId()),
        AcceleratorSource.read(node, base.accelerator()),
        errors == null ? base.deviceErrors() : registers(errors, "device"),
        errors == null ? base.portErrors() : registers(errors, "accelerator"));
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

  private static Map<String, Long> registers(ConfigurationNode errors, String key) {
    Map<String, Long> values = new LinkedHashMap<>();
    errors
        .get(key)
        .ifPresent(
            node ->
                node.members()
                    .forEach((name, value) -> values.put(name, value.address(0, Long.MAX_VALUE))));
    return values;
  }
}
