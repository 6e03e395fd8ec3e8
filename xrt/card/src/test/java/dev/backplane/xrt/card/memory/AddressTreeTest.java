package dev.backplane.xrt.card.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class AddressTreeTest {
  @Test
  void theHighestKeyThatIsNotAboveIsFound() {
    Random random = new Random(7);
    AddressTree<Long> tree = new AddressTree<>();
    TreeMap<Long, Long> model = new TreeMap<>(Long::compareUnsigned);
    for (int step = 0; step < 20_000; step++) {
      long key = (long) random.nextInt(500) << 53;
      if (random.nextBoolean() && model.containsKey(key)) {
        tree.remove(key);
        model.remove(key);
      } else if (!model.containsKey(key)) {
        tree.put(key, key + step);
        model.put(key, key + step);
      }
      long asked = random.nextLong();
      Map.Entry<Long, Long> expected = model.floorEntry(asked);
      assertThat(tree.floor(asked)).isEqualTo(expected == null ? null : expected.getValue());
    }
    List<Long> all = new ArrayList<>();
    tree.forEach(all::add);
    assertThat(all).containsExactlyElementsOf(model.values());
  }

  @Test
  void readersSeeTheEntriesThatStayWhileOthersComeAndGo() throws Exception {
    AddressTree<String> tree = new AddressTree<>();
    tree.put(1000, "stays");
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean lost = new AtomicBoolean();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!done.get()) {
                    if (!"stays".equals(tree.floor(1000))) {
                      lost.set(true);
                    }
                  }
                });
    for (int round = 0; round < 200; round++) {
      for (int key = 0; key < 200; key++) {
        tree.put(key, "other");
        tree.put(2000 + key, "other");
      }
      for (int key = 0; key < 200; key++) {
        tree.remove(key);
        tree.remove(2000 + key);
      }
    }
    done.set(true);
    reader.join();

    assertThat(lost).isFalse();
    assertThat(tree.floor(5000)).isEqualTo("stays");
  }
}
