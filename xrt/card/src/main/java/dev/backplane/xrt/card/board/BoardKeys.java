package dev.backplane.xrt.card.board;

import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.rtl.cardkit.CardConfiguration;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the object {@code board} of a card's configuration. */
public final class BoardKeys {
  private static final long LEAST_PERIOD = 1000;
  private static final long MOST_PERIOD = 3_600_000;

  private BoardKeys() {}

  /**
   * Reads.
   *
   * @param node the object
   * @param base what holds where it says nothing
   * @return the board
   */
  public static BoardConfig read(ConfigurationNode node, BoardConfig base) {
    node.allow(
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
    return new BoardConfig(
        node.get("management", ConfigurationNode::truth, base.management()),
        node.get("management_access", ConfigurationNode::truth, base.managementAccess()),
        node.get("same_domain", ConfigurationNode::truth, base.sameDomain()),
        node.get("user_requests", BoardKeys::requests, base.userRequests()),
        node.<@Nullable Path>get("flash", ConfigurationNode::file, base.flash()),
        node.get("health_ms", n -> n.milliseconds(LEAST_PERIOD, MOST_PERIOD), base.healthPeriod()),
        node.get("throttling", ConfigurationNode::truth, base.throttling()),
        node.get("power_limit", n -> n.real(1, 1000), base.watts()),
        node.get("temperature_limit", n -> n.real(1, 150), base.celsius()),
        node.get("ambient", n -> n.real(-40, 100), base.ambient()));
  }

  private static Set<MailboxRequest> requests(ConfigurationNode node) {
    Set<MailboxRequest> requests = EnumSet.noneOf(MailboxRequest.class);
    for (ConfigurationNode each : node.elements()) {
      requests.add(
          MailboxRequest.named(each.text())
              .filter(MailboxRequest.permittable()::contains)
              .orElseThrow(
                  () ->
                      each.wrong(
                          "is nothing that the user function asks for; there are "
                              + MailboxRequest.permittable())));
    }
    return requests;
  }

  /** {@return the board with the name of its card put into the path of its flash file} */
  public static BoardConfig named(BoardConfig board, String card) {
    return new BoardConfig(
        board.management(),
        board.managementAccess(),
        board.sameDomain(),
        board.userRequests(),
        CardConfiguration.fileOf(board.flash(), card),
        board.healthPeriod(),
        board.throttling(),
        board.watts(),
        board.celsius(),
        board.ambient());
  }
}
