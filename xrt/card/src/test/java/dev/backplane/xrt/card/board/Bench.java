package dev.backplane.xrt.card.board;

import dev.backplane.api.DeviceEvent;
import dev.backplane.api.Image;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xrt.card.board.MailboxRequest.Way;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A board with a time and an activity of its own. */
final class Bench {
  static final String PLATFORM = "bench_platform";

  final List<DeviceEvent> told = new ArrayList<>();
  final FakeHolder holder = new FakeHolder();
  final CardBoard board;
  final UserFunction user;
  Activity activity = Activity.NONE;
  private long nanos;

  Bench() {
    this(BoardConfig.USUAL);
  }

  Bench(BoardConfig config) {
    this(config, new MemoryCells());
  }

  Bench(BoardConfig config, Cells cells) {
    board = new CardBoard("card0", PLATFORM, config, () -> activity, time(), told::add, cells);
    user = board.open(holder);
  }

  private BoardTime time() {
    return new BoardTime(() -> Instant.ofEpochSecond(0, nanos), () -> nanos);
  }

  void pass(Duration time) {
    nanos += time.toNanos();
  }

  /** Lets time pass in small steps, with one unit busy all the time, and the board look at it. */
  void work(Duration time, int units) {
    for (long left = time.toSeconds(); left > 0; left--) {
      pass(Duration.ofSeconds(1));
      activity =
          new Activity(
              activity.cycles() + 300_000L,
              activity.busyNanos() + units * 1_000_000_000L,
              activity.portBytes() + 64L * 300_000,
              activity.hostBytes(),
              units);
      board.checkHealth();
    }
  }

  static BoardConfig config(
      boolean management, boolean managementAccess, Set<MailboxRequest> requests) {
    return limits(management, managementAccess, requests, 75, 90, null);
  }

  static BoardConfig limits(double watts, double celsius) {
    return limits(true, true, MailboxRequest.permittable(), watts, celsius, null);
  }

  private static BoardConfig limits(
      boolean management,
      boolean managementAccess,
      Set<MailboxRequest> requests,
      double watts,
      double celsius,
      java.nio.file.@Nullable Path flash) {
    return new BoardConfig(
        management,
        managementAccess,
        true,
        requests,
        flash,
        Duration.ofSeconds(5),
        true,
        watts,
        celsius,
        25);
  }

  /** A base image whose ERT firmware has some bytes. */
  static Image base(int version, int bytes) {
    byte[] firmware = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      firmware[i] = (byte) (i * 31 + version);
    }
    return Image.of(
        "base" + version,
        Xclbin.builder()
            .header(header -> header.withVersion(version, 0, 0))
            .platform(PLATFORM)
            .add(SectionKind.SCHED_FIRMWARE, firmware)
            .deriveIdentity()
            .build()
            .toBytes());
  }

  static boolean isAsked(MailboxRequest request) {
    return request.way() == Way.ASKED;
  }
}
