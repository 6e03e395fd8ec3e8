package dev.backplane.drivers.softcard.config;

import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.drivers.softcard.FunctionalKernel;
import dev.backplane.drivers.softcard.board.BoardConfig;
import dev.backplane.drivers.softcard.board.BoardKeys;
import dev.backplane.drivers.softcard.ert.SlotRules;
import dev.backplane.drivers.softcard.memory.Family;
import dev.backplane.drivers.softcard.memory.MemoryConfig;
import dev.backplane.drivers.softcard.memory.Regions;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.EngineKind;
import dev.backplane.rtl.ports.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads an instance's configuration. */
public final class ConfigReader {
  private static final String[] CARD_KEYS = {
    "platform",
    "engine",
    "banks",
    "watchdog_cycles",
    "warn_only",
    "class_path",
    "latency",
    "java_kernels",
    "history",
    "fault_waveform",
    "signature",
    "board",
    "family",
    "strict_sync",
    "lenient_memory",
    "interrupts",
    "mode",
    "queue_slots",
    "rw_shared"
  };
  private static final int MOST_CARDS = 1024;

  private ConfigReader() {}

  /** {@return the cards of an instance, in order} */
  public static List<CardConfig> read(ConfigurationNode root) {
    // The usual case, in which nothing of the rest is loaded.
    return root.isEmpty() ? List.of(CardConfig.named("card0")) : withFlash(root, cards(root));
  }

