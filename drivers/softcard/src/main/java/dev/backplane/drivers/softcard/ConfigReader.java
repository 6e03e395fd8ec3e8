package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.Driver;
import dev.backplane.drivers.softcard.board.BoardConfig;
import dev.backplane.drivers.softcard.board.BoardKeys;
import dev.backplane.drivers.softcard.ert.SlotRules;
import dev.backplane.drivers.softcard.memory.Family;
import dev.backplane.drivers.softcard.memory.MemoryConfig;
import dev.backplane.drivers.softcard.memory.Regions;
import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.EngineKind;
import dev.backplane.rtl.harness.AxiRule;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads an instance's configuration; every complaint names the place in it. */
final class ConfigReader {
  private static final Set<String> CARD_KEYS =
      Set.of(
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
          "rw_shared");
  private static final int MOST_CARDS = 1024;

  private final String instance;

  private ConfigReader(String instance) {
    this.instance = instance;
  }

  /**
   * Reads a configuration.
   *
   * @param instance the name of the instance, for messages
   * @param json an object
   * @return the cards, in order
   */
  static List<CardConfig> read(String instance, String json) {
    ConfigReader reader = new ConfigReader(instance);
    if (json.equals(Driver.NO_CONFIG)) {
      return reader.withFlash(List.of(CardConfig.named("card0")));
    }
    JsonNode root;
    try {
      root = JsonMapper.shared().readTree(json);
    } catch (JacksonException e) {
      throw BackplaneException.because(
              ErrorCode.CONFIGURATION_SYNTAX, "not JSON: " + e.getOriginalMessage())
          .during("configure")
          .by(instance)
          .causedBy(e)
          .build();
    }
    return reader.withFlash(reader.cards(root));
  }

  private List<CardConfig> cards(JsonNode root) {
    if (!root.isObject()) {
      throw wrong("$", "must be an object, not " + root);
    }
    JsonNode list = root.get("cards");
    JsonNode count = root.get("count");
    Set<String> keys = new HashSet<>(CARD_KEYS);
    keys.add("cards");
    keys.add("count");
    checkKeys(root, "$", keys);
    if (list != null && count != null) {
      throw wrong("$.count", "contradicts $.cards; name the cards or count them, not both");
    }
    CardConfig shared = card(root, "$", CardConfig.named("card0"));
    if (list == null) {
      long cards = count == null ? 1 : number(count, "$.count", 1, MOST_CARDS);
      List<CardConfig> counted = new ArrayList<>();
      for (int i = 0; i < cards; i++) {
        counted.add(named(shared, "card" + i));
      }
      return counted;
    }
    return named(list, shared);
  }

  private List<CardConfig> named(JsonNode list, CardConfig shared) {
    if (!list.isArray() || list.isEmpty()) {
      throw wrong("$.cards", "must be a list of at least one card, not " + list);
    }
    Set<String> keys = new HashSet<>(CARD_KEYS);
    keys.add("name");
    Set<String> names = new HashSet<>();
    List<CardConfig> cards = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      String path = "$.cards[" + i + "]";
      JsonNode node = list.get(i);
      if (!node.isObject()) {
        throw wrong(path, "must be an object, not " + node);
      }
      checkKeys(node, path, keys);
      JsonNode nameNode = node.get("name");
      String name = nameNode == null ? "card" + i : text(nameNode, path + ".name");
      if (!name.matches("[A-Za-z0-9._:-]+")) {
        throw wrong(path + ".name", "'" + name + "' has more than letters, digits and ._:-");
      }
      if (!names.add(name)) {
        throw BackplaneException.because(
                ErrorCode.DUPLICATE_NAME, path + ".name: there is a card '" + name + "' already")
            .during("configure")
            .by(instance)
            .build();
      }
      cards.add(card(node, path, named(shared, name)));
    }
    return cards;
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
  private List<CardConfig> withFlash(List<CardConfig> cards) {
    List<CardConfig> placed = new ArrayList<>();
    Set<Path> files = new HashSet<>();
    for (CardConfig card : cards) {
      BoardConfig board = BoardKeys.named(card.board(), card.name());
      if (board.flash() != null && !files.add(board.flash().toAbsolutePath().normalize())) {
        throw wrong(
            "$.board.flash",
            "'%s' is the flash of two cards; write %s for the name of the card"
                .formatted(board.flash(), BoardKeys.CARD));
      }
      placed.add(card.with(board));
    }
    return placed;
  }

