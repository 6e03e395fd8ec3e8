package dev.backplane.rtl.engines;

import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs two engines in lockstep on the same random inputs and compares every output in every cycle:
 * two engines of one netlist, or one design elaborated by two front ends. The same seed gives the
 * same inputs.
 */
public final class EngineComparison {
  private final Engine left;
  private final Engine right;
  private final List<PinPair> inputs = new ArrayList<>();
  private final List<PinPair> outputs = new ArrayList<>();
  private final Set<String> clocks;

  private record PinPair(Pin left, Pin right) {
    Port port() {
      return left.port();
    }

    int words() {
      return (port().width() + 63) / 64;
    }
  }

  /**
   * The first difference.
   *
   * @param pin the output, or the kind of ports of which the designs have different numbers
   * @param cycle the cycle, from 0
   * @param left its value in the first engine
   * @param right its value in the second
   */
  public record Difference(String pin, long cycle, BigInteger left, BigInteger right) {
    @Override
    public String toString() {
      return "pin '%s' in cycle %d is 0x%s and 0x%s"
          .formatted(pin, cycle, left.toString(16), right.toString(16));
    }
  }

  private EngineComparison(Engine left, Engine right) {
    this.left = left;
    this.right = right;
    clocks = left.clocks().stream().map(Clock::pin).collect(Collectors.toSet());
  }

  /**
   * Compares two designs.
   *
   * @param one a design
   * @param other the same design, compiled or elaborated in another way
   * @param cycles how many cycles to compare
   * @param seed the seed of the inputs
   * @return the first difference, if there is one
   */
  public static Optional<Difference> compare(
      CompiledDesign one, CompiledDesign other, long cycles, long seed) {
    try (Engine left = one.newEngine();
        Engine right = other.newEngine()) {
      EngineComparison comparison = new EngineComparison(left, right);
      return comparison.matchPins().or(() -> comparison.run(cycles, seed));
    }
  }

  /** Matches pins by name: front ends may list them in any order. */
  private Optional<Difference> matchPins() {
    if (left.pins().size() != right.pins().size()) {
      return Optional.of(missing("number of pins", left.pins().size(), right.pins().size()));
    }
    for (Pin pin : left.pins()) {
      Optional<Pin> other =
          right.pins().stream().filter(each -> each.port().equals(pin.port())).findFirst();
      if (other.isEmpty()) {
        return Optional.of(missing(pin.port().name(), pin.port().width(), 0));
      }
      if (pin.port().direction() == Direction.OUTPUT) {
        outputs.add(new PinPair(pin, other.get()));
      } else if (!clocks.contains(pin.port().name())) {
        inputs.add(new PinPair(pin, other.get()));
      }
    }
    return Set.copyOf(left.clocks()).equals(Set.copyOf(right.clocks()))
        ? Optional.empty()
        : Optional.of(missing("clocks", left.clocks().size(), right.clocks().size()));
  }

  private static Difference missing(String what, int left, int right) {
    return new Difference(what, 0, BigInteger.valueOf(left), BigInteger.valueOf(right));
  }

  private Optional<Difference> run(long cycles, long seed) {
    RandomInputs random = RandomInputs.byName(inputs.stream().map(PinPair::port).toList(), seed);
    for (long cycle = 0; cycle < cycles; cycle++) {
      for (PinPair input : inputs) {
        drive(input, random.next(input.port(), cycle));
      }
      left.settle();
      right.settle();
      for (PinPair output : outputs) {
        BigInteger one = output.left().value();
        BigInteger other = output.right().value();
        if (!one.equals(other)) {
          return Optional.of(new Difference(output.port().name(), cycle, one, other));
        }
      }
      if (!left.clocks().isEmpty()) {
        int clock = random.below(left.clocks().size());
        left.edge(clock);
        right.edge(right.clocks().indexOf(left.clocks().get(clock)));
      }
    }
    return Optional.empty();
  }

  private static void drive(PinPair input, BigInteger value) {
    for (int word = 0; word < input.words(); word++) {
      long bits = value.shiftRight(word * Long.SIZE).longValue();
      input.left().setWord(word, bits);
      input.right().setWord(word, bits);
    }
  }
}
