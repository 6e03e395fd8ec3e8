package dev.backplane.cli.host;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.card.SoftwareCard;
import dev.backplane.cli.report.Json;
import dev.backplane.json.JsonSyntaxException;
import dev.backplane.json.JsonText;
import dev.backplane.runtime.ConfigurationSource;
import dev.backplane.runtime.ConfigurationSource.Kind;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xrt.door.Scheduling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a device process that {@code exec} starts: that of the command, with what
 * its options say of the card in its place, and without the instances of other drivers. Names of
 * files stay relative to the folder of the configuration, which the device process is told.
 */
final class DeviceConfiguration {
  private static final long LARGEST = 16 << 20;

  private static final String MODE = "mode";

  /**
   * A card that makes its image ready on a loaded machine takes longer than a plugin usually may.
   */
  private static final int DEADLINE_MILLIS = 60_000;

  private final Map<String, @Nullable Object> root;
  private final String place;
  private final Path folder;

  private DeviceConfiguration(Map<String, @Nullable Object> root, String place, Path folder) {
    this.root = root;
    this.place = place;
    this.folder = folder;
  }

  /**
   * Reads the configuration that a search has found.
   *
   * @param source the result of the search, whose file was checked
   * @param chosen whether a device was named, which may be of any driver
   * @throws BackplaneException {@link ErrorCode#CONFIGURATION_SYNTAX} or {@link
   *     ErrorCode#FILE_UNREADABLE} if the file was changed since it was checked
   */
  static DeviceConfiguration of(ConfigurationSource source, boolean chosen) {
    ConfigurationSource.Place used = source.place();
    if (used.kind() == Kind.BUILT_IN) {
      return new DeviceConfiguration(onlyCard(), "the built-in configuration", Path.of(""));
    }
    Path file = Path.of(used.location()).toAbsolutePath();
    if (used.kind() == Kind.PLUGIN_LIST) {
      // A list has no place for what is said of a card, and the one of the list has no more.
      return new DeviceConfiguration(onlyCard(), file.toString(), Path.of(""));
    }
    try {
      if (Json.changeable(JsonText.read(RegularFile.text(file, LARGEST)))
          instanceof Map<?, ?> root) {
        if (!root.containsKey("plugins")) {
          // OPAE's format describes no XRT card.
          return new DeviceConfiguration(onlyCard(), file.toString(), Path.of(""));
        }
        Path folder = file.getParent();
        DeviceConfiguration read =
            new DeviceConfiguration(
                copy(root), file.toString(), folder == null ? Path.of("/") : folder);
        read.prepare(chosen);
        return read;
      }
      throw wrong(file.toString(), "is not an object", null);
    } catch (JsonSyntaxException e) {
      throw wrong(file.toString(), "is not JSON: " + e.getMessage(), e);
    } catch (IOException e) {
      throw BackplaneException.because(ErrorCode.FILE_UNREADABLE, "cannot be read: " + e)
          .during("exec")
          .on(file.toString())
          .remedy("Check its permissions")
          .causedBy(e)
          .build();
    }
  }

  private static Map<String, @Nullable Object> onlyCard() {
    Map<String, @Nullable Object> card = new LinkedHashMap<>();
    card.put("module", SoftwareCard.DRIVER);
    card.put("config", new LinkedHashMap<String, @Nullable Object>());
    card.put("error_policy", deadline());
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("plugins", new ArrayList<@Nullable Object>(List.of(card)));
    return root;
  }

  private static Map<String, @Nullable Object> deadline() {
    Map<String, @Nullable Object> policy = new LinkedHashMap<>();
    policy.put("deadline_ms", DEADLINE_MILLIS);
    return policy;
  }

  private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(String.valueOf(key), value));
    return copy;
  }

  private void prepare(boolean chosen) {
    root.put("folder", folder.resolve(String.valueOf(root.getOrDefault("folder", ""))).toString());
    List<@Nullable Object> kept = new ArrayList<>();
    for (Object each : list(root.get("plugins"))) {
      Map<String, @Nullable Object> instance =
          each instanceof Map<?, ?> map ? copy(map) : new LinkedHashMap<>();
      boolean card = SoftwareCard.isMeantBy(instance.get("module"));
      if (card) {
        instance.put(
            "config", instance.get("config") instanceof Map<?, ?> map ? copy(map) : copy(Map.of()));
        Map<String, @Nullable Object> policy =
            instance.get("error_policy") instanceof Map<?, ?> map ? copy(map) : deadline();
        policy.putIfAbsent("deadline_ms", DEADLINE_MILLIS);
        instance.put("error_policy", policy);
      }
      if (card || chosen) {
        kept.add(instance);
      }
    }
    if (kept.isEmpty()) {
      // The host may be a program of Backplane that is configured for XRT cards only.
      kept.addAll(list(onlyCard().get("plugins")));
    }
    root.put("plugins", kept);
  }

  private static List<? extends @Nullable Object> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  /**
   * The settings of one card, or of all cards of an instance.
   *
   * @param keys the settings
   * @param ofAll whether they apply to all cards of an instance
   */
  private record Said(Map<String, @Nullable Object> keys, boolean ofAll) {}

  private List<Said> cards() {
    List<Said> cards = new ArrayList<>();
    for (Object each : list(root.get("plugins"))) {
      if (each instanceof Map<?, ?> instance
          && SoftwareCard.isMeantBy(instance.get("module"))
          && instance.get("config") instanceof Map<?, ?> config) {
        cards.add(new Said(changeable(config), true));
        for (Object card : list(config.get("cards"))) {
          if (card instanceof Map<?, ?> map) {
            cards.add(new Said(changeable(map), false));
          }
        }
      }
    }
    return cards;
  }

  @SuppressWarnings("unchecked") // All maps here are made by this class or by Json.
  private static Map<String, @Nullable Object> changeable(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }

  /** Says something of all cards, in place of what is said of them. */
  DeviceConfiguration with(String key, Object value) {
    for (Said card : cards()) {
      if (card.ofAll() || card.keys().containsKey(key)) {
        card.keys().put(key, value);
      }
    }
    return this;
  }

  /**
   * {@return who schedules on the cards}
   *
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} if they differ
   */
  Scheduling scheduling() {
    Set<String> modes = new TreeSet<>();
    for (Said card : cards()) {
      if (card.keys().get(MODE) instanceof String mode) {
        modes.add(mode);
      }
    }
    if (modes.size() > 1) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "its cards have different modes: " + modes)
          .during("exec")
          .on(place)
          .remedy("Say --ert or --host-scheduler, which then holds for all")
          .build();
    }
    // A mode that is none is complained about by the device process.
    return modes.stream().findFirst().flatMap(Scheduling::parse).orElse(Scheduling.HOST);
  }

  /** {@return what messages call it} */
  String place() {
    return place;
  }

  /** {@return the content of the file} */
  String text() {
    return Json.text(root) + "\n";
  }

  private static BackplaneException wrong(String file, String problem, @Nullable Exception cause) {
    return BackplaneException.because(ErrorCode.CONFIGURATION_SYNTAX, problem)
        .during("exec")
        .on(file)
        .remedy("Correct it, or name another one with --config")
        .causedBy(cause)
        .build();
  }
}
