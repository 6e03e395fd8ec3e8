package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Copies by the kernel, of memory that may not be there. */
final class ScatteredCopyTest {
  private static final AddressSpace SELF = AddressSpace.OWN;
  private static final long PAGE = 4096;
  private static final int READ = 1;
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final MethodHandle PROTECT =
      Calls.of(
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));

  private final Arena arena = Arena.ofConfined();
  private final ScatteredCopy copy = new ScatteredCopy(4);
  private final MemorySegment local = arena.allocate(512, 8);

  @AfterEach
  void giveBack() {
    copy.close();
    arena.close();
  }

  /** Three pages, of which the second may only be read and the third is not there. */
  private static long threePages() throws Throwable {
    NativeLibrary c = NativeLibrary.c();
    long pages =
        WordCalls.call(c.function("mmap"), 0, 3 * PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    assertThat((int) PROTECT.invokeExact(c.function("mprotect"), pages + PAGE, PAGE, READ))
        .isZero();
    assertThat(WordCalls.call(c.function("munmap"), pages + 2 * PAGE, PAGE)).isZero();
    return pages;
  }

  @Test
  void piecesAreReadAndWrittenAtOnce() throws Throwable {
    long pages = threePages();
    for (int i = 0; i < 4; i++) {
      local.set(ValueLayout.JAVA_LONG, 8L * i, 0x0101_0101_0101_0101L * (i + 1));
      copy.add(local.address() + 8L * i, pages + 100L * 8 * i, 8);
    }
    assertThat(copy.write(SELF, 0)).isEqualTo(4);
    local.fill((byte) 0);
    assertThat(copy.read(SELF, 0)).isEqualTo(4);
    assertThat(local.get(ValueLayout.JAVA_LONG, 24)).isEqualTo(0x0404_0404_0404_0404L);
    assertThat(RawMemory.getLong(pages + 800)).isEqualTo(0x0202_0202_0202_0202L);
    copy.clear();
    assertThat(copy.count()).isZero();
  }

  @Test
  void stopsAtMissingMemoryAndCountsTheCopiedBytes() throws Throwable {
    long pages = threePages();
    copy.add(local.address(), pages, 128);
    copy.add(local.address(), pages + 2 * PAGE, 128);
    copy.add(local.address(), pages, 128);
    assertThat(copy.read(SELF, 0)).isEqualTo(1);
    assertThat(copy.read(SELF, 1)).isZero();
    assertThat(copy.error().number()).isEqualTo(14);
    assertThat(copy.read(SELF, 2)).isEqualTo(1);
  }

  @Test
  void piecesSideBySideAreCountedOneByOne() throws Throwable {
    long pages = threePages();
    long edge = pages + 2 * PAGE;
    copy.add(local.address(), edge - 256, 128);
    copy.add(local.address() + 128, edge - 128, 128);
    copy.add(local.address() + 256, edge, 128);
    copy.add(local.address() + 384, pages, 128);
    assertThat(copy.read(SELF, 0)).isEqualTo(2);
    assertThat(copy.error().number()).isEqualTo(14);
    assertThat(copy.read(SELF, 3)).isEqualTo(1);
    copy.clear();
    for (int i = 0; i < 4; i++) {
      local.set(ValueLayout.JAVA_LONG, 128L * i, i + 1L);
      copy.add(local.address() + 128L * i, pages + 128L * (3 - i), 128);
    }
    assertThat(copy.write(SELF, 0)).isEqualTo(4);
    assertThat(RawMemory.getLong(pages)).isEqualTo(4);
    assertThat(RawMemory.getLong(pages + 384)).isEqualTo(1);
  }

  @Test
  void stopsAtReadOnlyMemoryAmongAdjacentPieces() throws Throwable {
    long pages = threePages();
    copy.add(local.address(), pages + PAGE - 128, 128);
    copy.add(local.address() + 128, pages + PAGE, 128);
    assertThat(copy.write(SELF, 0)).isEqualTo(1);
    assertThat(copy.error().number()).isEqualTo(14);
  }

  @Test
  void aPieceThatRunsOffTheEndDoesNotCount() throws Throwable {
    long pages = threePages();
    copy.add(local.address(), pages + 2 * PAGE - 64, 128);
    assertThat(copy.read(SELF, 0)).isZero();
  }

  @Test
  void memoryThatMayOnlyBeReadIsNotWritten() throws Throwable {
    long pages = threePages();
    copy.add(local.address(), pages + PAGE, 128);
    assertThat(copy.read(SELF, 0)).isEqualTo(1);
    assertThat(copy.write(SELF, 0)).isZero();
    assertThat(copy.error().number()).isEqualTo(14);
  }

  @Test
  void thereIsRoomForAsManyPiecesAsWasSaid() {
    for (int i = 0; i < 4; i++) {
      copy.add(local.address(), local.address(), 8);
    }
    assertThatThrownBy(() -> copy.add(local.address(), 0, 8))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new ScatteredCopy(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
