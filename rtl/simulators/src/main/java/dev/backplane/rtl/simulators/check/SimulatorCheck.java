package dev.backplane.rtl.simulators.check;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.engines.Pin;
import dev.backplane.rtl.engines.RandomInputs;
import dev.backplane.rtl.frontends.PreparedSources;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.frontends.text.HdlText;
import dev.backplane.rtl.frontends.vhdl.GhdlProgram;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.check.LanguageSimulator.NotSimulated;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Compares a netlist with a simulation of its sources: GHDL's own for VHDL, Icarus Verilog for
 * Verilog and SystemVerilog. Both are driven with the same random inputs, and every known bit of
 * every output is compared in every step. A simulator shares neither the synthesis nor the lowering
 * with the netlist, so it finds the errors of both. Immutable; may be used by several threads.
 */
public final class SimulatorCheck {
  /** The most steps that are compared: a simulator needs about a second for most designs. */
  public static final int STEPS = 2_000;

  private static final long SEED = 7;
  private static final int POWER_UPS = 8;

  private final Duration limit;

  /**
   * Creates a check.
   *
   * @param limit how long a simulation may take; the steps until then are compared
   */
  public SimulatorCheck(Duration limit) {
    this.limit = limit;
  }

  /** The result of a comparison. */
  public sealed interface Outcome {
    /**
     * All known bits are equal.
     *
     * @param simulator name and version of the simulator
     * @param steps how many steps were compared
     * @param bits how many bits were known and compared
     */
    record Agrees(String simulator, int steps, long bits) implements Outcome {}

    /**
     * A bit differs.
     *
     * @param simulator name and version of the simulator
     * @param output the output
     * @param step the step, from 0
     * @param ours its bits in the netlist
     * @param theirs its bits in the simulation
     * @param unreset whether the netlist's bits depend on the values that its registers begin with;
     *     a simulation begins with unknown ones, and may show others without being wrong
     */
    record Differs(
        String simulator, String output, int step, String ours, String theirs, boolean unreset)
        implements Outcome {}

    /**
     * Nothing was compared.
     *
     * @param reason why, without a full stop
     */
    record NotCompared(String reason) implements Outcome {}
  }

