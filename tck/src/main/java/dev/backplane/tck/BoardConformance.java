package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sensors, firewall, firmware, flash and mailbox. */
@Needs(Board.class)
public abstract class BoardConformance extends Conformance {
  /** A conformance class. */
  protected BoardConformance() {}

  private Board board(DriverDevice device) {
    return rig().facet(device, Board.class);
  }

  @Test
  void everySensorSaysWhatItMeasuresAndWhereTheValueIsFrom() {
    Board board = board(rig().open());

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
    Board.Mailbox mailbox = board(rig().open()).mailbox();

    assertThat(mailbox.user()).isTrue();
    assertThat(mailbox.requests()).extracting(Board.Request::number).doesNotHaveDuplicates();
    assertThat(mailbox.requests()).extracting(Board.Request::name).doesNotHaveDuplicates();
    assertThat(mailbox.healthPeriod()).isPositive();
  }

  @Test
  void aDeviceThatWasJustOpenedHasNothingToReport() {
    Board board = board(rig().open());

    assertThat(board.firewall()).isNotEmpty().noneMatch(Board.FirewallLevel::tripped);
    assertThat(board.errors()).isEmpty();
    assertThat(board.firmware()).allSatisfy(each -> assertThat(each.version()).isNotEmpty());
    assertThat(board.flash().slots())
        .extracting(Board.FlashSlot::name)
        .contains(board.flash().active());
  }
}
