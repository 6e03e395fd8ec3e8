package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Memory that code in C may take away. */
final class ForeignMemoryTest {
  private static final long PAGE = 4096;
  private static final MemorySegment MPROTECT = NativeLibrary.c().function("mprotect");

  private static void protect(MemorySegment pages, int permissions) {
    assertThat(WordCalls.call(MPROTECT, pages.address(), pages.byteSize(), permissions)).isZero();
  }

  @Test
  void reportsInaccessibleMemoryAsAResult() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pages = arena.allocate(2 * PAGE, PAGE);
      ForeignMemory memory = new ForeignMemory(pages.address(), pages.byteSize());
      MemorySegment native8 = arena.allocate(8, 8);
      native8.set(ValueLayout.JAVA_LONG, 0, 77);
      assertThat(memory.byteSize()).isEqualTo(2 * PAGE);
      assertThat(memory.write(PAGE - 4, native8)).isTrue();
      MemorySegment heap = MemorySegment.ofArray(new byte[8]);
      assertThat(memory.read(PAGE - 4, heap)).isTrue();
      assertThat(heap.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isEqualTo(77);
      protect(pages.asSlice(PAGE), 1);
      assertThat(memory.write(PAGE - 4, heap)).isFalse();
      assertThat(memory.write(PAGE - 8, heap)).isTrue();
      assertThat(memory.read(PAGE - 4, heap)).isTrue();
      protect(pages.asSlice(PAGE), 0);
      assertThat(memory.read(PAGE - 4, native8)).isFalse();
      assertThat(memory.read(PAGE, heap)).isFalse();
      protect(pages, 3);
    }
    assertThat(new ForeignMemory(8, 64).read(0, MemorySegment.ofArray(new byte[64]))).isFalse();
  }

  @Test
  void nothingOutsideIsCopied() {
    ForeignMemory memory = new ForeignMemory(PAGE, 16);
    MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
    for (long offset : new long[] {-1, 9, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> memory.read(offset, bytes))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
