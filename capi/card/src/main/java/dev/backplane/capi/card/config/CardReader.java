package dev.backplane.capi.card.config;

import dev.backplane.api.capi.AfuMode;
import dev.backplane.capi.card.psl.Faults;
import dev.backplane.capi.card.psl.Host;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.rtl.cardkit.AcceleratorSource;
import dev.backplane.rtl.cardkit.CardConfiguration;
import dev.backplane.rtl.harness.psl.PslFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what a configuration says of the cards of a host. */
final class CardReader implements CardConfiguration<CardConfig> {
  private static final int MOST_CARDS = 16;
  private static final int OLDEST_PSL = 8;
  private static final int NEWEST_PSL = 9;
  private static final int LEAST_DEADLINE = 100;

  private final Host host;

  CardReader(Host host) {
    this.host = host;
  }

  @Override
  public int most() {
    return MOST_CARDS;
  }

  @Override
  public List<String> sharedKeys() {
    return List.of("psl", "afus", "faults", "flash");
  }

  @Override
  public CardConfig usual() {
    return CardConfig.usual(host);
  }

  @Override
  public CardConfig named(CardConfig card, String name, int number) {
    return card.named(name);
  }

  @Override
  public CardConfig read(ConfigurationNode node, CardConfig base) {
    return new CardConfig(
        base.name(),
        node.get("psl", each -> each.integer(OLDEST_PSL, NEWEST_PSL), base.psl()),
        node.get("afus", CardReader::afus, base.afus()),
        node.get("faults", CardReader::faults, base.faults()),
        node.<@Nullable Path>get("flash", ConfigurationNode::file, base.flash()));
  }

  private static List<AfuConfig> afus(ConfigurationNode list) {
    List<AfuConfig> afus = list.list(CardReader::afu);
    if (afus.isEmpty() || afus.size() > CardConfig.MOST_AFUS) {
      throw list.wrong("has %d AFUs, not 1 to %d".formatted(afus.size(), CardConfig.MOST_AFUS));
    }
    return afus;
  }

  private static AfuConfig afu(ConfigurationNode node) {
    node.allow(
        Stream.concat(
                AcceleratorSource.KEYS.stream(),
                Stream.of("deadline_cycles", "empty_records", "mode"))
            .toArray(String[]::new));
    AfuConfig usual = AfuConfig.USUAL;
    return new AfuConfig(
        AcceleratorSource.read(node, usual.source()),
        node.get(
            "deadline_cycles",
            each -> each.integer(LEAST_DEADLINE, Integer.MAX_VALUE),
            usual.deadlineCycles()),
        node.get("empty_records", ConfigurationNode::truth, usual.emptyRecords()),
        node.<@Nullable AfuMode>get(
            "mode", each -> each.oneOf(List.of(AfuMode.values()), AfuMode::text), null));
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
}
