package dev.backplane.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Kernel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.Event;

/** Tests of {@link Seeds} on classes that JUnit executes inside a test. */
final class SeedsTest {
  @TempDir Path folder;

  private static List<String> names(Executed executed) {
    return executed.tests().finished().stream()
        .map((Event event) -> event.getTestDescriptor().getDisplayName())
        .toList();
  }

  static class Drawing {
    static final List<Long> SEEN = new ArrayList<>();

    @BeforeEach
    void begin(RandomGenerator random) {
      assertThat(random).isNotNull();
    }

    @Seeds({3, 1, 4})
    void listed(long seed, SplittableRandom random) {
      SEEN.add(seed);
      assertThat(random.nextLong()).isEqualTo(new SplittableRandom(seed).nextLong());
    }

    @Seeds(count = 3, first = 10)
    void counted(Long seed, RandomGenerator random, SplittableRandom same) {
      SEEN.add(seed);
      assertThat(random).isSameAs(same);
    }
  }

  @Test
  void aTestRunsOnceForEachSeed() {
    Drawing.SEEN.clear();
    Executed executed = Executed.of(folder, Drawing.class);
    assertThat(executed.failures()).isEmpty();
    assertThat(Drawing.SEEN).containsExactlyInAnyOrder(3L, 1L, 4L, 10L, 11L, 12L);
    assertThat(names(executed)).contains("seed 3", "seed 1", "seed 4", "seed 10", "seed 12");
  }

  @Test
  void oneSeedRunsAlone() {
    Drawing.SEEN.clear();
    Executed executed = Executed.of(folder, Drawing.class, Map.of("backplane.seed", "77"));
    assertThat(executed.failures()).isEmpty();
    assertThat(Drawing.SEEN).containsExactly(77L, 77L);
    assertThat(names(executed)).containsExactly("seed 77", "seed 77");
  }

  @Test
  void aSeedThatIsNoNumberIsRefused() {
    Executed executed = Executed.of(folder, Drawing.class, Map.of("backplane.seed", "x"));
    assertThat(executed.failures())
        .hasSize(2)
        .allSatisfy(
            problem ->
                assertThat(problem)
                    .hasMessage(
                        "backplane.seed is 'x', and a seed is a whole number, as in"
                            + " -Dbackplane.seed=7"));
  }

  static class Failing {
    @Seeds(count = 4)
    @Card(image = Vadd.IMAGE)
    void addsAllButTwo(long seed, Kernel vadd) {
      assertThat(Vadd.doubled(vadd, (int) seed)).doesNotContain(4);
    }
  }

  @Test
  void aFailureNamesItsSeedAndHowToRunItAlone() throws Exception {
    Executed executed = Executed.of(folder, Failing.class);
    assertThat(executed.tests().succeeded().count()).isEqualTo(3);
    assertThat(executed.failures().getFirst()).isInstanceOf(AssertionError.class);
    assertThat(executed.failure())
        .contains("seed 2: -Dbackplane.seed=2 runs this one alone", "kept of the card: ");
    assertThat(executed.text("seed_2/flight-record.txt")).contains("seed 2");
  }

  static class Both {
    @Seeds(value = 1, count = 2)
    void test(long seed) {}
  }

  static class Neither {
    @Seeds
    void test(long seed) {}
  }

  static class Negative {
    @Seeds(count = -1)
    void test(long seed) {}
  }

  static class WrongTypes {
    @Seeds(1)
    void number(int seed) {}

    @Seeds(1)
    void generator(Random random) {}
  }

  @Test
  void mistakesAreToldWithWhatIsPossible() {
    assertThat(Executed.of(folder, Both.class).failure())
        .contains("@Seeds has either seeds, as @Seeds({1, 2, 3}), or a count of them");
    assertThat(Executed.of(folder, Neither.class).failure()).contains("@Seeds has either seeds");
    assertThat(Executed.of(folder, Negative.class).failure()).contains("a count is more than 0");
    assertThat(Executed.of(folder, WrongTypes.class).failures())
        .hasSize(2)
        .allSatisfy(
            problem ->
                assertThat(problem)
                    .hasMessageContaining("it gives long, SplittableRandom, RandomGenerator"));
  }
}
