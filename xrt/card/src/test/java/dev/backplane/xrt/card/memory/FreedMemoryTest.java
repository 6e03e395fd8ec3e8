package dev.backplane.xrt.card.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Bank;
import dev.backplane.api.Placement;
import dev.backplane.xrt.card.memory.BufferObject.Copies;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What stays of freed buffers when others take their addresses. */
final class FreedMemoryTest {
  private static final Bank BANK = new Bank(0, "DDR[0]", 0, 1L << 40);
  private static final int PAGES = 64;

  private final FreedMemory memory = new FreedMemory();

  private static BufferObject object(long address, long bytes) {
    BufferObject object =
        new BufferObject(BANK, bytes, Placement.of(BANK), Copies.DEVICE, null, false);
    object.place(address, List.of());
    return object;
  }

  @Test
  void agreesWithAPlainListOfPagesUnderRandomBuffers() {
    Random random = new Random(20260101);
    @Nullable BufferObject[] model = new BufferObject[PAGES];
    for (int step = 0; step < 4000; step++) {
      int from = random.nextInt(PAGES);
      int to = from + 1 + random.nextInt(PAGES - from);
      Set<BufferObject> before = left(model);
      for (int page = from; page < to; page++) {
        model[page] = null;
      }
      List<BufferObject> dropped =
          new ArrayList<>(memory.reuse(from * Regions.PAGE, to * Regions.PAGE));
      Set<BufferObject> gone = new HashSet<>(before);
      gone.removeAll(left(model));
      assertThat(dropped).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(gone);
      if (random.nextBoolean()) {
        BufferObject freed = object(from * Regions.PAGE, (to - from) * Regions.PAGE);
        assertThat(memory.keep(freed)).isEmpty();
        for (int page = from; page < to; page++) {
          model[page] = freed;
        }
      }
      for (int page = 0; page < PAGES; page++) {
        FreedMemory.Piece piece = memory.at(page * Regions.PAGE + 5);
        assertThat(piece == null ? null : piece.object()).isSameAs(model[page]);
      }
    }
    assertThat(memory.clear()).containsExactlyInAnyOrderElementsOf(left(model));
    assertThat(memory.at(0)).isNull();
  }

  private static Set<BufferObject> left(@Nullable BufferObject... model) {
    Set<BufferObject> left = new HashSet<>();
    for (BufferObject each : model) {
      if (each != null) {
        left.add(each);
      }
    }
    return left;
  }

  @Test
  void onlyTheLatestAreKept() {
    BufferObject first = object(0, FreedMemory.MOST / 2);
    BufferObject second = object(FreedMemory.MOST, FreedMemory.MOST / 2);
    assertThat(memory.keep(first)).isEmpty();
    assertThat(memory.keep(second)).isEmpty();
    assertThat(memory.keep(object(4 * FreedMemory.MOST, 4096))).containsExactly(first);
    assertThat(memory.at(0)).isNull();
    assertThat(Objects.requireNonNull(memory.at(FreedMemory.MOST)).object()).isSameAs(second);
    BufferObject huge = object(8 * FreedMemory.MOST, FreedMemory.MOST + 1);
    assertThat(memory.keep(huge)).contains(huge, second);
  }
}
