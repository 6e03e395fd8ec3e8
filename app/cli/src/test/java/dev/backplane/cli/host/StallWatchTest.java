package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.xrt.door.FlightRecord.Phase;
import dev.backplane.xrt.door.FlightRecord.Seen;
import dev.backplane.xrt.door.FlightRecord.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StallWatchTest {
  private static final long NOW = 1_000_000;
  private static final StallWatch WATCH =
      new StallWatch(Optional.of(Duration.ofSeconds(60)), Duration.ofSeconds(3), pid -> pid == 1);

  private static Seen seen(long pid, Phase phase, long idleMillis, String fault, Unit... units) {
    return new Seen(
        pid,
        phase,
        "vadd.xclbin",
        100,
        NOW - 5,
        NOW - idleMillis,
        fault.isEmpty() ? 0 : 1,
        fault,
        List.of(units),
        0,
        0,
        List.of("read kernel ctrl at 0x1800000"),
        List.of("vadd:vadd_1: 5 runs, 500 cycles"));
  }

  private static Optional<String> verdict(Seen... seen) {
    return WATCH.verdict(List.of(seen), NOW);
  }

  @Test
  void aHostMayLeaveItsDeviceAloneUnlessSomebodyLimitedThat() {
    StallWatch unlimited = new StallWatch(Optional.empty(), Duration.ofSeconds(3), pid -> pid == 1);
    assertThat(unlimited.verdict(List.of(seen(1, Phase.CONNECTED, 86_400_000, "")), NOW)).isEmpty();
    assertThat(unlimited.verdict(List.of(seen(1, Phase.FAILED, 5000, "no bank")), NOW)).isPresent();
  }

  @Test
  void aHostThatWasToldOfAFailureAndDoesNotAskAgainIsLeftAlone() {
    Seen told =
        new Seen(
            1,
            Phase.CONNECTED,
            "vadd.xclbin",
            100,
            NOW - 20_000,
            NOW - 20_000,
            1,
            "no such register",
            List.of(),
            0,
            0,
            List.of(),
            List.of());
    assertThat(verdict(told)).isEmpty();
  }

  @Test
  void aHostThatWorksIsLeftAlone() {
    assertThat(verdict()).isEmpty();
    assertThat(verdict(seen(1, Phase.WAITING, 100_000, ""))).isEmpty();
    assertThat(verdict(seen(1, Phase.CONNECTED, 59_000, ""))).isEmpty();
    assertThat(verdict(seen(2, Phase.ENDED, 100_000, ""))).isEmpty();
  }

  @Test
  void aHostThatDoesNothingOnAnIdleDeviceHasStalled() {
    assertThat(verdict(seen(1, Phase.CONNECTED, 61_000, "", new Unit(0x180_0000, 5, 5, 4))))
        .hasValueSatisfying(why -> assertThat(why).contains("nothing has happened", "61 s"));
  }

  @Test
  void aKernelThatExecutesIsWaitedFor() {
    assertThat(verdict(seen(1, Phase.CONNECTED, 100_000, "", new Unit(0x180_0000, 5, 4, 1))))
        .isEmpty();
  }

  @Test
  void aDeviceProcessThatIsGoneIsNoticedAtOnce() {
    assertThat(verdict(seen(2, Phase.CONNECTED, 0, "")))
        .hasValueSatisfying(why -> assertThat(why).contains("process 2 is gone"));
  }

  @Test
  void aDeviceProcessThatEndsWhileItIsLookedAtHasServedItsHost() {
    var looks =
        List.of(List.of(seen(2, Phase.CONNECTED, 0, "")), List.of(seen(2, Phase.ENDED, 0, "")))
            .iterator();
    assertThat(WATCH.confirmed(looks::next, () -> NOW)).isEmpty();
    assertThat(WATCH.confirmed(() -> List.of(seen(2, Phase.CONNECTED, 0, "")), () -> NOW))
        .isPresent();
  }

  @Test
  void aHostThatDiedOfAWriteHasLostItsDeviceProcessIfThatHadNotEnded() {
    assertThat(WATCH.lost(() -> List.of(seen(1, Phase.CONNECTED, 0, "")))).isEmpty();
    assertThat(WATCH.lost(() -> List.of(seen(2, Phase.ENDED, 0, "")))).isEmpty();
    assertThat(WATCH.lost(() -> List.of(seen(2, Phase.FAILED, 0, "it broke")))).isEmpty();
    assertThat(WATCH.lost(() -> List.of(seen(2, Phase.CONNECTED, 0, ""))))
        .contains("the device process 2 is gone");
  }

  @Test
  void aFailedCallIsGivenAMomentToBeHandled() {
    assertThat(verdict(seen(1, Phase.CONNECTED, 2_000, "it broke"))).isEmpty();
    assertThat(verdict(seen(1, Phase.CONNECTED, 4_000, "it broke")))
        .hasValueSatisfying(why -> assertThat(why).contains("it broke"));
    assertThat(verdict(seen(2, Phase.FAILED, 4_000, "no platform")))
        .hasValueSatisfying(why -> assertThat(why).contains("given up: no platform"));
  }

  @Test
  void theDiagnosisSaysWhatWasSeenLast() {
    List<String> lines =
        StallWatch.diagnosis(
            List.of(seen(1, Phase.CONNECTED, 61_000, "it broke", new Unit(0x180_0000, 5, 5, 4))),
            NOW);
    assertThat(String.join("\n", lines))
        .contains("vadd.xclbin", "last progress 61.0 s ago", "the first: it broke")
        .contains("started 5 times, read as done 5 times, idle (control 0x4)")
        .contains("is NEW: it never reached the device")
        .contains("read kernel ctrl at 0x1800000");
  }
}
