package dev.backplane.cli.network;

import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.exploration.Exploration;
import dev.backplane.compiler.folding.Budget;
import dev.backplane.compiler.folding.Folding;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.hdl.Wrapper;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.onnx.ImportedModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How fast a network is to be, or how large at most, from which its layers get their folding. */
final class FoldingOptions extends Options {
  private final Option<Long> interval =
      option(Long.class, "--interval")
          .label("CLOCKS")
          .about(
              "Give each layer the fewest multipliers with which it takes no more clocks for a"
                  + " sample, in place of --lanes.");

  private final Option<List<String>> budget =
      list(String.class, "--budget")
          .label("LIMITS")
          .commas()
          .about(
              "Make the network as fast as it can be with so many multipliers and blocks of memory"
                  + " of 36 Kib: dsp=64,bram=20. Either may be missing.");

  private final Option<Path> point =
      option(Path.class, "--point")
          .label("FILE")
          .about("Take widths and interval from the file chosen.json of --explore.");

  private final Option<Double> targetClock =
      option(Double.class, "--target-clock")
          .label("MHZ")
          .about("Print times at this clock too, beside --interval, --budget or --point.");

  FoldingOptions() {
    atMostOneOf(interval, budget, point);
  }

  /** {@return what an exploration is not beyond} */
  Exploration.Limits limits() {
    Budget most = budget.get().isEmpty() ? Budget.NONE : Budget.of(budgetLimits());
    return new Exploration.Limits(
        interval.optional().orElse(Long.MAX_VALUE), most.multipliers(), most.memoryBits());
  }

  private boolean isFolded() {
    return interval.isPresent() || !budget.get().isEmpty() || point.isPresent();
  }

  /** {@return the point that an exploration has chosen, if one is given} */
  Optional<ChosenPoint> point() {
    return point.optional().map(ChosenPoint::read);
  }

  /** {@return the network with its folding, or as it is if none is asked for} */
  ImportedModel folded(Compiler compiler, ImportedModel model) {
    if (targetClock.isPresent() && !(targetClock.get() > 0 && isFolded())) {
      throw mistake(
          "--target-clock must be above 0, and stands beside --interval, --budget or --point");
    }
    if (!isFolded()) {
      return model;
    }
    if (interval.isPresent() && interval.get() < 1) {
      throw mistake("--interval must be 1 at least");
    }
    Folding folding = new Folding(compiler, compiler.infer(model.graph()));
    Graph graph =
        budget.get().isEmpty()
            ? folding.toInterval(
                interval.optional().or(() -> point().map(ChosenPoint::interval)).orElse(1L))
            : folding.within(Budget.of(budgetLimits()));
    return new ImportedModel(graph, model.warnings());
  }

  private Map<String, String> budgetLimits() {
    Map<String, String> limits = new LinkedHashMap<>();
    for (String limit : budget.get()) {
      int sign = limit.indexOf('=');
      if (sign < 1) {
        throw mistake("--budget has limits such as dsp=64, not " + limit);
      }
      limits.put(limit.substring(0, sign), limit.substring(sign + 1));
    }
    return limits;
  }

  /** {@return the multipliers and clocks of a folded network} */
  Optional<FoldingReport> report(HdlPass pass, TypedGraph graph, Wrapper wrapper) {
    return isFolded()
        ? Optional.of(FoldingReport.of(pass, graph, wrapper, targetClock.optional().orElse(0.0)))
        : Optional.empty();
  }
}
