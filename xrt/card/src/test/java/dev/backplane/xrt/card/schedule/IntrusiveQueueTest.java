package dev.backplane.xrt.card.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Work that goes from many threads to one. */
final class IntrusiveQueueTest {
  private static final class Item extends IntrusiveQueue.Node<Item> {
    private final int thread;
    private final int number;

    Item(int thread, int number) {
      this.thread = thread;
      this.number = number;
    }
  }

  private static List<Item> take(IntrusiveQueue<Item> handoff) {
    List<Item> all = new ArrayList<>();
    for (@Nullable Item item = handoff.takeAll(); item != null; ) {
      all.add(item);
      item = item.detach();
    }
    return all;
  }

  @Test
  void elementsComeInTheOrderOfTheirHandover() {
    IntrusiveQueue<Item> handoff = new IntrusiveQueue<>();
    assertThat(handoff.isEmpty()).isTrue();
    for (int i = 0; i < 5; i++) {
      handoff.add(new Item(0, i));
    }
    assertThat(handoff.isEmpty()).isFalse();

    assertThat(take(handoff)).extracting(item -> item.number).containsExactly(0, 1, 2, 3, 4);
    assertThat(handoff.isEmpty()).isTrue();
    assertThat(take(handoff)).isEmpty();
  }

  @Test
  void aTakenElementCanBeHandedOverAgain() {
    IntrusiveQueue<Item> handoff = new IntrusiveQueue<>();
    Item one = new Item(0, 1);
    Item two = new Item(0, 2);
    handoff.add(one);
    handoff.add(two);
    take(handoff);
    handoff.add(two);
    handoff.add(one);

    assertThat(take(handoff)).containsExactly(two, one);
  }

  @Test
  void nothingIsLostOrChangesItsOrderWhenSeveralThreadsHandOver() throws Exception {
    IntrusiveQueue<Item> handoff = new IntrusiveQueue<>();
    int threads = 3;
    int each = 20_000;
    List<Thread> givers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int number = t;
      givers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      handoff.add(new Item(number, i));
                    }
                  }));
    }
    int[] next = new int[threads];
    int count = 0;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (count < threads * each && System.nanoTime() < end) {
      for (Item item : take(handoff)) {
        assertThat(item.number).isEqualTo(next[item.thread]++);
        count++;
      }
    }
    assertThat(count).isEqualTo(threads * each);
    for (Thread giver : givers) {
      giver.join();
    }
  }
}
