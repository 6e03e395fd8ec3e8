package dev.backplane.cli.card;

import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.cli.report.Json;
import dev.backplane.rtl.harness.ports.Rule;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options for the software card that a command runs on without a configuration file. */
public final class CardOptions extends Options {
  private final Option<Long> watchdog =
      option(Long.class, "--watchdog")
          .label("CYCLES")
          .about(
              "How long a kernel in RTL may move nothing on its buses before it counts as stuck, if"
                  + " its",
              "registers stay as they are; 100 times that if they change; 0 for ever. Default:"
                  + " 100000.");

  private final Option<List<String>> rules =
      list(String.class, "--warn-only")
          .label("RULE")
          .commas()
          .about("Only warn where a kernel breaks this rule of a bus; see docs/diagnosis.md.");

  private final Option<String> classPath =
      option(String.class, "--class-path")
          .label("PATH")
          .about("Jars and folders with the classes of kernels in Java.");

  /** {@return the keys of a card's configuration that say it; none if nothing was said} */
  public Map<String, Object> keys() {
    Map<String, Object> keys = new LinkedHashMap<>();
    if (watchdog.isPresent()) {
      if (watchdog.get() < 0) {
        throw mistake("--watchdog %d is negative; 0 is no limit".formatted(watchdog.get()));
      }
      keys.put("watchdog_cycles", watchdog.get());
    }
    if (!rules.get().isEmpty()) {
      try {
        keys.put("warn_only", rules.get().stream().map(Rule::warnable).toList());
      } catch (IllegalArgumentException e) {
        throw mistake("--warn-only " + e.getMessage());
      }
    }
    if (classPath.isPresent()) {
      List<String> places = new ArrayList<>();
      for (String place : classPath.get().split(File.pathSeparator, -1)) {
        if (!place.isEmpty()) {
          places.add(Path.of(place).toAbsolutePath().toString());
        }
      }
      keys.put("class_path", places);
    }
    return keys;
  }

  /**
   * {@return a configuration with one software card, of which the command line says something}
   *
   * @param keys what it says
   */
  public static String configuration(Map<String, Object> keys) {
    return Json.text(
        Map.of("plugins", List.of(Map.of("module", SoftwareCard.DRIVER, "config", keys))));
  }

  /**
   * {@return the option that makes a card of its own, for a message}
   *
   * @param keys what options have said of a card
   */
  public static String option(Map<String, Object> keys) {
    return option(keys.keySet().iterator().next());
  }

  /** {@return the option that says a key of a card's configuration} */
  public static String option(String key) {
    return switch (key) {
      case "watchdog_cycles" -> "--watchdog";
      case "warn_only" -> "--warn-only";
      case "class_path" -> "--class-path";
      case "mode" -> "--ert";
      default -> "--engine";
    };
  }
}
