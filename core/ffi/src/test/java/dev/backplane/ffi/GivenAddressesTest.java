package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GivenAddressesTest {
  private static final int PAGE = 4096;
  private static final int READ_AND_WRITE = 3;
  private static final int PRIVATE_AND_ANONYMOUS = 0x22;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 1024, 1025, 3000})
  void memoryCanBeReadHoweverManyAddressesThereAre(int count) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(ValueLayout.JAVA_LONG, PAGE * (count + 1L) / 8);
      long[] addresses = new long[count];
      for (int i = 0; i < count; i++) {
        addresses[count - 1 - i] = words.address() + (long) PAGE * i;
      }
      assertThat(GivenAddresses.canBeRead(addresses, 64, arena)).isTrue();
    }
  }

  @Test
  void oneAddressWhereNothingIsIsFoundAmongOthers() {
    try (Arena arena = Arena.ofConfined()) {
      long good = arena.allocate(64).address();
      for (long wrong : new long[] {0, 16, -64, Long.MIN_VALUE}) {
        assertThat(canBeRead(arena, wrong)).isFalse();
        assertThat(canBeRead(arena, good, wrong)).isFalse();
        assertThat(canBeRead(arena, wrong, good)).isFalse();
      }
      assertThat(canBeRead(arena, good, good)).isTrue();
    }
  }

  /** A page that is unmapped again behind one that is there. */
  @Test
  void bytesThatRunOverTheEndOfWhatIsThereAreFound() {
    NativeLibrary c = NativeLibrary.c();
    long pages =
        WordCalls.call(
            c.function("mmap"), 0, 2 * PAGE, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0);
    long end = pages + PAGE;
    try (Arena arena = Arena.ofConfined()) {
      assertThat(canBeRead(arena, end - 8)).isTrue();
      WordCalls.call(c.function("munmap"), end, PAGE);
      assertThat(canBeRead(arena, end - 8)).isFalse();
      assertThat(canBeRead(arena, end - 128, end - 63)).isFalse();
      assertThat(canBeRead(arena, end - 128, end - 64)).isTrue();
    } finally {
      WordCalls.call(c.function("munmap"), pages, PAGE);
    }
  }

  private static boolean canBeRead(Arena arena, long... addresses) {
    return GivenAddresses.canBeRead(addresses, 64, arena);
  }
}