  /**
   * Compares.
   *
   * @param netlist the netlist
   * @param sources what it was made of
   * @param top the top of the sources
   * @param resets the names of its resets, and whether each is active while it is 0
   * @return the first difference, or that there is none
   * @throws RtlException {@code TIMEOUT} if the sources cannot be read in that time, {@code
   *     CANCELLED}
   */
  public Outcome check(Netlist netlist, Sources sources, String top, Map<String, Boolean> resets) {
    long vhdl = sources.files().stream().filter(HdlText::isVhdl).count();
    if (vhdl > 0 && vhdl < sources.files().size()) {
      return new Outcome.NotCompared("it is of VHDL and Verilog, and no simulator here reads both");
    }
    if (netlist.outputs().isEmpty()) {
      return new Outcome.NotCompared("it has no output");
    }
    Optional<? extends LanguageSimulator> simulator = vhdl > 0 ? ghdl() : IcarusSimulator.find();
    if (simulator.isEmpty()) {
      return new Outcome.NotCompared(
          vhdl > 0 ? "ghdl is not installed" : "iverilog is not installed");
    }
    Stimulus stimulus = Stimulus.of(netlist, new RandomInputs(resets, SEED), STEPS);
    try (TemporaryFolder work = TemporaryFolder.create();
        PreparedSources prepared = vhdl > 0 ? null : PreparedSources.of(sources, top, limit)) {
      Files.write(work.path().resolve(LanguageSimulator.STIMULUS), stimulus.lines());
      List<String> expected =
          simulator
              .get()
              .run(
                  prepared == null ? sources : prepared.sources(),
                  top,
                  stimulus,
                  work.path(),
                  limit);
      return compare(netlist, stimulus, expected, simulator.get().name());
    } catch (NotSimulated e) {
      return new Outcome.NotCompared(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new Outcome.NotCompared("the temporary folder cannot be used: " + e);
    }
  }

  private static Optional<GhdlSimulator> ghdl() {
    try {
      return Optional.of(new GhdlSimulator(GhdlProgram.find()));
    } catch (RtlException e) {
      return Optional.empty();
    }
  }

  private static Outcome compare(
      Netlist netlist, Stimulus stimulus, List<String> expected, String simulator) {
    List<List<String>> ours = run(netlist, stimulus);
    List<List<List<String>>> others = List.of();
    Outcome.Differs suspected = null;
    long bits = 0;
    for (int step = 0; step < expected.size(); step++) {
      String[] theirs = expected.get(step).strip().split(" +");
      for (int i = 0; i < theirs.length; i++) {
        String mine = ours.get(step).get(i);
        BitSet wrong = differences(mine, theirs[i]);
        bits += theirs[i].chars().filter(c -> c == '0' || c == '1').count();
        if (wrong.isEmpty()) {
          continue;
        }
        others = others.isEmpty() ? powerUps(netlist, stimulus) : others;
        // Bits that are the same whatever the registers begin with are not a matter of unknowns.
        BitSet begun = new BitSet();
        for (List<List<String>> other : others) {
          begun.or(differences(mine, other.get(step).get(i)));
        }
        boolean unreset = wrong.intersects(begun);
        wrong.andNot(begun);
        Outcome.Differs differs =
            new Outcome.Differs(
                simulator,
                stimulus.outputs().get(i).name(),
                step,
                mine,
                theirs[i],
                wrong.isEmpty() && unreset);
        if (!differs.unreset()) {
          return differs;
        }
        suspected = suspected == null ? differs : suspected;
      }
    }
    return suspected != null ? suspected : new Outcome.Agrees(simulator, expected.size(), bits);
  }

  /** Several: a register of one bit begins as before in every second one. */
  private static List<List<List<String>>> powerUps(Netlist netlist, Stimulus stimulus) {
    List<List<List<String>>> runs = new ArrayList<>();
    // The first numbers of seeds that are close to each other are alike.
    RandomGenerator seeds = new SplittableRandom(SEED);
    for (int i = 0; i < POWER_UPS; i++) {
      runs.add(run(RandomPowerUp.of(netlist, seeds.nextLong()), stimulus));
    }
    return runs;
  }

  /** The bits, from the left, that both know and that differ. */
  private static BitSet differences(String one, String other) {
    BitSet wrong = new BitSet();
    for (int i = 0; i < other.length(); i++) {
      char c = other.charAt(i);
      if ((c == '0' || c == '1') && (i >= one.length() || one.charAt(i) != c)) {
        wrong.set(i);
      }
    }
    return wrong;
  }

  private static List<List<String>> run(Netlist netlist, Stimulus stimulus) {
    List<List<String>> steps = new ArrayList<>();
    try (Engine engine = JvmEngine.compile(netlist).newEngine()) {
      engine.onReport(_ -> {});
      Map<String, Pin> pins = new LinkedHashMap<>();
      engine.pins().forEach(pin -> pins.put(pin.port().name(), pin));
      for (Stimulus.Step step : stimulus.steps()) {
        for (int i = 0; i < stimulus.inputs().size(); i++) {
          Pin pin = pin(pins, stimulus.inputs().get(i).name());
          for (int word = 0; word * Long.SIZE < pin.port().width(); word++) {
            pin.setWord(word, step.values().get(i).shiftRight(word * Long.SIZE).longValue());
          }
        }
        engine.settle();
        steps.add(stimulus.outputs().stream().map(port -> bits(pin(pins, port.name()))).toList());
        if (step.clock() >= 0) {
          String clock = stimulus.clocks().get(step.clock());
          edge(engine, Clock.rising(clock));
          pin(pins, clock).setWord(0, 1);
          engine.settle();
          edge(engine, Clock.falling(clock));
          pin(pins, clock).setWord(0, 0);
        }
      }
    }
    return steps;
  }

  private static void edge(Engine engine, Clock clock) {
    int index = engine.clocks().indexOf(clock);
    if (index >= 0) {
      engine.edge(index);
    }
  }

  private static Pin pin(Map<String, Pin> pins, String name) {
    return Objects.requireNonNull(pins.get(name), name);
  }

  private static String bits(Pin pin) {
    String digits = pin.value().toString(2);
    return "0".repeat(pin.port().width() - digits.length()) + digits;
  }
}
