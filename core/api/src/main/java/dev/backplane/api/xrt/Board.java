package dev.backplane.api.xrt;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The ability to have its board managed beyond {@code dev.backplane.api.board}, as the management
 * function of an XRT card does: throttling, firewall, firmware and the mailbox between the two
 * functions.
 *
 * <p>A device has two functions. What a holder asks for goes through the <em>user function</em>,
 * and from there as a request through the mailbox to the <em>management function</em>, which
 * answers those that the site permits. Some calls are the management function's own; they say so,
 * and need the site's leave to use it. Whatever is not permitted fails with {@link
 * ErrorCode#NOT_PERMITTED} and the name of the permission; where no management function is,
 * requests fail with {@link ErrorCode#PEER_OFFLINE}.
 */
public interface Board extends Facet {
  /**
   * The rule by which clocks follow power and temperature.
   *
   * @param enabled whether they do
   * @param watts the power that is not to be exceeded
   * @param celsius the temperature that is not to be exceeded
   * @param factor what is left of the clocks now, 1 if they are not slowed down; ignored when set
   * @param reason why they are slowed down, empty if they are not; ignored when set
   */
  record Throttle(boolean enabled, double watts, double celsius, double factor, String reason) {}

  /**
   * One level of the firewall between compute units and the rest of the card.
   *
   * @param number its number, from 0
   * @param name what it guards
   * @param tripped whether it answers everything with errors
   * @param status bits of what it saw: 1 nothing came back, 2 an illegal transaction, 4 an address
   *     where nothing is; 0 if it has not tripped
   * @param reason what it saw, in words; empty if it has not tripped
   * @param time when
   * @param addresses the addresses of the transaction, as far as known
   * @param refused how many transactions it has answered with errors since
   */
  record FirewallLevel(
      int number,
      String name,
      boolean tripped,
      int status,
      String reason,
      Optional<Instant> time,
      List<Long> addresses,
      long refused) {
    /** Copies the list. */
    public FirewallLevel {
      addresses = List.copyOf(addresses);
    }
  }

  /**
   * The firmware of an embedded processor.
   *
   * @param processor {@code ERT} or {@code CMC}
   * @param version the version it says it has
   * @param source where it is from
   * @param bytes how large it is
   * @param digest its SHA-256, in hexadecimal
   */
  record Firmware(String processor, String version, String source, long bytes, String digest) {}

  /**
   * The connection of the two functions.
   *
   * @param ready whether both sides have seen each other
   * @param sameDomain whether both are on one machine
   * @param user whether the user side is online
   * @param management whether the management side is online
   * @param managementAccess whether holders may use the management function themselves
   * @param healthPeriod how often the card's health is looked at
   * @param requests what can be asked, by number
   */
  record Mailbox(
      boolean ready,
      boolean sameDomain,
      boolean user,
      boolean management,
      boolean managementAccess,
      Duration healthPeriod,
      List<Request> requests) {
    /** Copies the list. */
    public Mailbox {
      requests = List.copyOf(requests);
    }
  }

  /**
   * A kind of message.
   *
   * @param number its number
   * @param name its name, for example {@code LOAD_XCLBIN}
   * @param permitted whether the user side may send it
   * @param answered how many were answered
   * @param refused how many were refused
   */
  record Request(int number, String name, boolean permitted, long answered, long refused) {}

  /** {@return how clocks are throttled} */
  Throttle throttle();

  /** Sets how clocks are throttled; by the management function. */
  void throttle(Throttle settings);

  /** {@return the levels of the firewall} */
  List<FirewallLevel> firewall();

  /**
   * Opens the firewall again without a reset; by the management function. Compute units are not
   * touched: what hung before may hang again.
   *
   * @throws BackplaneException {@link ErrorCode#DEVICE_FAULTED} if what made it trip still goes on
   */
  void clearFirewall();

  /** {@return what the embedded processors execute} */
  List<Firmware> firmware();

  /**
   * Has an embedded processor execute other firmware until the next hot reset; by the management
   * function.
   *
   * @param processor {@code ERT} or {@code CMC}
   * @param image the firmware
   */
  void loadFirmware(String processor, Image image);

  /** {@return how the two functions are connected} */
  Mailbox mailbox();
}
