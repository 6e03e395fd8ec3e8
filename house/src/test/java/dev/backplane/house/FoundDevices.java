package dev.backplane.house;

import dev.backplane.runtime.Backplane;
import java.util.List;

/**
 * Prints the devices and plugins that are found with nothing configured, in a process of its own.
 */
public final class FoundDevices {
  private FoundDevices() {}

  /** Prints them, one a line. */
  public static void main(String... arguments) {
    try (Backplane backplane = Backplane.open()) {
      backplane.enumerate(List.of()).forEach(System.out::println);
      backplane.plugins().forEach(plugin -> System.out.println("plugin " + plugin.instance()));
    }
  }
}
