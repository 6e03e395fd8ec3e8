package dev.backplane.xrt.card.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import org.junit.jupiter.api.Test;

/** Who may hold which compute unit. */
final class ContextTableTest {
  private record Named(String name) implements ContextTable.Holder {}

  private final ContextTable table = new ContextTable();
  private final Named alice = new Named("alice");
  private final Named bob = new Named("bob");

  private ContextTable.Entry open(Named who, int unit, Sharing how) {
    return table.open(who, unit, how, "test");
  }

  @Test
  void everyPairOfSharingsOfTwoHolders() {
    for (Sharing first : Sharing.values()) {
      for (Sharing second : Sharing.values()) {
        ContextTable.Entry held = open(alice, 3, first);
        boolean both = first == Sharing.SHARED && second == Sharing.SHARED;
        if (both) {
          table.close(open(bob, 3, second));
        } else {
          var error = catchThrowableOfType(BackplaneException.class, () -> open(bob, 3, second));
          assertThat(error.code()).as("%s, then %s", first, second).isEqualTo(ErrorCode.BUSY);
          assertThat(error.getMessage()).contains("compute unit 3").contains("alice");
        }
        // One's own contexts are not in the way, nor are other units.
        table.close(open(alice, 3, second));
        table.close(open(bob, 4, second));
        table.close(held);
      }
    }
    assertThat(table.holders()).isEmpty();
  }

  @Test
  void aVirtualContextHoldsTheImageAndNoUnit() {
    ContextTable.Entry held = open(alice, ContextTable.VIRTUAL, Sharing.SHARED);

    assertThat(table.holders()).singleElement().asString().contains("alice holds the image");
    assertThat(table.hasAny(alice)).isTrue();
    assertThat(table.unitsOf(alice)).isEmpty();
    table.close(open(bob, 0, Sharing.EXCLUSIVE));
    table.close(held);
    assertThat(table.hasAny(alice)).isFalse();
  }

  @Test
  void aHolderWhoLeavesHoldsNothing() {
    open(alice, 0, Sharing.EXCLUSIVE);
    open(alice, 1, Sharing.SHARED);
    open(bob, 1, Sharing.SHARED);
    assertThat(table.count(1)).isEqualTo(2);
    assertThat(table.unitsOf(alice)).containsExactly(0, 1);
    table.closeAll(alice);

    assertThat(table.holders()).singleElement().asString().startsWith("bob");
    assertThat(table.isFor(bob, 0)).isTrue();
    assertThat(table.sharing(0)).isEmpty();
    assertThat(table.sharing(1)).contains(Sharing.SHARED);
  }
}
