package dev.backplane.rtl.cardkit;

import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.harness.ports.Rule;
import dev.backplane.rtl.simulators.EngineKind;
import java.util.List;
import java.util.Set;

/**
 * The options by which a card executes accelerators. An engine executes those in RTL and holds them
 * to the rules of their buses; those in Java are loaded from {@code classes}.
 *
 * @param engine the engine that executes RTL
 * @param warnings the names of the rules whose violation is only a warning
 * @param classes the places of classes in Java
 */
public record EngineOptions(EngineKind engine, Set<String> warnings, AcceleratorClasses classes) {
  /** The keys that {@link #read} takes. */
  public static final List<String> KEYS = List.of("engine", "warn_only", "class_path");

  /** The options of a card whose configuration names none. */
  public static final EngineOptions USUAL =
      new EngineOptions(EngineKind.JVM, Set.of(), AcceleratorClasses.OWN);

  /** Copies the set. */
  public EngineOptions {
    warnings = Set.copyOf(warnings);
  }

  /**
   * Reads the keys that are there.
   *
   * @param node the object that has them
   * @param base what holds where it says nothing
   * @return the options
   */
  public static EngineOptions read(ConfigurationNode node, EngineOptions base) {
    return new EngineOptions(
        node.get("engine", EngineOptions::engine, base.engine()),
        node.get("warn_only", EngineOptions::rules, base.warnings()),
        node.get("class_path", AcceleratorClasses::read, base.classes()));
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

  private static Set<String> rules(ConfigurationNode node) {
    return Set.copyOf(
        node.list(
            each -> {
              try {
                return Rule.warnable(each.text());
              } catch (IllegalArgumentException e) {
                throw each.wrong(String.valueOf(e.getMessage()));
              }
            }));
  }
}
