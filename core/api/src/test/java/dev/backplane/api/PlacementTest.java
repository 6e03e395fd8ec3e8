package dev.backplane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.api.Placement.Kind;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class PlacementTest {
  private static final MemorySegment PAGES = MemorySegment.ofArray(new byte[8]);

  @Test
  void aKindIsCombinedWithABankAndFlags() {
    Placement placement = Placement.host().in(3).with(BufferFlag.CACHEABLE);

    assertThat(placement.kind()).isEqualTo(Kind.HOST);
    assertThat(placement.bank()).isEqualTo(3);
    assertThat(placement.flags()).containsExactly(BufferFlag.CACHEABLE);
    assertThat(placement).hasToString("HOST in bank 3 [CACHEABLE]");
    assertThat(Placement.memory(PAGES).in(1).memory()).isEqualTo(PAGES);
    assertThat(Placement.bank(2)).isEqualTo(Placement.of(new Bank(2, "DDR[2]", 0, 1)));
    assertThat(Placement.plain()).hasToString("PLAIN");
  }

  @Test
  void refusesContradictoryPlacements() {
    refuses("COHERENT and CACHEABLE", () -> plain(BufferFlag.COHERENT, BufferFlag.CACHEABLE));
    refuses("CONTIGUOUS and HOST", () -> Placement.host().with(BufferFlag.CONTIGUOUS));
    refuses("USER_MEMORY comes with", () -> Placement.of(Kind.USER_MEMORY));
    refuses("PLAIN takes no memory", () -> new Placement(Kind.PLAIN, 0, Set.of(), PAGES));
    refuses("no bank -1", () -> Placement.bank(-1));
    refuses("no bank -2", () -> new Placement(Kind.PLAIN, -2, Set.of(), null));
  }

  @Test
  void onlyTwoCopiesNeedSync() {
    assertThat(plain().needsSync()).isTrue();
    assertThat(Placement.memory(PAGES).needsSync()).isTrue();
    assertThat(plain(BufferFlag.COHERENT).needsSync()).isFalse();
    assertThat(Placement.host().needsSync()).isFalse();
    assertThat(Placement.shared().needsSync()).isFalse();
  }

  private static Placement plain(BufferFlag... flags) {
    return Placement.plain().with(flags);
  }

  private static void refuses(String problem, Supplier<Placement> making) {
    assertThatExceptionOfType(BackplaneException.class)
        .isThrownBy(making::get)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .withMessageContaining(problem);
  }
}
