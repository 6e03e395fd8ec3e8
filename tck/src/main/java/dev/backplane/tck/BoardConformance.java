package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Board;
import dev.backplane.api.Board.ResetKind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Images;
import dev.backplane.api.Management;
import dev.backplane.api.Run;
import dev.backplane.api.spi.DriverDevice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reset kinds, sensors, clocks, firewall, firmware, flash and mailbox. */
public abstract class BoardConformance extends Conformance {
  /** A conformance class. */
  protected BoardConformance() {}

  private Board board(DriverDevice device) {
    return bench().facet(device, Board.class);
  }

  @Test
  void everySensorSaysWhatItMeasuresAndWhereTheValueIsFrom() {
    Board board = board(bench().open());

    List<String> names = new ArrayList<>();
    for (Board.Sensor sensor : board.sensors()) {
      assertThat(sensor.value()).as(sensor.name()).isFinite();
      assertThat(sensor.origin()).as(sensor.name()).isIn("measured", "modelled");
      names.add(sensor.quantity() + " " + sensor.name());
    }
    assertThat(names).isNotEmpty().doesNotHaveDuplicates();
  }

  @Test
  void bothSidesOfTheMailboxAreThereAndRequestsHaveNumbers() {
    Board.Mailbox mailbox = board(bench().open()).mailbox();

    assertThat(mailbox.user()).isTrue();
    assertThat(mailbox.requests()).extracting(Board.Request::number).doesNotHaveDuplicates();
    assertThat(mailbox.requests()).extracting(Board.Request::name).doesNotHaveDuplicates();
    assertThat(mailbox.healthPeriod()).isPositive();
  }

  @Test
  void aDeviceThatWasJustOpenedHasNothingToReport() {
    Board board = board(bench().open());

    assertThat(board.firewall()).isNotEmpty().noneMatch(Board.FirewallLevel::tripped);
    assertThat(board.errors()).isEmpty();
    assertThat(board.firmware()).allSatisfy(each -> assertThat(each.version()).isNotEmpty());
    assertThat(board.flash().slots())
        .extracting(Board.FlashSlot::name)
        .contains(board.flash().active());
  }

  @Test
  void aClockIsSetWithinItsLimitsOnly() {
    DriverDevice device = bench().open();
    Board board = board(device);
    bench().prepare(device);
    List<Board.Clock> clocks = board.clocks();
    assumeTrue(!clocks.isEmpty(), "declared absent: the work's image names no clock");
    Board.Clock clock = clocks.getFirst();
    board.reclock(List.of(clock.least()));
    assertThat(board.clocks().getFirst().requested()).isEqualTo(clock.least());

    refuses(ErrorCode.OUT_OF_RANGE, () -> board.reclock(List.of(clock.most() + 1)));
    assertThat(board.clocks().getFirst().requested()).isEqualTo(clock.least());
  }

  @Test
  void clocksAreThoseOfAnImage() {
    DriverDevice device = bench().open();
    Board board = board(device);
    assertThat(board.clocks()).isEmpty();

    refuses(ErrorCode.NO_IMAGE, () -> board.reclock(List.of(100)));
  }

  @ParameterizedTest
  @EnumSource(ResetKind.class)
  void aDeviceWorksAfterAResetOfEveryKindThatItHas(ResetKind kind) {
    DriverDevice device = bench().open();
    Board board = board(device);
    bench().prepare(device);
    try {
      board.reset(kind);
    } catch (BackplaneException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    }
    Job job = bench().job(bench().kernel(device, bench().work()), bench().work());
    job.start().await(Bench.DEADLINE);

    job.check();
  }

  @Test
  void aResetOfTheUnitsCancelsWhatRunsAndKeepsTheImage() {
    DriverDevice device = bench().open();
    Board board = board(device);
    Images images = bench().facet(device, Images.class);
    Work work =
        bench()
            .subject()
            .endlessWork()
            .orElseGet(
                () -> abort("declared absent: no endless work was registered for this driver"));
    Run run = bench().job(bench().kernel(device, work), work).start();
    board.reset(ResetKind.KERNEL);

    refuses(ErrorCode.CANCELLED, () -> run.await(Bench.DEADLINE));
    assertThat(images.loaded()).isPresent();
  }

  @Test
  void aFaultTripsTheFirewallUntilItIsCleared() {
    DriverDevice device = bench().open();
    Board board = board(device);
    var faulting =
        bench()
            .subject()
            .faultingWork()
            .orElseGet(
                () -> abort("declared absent: no faulting work was registered for this driver"));
    Job job = bench().job(bench().kernel(device, faulting.work()), faulting.work());
    var first = refuses(faulting.code(), () -> job.start().await(Bench.DEADLINE));

    assertThat(board.firewall())
        .filteredOn(Board.FirewallLevel::tripped)
        .singleElement()
        .satisfies(
            level -> {
              assertThat(level.reason()).isEqualTo(first.problem());
              assertThat(level.time()).isPresent();
              assertThat(level.status()).isNotZero();
            });
    assertThat(board.errors()).anyMatch(error -> error.source().equals("firewall"));
    refuses(ErrorCode.DEVICE_FAULTED, () -> job.start().await(Bench.DEADLINE));
    assertThat(board.firewall()).anyMatch(level -> level.refused() > 0);

    board.clearFirewall();
    assertThat(board.firewall()).noneMatch(Board.FirewallLevel::tripped);
    assertThat(bench().facet(device, Management.class).health())
        .isEqualTo(Management.Health.HEALTHY);
    Job healthy = bench().job(bench().kernel(device, bench().work()), bench().work());
    healthy.start().await(Bench.DEADLINE);
    healthy.check();
  }
}
