package dev.backplane.xrt.card.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.Board.FirewallLevel;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FirewallTest {
  private final Firewall firewall = new Firewall(() -> Instant.EPOCH);

  private FirewallLevel level(FirewallPort port) {
    return firewall.levels().get(port.level());
  }

  @Test
  void aTrippedLevelKeepsTheAddressesOfItsCause() {
    firewall.trip(
        FirewallPort.DATA,
        new BackplaneException(
            ErrorCode.ADDRESS_FAULT,
            "m_axi: write where no memory is: addr 0x123450000, in the burst addr 0x123450000, 4"
                + " beats; a buffer is at 0x400000000, mask 0xff"));

    FirewallLevel data = level(FirewallPort.DATA);
    assertThat(data.tripped()).isTrue();
    assertThat(data.status()).isEqualTo(4);
    assertThat(data.time()).contains(Instant.EPOCH);
    assertThat(data.addresses()).containsExactly(0x123450000L, 0x400000000L);
    assertThat(level(FirewallPort.CONTROL).tripped()).isFalse();
  }

  @Test
  void theFirstCauseIsWhatIsTold() {
    assertThat(trip(ErrorCode.PROTOCOL_VIOLATION, "first")).isTrue();
    assertThat(trip(ErrorCode.NO_PROGRESS, "second")).isFalse();
    assertThat(level(FirewallPort.CONTROL).reason()).isEqualTo("first");
    assertThat(level(FirewallPort.CONTROL).status()).isEqualTo(2);
  }

  private boolean trip(ErrorCode code, String text) {
    return firewall.trip(FirewallPort.CONTROL, new BackplaneException(code, text));
  }

  @Test
  void refusedTransactionsAreCountedUntilItIsCleared() {
    var _ = trip(ErrorCode.NO_PROGRESS, "hung at 0xffffffffffffffff");
    firewall.countRefused();
    firewall.countRefused();

    assertThat(level(FirewallPort.CONTROL).refused()).isEqualTo(2);
    assertThat(level(FirewallPort.CONTROL).status()).isEqualTo(1);
    assertThat(level(FirewallPort.CONTROL).addresses()).containsExactly(-1L);
    firewall.clear();
    assertThat(firewall.isTripped()).isFalse();
    assertThat(firewall.levels()).noneMatch(FirewallLevel::tripped);
  }
}
