package dev.backplane.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Rect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RangesTest {
  private static final int ROUNDS = 2000;

  private static void refused(ErrorCode code, ThrowingCallable check) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, check);
    assertThat(error).isNotNull();
    assertThat(error.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 1",
    "0, -1",
    "1, 8",
    "8, 1",
    "9, 0",
    "0, 9",
    "9223372036854775807, 1",
    "1, 9223372036854775807",
    "-9223372036854775808, 8",
    "0, -9223372036854775808",
    "9223372036854775807, 9223372036854775807"
  })
  void aRangeThatLeavesTheBufferIsOutOfRange(long offset, long bytes) {
    refused(ErrorCode.OUT_OF_RANGE, () -> Ranges.checkInside(offset, bytes, 8));
  }

  @ParameterizedTest
  @CsvSource({"0, 8", "8, 0", "0, 0", "7, 1", "3, 2"})
  void aRangeInsideIsTaken(long offset, long bytes) {
    Ranges.checkInside(offset, bytes, 8);
  }

  @Test
  void aBoxEndsInsideTheMemory() {
    Rect box = Rect.of(2, 2).at(1, 0, 0).in(4, 0);
    Ranges.checkInside(box, 7);
    refused(ErrorCode.OUT_OF_RANGE, () -> Ranges.checkInside(box, 6));
    refused(
        ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkSameSize(Rect.of(2, 2), Rect.of(2, 2, 2)));
  }

  @Test
  void boxesAreApartWhereNoByteIsInBoth() {
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      long width = 1L + random.nextInt(4);
      long height = 1L + random.nextInt(4);
      long depth = 1L + random.nextInt(3);
      Rect from = box(random, width, height, depth);
      Rect to = box(random, width, height, depth);
      long fromBase = random.nextInt(60);
      long toBase = random.nextInt(60);
      BitSet both = bytes(fromBase, from);
      both.and(bytes(toBase, to));

      BackplaneException error =
          catchThrowableOfType(
              BackplaneException.class, () -> Ranges.checkApart(fromBase, from, toBase, to));

      assertThat(error == null)
          .as("%s at %d and %s at %d are apart", from, fromBase, to, toBase)
          .isEqualTo(both.isEmpty());
    }
  }

  private static Rect box(Random random, long width, long height, long depth) {
    long rowPitch = width + random.nextInt(4);
    long slicePitch = rowPitch * (height + random.nextInt(3));
    return new Rect(
        random.nextInt(4),
        random.nextInt(3),
        random.nextInt(2),
        width,
        height,
        depth,
        rowPitch,
        slicePitch);
  }

  private static BitSet bytes(long base, Rect box) {
    BitSet bytes = new BitSet();
    for (long z = box.z(); z < box.z() + box.depth(); z++) {
      for (long y = box.y(); y < box.y() + box.height(); y++) {
        int begin = (int) (base + z * box.slicePitch() + y * box.rowPitch() + box.x());
        bytes.set(begin, (int) (begin + box.width()));
      }
    }
    return bytes;
  }

  @Test
  void rangesAreApartWhereNoByteIsInBoth() {
    Ranges.checkApart(0, 4, 4);
    Ranges.checkApart(4, 4, 0);
    refused(ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkApart(0, 3, 4));
    refused(ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkApart(3, 0, 4));
    refused(ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkApart(5, 5, 1));
  }

  @Test
  void aPatternIsAPowerOfTwoThatFillsTheRange() {
    Ranges.checkPattern(MemorySegment.ofArray(new byte[2]), 2, 4);
    for (int size : new int[] {0, 3, 256}) {
      refused(
          ErrorCode.INVALID_ARGUMENT,
          () -> Ranges.checkPattern(MemorySegment.ofArray(new byte[size]), 0, 0));
    }
    MemorySegment two = MemorySegment.ofArray(new byte[2]);
    refused(ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkPattern(two, 1, 4));
    refused(ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkPattern(two, 0, 3));
  }

  @Test
  void memoryThatIsFilledCanBeWrittenByWhoeverDoesIt() {
    MemorySegment heap = MemorySegment.ofArray(new byte[2]);
    Ranges.checkWritableByAll(heap);
    refused(ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkWritable(heap.asReadOnly()));
    try (Arena mine = Arena.ofConfined()) {
      MemorySegment confined = mine.allocate(2);
      Ranges.checkWritable(confined);
      refused(ErrorCode.INVALID_ARGUMENT, () -> Ranges.checkWritableByAll(confined));
    }
  }
}