  /** Reads the keys that a card and all cards may have. */
  private CardConfig card(JsonNode node, String path, CardConfig base) {
    JsonNode platform = node.get("platform");
    JsonNode engine = node.get("engine");
    JsonNode banks = node.get("banks");
    JsonNode watchdog = node.get("watchdog_cycles");
    JsonNode warnings = node.get("warn_only");
    JsonNode classPath = node.get("class_path");
    JsonNode latency = node.get("latency");
    JsonNode kernels = node.get("java_kernels");
    JsonNode history = node.get("history");
    JsonNode wave = node.get("fault_waveform");
    JsonNode signature = node.get("signature");
    JsonNode board = node.get("board");
    JsonNode interrupts = node.get("interrupts");
    JsonNode mode = node.get("mode");
    JsonNode slots = node.get("queue_slots");
    JsonNode shared = node.get("rw_shared");
    KernelClasses classes =
        classPath == null ? base.classes() : classes(classPath, path + ".class_path");
    return new CardConfig(
        base.name(),
        platform == null ? base.platform() : text(platform, path + ".platform"),
        engine == null ? base.engine() : engine(engine, path + ".engine"),
        banks == null ? base.banks() : banks(banks, path + ".banks"),
        watchdog == null
            ? base.watchdogCycles()
            : number(watchdog, path + ".watchdog_cycles", 0, Long.MAX_VALUE),
        warnings == null ? base.warnings() : warnings(warnings, path + ".warn_only"),
        latency == null ? base.latency() : (int) number(latency, path + ".latency", 1, 10_000),
        kernels == null ? base.javaKernels() : kernels(kernels, classes, path + ".java_kernels"),
        classes,
        new Tracing(
            history == null
                ? base.tracing().historyCycles()
                : (int) number(history, path + ".history", 0, 1 << 16),
            wave == null
                ? base.tracing().faultWaveform()
                : waveform(wave, path + ".fault_waveform"),
            null),
        signature == null
            ? base.trust()
            : new TrustKeys(this::wrong).read(signature, path + ".signature"),
        board == null
            ? base.board()
            : new BoardKeys(this::wrong).read(board, path + ".board", base.board()),
        memory(node, path, base.memory()),
        interrupts == null ? base.interrupts() : flag(interrupts, path + ".interrupts"),
        mode == null ? base.mode() : mode(mode, path + ".mode"),
        slots == null
            ? base.queueSlots()
            : (int) number(slots, path + ".queue_slots", 1, SlotRules.MOST),
        shared == null ? base.rwShared() : flag(shared, path + ".rw_shared"));
  }

  private SchedulerMode mode(JsonNode node, String path) {
    String name = text(node, path);
    List<String> known = Arrays.stream(SchedulerMode.values()).map(SchedulerMode::text).toList();
    return SchedulerMode.parse(name)
        .orElseThrow(() -> wrong(path, "there is no mode '" + name + "'; there are " + known));
  }

  private boolean flag(JsonNode node, String path) {
    if (!node.isBoolean()) {
      throw wrong(path, "must be true or false, not " + node);
    }
    return node.booleanValue();
  }

  private MemoryConfig memory(JsonNode node, String path, MemoryConfig base) {
    JsonNode family = node.get("family");
    JsonNode strict = node.get("strict_sync");
    JsonNode lenient = node.get("lenient_memory");
    return new MemoryConfig(
        family == null ? base.family() : family(family, path + ".family"),
        strict == null ? base.strict() : flag(strict, path + ".strict_sync"),
        lenient == null ? base.lenient() : flag(lenient, path + ".lenient_memory"));
  }

  private Family family(JsonNode node, String path) {
    String name = text(node, path);
    return Family.parse(name)
        .orElseThrow(
            () ->
                wrong(
                    path,
                    "there is no family '%s'; there are %s"
                        .formatted(
                            name, Arrays.stream(Family.values()).map(Family::text).toList())));
  }

