package dev.backplane.xrt.card.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.xrt.card.memory.RangeAllocator.Taken;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a bit for every page. */
final class RangeAllocatorTest {
  private static final long PAGE = Regions.PAGE;
  private static final int PAGES = 400;
  private static final long BASE = 0x4_0000_0000L;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void findsTheLowestPlaceThatFits(long seed) {
    Random random = new Random(seed);
    RangeAllocator allocator = new RangeAllocator(BASE, BASE + PAGES * PAGE);
    BitSet used = new BitSet(PAGES);
    List<Taken> taken = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (random.nextInt(5) < 2 && !taken.isEmpty()) {
        Taken gone = taken.remove(random.nextInt(taken.size()));
        gone.giveBack();
        used.clear(page(gone.start()), page(gone.end()));
      } else {
        int from = random.nextBoolean() ? 0 : random.nextInt(PAGES - 1);
        int to = from == 0 ? PAGES : from + 1 + random.nextInt(PAGES - from);
        int pages = 1 + random.nextInt(12);
        Taken got = allocator.allocate(pages * PAGE, PAGE, BASE + from * PAGE, BASE + to * PAGE);
        int expected = lowest(used, from, to, pages);
        if (expected < 0) {
          assertThat(got).isNull();
        } else {
          assertThat(got).isNotNull();
          assertThat(page(got.start())).isEqualTo(expected);
          assertThat(used.get(page(got.start()), page(got.end())).isEmpty()).isTrue();
          used.set(page(got.start()), page(got.end()));
          taken.add(got);
        }
      }
    }
    taken.forEach(Taken::giveBack);
    assertThat(allocator.room(BASE, BASE + PAGES * PAGE, PAGE).largest()).isEqualTo(PAGES * PAGE);
  }

  private static int lowest(BitSet used, int from, int to, int pages) {
    for (int at = from; at + pages <= to; at++) {
      int next = used.nextSetBit(at);
      int end = Math.min(to, next < 0 ? PAGES : next);
      if (end - at >= pages + 1 || (end == to && end - at >= pages)) {
        return at;
      }
    }
    return -1;
  }

  private static int page(long address) {
    return (int) ((address - BASE) / PAGE);
  }

  @Test
  void aRangeThatWasChosenIsTakenToTheByte() {
    RangeAllocator allocator = new RangeAllocator(0, 16 * PAGE);

    Taken claimed = allocator.claim(100, 200);

    assertThat(claimed).isNotNull();
    assertThat(allocator.claim(199, 300)).isNull();
    assertThat(allocator.claim(0, 100)).isNotNull();
    assertThat(allocator.claim(200, 300)).isNotNull();
    Taken buffer = allocator.allocate(PAGE, PAGE, 0, 16 * PAGE);
    assertThat(buffer).isNotNull();
    assertThat(buffer.start()).isEqualTo(PAGE);
  }

  @Test
  void sizesNearTheLargestNumberDoNotFit() {
    RangeAllocator allocator = new RangeAllocator(PAGE, 16 * PAGE);

    for (long bytes : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - PAGE, 16 * PAGE}) {
      assertThat(allocator.allocate(bytes, PAGE, PAGE, 16 * PAGE)).isNull();
    }
    assertThat(allocator.allocate(15 * PAGE, PAGE, PAGE, 16 * PAGE)).isNotNull();
  }

  @Test
  void aRangeThatDoesNotBeginAtAPageGivesOnlyPages() {
    RangeAllocator allocator = new RangeAllocator(10, 3 * PAGE);
    Taken first = allocator.allocate(1, PAGE, 10, 3 * PAGE);

    assertThat(first).isNotNull();
    assertThat(first.start()).isEqualTo(PAGE);
    assertThat(allocator.allocate(1, PAGE, 10, 3 * PAGE)).isNull();
  }

  @Test
  void onlyWhatIsFreeOfARangeIsTakenInPieces() {
    RangeAllocator allocator = new RangeAllocator(0, 10 * PAGE);
    assertThat(allocator.claim(2 * PAGE, 4 * PAGE)).isNotNull();
    List<Taken> pieces = new ArrayList<>();

    allocator.claimFree(PAGE, 20 * PAGE, pieces::add);

    assertThat(pieces).extracting(Taken::start).containsExactly(PAGE, 4 * PAGE);
    assertThat(pieces).extracting(Taken::end).containsExactly(2 * PAGE, 10 * PAGE);
  }
}
