package dev.backplane.rtl.engine;

import dev.backplane.rtl.RtlException;
import dev.backplane.rtl.engine.verilator.ModelCompiler;
import dev.backplane.rtl.engine.verilator.NativeDesign;
import dev.backplane.rtl.frontend.Sources;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Looks whether what a design shows depends on registers and memories that nothing initialised. The
 * engines have no unknown value; so the design runs twice under the same stimulus, with different
 * random values where it has none, and every output is compared in every cycle. Needs Verilator.
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
   * @param second its value in the other
   */
  public record Finding(String output, long cycle, String first, String second) {
    @Override
    public String toString() {
      return "output %s depends on uninitialised state: in cycle %d it is %s or %s. Reset what drives it"
          .formatted(output, cycle, first, second);
    }
  }

  /**
   * Searches. The stimulus must be the same every time it is asked for: seeded, and deaf to
   * anything but the outputs. Payload of AXI channels counts only while the VALID of the channel is
   * 1, since it means nothing before.
   *
   * @param sources the design
   * @param top its top module
   * @param clocks as in {@link Engine#clocks()}
   * @param options how models are made
   * @param from the first cycle that counts: the design should be out of reset by then
   * @param stimulus makes engines and drives them, with a harness for example, up to four times
   * @return the first output that differs; of several in one cycle the first in the order of ports
   * @throws RtlException what compiling throws, or the stimulus if it fails without any difference
   */
  public static Optional<Finding> search(
      Sources sources,
      String top,
      List<String> clocks,
      VerilatorOptions options,
      long from,
      Consumer<Supplier<Engine>> stimulus) {
    NativeDesign design = ModelCompiler.compile(sources, top, clocks, options.withUnknowns(true));
    WatchedRun one = run(design, FIRST, -1, stimulus);
    WatchedRun two = run(design, SECOND, -1, stimulus);
    long cycle = one.firstDifference(two, from);
    if (cycle >= 0) {
      // Only digests were kept of every cycle; the values of this one are worth two runs more.
      return Optional.of(
          run(design, FIRST, cycle, stimulus).difference(run(design, SECOND, cycle, stimulus)));
    }
    one.rethrow();
    two.rethrow();
    return Optional.empty();
  }

  private static WatchedRun run(
      NativeDesign design, int seed, long shown, Consumer<Supplier<Engine>> stimulus) {
    WatchedRun run = new WatchedRun(shown);
    try {
      stimulus.accept(() -> run.watch(design.newEngine(seed)));
    } catch (RtlException e) {
      run.failed(e);
    }
    return run;
  }
}
