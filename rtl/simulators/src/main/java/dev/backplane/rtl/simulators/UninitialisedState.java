package dev.backplane.rtl.simulators;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.engines.Engine;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Clock;
import dev.backplane.rtl.simulators.verilator.ModelCompiler;
import dev.backplane.rtl.simulators.verilator.NativeDesign;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Finds outputs that depend on registers and memories without an initial value. The engines are
 * two-state, so the design runs twice with the same stimulus and with different random values for
 * uninitialised state, and every output is compared in every cycle. Needs Verilator.
 */
public final class UninitialisedState {
  private static final int FIRST = 0x5eed;
  private static final int SECOND = 0x1dea;

  private UninitialisedState() {}

  /**
   * An output that depended on uninitialised state.
   *
   * @param output the port
   * @param cycle the first edge before which it differed, counted from 0 since power-up
   * @param first its value in one run, in hexadecimal
   * @param second its value in the other run
   */
  public record Finding(String output, long cycle, String first, String second) {
    @Override
    public String toString() {
      return "output %s depends on uninitialised state: in cycle %d it is %s or %s. Reset what drives it"
          .formatted(output, cycle, first, second);
    }
  }

  /**
   * Searches for such an output. The stimulus must be the same in each run: it may depend on a seed
   * and on the outputs only. The payload of an AXI channel is compared only while the VALID of the
   * channel is 1, since it is meaningless otherwise.
   *
   * @param sources the design
   * @param top its top module
   * @param clocks as in {@link Engine#clocks()}
   * @param options how models are compiled
   * @param from the first cycle to compare: the design should be out of reset by then
   * @param stimulus creates engines and drives them, with a harness for example; called up to four
   *     times
   * @return the first output that differs; of several in one cycle, the first in port order
   * @throws RtlException what the compilation throws, or what the stimulus throws if no output
   *     differs
   */
  public static Optional<Finding> search(
      Sources sources,
      String top,
      List<Clock> clocks,
      VerilatorOptions options,
      long from,
      Consumer<Supplier<Engine>> stimulus) {
    NativeDesign design = ModelCompiler.compile(sources, top, clocks, options.withUnknowns(true));
    OutputTrace one = run(design, FIRST, -1, stimulus);
    OutputTrace two = run(design, SECOND, -1, stimulus);
    long cycle = one.firstDifference(two, from);
    if (cycle >= 0) {
      // The runs kept only digests; two more runs record the values of this cycle.
      return Optional.of(
          run(design, FIRST, cycle, stimulus).difference(run(design, SECOND, cycle, stimulus)));
    }
    one.rethrow();
    two.rethrow();
    return Optional.empty();
  }

  private static OutputTrace run(
      NativeDesign design, int seed, long detailCycle, Consumer<Supplier<Engine>> stimulus) {
    OutputTrace run = new OutputTrace(detailCycle);
    try {
      stimulus.accept(() -> run.record(design.newEngine(seed)));
    } catch (RtlException e) {
      run.failed(e);
    }
    return run;
  }
}
