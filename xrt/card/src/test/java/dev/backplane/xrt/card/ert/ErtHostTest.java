package dev.backplane.xrt.card.ert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.xclbin.ControlProtocol;
import dev.backplane.xclbin.ert.CommandState;
import dev.backplane.xclbin.ert.Packet;
import dev.backplane.xclbin.ert.StartCu;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The driver of the queue and the firmware, both stepped by the test. */
class ErtHostTest {
  private static final int SLOTS = 3;

  private final Bench bench = new Bench(() -> 5, ControlProtocol.AP_CTRL_HS);
  private final ErtHost driver =
      new ErtHost(
          bench.scheduler,
          bench.units,
          SLOTS,
          false,
          work -> Thread.ofVirtual().unstarted(() -> {}));
  private final List<String> ends = new ArrayList<>();

  @BeforeEach
  void unitsCanBeTold() {
    bench.units.canBeTold = true;
  }

  private final class Start implements HostCommand {
    private final int argument;

    Start(int argument) {
      this.argument = argument;
    }

    @Override
    public int port() {
      return 0;
    }

    @Override
    public void encode(Packet packet) {
      int header = StartCu.encode(packet, 0, 5);
      StartCu.argument(packet, 0x10, argument);
      StartCu.publish(packet, header);
    }

    @Override
    public void ended(CommandState state, @Nullable RuntimeException reason) {
      ends.add(argument + " " + state);
    }
  }

  private void step() {
    bench.step();
    driver.step();
  }

  private Start begun(int argument) {
    Start start = new Start(argument);
    driver.submit(start);
    step();
    step();
    return start;
  }

  @Test
  void theSlotOfACommandThatWasGivenUpIsNotFreeBeforeTheFirmwareGivesIt() {
    Start first = begun(1);
    assertThat(driver.abort(first)).isEqualTo(FoundCommand.IN_SLOT);
    driver.abandon(first, false);
    // The firmware has told the unit to stop, and answers; the unit works on.
    step();
    for (int i = 2; i < 2 + SLOTS; i++) {
      driver.submit(new Start(i));
    }
    assertThat(driver.isBusy()).isTrue();
    assertThat(ends).isEmpty();

    for (int i = 0; i < 30; i++) {
      bench.tick();
      driver.step();
    }
    assertThat(bench.units.units.getFirst().executed).containsExactly(1, 2, 3, 4);
    assertThat(ends).containsExactly("2 COMPLETED", "3 COMPLETED", "4 COMPLETED");
    assertThat(driver.isBusy()).isFalse();
  }

  @Test
  void aUnitThatIsResetForACommandThatWasGivenUpTakesTheNext() {
    Start first = begun(1);
    driver.abort(first);
    driver.abandon(first, true);
    driver.submit(new Start(2));
    for (int i = 0; i < 10; i++) {
      driver.step();
      bench.tick();
    }
    driver.step();
    assertThat(ends).containsExactly("2 COMPLETED");
    assertThat(driver.isBusy()).isFalse();
  }

  @Test
  void cancelsWaitingCommandsAndAbortsThoseInSlots() {
    Start first = begun(1);
    Start second = begun(2);
    Start third = begun(3);
    assertThat(driver.abort(third)).isEqualTo(FoundCommand.WAITING);
    assertThat(driver.abort(second)).isEqualTo(FoundCommand.IN_SLOT);
    step();
    assertThat(ends).containsExactly("2 ABORT");
    assertThat(driver.abort(second)).isEqualTo(FoundCommand.NOWHERE);
    for (int i = 0; i < 6; i++) {
      bench.tick();
      driver.step();
    }
    assertThat(ends).containsExactly("2 ABORT", "1 COMPLETED");
    assertThat(driver.abort(first)).isEqualTo(FoundCommand.NOWHERE);
  }
}
