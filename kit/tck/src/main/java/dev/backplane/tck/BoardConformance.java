package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import org.junit.jupiter.api.Test;

/** Firewall, firmware and mailbox. */
@Needs(Board.class)
public abstract class BoardConformance extends Conformance {
  /** A conformance class. */
  protected BoardConformance() {}

  private Board board(DriverDevice device) {
    return rig().facet(device, Board.class);
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
  void aDeviceThatWasJustOpenedHasAClosedFirewallAndFirmware() {
    Board board = board(rig().open());

    assertThat(board.firewall()).isNotEmpty().noneMatch(Board.FirewallLevel::tripped);
    assertThat(board.firmware()).allSatisfy(each -> assertThat(each.version()).isNotEmpty());
  }
}
