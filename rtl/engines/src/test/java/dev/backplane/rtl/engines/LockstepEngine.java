package dev.backplane.rtl.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/**
 * An engine that is several engines of one design, and compares all their outputs whenever they
 * have settled. Its pins show what the first one has.
 */
public final class LockstepEngine implements Engine {
  private final List<String> names;
  private final List<Engine> engines;
  private final List<Pin> pins = new ArrayList<>();
  private final List<Together> outputs = new ArrayList<>();
  private long cycle;

  /** The pins of one name. */
  private record Together(List<Pin> each) implements Pin {
    @Override
    public Port port() {
      return each.getFirst().port();
    }

    @Override
    public long word(int index) {
      return each.getFirst().word(index);
    }

    @Override
    public void setWord(int index, long value) {
      each.forEach(pin -> pin.setWord(index, value));
    }
  }

  /**
   * Starts an engine of each design.
   *
   * @param designs the same design, compiled or elaborated in several ways, by what says which one
   */
  public LockstepEngine(SequencedMap<String, CompiledDesign> designs) {
    names = List.copyOf(designs.keySet());
    engines = designs.values().stream().map(CompiledDesign::newEngine).toList();
    for (Pin first : engines.getFirst().pins()) {
      List<Pin> each = new ArrayList<>();
      for (Engine engine : engines) {
        each.add(NamedPins.pin(engine, first.port().name()));
        assertThat(each.getLast().port()).isEqualTo(first.port());
      }
      Together together = new Together(each);
      pins.add(together);
      if (first.port().direction() == Port.Direction.OUTPUT) {
        outputs.add(together);
      }
    }
    for (Engine engine : engines) {
      assertThat(engine.pins()).hasSameSizeAs(pins);
      assertThat(engine.clocks()).hasSameElementsAs(clocks());
    }
  }

  @Override
  public List<Pin> pins() {
    return pins;
  }

  @Override
  public List<Clock> clocks() {
    return engines.getFirst().clocks();
  }

  /** Settles all, and throws if an output differs. */
  @Override
  public void settle() {
    engines.forEach(Engine::settle);
    for (Together output : outputs) {
      for (int word = (output.port().width() - 1) / Long.SIZE; word >= 0; word--) {
        for (int i = 1; i < engines.size(); i++) {
          long other = output.each().get(i).word(word);
          if (other != output.word(word)) {
            throw new AssertionError(
                "cycle %d: word %d of %s is %x on %s, %x on %s"
                    .formatted(
                        cycle,
                        word,
                        output.port().name(),
                        output.word(word),
                        names.getFirst(),
                        other,
                        names.get(i)));
          }
        }
      }
    }
  }

  @Override
  public void edge(int clock) {
    edges(1L << clock);
  }

  @Override
  public void edges(long clocks) {
    cycle++;
    for (Engine engine : engines) {
      long own = 0;
      for (int i = 0; i < clocks().size(); i++) {
        if ((clocks >>> i & 1) != 0) {
          own |= 1L << engine.clocks().indexOf(clocks().get(i));
        }
      }
      engine.edges(own);
    }
  }

  @Override
  public void close() {
    engines.forEach(Engine::close);
  }
}
