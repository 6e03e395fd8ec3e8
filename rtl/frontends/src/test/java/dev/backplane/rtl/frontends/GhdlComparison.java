package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/** Compares all pins of an entity in every cycle, on our engine and in GHDL's simulation. */
public final class GhdlComparison {
  private static final int CYCLES = 300;

  private GhdlComparison() {}

  /**
   * The result of a comparison.
   *
   * @param elaboration the entity on our front end
   * @param wrong the pins that differ, and how
   * @param compared how many bits the simulator knew
   * @param bits how many there were
   */
  record Found(Elaboration elaboration, Map<String, String> wrong, int compared, int bits) {}

  /**
   * Compares an entity under random inputs with many corner values.
   *
   * @param frontEnd the front end for our engine
   * @param folder an empty work folder
   * @param files its files, users before the files that they use; the first one has the top
   * @param top the entity
   */
  static Elaboration check(FrontEnd frontEnd, Path folder, List<Path> files, String top)
      throws IOException {
    return check(frontEnd, folder, files, top, 0);
  }

  /**
   * The same of an entity that has no value before its reset, where conditions on unknown values
   * are false in the simulation.
   *
   * @param first the first cycle that is compared
   */
  public static Elaboration check(
      FrontEnd frontEnd, Path folder, List<Path> files, String top, int first) throws IOException {
    Found found = compare(frontEnd, folder, files, top, first);
    assertThat(found.elaboration().tool()).startsWith("ghdl ");
    assertThat(found.wrong()).as("pins of " + top).isEmpty();
    // Unknown bits of the simulator are not compared; only very few are allowed.
    assertThat(found.compared()).isGreaterThan(found.bits() * 8 / 10);
    return found.elaboration();
  }

  /** Compares an entity as {@link #check} does, from a cycle on. */
  static Found compare(FrontEnd frontEnd, Path folder, List<Path> files, String top, int first)
      throws IOException {
    Elaboration elaboration = frontEnd.elaborate(Sources.of(files), top);
    GhdlSimulation simulation =
        new GhdlSimulation(
            Files.createDirectory(folder.resolve("sim-" + top)),
            top,
            Files.readString(files.getFirst()),
            elaboration.netlist().ports());
    List<Map<String, BigInteger>> cycles = stimulus(simulation.inputs());
    List<String> expected = simulation.run(lines(simulation.inputs(), cycles), files);
    assertThat(expected).hasSize(CYCLES);
    int compared = 0;
    Map<String, String> wrong = new TreeMap<>();
    try (Engine engine = JvmEngine.compile(elaboration.netlist()).newEngine()) {
      Map<String, Pin> pins = new LinkedHashMap<>();
      engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        cycles.get(cycle).forEach((name, value) -> drive(pin(pins, name), value));
        engine.settle();
        String[] bits = expected.get(cycle).strip().split(" ");
        for (int i = 0; i < bits.length; i++) {
          Pin pin = pin(pins, simulation.outputs().get(i).name());
          compared += (int) bits[i].chars().filter(c -> c == '0' || c == '1').count();
          String actual = value(pin);
          if (cycle >= first && differs(bits[i], actual)) {
            wrong.putIfAbsent(
                pin.port().name(), "is %s in cycle %d, not %s".formatted(actual, cycle, bits[i]));
          }
        }
        if (!engine.clocks().isEmpty()) {
          engine.edge(0);
        }
      }
    }
    int all = CYCLES * simulation.outputs().stream().mapToInt(Port::width).sum();
    return new Found(elaboration, wrong, compared, all);
  }

  private static String value(Pin pin) {
    StringBuilder bits = new StringBuilder();
    for (int bit = pin.port().width() - 1; bit >= 0; bit--) {
      bits.append((pin.word(bit / 64) >>> bit % 64 & 1) != 0 ? '1' : '0');
    }
    return bits.toString();
  }

  private static boolean differs(String expected, String actual) {
    for (int i = 0; i < expected.length(); i++) {
      char c = expected.charAt(i);
      if ((c == '0' || c == '1') && c != actual.charAt(i)) {
        return true;
      }
    }
    return false;
  }

  private static List<Map<String, BigInteger>> stimulus(List<Port> inputs) {
    Random random = new Random(7);
    List<Map<String, BigInteger>> cycles = new ArrayList<>();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      Map<String, BigInteger> values = new LinkedHashMap<>();
      for (Port port : inputs) {
        boolean reset = port.name().startsWith("rst");
        boolean active = reset && (cycle < 2 || random.nextInt(20) == 0);
        values.put(
            port.name(),
            reset
                ? BigInteger.valueOf(active == port.name().endsWith("n") ? 0 : 1)
                : value(port.width(), random));
      }
      cycles.add(values);
    }
    return cycles;
  }

  private static BigInteger value(int width, Random random) {
    BigInteger top = BigInteger.ONE.shiftLeft(width - 1);
    return switch (width < 3 ? 9 : random.nextInt(10)) {
      case 0 -> BigInteger.ZERO;
      case 1 -> top.shiftLeft(1).subtract(BigInteger.ONE);
      case 2 -> top;
      case 3 -> top.subtract(BigInteger.ONE);
      case 4 -> BigInteger.ONE.shiftLeft(random.nextInt(width));
      default -> new BigInteger(width, random);
    };
  }

  private static List<String> lines(List<Port> inputs, List<Map<String, BigInteger>> cycles) {
    List<String> lines = new ArrayList<>();
    for (Map<String, BigInteger> values : cycles) {
      StringBuilder line = new StringBuilder();
      for (Port port : inputs) {
        String bits = values.getOrDefault(port.name(), BigInteger.ZERO).toString(2);
        line.append("0".repeat(port.width() - bits.length())).append(bits);
      }
      lines.add(line.toString());
    }
    return lines;
  }

  static Pin pin(Map<String, Pin> pins, String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }

  static void drive(Pin pin, BigInteger value) {
    for (int word = 0; word * 64 < pin.port().width(); word++) {
      pin.setWord(word, value.shiftRight(word * 64).longValue());
    }
  }
}
