package dev.backplane.capi.card.config;

import dev.backplane.capi.card.psl.Host;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.rtl.cardkit.CardConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An instance's configuration.
 *
 * @param host the processor
 * @param platform what the system runs on
 * @param cards its cards, numbered from 0
 */
public record CapiConfig(Host host, Platform platform, List<CardConfig> cards) {
  /** Copies the list. */
  public CapiConfig {
    cards = List.copyOf(cards);
  }

  /** Reads a configuration. */
  public static CapiConfig read(ConfigurationNode root) {
    Host host = root.get("host", CapiConfig::host, Host.POWER9);
    List<CardConfig> cards =
        new CardReader(host)
            .cards(root, "host", "platform").stream()
                .map(card -> card.with(CardConfiguration.fileOf(card.flash(), card.name())))
                .toList();
    CardConfiguration.requireOwnFiles(root, cards.stream().map(CardConfig::flash));
    return new CapiConfig(
        host,
        root.get("platform", node -> node.oneOf(Platform.values()), Platform.BARE_METAL),
        cards);
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
}
