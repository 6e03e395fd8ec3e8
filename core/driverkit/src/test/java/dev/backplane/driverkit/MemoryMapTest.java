package dev.backplane.driverkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.WordCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** What can be read and written of the memory of this process. */
final class MemoryMapTest {
  private static final long PAGE = 4096;
  private static final MemorySegment MPROTECT = NativeLibrary.c().function("mprotect");

  private static void protect(MemorySegment pages, int permissions) {
    assertThat(WordCalls.call(MPROTECT, pages.address(), pages.byteSize(), permissions)).isZero();
  }

  private static String whyNot(MemorySegment bytes, boolean isWritten) {
    return MemoryMap.now().whyNot(bytes.address(), bytes.byteSize(), isWritten).orElse("");
  }

  @Test
  void everyPageOfARangeCounts() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pages = arena.allocate(4 * PAGE, PAGE);
      assertThat(whyNot(pages, true)).isEmpty();
      protect(pages.asSlice(2 * PAGE, PAGE), 1);
      assertThat(whyNot(pages, true))
          .isEqualTo(
              "memory at 0x%x cannot be written: it is mapped as 'r--p'"
                  .formatted(pages.address() + 2 * PAGE));
      assertThat(whyNot(pages, false)).isEmpty();
      assertThat(whyNot(pages.asSlice(0, 2 * PAGE), true)).isEmpty();
      protect(pages.asSlice(2 * PAGE, PAGE), 0);
      assertThat(whyNot(pages, false)).contains("cannot be read");
      protect(pages, 3);
      assertThat(whyNot(pages, true)).isEmpty();
    }
  }

  @Test
  void noMemoryIsWhereNothingIsMappedOrNoAddressIs() {
    MemoryMap map = MemoryMap.now();
    assertThat(map.whyNot(8, 1, false)).contains("no memory is mapped at 0x8");
    assertThat(map.whyNot(1L << 47, PAGE, false)).isPresent();
    assertThat(map.whyNot(-PAGE, PAGE, true)).isPresent();
    assertThat(map.whyNot(-PAGE, 2 * PAGE, true).orElseThrow()).contains("beyond all addresses");
    assertThat(map.whyNot(PAGE, Long.MAX_VALUE, true)).isPresent();
  }
}
