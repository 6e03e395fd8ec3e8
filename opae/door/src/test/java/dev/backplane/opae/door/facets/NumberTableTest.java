package dev.backplane.opae.door.facets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class NumberTableTest {
  private final NumberTable<String> table = new NumberTable<>(2);

  @Test
  void aNumberIsThatOfItsThingUntilItIsTakenBack() {
    long number = table.add("thing");
    assertThat(table.get(number)).isEqualTo("thing");
    assertThat(table.remove(number)).isEqualTo("thing");
    assertThat(table.get(number)).isNull();
    assertThat(table.remove(number)).isNull();
  }

  @Test
  void aPlaceThatIsUsedAgainHasAnotherNumber() {
    long first = table.add("first");
    table.remove(first);
    long second = table.add("second");
    assertThat(second).isNotEqualTo(first);
    assertThat(table.get(first)).isNull();
    assertThat(table.remove(first)).isNull();
    assertThat(table.get(second)).isEqualTo("second");
  }

  @Test
  void numbersOfAnotherTableAreStrange() {
    long number = table.add("thing");
    NumberTable<String> other = new NumberTable<>(3);
    other.add("other");
    assertThat(other.get(number)).isNull();
  }

  @Test
  void findsNothingForANumberThatIsNotItsOwn() {
    long number = table.add("thing");
    for (long each : new long[] {0, 1, -1, Long.MIN_VALUE, 0xBAL << 56, number ^ 1, ~number}) {
      assertThat(table.get(each)).as("0x%x", each).isNull();
      assertThat(table.remove(each)).isNull();
    }
    // One bit is enough to be another number.
    for (int bit = 0; bit < 64; bit++) {
      assertThat(table.get(number ^ 1L << bit)).as("bit %d", bit).isNull();
    }
  }

  @Test
  void thousandsComeAndGo() {
    Random random = new Random(5);
    Map<Long, String> there = new HashMap<>();
    List<Long> gone = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      if (there.isEmpty() || random.nextInt(5) < 3) {
        String thing = "thing " + i;
        assertThat(there.put(table.add(thing), thing)).isNull();
      } else {
        long number = there.keySet().iterator().next();
        assertThat(table.remove(number)).isEqualTo(there.remove(number));
        gone.add(number);
      }
    }
    there.forEach((number, thing) -> assertThat(table.get(number)).isEqualTo(thing));
    gone.forEach(number -> assertThat(table.get(number)).isNull());
    assertThat(table.numbers()).containsExactlyInAnyOrderElementsOf(there.keySet());
  }

  @Test
  void aReaderSeesAThingOrNothingWhileOthersAdd() throws Exception {
    long mine = table.add("mine");
    AtomicBoolean isWrong = new AtomicBoolean();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    if (!"mine".equals(table.get(mine))) {
                      isWrong.set(true);
                    }
                  }
                });
    for (int i = 0; i < 100_000; i++) {
      table.add("another");
    }
    reader.interrupt();
    reader.join();
    assertThat(isWrong).isFalse();
  }
}