  private static List<CardConfig> cards(ConfigurationNode root) {
    root.allow(keys("cards", "count"));
    CardConfig shared = card(root, CardConfig.named("card0"));
    ConfigurationNode list = root.get("cards").orElse(null);
    if (list != null) {
      root.get("count")
          .ifPresent(
              count ->
                  count.problem("contradicts 'cards'; name the cards or count them, not both"));
      return named(list, shared);
    }
    int count = root.get("count", node -> node.integer(1, MOST_CARDS), 1);
    List<CardConfig> counted = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      counted.add(named(shared, "card" + i));
    }
    return counted;
  }

  private static String[] keys(String... more) {
    return Stream.concat(Stream.of(CARD_KEYS), Stream.of(more)).toArray(String[]::new);
  }

  private static List<CardConfig> named(ConfigurationNode list, CardConfig shared) {
    if (list.elements().isEmpty()) {
      throw list.wrong("must have at least one card");
    }
    Set<String> names = new HashSet<>();
    List<CardConfig> cards = new ArrayList<>();
    for (ConfigurationNode node : list.elements()) {
      node.allow(keys("name"));
      String name = node.get("name", ConfigurationNode::text, "card" + cards.size());
      if (!name.matches("[A-Za-z0-9._:-]+")) {
        throw at(node, "name").wrong("'" + name + "' has more than letters, digits and ._:-");
      }
      if (!names.add(name)) {
        throw at(node, "name")
            .wrong(ErrorCode.DUPLICATE_NAME, "there is a card '" + name + "' already");
      }
      cards.add(card(node, named(shared, name)));
    }
    return cards;
  }

  private static ConfigurationNode at(ConfigurationNode node, String key) {
    return node.get(key).orElse(node);
  }

  private static CardConfig named(CardConfig c, String name) {
    return new CardConfig(
        name,
        c.platform(),
        c.engine(),
        c.banks(),
        c.watchdogCycles(),
        c.warnings(),
        c.latency(),
        c.javaKernels(),
        c.classes(),
        c.tracing(),
        c.trust(),
        c.board(),
        c.memory(),
        c.interrupts(),
        c.mode(),
        c.queueSlots(),
        c.rwShared());
  }

  /**
   * Puts the names of the cards into the paths of their flash files. Two cards with one file would
   * each overwrite what the other starts from.
   */
  private static List<CardConfig> withFlash(ConfigurationNode root, List<CardConfig> cards) {
    List<CardConfig> placed = new ArrayList<>();
    Set<Path> files = new HashSet<>();
    for (CardConfig card : cards) {
      BoardConfig board = BoardKeys.named(card.board(), card.name());
      if (board.flash() != null && !files.add(board.flash().toAbsolutePath().normalize())) {
        throw root.wrong(
            "'%s' is the flash of two cards; write %s for the name of the card"
                .formatted(board.flash(), BoardKeys.CARD));
      }
      placed.add(card.with(board));
    }
    return placed;
  }

  /** Reads the keys that a card and all cards may have. */
  private static CardConfig card(ConfigurationNode node, CardConfig base) {
    KernelClasses classes = node.get("class_path", ConfigReader::classes, base.classes());
    return new CardConfig(
        base.name(),
        node.get("platform", ConfigurationNode::text, base.platform()),
        node.get("engine", ConfigReader::engine, base.engine()),
        node.get("banks", ConfigReader::banks, base.banks()),
        node.get("watchdog_cycles", n -> n.address(0, Long.MAX_VALUE), base.watchdogCycles()),
        node.get("warn_only", ConfigReader::warnings, base.warnings()),
        node.get("latency", n -> n.integer(1, 10_000), base.latency()),
        node.get("java_kernels", n -> kernels(n, classes), base.javaKernels()),
        classes,
        new Tracing(
            node.get("history", n -> n.integer(0, 1 << 16), base.tracing().historyCycles()),
            node.get("fault_waveform", ConfigReader::waveform, base.tracing().faultWaveform()),
            null),
        node.get("signature", TrustKeys::read, base.trust()),
        node.get("board", n -> BoardKeys.read(n, base.board()), base.board()),
        new MemoryConfig(
            node.get(
                "family",
                n -> n.oneOf(List.of(Family.values()), Family::text),
                base.memory().family()),
            node.get("strict_sync", ConfigurationNode::truth, base.memory().strict()),
            node.get("lenient_memory", ConfigurationNode::truth, base.memory().lenient())),
        node.get("interrupts", ConfigurationNode::truth, base.interrupts()),
        node.get(
            "mode",
            n -> n.oneOf(List.of(SchedulerMode.values()), SchedulerMode::text),
            base.mode()),
        node.get("queue_slots", n -> n.integer(1, SlotRules.MOST), base.queueSlots()),
        node.get("rw_shared", ConfigurationNode::truth, base.rwShared()));
  }

  private static Path waveform(ConfigurationNode node) {
    Path file = node.file();
    if (!file.toString().matches("(?i).*\\.(vcd|fst|svg)")) {
      throw node.wrong("'" + file + "' must end in .vcd, .fst or .svg");
    }
    return file;
  }

  private static EngineKind engine(ConfigurationNode node) {
    EngineKind engine = node.oneOf(List.of(EngineKind.values()), EngineKind::text);
    try {
      engine.require();
    } catch (RtlException e) {
      throw node.wrong(String.valueOf(e.getMessage()));
    }
    return engine;
  }

  private static List<Bank> banks(ConfigurationNode node) {
    List<Bank> banks = new ArrayList<>();
    for (ConfigurationNode entry : node.elements()) {
      entry.allow("name", "address", "size");
      String name = entry.required("name", ConfigurationNode::text);
      long address = entry.required("address", n -> n.address(0, Long.MAX_VALUE));
      long size = entry.required("size", n -> n.address(Regions.PAGE, Long.MAX_VALUE - address));
      for (Bank other : banks) {
        if (address < other.address() + other.size() && other.address() < address + size) {
          throw entry.wrong("overlaps bank " + other.name());
        }
      }
      banks.add(new Bank(banks.size(), name, address, size));
    }
    if (banks.isEmpty()) {
      throw node.wrong("must have at least one bank");
    }
    return banks;
  }

  private static Set<String> warnings(ConfigurationNode node) {
    Set<String> rules = new HashSet<>();
    for (ConfigurationNode each : node.elements()) {
      try {
        rules.add(Rule.warnable(each.text()));
      } catch (IllegalArgumentException e) {
        throw each.wrong(String.valueOf(e.getMessage()));
      }
    }
    return rules;
  }

  private static KernelClasses classes(ConfigurationNode node) {
    return KernelClasses.in(
        node.list(
            each -> {
              Path file = each.file();
              if (!Files.exists(file)) {
                throw each.wrong(
                    "'" + file + "' does not exist; name jars and folders with classes");
              }
              return file;
            }));
  }

  private static Map<String, Supplier<FunctionalKernel>> kernels(
      ConfigurationNode node, KernelClasses classes) {
    Map<String, Supplier<FunctionalKernel>> kernels = new LinkedHashMap<>();
    node.members()
        .forEach(
            (name, type) ->
                kernels.put(name, new JavaKernelClass(classes, type.text(), type::wrong)));
    return kernels;
  }
}
