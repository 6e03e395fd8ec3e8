package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.Board.FirewallLevel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The firewall between the compute units and the rest of the card. A hung or illegal transaction
 * trips one level; from then on transactions are answered with errors until the card is reset or
 * the firewall is cleared. It never resets anything by itself. Each level keeps the first error
 * that tripped it.
 */
final class Firewall {
  private static final int HUNG = 1;
  private static final int ILLEGAL = 2;
  private static final int NO_ADDRESS = 4;

  /** The form of an address in messages of bus models and memory. */
  private static final Pattern ADDRESS = Pattern.compile("\\b(?:addr|at) 0x([0-9a-fA-F]{1,16})\\b");

  /** The form of an access's direction in messages of bus models. */
  private static final Pattern WAY = Pattern.compile(": (read|write) (?:where|to)\\b");

  private static final int MOST_ADDRESSES = 4;

  private record Trip(
      int status, String subject, String reason, Instant time, List<Long> addresses) {}

  private final InstantSource clock;
  private final Map<FirewallPort, Trip> trips = new EnumMap<>(FirewallPort.class);
  private final AtomicLong refused = new AtomicLong();

  Firewall(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Trips a level.
   *
   * @return whether it had not tripped before
   */
  synchronized boolean trip(FirewallPort port, BackplaneException reason) {
    if (trips.containsKey(port)) {
      return false;
    }
    trips.put(
        port,
        new Trip(
            status(reason.code()),
            reason.subject() == null ? "compute unit" : reason.subject(),
            reason.problem(),
            clock.instant(),
            addresses(reason.problem())));
    return true;
  }

  private static int status(ErrorCode code) {
    return switch (code) {
      case PROTOCOL_VIOLATION -> ILLEGAL;
      case ADDRESS_FAULT -> NO_ADDRESS;
      default -> HUNG;
    };
  }

  private static List<Long> addresses(String text) {
    List<Long> addresses = new ArrayList<>();
    Matcher matcher = ADDRESS.matcher(text);
    while (matcher.find() && addresses.size() < MOST_ADDRESSES) {
      long address = Long.parseUnsignedLong(matcher.group(1), 16);
      if (!addresses.contains(address)) {
        addresses.add(address);
      }
    }
    return addresses;
  }

  /** {@return the access that tripped a level, if it went to an address where nothing is} */
  synchronized Optional<DeviceEvent.Fault> fault(FirewallPort port) {
    Trip trip = trips.get(port);
    return trip == null || trip.status() != NO_ADDRESS || trip.addresses().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DeviceEvent.Fault(
                trip.time(),
                trip.subject(),
                trip.addresses().getFirst(),
                access(trip.reason()),
                trip.reason()));
  }

  private static DeviceEvent.Access access(String text) {
    Matcher matcher = WAY.matcher(text);
    return !matcher.find()
        ? DeviceEvent.Access.UNKNOWN
        : matcher.group(1).equals("read") ? DeviceEvent.Access.READ : DeviceEvent.Access.WRITE;
  }

  /** A transaction was answered with an error. */
  void countRefused() {
    refused.incrementAndGet();
  }

  synchronized boolean isTripped() {
    return !trips.isEmpty();
  }

  synchronized void clear() {
    trips.clear();
    refused.set(0);
  }

  synchronized List<FirewallLevel> levels() {
    List<FirewallLevel> levels = new ArrayList<>();
    for (FirewallPort port : FirewallPort.values()) {
      Trip trip = trips.get(port);
      levels.add(
          trip == null
              ? new FirewallLevel(
                  port.level(), port.text(), false, 0, "", Optional.empty(), List.of(), 0)
              : new FirewallLevel(
                  port.level(),
                  port.text(),
                  true,
                  trip.status(),
                  trip.reason(),
                  Optional.of(trip.time()),
                  trip.addresses(),
                  refused.get()));
    }
    return levels;
  }
}
