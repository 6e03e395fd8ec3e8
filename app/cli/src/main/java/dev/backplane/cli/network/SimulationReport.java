package dev.backplane.cli.network;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.report.Report;
import dev.backplane.cli.report.TextTable;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.onnx.HostStep;
import dev.backplane.compiler.onnx.ImportedModel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the results of a network in integers and as hardware.
 *
 * @param model the network
 * @param typed the same with types
 * @param expected the interpreter's results for each sample
 * @param simulation the hardware's results
 */
record SimulationReport(
    ImportedModel model, TypedGraph typed, List<long[]> expected, NetworkSimulation simulation) {
  private static final int MOST_NUMBERS = 12;

  private boolean agrees(int sample) {
    return Arrays.equals(expected.get(sample), simulation.outputs().get(sample));
  }

  boolean agrees() {
    for (int i = 0; i < expected.size(); i++) {
      if (!agrees(i)) {
        return false;
      }
    }
    return true;
  }

  private long first() {
    return simulation.cycles().getFirst();
  }

  /**
   * {@return the average number of cycles from one sample's result to the next, if samples follow
   * one another; null for a single sample}
   */
  private @Nullable Double each() {
    int count = simulation.cycles().size();
    return count == 1 ? null : (simulation.cycles().getLast() - first()) / (count - 1.0);
  }

  /** The numbers of a sample as the model gives them. */
  private double[] output(int sample) {
    FixedPoint format = typed.type(typed.order().getLast()).format();
    double[] output =
        model.output(
            Arrays.stream(simulation.outputs().get(sample)).mapToDouble(format::real).toArray());
    for (HostStep step : model.hostSteps()) {
      output = step.apply(output);
    }
    return output;
  }

  void print(Console console) {
    model.warnings().forEach(warning -> console.err().println("warning: " + warning));
    TextTable table = new TextTable("SAMPLE", "CYCLE", "HARDWARE", "OUTPUT");
    for (int i = 0; i < expected.size(); i++) {
      table.row(i, simulation.cycles().get(i), agrees(i) ? "agrees" : "differs", text(output(i)));
    }
    table.print(console.out());
    Double each = each();
    console
        .out()
        .printf(
            Locale.ROOT,
            "%d sample%s: hardware and interpreter %s; %d cycles to the first result%s%n",
            expected.size(),
            each == null ? "" : "s",
            agrees() ? "agree" : "differ, which is a fault of a component",
            first(),
            each == null ? "" : String.format(Locale.ROOT, ", %.1f from one to the next", each));
  }

  private static String text(double... numbers) {
    String text =
        Arrays.stream(numbers)
            .limit(MOST_NUMBERS)
            .mapToObj(number -> String.format(Locale.ROOT, "%.5g", number))
            .collect(Collectors.joining(" "));
    return numbers.length > MOST_NUMBERS ? text + " ... of " + numbers.length : text;
  }

  private record Described(
      boolean agrees,
      long cyclesToFirst,
      @Nullable Double cyclesEach,
      List<Sample> samples,
      List<String> warnings)
      implements Report {}

  private record Sample(
      long cycle, List<Long> hardware, List<Long> interpreter, List<Double> output)
      implements Report {}

  /** {@return all of it, for a program} */
  Report forPrograms() {
    List<Sample> samples =
        IntStream.range(0, expected.size())
            .mapToObj(
                i ->
                    new Sample(
                        simulation.cycles().get(i),
                        numbers(simulation.outputs().get(i)),
                        numbers(expected.get(i)),
                        Arrays.stream(output(i)).boxed().toList()))
            .toList();
    return new Described(agrees(), first(), each(), samples, model.warnings());
  }

  private static List<Long> numbers(long... numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
