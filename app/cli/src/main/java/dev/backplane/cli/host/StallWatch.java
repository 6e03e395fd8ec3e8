package dev.backplane.cli.host;

import dev.backplane.xrt.door.FlightRecord;
import dev.backplane.xrt.door.FlightRecord.Phase;
import dev.backplane.xrt.door.FlightRecord.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells from what the device processes saw whether a host has stalled. XRT's shim of this version
 * waits for ever where something is lost: a run that its scheduler forgot, a device process that is
 * gone, a device that refused a call.
 *
 * @param patience how long a host may do nothing on an idle device that it has open; empty if as
 *     long as it likes, because only a person knows what it does meanwhile
 * @param faulted how long a host may go on after a call has failed that it cannot be told of
 * @param alive whether a process lives
 */
record StallWatch(Optional<Duration> patience, Duration faulted, LongPredicate alive) {
  private static final int LAST_CALLS = 12;

  /**
   * Looks, and tells only what a second look finds too: a device process may close and end after
   * its record was read and before the process is looked at.
   *
   * @param records reads what was seen
   * @param now in milliseconds since 1970
   * @return why the host is to be ended, if it is
   */
  Optional<String> confirmed(Supplier<List<Seen>> records, LongSupplier now) {
    return verdict(records.get(), now.getAsLong())
        .flatMap(first -> verdict(records.get(), now.getAsLong()));
  }

  /**
   * Looks whether a device process is gone that had not closed, twice as {@link #confirmed} does.
   * The host need not wait for it: one that just writes to it dies of that (SIGPIPE).
   *
   * @param records reads what was seen
   * @return which one, if one is
   */
  Optional<String> lost(Supplier<List<Seen>> records) {
    return lost(records.get()).flatMap(first -> lost(records.get()));
  }

  private Optional<String> lost(List<Seen> records) {
    return records.stream()
        .filter(this::isLost)
        .map(seen -> "the device process %d is gone".formatted(seen.pid()))
        .findFirst();
  }

  private boolean isLost(Seen seen) {
    return isOpen(seen) && !alive.test(seen.pid());
  }

  private static boolean isOpen(Seen seen) {
    return seen.phase() == Phase.CONNECTED || seen.phase() == Phase.WAITING;
  }

  /**
   * Looks.
   *
   * @param records what was seen
   * @param now in milliseconds since 1970
   * @return why the host is to be ended, if it is
   */
  Optional<String> verdict(List<Seen> records, long now) {
    for (Seen seen : records) {
      Duration idle = Duration.ofMillis(Math.max(0, now - seen.lastProgress()));
      if (isLost(seen)) {
        return Optional.of(
            "the device process %d is gone and the host waits for it; XRT's shim does not notice"
                .formatted(seen.pid()));
      }
      if (seen.phase() == Phase.FAILED && idle.compareTo(faulted) > 0) {
        return Optional.of("the device process has given up: " + seen.fault());
      }
      if (seen.faults() > 0 && asksInVain(seen, idle, now)) {
        return Optional.of("a call failed on the device and the host waits on: " + seen.fault());
      }
      if (seen.phase() == Phase.CONNECTED
          && !seen.busy()
          && patience.filter(allowed -> idle.compareTo(allowed) > 0).isPresent()) {
        return Optional.of(
            "nothing has happened on the device for %d s, and nothing executes there; --stall allows %d s"
                .formatted(idle.toSeconds(), patience.orElseThrow().toSeconds()));
      }
    }
    return Optional.empty();
  }

  /** A host that was told of a failure and does something else for a while does not ask. */
  private boolean asksInVain(Seen seen, Duration idle, long now) {
    return isOpen(seen)
        && !seen.busy()
        && idle.compareTo(faulted) > 0
        && now - seen.lastCall() < faulted.toMillis() / 2;
  }

  /** {@return what was executed, in lines for a person} */
  static List<String> statistics(List<Seen> records) {
    List<String> lines = new ArrayList<>();
    for (Seen seen : records) {
      lines.add("image %s: %d calls".formatted(seen.image(), seen.calls()));
      seen.counted().forEach(line -> lines.add("  " + line));
      if (seen.commands() > 0) {
        lines.add("  command queue: %d commands".formatted(seen.commands()));
      }
    }
    return lines;
  }

  /** {@return why a device process has given up, if one has} */
  static Optional<String> failure(List<Seen> records) {
    return records.stream()
        .filter(seen -> seen.phase() == Phase.FAILED)
        .map(Seen::fault)
        .findFirst();
  }

  /** {@return what was refused while all else went well, a line for each device process} */
  static List<String> refusals(List<Seen> records) {
    return records.stream()
        .filter(seen -> seen.faults() > 0)
        .map(
            seen ->
                "the device refused %d calls of the program, the first: %s"
                    .formatted(seen.faults(), seen.fault()))
        .toList();
  }

  /** {@return what was seen, in lines for a person} */
  static List<String> diagnosis(List<Seen> records, long now) {
    List<String> lines = new ArrayList<>();
    if (records.isEmpty()) {
      lines.add("no device process was started: the host has not loaded an image,");
      lines.add("or its launcher did not find 'backplane'");
    }
    for (Seen seen : records) {
      lines.add(
          "device process %d, image %s: %s, %d calls, the last %.1f s ago, last progress %.1f s ago"
              .formatted(
                  seen.pid(),
                  seen.image().isEmpty() ? "not loaded yet" : seen.image(),
                  seen.phase().name().toLowerCase(java.util.Locale.ROOT),
                  seen.calls(),
                  (now - seen.lastCall()) / 1e3,
                  (now - seen.lastProgress()) / 1e3));
      if (seen.faults() > 0) {
        lines.add("  %d calls failed, the first: %s".formatted(seen.faults(), seen.fault()));
      }
      for (FlightRecord.Unit unit : seen.units()) {
        lines.add(
            "  compute unit at 0x%x: started %d times, read as done %d times, %s"
                .formatted(
                    unit.base(),
                    unit.starts(),
                    unit.completions(),
                    unit.busy() ? "executes" : "idle (control 0x%x)".formatted(unit.control())));
      }
      if (seen.commands() > 0) {
        lines.add(
            "  command queue: %d commands came, %d were read as completed"
                .formatted(seen.commands(), seen.retired()));
      }
      if (!seen.busy() && seen.phase() == Phase.CONNECTED) {
        lines.add("  whatever run the host still waits for is NEW: it never reached the device");
      }
      List<String> last = seen.last();
      if (!last.isEmpty()) {
        lines.add("  the last calls:");
        last.subList(Math.max(0, last.size() - LAST_CALLS), last.size())
            .forEach(call -> lines.add("    " + call));
      }
    }
    return lines;
  }
}