  private Path waveform(JsonNode node, String path) {
    String file = text(node, path);
    if (!file.matches("(?i).*\\.(vcd|fst|svg)")) {
      throw wrong(path, "'" + file + "' must end in .vcd, .fst or .svg");
    }
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw wrong(path, "'" + file + "' is no file name: " + e.getReason());
    }
  }

  private EngineKind engine(JsonNode node, String path) {
    String name = text(node, path);
    List<String> known = Arrays.stream(EngineKind.values()).map(EngineKind::text).toList();
    EngineKind engine =
        EngineKind.parse(name)
            .orElseThrow(
                () -> wrong(path, "there is no engine '" + name + "'; there are " + known));
    try {
      engine.require();
    } catch (RtlException e) {
      throw wrong(path, String.valueOf(e.getMessage()));
    }
    return engine;
  }

  private List<Bank> banks(JsonNode node, String path) {
    if (!node.isArray() || node.isEmpty()) {
      throw wrong(path, "must be a list of at least one bank, not " + node);
    }
    List<Bank> banks = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      String at = path + "[" + i + "]";
      JsonNode entry = node.get(i);
      if (!entry.isObject() || !entry.has("name") || !entry.has("address") || !entry.has("size")) {
        throw wrong(at, "must be an object with name, address and size, not " + entry);
      }
      checkKeys(entry, at, Set.of("name", "address", "size"));
      long address = number(entry.get("address"), at + ".address", 0, Long.MAX_VALUE);
      long size = number(entry.get("size"), at + ".size", Regions.PAGE, Long.MAX_VALUE - address);
      Bank bank = new Bank(i, text(entry.get("name"), at + ".name"), address, size);
      for (Bank other : banks) {
        if (address < other.address() + other.size() && other.address() < address + size) {
          throw wrong(at, "overlaps bank " + other.name());
        }
      }
      banks.add(bank);
    }
    return banks;
  }

  private Set<AxiRule> warnings(JsonNode node, String path) {
    Set<AxiRule> rules = new HashSet<>();
    for (String name : texts(node, path)) {
      try {
        rules.add(AxiRule.warnable(name));
      } catch (IllegalArgumentException e) {
        throw wrong(path, String.valueOf(e.getMessage()));
      }
    }
    return rules;
  }

  private KernelClasses classes(JsonNode node, String path) {
    List<Path> places = new ArrayList<>();
    for (String place : texts(node, path)) {
      Path file = Path.of(place);
      if (!Files.exists(file)) {
        throw wrong(path, "'" + place + "' does not exist; name jars and folders with classes");
      }
      places.add(file);
    }
    return KernelClasses.in(places);
  }

  private List<String> texts(JsonNode node, String path) {
    if (!node.isArray()) {
      throw wrong(path, "must be a list of texts, not " + node);
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      texts.add(text(node.get(i), path + "[" + i + "]"));
    }
    return texts;
  }

  private Map<String, Supplier<FunctionalKernel>> kernels(
      JsonNode node, KernelClasses classes, String path) {
    if (!node.isObject()) {
      throw wrong(path, "must be an object of kernel names and class names, not " + node);
    }
    Map<String, Supplier<FunctionalKernel>> kernels = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String at = path + "." + entry.getKey();
      kernels.put(
          entry.getKey(),
          new JavaKernelClass(classes, text(entry.getValue(), at), p -> wrong(at, p)));
    }
    return kernels;
  }

  private void checkKeys(JsonNode node, String path, Set<String> known) {
    for (String key : node.propertyNames()) {
      if (!known.contains(key)) {
        throw wrong(
            path + "." + key, "is no known key; there are " + known.stream().sorted().toList());
      }
    }
  }

  private String text(JsonNode node, String path) {
    if (!node.isString() || node.stringValue().isEmpty()) {
      throw wrong(path, "must be a text, not " + node);
    }
    return node.stringValue();
  }

  private long number(JsonNode node, String path, long least, long most) {
    long value;
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      value = node.longValue();
    } else if (node.isString() && node.stringValue().matches("0x[0-9a-fA-F]{1,15}")) {
      value = Long.parseLong(node.stringValue().substring(2), 16);
    } else {
      throw wrong(path, "must be a whole number, or a text like \"0x1000\", not " + node);
    }
    if (value < least || value > most) {
      throw wrong(path, value + " is not from " + least + " to " + most);
    }
    return value;
  }

  private BackplaneException wrong(String path, String problem) {
    return BackplaneException.because(ErrorCode.CONFIGURATION_INVALID, path + ": " + problem)
        .during("configure")
        .by(instance)
        .remedy("Correct the instance's 'config'")
        .build();
  }
}
