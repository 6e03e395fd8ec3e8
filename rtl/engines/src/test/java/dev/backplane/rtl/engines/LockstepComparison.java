package dev.backplane.rtl.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.netlist.Port;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Runs two engines in lockstep and compares every output in every cycle. */
public final class LockstepComparison {
  private LockstepComparison() {}

  /**
   * Compares two engines of one design.
   *
   * @param what the beginning of the message if they differ
   * @param expected the reference
   * @param actual the engine under test
   * @param seed for the inputs
   * @param cycles how many
   */
  public static void compare(String what, Engine expected, Engine actual, long seed, int cycles) {
    compare(what, Set.of(), expected, actual, seed, cycles);
  }

  /**
   * Compares two engines of one design, some of whose inputs keep their values.
   *
   * @param what the beginning of the message if they differ
   * @param held the inputs that are not driven
   * @param expected the reference
   * @param actual the engine under test
   * @param seed for the other inputs
   * @param cycles how many
   */
  public static void compare(
      String what, Set<Port> held, Engine expected, Engine actual, long seed, int cycles) {
    Random random = new Random(seed);
    List<Pin> right = expected.pins();
    List<Pin> left = actual.pins();
    assertThat(left.stream().map(Pin::port).toList())
        .isEqualTo(right.stream().map(Pin::port).toList());
    for (int cycle = 0; cycle < cycles; cycle++) {
      for (int i = 0; i < right.size(); i++) {
        Port port = right.get(i).port();
        if (port.direction() == Port.Direction.INPUT
            && random.nextInt(3) != 0
            && !held.contains(port)) {
          drive(right.get(i), left.get(i), random);
        }
      }
      if (random.nextInt(5) != 0) {
        expected.settle();
        actual.settle();
        for (int i = 0; i < right.size(); i++) {
          int words = (right.get(i).port().width() + 63) / 64;
          for (int word = 0; word < words; word++) {
            long now = left.get(i).word(word);
            if (now != right.get(i).word(word)) {
              throw new AssertionError(
                  "%s, cycle %d: word %d of %s is %x, not %x"
                      .formatted(
                          what, cycle, word, right.get(i).port(), now, right.get(i).word(word)));
            }
          }
        }
      }
      if (random.nextBoolean()) {
        int clock = random.nextInt(expected.clocks().size());
        expected.edge(clock);
        actual.edge(clock);
      } else {
        long clocks = random.nextLong() & (1L << expected.clocks().size()) - 1;
        expected.edges(clocks);
        actual.edges(clocks);
      }
    }
  }

  private static void drive(Pin right, Pin left, Random random) {
    int words = (right.port().width() + 63) / 64;
    for (int word = 0; word < words; word++) {
      long value =
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(5);
            case 1 -> -1L;
            default -> random.nextLong();
          };
      right.setWord(word, value);
      left.setWord(word, value);
    }
  }
}
