package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.Management;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import org.junit.jupiter.api.Test;

/** The firewall after a fault. */
@Needs(
    value = {Board.class, ErrorLog.class, Management.class},
    kernels = true,
    abilities = Ability.FAULTS)
public abstract class FirewallConformance extends Conformance {
  /** A conformance class. */
  protected FirewallConformance() {}

  private Board board(DriverDevice device) {
    return rig().facet(device, Board.class);
  }

  @Test
  void aFaultTripsTheFirewallUntilItIsCleared() {
    DriverDevice device = rig().open();
    Board board = board(device);
    var faulting = rig().subject().faultingCase();
    TestKernel ready = rig().ready(device, faulting.testCase());
    var first = refuses(faulting.code(), () -> ready.start().await(Rig.DEADLINE));

    assertThat(board.firewall())
        .filteredOn(Board.FirewallLevel::tripped)
        .singleElement()
        .satisfies(
            level -> {
              assertThat(level.reason()).isEqualTo(first.problem());
              assertThat(level.time()).isPresent();
              assertThat(level.status()).isNotZero();
            });
    assertThat(rig().facet(device, ErrorLog.class).errors())
        .anyMatch(error -> error.source().equals("firewall"));
    refuses(ErrorCode.DEVICE_FAULTED, () -> ready.start().await(Rig.DEADLINE));
    assertThat(board.firewall()).anyMatch(level -> level.refused() > 0);

    board.clearFirewall();
    assertThat(board.firewall()).noneMatch(Board.FirewallLevel::tripped);
    assertThat(rig().facet(device, Management.class).health()).isEqualTo(Management.Health.HEALTHY);
    TestKernel healthy = rig().ready(device);
    healthy.start().await(Rig.DEADLINE);
    healthy.check();
  }
}
