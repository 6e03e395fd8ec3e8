package dev.backplane.cli.card;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The driver of the cards that programs of XRT run on where the configuration has no other. No
 * other class of the command knows its name.
 */
public final class SoftwareCard {
  /** The name of the driver, which is also the instance of the built-in configuration. */
  public static final String DRIVER = "softcard";

  private static final Set<String> MODULES = Set.of(DRIVER, "dev.backplane.xrt.card");

  private SoftwareCard() {}

  /** {@return whether a configuration means it by a module} */
  public static boolean isMeantBy(@Nullable Object module) {
    return module instanceof String name && MODULES.contains(name);
  }
}
