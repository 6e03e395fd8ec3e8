package dev.backplane.xrt.card.board;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The site's configuration of a card's board.
 *
 * @param management whether the card has a management function
 * @param managementAccess whether holders may use it themselves
 * @param sameDomain whether both functions are on one machine
 * @param userRequests what the user function may ask for
 * @param flash the file that stores the flash; null keeps it in memory
 * @param healthPeriod how often the health is checked
 * @param throttling whether clocks follow power and temperature
 * @param watts the most power, in watts
 * @param celsius the highest temperature of the FPGA
 * @param ambient the temperature of the air, in degrees Celsius
 */
public record BoardConfig(
    boolean management,
    boolean managementAccess,
    boolean sameDomain,
    Set<MailboxRequest> userRequests,
    @Nullable Path flash,
    Duration healthPeriod,
    boolean throttling,
    double watts,
    double celsius,
    double ambient) {
  /** A board whose configuration says nothing. */
  public static final BoardConfig USUAL =
      new BoardConfig(
          true,
          true,
          true,
          MailboxRequest.permittable(),
          null,
          Duration.ofSeconds(5),
          true,
          75,
          90,
          25);

  /** Copies the set. */
  public BoardConfig {
    userRequests = Set.copyOf(userRequests);
  }

  boolean permits(MailboxRequest request) {
    return userRequests.contains(request);
  }
}
