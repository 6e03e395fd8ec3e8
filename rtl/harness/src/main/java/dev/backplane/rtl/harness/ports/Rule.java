package dev.backplane.rtl.harness.ports;

import java.util.List;
import java.util.Locale;

/**
 * A rule of a bus protocol that a kernel can violate. Working designs violate some rules: such a
 * rule can be made a warning by its {@link #text name}. A rule cannot be a warning if a violation
 * leaves the behaviour of the kernel undefined. A protocol declares its rules as an enum.
 */
public interface Rule {
  /** {@return the name of the constant} */
  String name();

  /** {@return what the kernel has to do to follow the rule, as a sentence without its full stop} */
  String remedy();

  /** {@return whether a violation can be only a warning} */
  boolean canBeWarning();

  /**
   * {@return whether a violation is a warning for every kernel, since the protocol allows what may
   * be a mistake, or the checkers of the field only warn of it}
   */
  default boolean isOnlyWarnedOf() {
    return false;
  }

  /** {@return its name in descriptions, configurations and messages, for example write-strobes} */
  default String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return the names of the rules of all protocols that can be warnings, each once} */
  static List<String> warnable() {
    return BusProtocol.all().stream()
        .flatMap(protocol -> protocol.rules().stream())
        .filter(Rule::canBeWarning)
        .map(Rule::text)
        .distinct()
        .toList();
  }

  /**
   * Requires that a rule of some protocol can be a warning.
   *
   * @param name its name
   * @return the name
   * @throws IllegalArgumentException with the names of all such rules
   */
  static String warnable(String name) {
    List<String> names = warnable();
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "'%s' is no rule that can be a warning; there are %s"
              .formatted(name, String.join(", ", names)));
    }
    return name;
  }
}
