package dev.backplane.view;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of the page.
 *
 * @param id its name in addresses: small letters, digits and hyphens
 * @param title its name for people
 * @param script the script that shows it, one of the page's own, such as {@code cards.js}
 * @param route what answers at {@code /api/ID/}
 * @param changes what the page is told of at {@code /api/ID/events}, if it changes
 */
public record Tab(String id, String title, String script, Route route, @Nullable Feed changes) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if one cannot stand in an address
   */
  public Tab {
    if (!id.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("'" + id + "' is no name of a tab");
    }
    if (!script.matches(PageFiles.NAME)) {
      throw new IllegalArgumentException("'" + script + "' is no name of a script");
    }
  }

  /** A part that does not change by itself. */
  public Tab(String id, String title, String script, Route route) {
    this(id, title, script, route, null);
  }

  Optional<Feed> feed() {
    return Optional.ofNullable(changes);
  }

  String place() {
    return "/api/" + id;
  }
}
