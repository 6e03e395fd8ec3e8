package dev.backplane.drivers.softcard.board;

import dev.backplane.api.BackplaneException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** Reads the object {@code board} of a card's configuration. */
public final class BoardKeys {
  /** Stands for the name of the card in the path of a flash file. */
  public static final String CARD = "{card}";

  private static final Set<String> KNOWN =
      Set.of(
          "management",
          "management_access",
          "same_domain",
          "user_requests",
          "flash",
          "health_ms",
          "throttling",
          "power_limit",
          "temperature_limit",
          "ambient");
  private static final double LEAST_PERIOD = 1000;
  private static final double MOST_PERIOD = 3_600_000;

  private final BiFunction<String, String, BackplaneException> wrong;

  /**
   * A reader.
   *
   * @param wrong makes the error for a path in the configuration and a problem
   */
  public BoardKeys(BiFunction<String, String, BackplaneException> wrong) {
    this.wrong = wrong;
  }

  /**
   * Reads.
   *
   * @param node the object
   * @param path where it is in the configuration
   * @param base what holds where it says nothing
   * @return the board
   */
  public BoardConfig read(JsonNode node, String path, BoardConfig base) {
    if (!node.isObject()) {
      throw wrong.apply(path, "must be an object, not " + node);
    }
    for (String key : node.propertyNames()) {
      if (!KNOWN.contains(key)) {
        throw wrong.apply(path + "." + key, "is no known key; there are " + new TreeSet<>(KNOWN));
      }
    }
    return new BoardConfig(
        flag(node, path, "management", base.management()),
        flag(node, path, "management_access", base.managementAccess()),
        flag(node, path, "same_domain", base.sameDomain()),
        node.has("user_requests")
            ? requests(node.get("user_requests"), path + ".user_requests")
            : base.userRequests(),
        node.has("flash") ? flash(node.get("flash"), path + ".flash") : base.flash(),
        Duration.ofMillis(
            (long)
                number(
                    node,
                    path,
                    "health_ms",
                    (double) base.healthPeriod().toMillis(),
                    LEAST_PERIOD,
                    MOST_PERIOD)),
        flag(node, path, "throttling", base.throttling()),
        number(node, path, "power_limit", base.watts(), 1, 1000),
        number(node, path, "temperature_limit", base.celsius(), 1, 150),
        number(node, path, "ambient", base.ambient(), -40, 100));
  }

  private boolean flag(JsonNode node, String path, String key, boolean otherwise) {
    JsonNode value = node.get(key);
    if (value == null) {
      return otherwise;
    }
    if (!value.isBoolean()) {
      throw wrong.apply(path + "." + key, "must be true or false, not " + value);
    }
    return value.booleanValue();
  }

  private double number(
      JsonNode node, String path, String key, double otherwise, double least, double most) {
    JsonNode value = node.get(key);
    if (value == null) {
      return otherwise;
    }
    if (!value.isNumber() || value.doubleValue() < least || value.doubleValue() > most) {
      throw wrong.apply(
          path + "." + key, "must be a number from " + least + " to " + most + ", not " + value);
    }
    return value.doubleValue();
  }

  private Set<MailboxRequest> requests(JsonNode node, String path) {
    if (!node.isArray()) {
      throw wrong.apply(path, "must be a list of names of requests, not " + node);
    }
    Set<MailboxRequest> requests = EnumSet.noneOf(MailboxRequest.class);
    for (JsonNode name : node) {
      requests.add(
          MailboxRequest.named(name.asString())
              .filter(MailboxRequest.permittable()::contains)
              .orElseThrow(
                  () ->
                      wrong.apply(
                          path,
                          "'"
                              + name.asString()
                              + "' is nothing that the user function asks for; there are "
                              + MailboxRequest.permittable())));
    }
    return requests;
  }

  private Path flash(JsonNode node, String path) {
    if (!node.isString() || node.stringValue().isEmpty()) {
      throw wrong.apply(path, "must be the name of a file, not " + node);
    }
    try {
      return Path.of(node.stringValue());
    } catch (InvalidPathException e) {
      throw wrong.apply(path, node + " is no file name: " + e.getReason());
    }
  }

  /** {@return the board with the name of its card put into the path of its flash file} */
  public static BoardConfig named(BoardConfig board, String card) {
    Path flash = board.flash();
    if (flash == null) {
      return board;
    }
    return new BoardConfig(
        board.management(),
        board.managementAccess(),
        board.sameDomain(),
        board.userRequests(),
        Path.of(flash.toString().replace(CARD, card)),
        board.healthPeriod(),
        board.throttling(),
        board.watts(),
        board.celsius(),
        board.ambient());
  }
}
