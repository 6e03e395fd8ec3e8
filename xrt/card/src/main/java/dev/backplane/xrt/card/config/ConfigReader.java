package dev.backplane.xrt.card.config;

import dev.backplane.api.Bank;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.rtl.cardkit.AcceleratorClasses;
import dev.backplane.rtl.cardkit.CardConfiguration;
import dev.backplane.rtl.cardkit.EngineOptions;
import dev.backplane.xrt.card.FunctionalKernel;
import dev.backplane.xrt.card.board.BoardKeys;
import dev.backplane.xrt.card.ert.SlotRules;
import dev.backplane.xrt.card.memory.Family;
import dev.backplane.xrt.card.memory.MemoryConfig;
import dev.backplane.xrt.card.memory.Regions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads an instance's configuration. */
public final class ConfigReader implements CardConfiguration<CardConfig> {
  private static final List<String> KEYS =
      List.of(
          "platform",
          "banks",
          "watchdog_cycles",
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
          "rw_shared");
  private static final int MOST_CARDS = 1024;

  private ConfigReader() {}

  /** {@return the cards of an instance, in order} */
  public static List<CardConfig> read(ConfigurationNode root) {
    if (root.isEmpty()) {
      // The usual case, in which nothing of the rest is loaded.
      return List.of(CardConfig.named("card0"));
    }
    List<CardConfig> cards =
        new ConfigReader()
            .cards(root).stream()
                .map(card -> card.with(BoardKeys.named(card.board(), card.name())))
                .toList();
    CardConfiguration.requireOwnFiles(root, cards.stream().map(card -> card.board().flash()));
    return cards;
  }

  @Override
  public int most() {
    return MOST_CARDS;
  }

  @Override
  public List<String> sharedKeys() {
    return Stream.concat(KEYS.stream(), EngineOptions.KEYS.stream()).toList();
  }

  @Override
  public CardConfig usual() {
    return CardConfig.named("card0");
  }

  @Override
  public CardConfig named(CardConfig card, String name, int number) {
    return card.withName(name);
  }

  @Override
  public CardConfig read(ConfigurationNode node, CardConfig base) {
    EngineOptions options = EngineOptions.read(node, base.options());
    return new CardConfig(
        base.name(),
        node.get("platform", ConfigurationNode::text, base.platform()),
        options,
        node.get("banks", ConfigReader::banks, base.banks()),
        node.get("watchdog_cycles", n -> n.address(0, Long.MAX_VALUE), base.watchdogCycles()),
        node.get("latency", n -> n.integer(1, 10_000), base.latency()),
        node.get("java_kernels", n -> kernels(n, options.classes()), base.javaKernels()),
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

  private static Map<String, Supplier<FunctionalKernel>> kernels(
      ConfigurationNode node, AcceleratorClasses classes) {
    Map<String, Supplier<FunctionalKernel>> kernels = new LinkedHashMap<>();
    node.members()
        .forEach(
            (name, type) ->
                kernels.put(name, new JavaKernelClass(classes, type.text(), type::wrong)));
    return kernels;
  }
}
