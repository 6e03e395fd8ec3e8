package dev.backplane.cli.network;

import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.folding.FoldableLayer;
import dev.backplane.compiler.folding.Folding;
import dev.backplane.compiler.hdl.HdlPass;
import dev.backplane.compiler.hdl.NetworkTiming;
import dev.backplane.compiler.hdl.Wrapper;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The multipliers and clocks of a folded network, layer by layer and as a whole.
 *
 * @param layers the layers
 * @param interval the clocks from one sample to the next, if they are known
 * @param latency the clocks of one sample, if they are known
 * @param unknown the nodes because of which they are not
 * @param clock the clock in MHz, 0 if it was not told
 */
record FoldingReport(
    List<Layer> layers,
    @Nullable Long interval,
    @Nullable Long latency,
    List<String> unknown,
    double clock)
    implements Report {

  FoldingReport {
    layers = List.copyOf(layers);
    unknown = List.copyOf(unknown);
  }

  /** A layer. */
  record Layer(String name, long multiplications, long multipliers, long clocks)
      implements Report {}

  static FoldingReport of(HdlPass pass, TypedGraph graph, Wrapper wrapper, double clock) {
    List<Layer> layers = Folding.layers(graph).stream().map(FoldingReport::layer).toList();
    NetworkTiming timing = pass.timing(graph, wrapper).orElse(null);
    return new FoldingReport(
        layers,
        timing == null ? null : timing.interval(),
        timing == null ? null : timing.latency(),
        pass.unknownTiming(graph),
        clock);
  }

  private static Layer layer(FoldableLayer layer) {
    long multipliers = layer.multipliers();
    return new Layer(
        layer.node().name(), layer.multiplications(), multipliers, layer.clocks(multipliers));
  }

  void print(PrintWriter out) {
    TextTable table = new TextTable("LAYER", "MULTIPLICATIONS", "MULTIPLIERS", "CLOCKS");
    layers.forEach(
        layer ->
            table.row(layer.name(), layer.multiplications(), layer.multipliers(), layer.clocks()));
    table.print(out);
    long multipliers = layers.stream().mapToLong(Layer::multipliers).sum();
    if (interval == null || latency == null) {
      out.printf(
          Locale.ROOT,
          "%d multipliers; clocks of the network are not known because of %s%n",
          multipliers,
          String.join(", ", unknown));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%d multipliers, a sample each %d clocks, %d clocks from its first number to its last"
            + " result%n",
        multipliers,
        interval,
        latency);
    if (clock > 0) {
      out.printf(
          Locale.ROOT,
          "at %.6g MHz: %.6g samples a second, %.6g microseconds%n",
          clock,
          clock * 1e6 / interval,
          latency / clock);
    }
  }
}
