package dev.backplane.bench;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.simulators.check.SimulatorCheck;
import dev.backplane.rtl.simulators.check.SimulatorCheck.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The result of a design on a front end.
 *
 * @param kind how it ended
 * @param steps how many steps agree with the simulation
 * @param text what there is to say
 */
record VhdlVerdict(Kind kind, int steps, String text) {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** The end that it came to. */
  enum Kind {
    /** All known bits are those of the simulation. */
    RIGHT,
    /** They are but for what registers hold before anything gave them a value. */
    RIGHT_AFTER_RESET,
    /** It is refused with a code, a place and a reason. */
    REFUSED,
    /** A bit differs. */
    WRONG,
    /** No simulation says what is right. */
    NOT_COMPARED
  }

  /**
   * Elaborates and compares.
   *
   * @param frontEnd the front end
   * @param design the design
   * @param other another front end: where both differ from the simulation in one way, it begins
   *     with unknown values and says nothing
   */
  static VhdlVerdict of(FrontEnd frontEnd, VhdlDesign design, Supplier<FrontEnd> other) {
    Netlist netlist;
    try {
      netlist = frontEnd.elaborate(design.sources(), design.top()).netlist();
    } catch (RtlException e) {
      return new VhdlVerdict(Kind.REFUSED, 0, e.error() + ": " + e.getMessage());
    }
    return switch (outcome(netlist, design)) {
      case Outcome.Agrees agrees -> new VhdlVerdict(Kind.RIGHT, agrees.steps(), agrees.simulator());
      case Outcome.NotCompared not -> new VhdlVerdict(Kind.NOT_COMPARED, 0, not.reason());
      case Outcome.Differs differs -> {
        boolean started = differs.unreset() || sameElsewhere(differs, design, other);
        yield new VhdlVerdict(
            started ? Kind.RIGHT_AFTER_RESET : Kind.WRONG,
            // Such a difference is told only if there is no other one in all steps.
            differs.unreset() ? SimulatorCheck.STEPS : differs.step(),
            "%s is %s, not %s, in step %d"
                .formatted(differs.output(), differs.ours(), differs.theirs(), differs.step()));
      }
    };
  }

  private static boolean sameElsewhere(
      Outcome.Differs differs, VhdlDesign design, Supplier<FrontEnd> other) {
    try {
      Netlist netlist = other.get().elaborate(design.sources(), design.top()).netlist();
      return outcome(netlist, design) instanceof Outcome.Differs too
          && too.step() == differs.step()
          && too.output().equals(differs.output())
          && too.ours().equals(differs.ours());
    } catch (RtlException e) {
      return false;
    }
  }

  private static Outcome outcome(Netlist netlist, VhdlDesign design) {
    Map<String, Boolean> resets = new HashMap<>();
    netlist
        .inputs()
        .keySet()
        .forEach(
            port -> {
              String name = port.name();
              if (name.matches("(?i)(ap_)?(rst|reset)(_?ni?|_i)?|rstn_i")) {
                resets.put(name, name.matches("(?i).*(_n|n|ni|n_i)"));
              }
            });
    return new SimulatorCheck(LIMIT).check(netlist, design.sources(), design.top(), resets);
  }
}
