package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GivenAddressesTest {
  /** No process has anything mapped in its first page. */
  private static final long NOTHING = 16;

  @Test
  void piecesAreCopiedInTheOrderOfTheirAddressesHoweverManyTheyAre() {
    for (int count : new int[] {0, 1, 2, 1024, 1025, 3000}) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment words = arena.allocate(ValueLayout.JAVA_LONG, count + 1L);
        long[] addresses = new long[count];
        for (int i = 0; i < count; i++) {
          words.setAtIndex(ValueLayout.JAVA_LONG, i, 7L * i);
          addresses[count - 1 - i] = words.address() + 8L * i;
        }
        MemorySegment copy = GivenAddresses.copy(addresses, 8, arena).orElseThrow();
        for (int i = 0; i < count; i++) {
          assertThat(copy.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(7L * (count - 1 - i));
        }
      }
    }
  }

  @Test
  void oneAddressThatCannotBeReadIsEnoughForNone() {
    try (Arena arena = Arena.ofConfined()) {
      long good = arena.allocate(64).address();
      for (long wrong : new long[] {0, NOTHING, -64, Long.MIN_VALUE}) {
        assertThat(copy(arena, wrong)).isEmpty();
        assertThat(copy(arena, good, wrong)).isEmpty();
        assertThat(copy(arena, wrong, good)).isEmpty();
      }
      assertThat(copy(arena, good, good)).isPresent();
    }
  }

  private static Optional<MemorySegment> copy(Arena arena, long... addresses) {
    return GivenAddresses.copy(addresses, 64, arena);
  }
}
