package dev.backplane.cli.network;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Options;
import dev.backplane.cli.command.Progress;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.exploration.DesignPoint;
import dev.backplane.compiler.exploration.Exploration;
import dev.backplane.compiler.onnx.BitWidths;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What is explored, in place of hardware that is written. */
final class ExploreOptions extends Options {
  private static final int MOST_JOBS = 1024;

  private final Option<Boolean> explore =
      flag("--explore")
          .about(
              "Write no hardware; try widths of numbers and foldings, and write what each costs and"
                  + " how near it is to the real network: exploration.html, .svg and .json, and",
              "chosen.json, which --point takes. --interval and --budget are limits.");

  private final Option<List<String>> widths =
      list(String.class, "--explore-bits")
          .label("BITS")
          .about(
              "The widths that --explore tries, of activations and weights: --explore-bits 8,4."
                  + " Again for each.");

  private final Option<Double> sqnr =
      option(Double.class, "--least-sqnr")
          .label("DECIBELS")
          .byDefault("30")
          .about(
              "What is accurate enough for --explore, as the ratio of signal and noise: of that it"
                  + " chooses the smallest hardware. Default: ${DEFAULT-VALUE}.");

  private final Option<Integer> jobs =
      option(Integer.class, "--jobs")
          .label("COUNT")
          .about("How many widths --explore tries at one time. Default: one for each core.");

  boolean isAsked() {
    return explore.get();
  }

  /** {@return what was found; a progress bar shows how far it is} */
  ExplorationReport run(
      String name,
      List<BitWidths> tried,
      Supplier<Compiler> compilers,
      Exploration.Source source,
      Exploration.Limits limits,
      Progress progress) {
    if (jobs.isPresent() && (jobs.get() < 1 || jobs.get() > MOST_JOBS)) {
      throw mistake("--jobs must be 1 to " + MOST_JOBS);
    }
    int threads = jobs.optional().orElse(Runtime.getRuntime().availableProcessors());
    progress.step("exploring", tried.size(), "widths");
    List<DesignPoint> points =
        new Exploration(compilers, source, limits).points(tried, threads, _ -> progress.done(1));
    if (points.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "no width and no folding is within the limits")
          .during("explore")
          .on(name)
          .remedy("Give a larger --budget or a longer --interval")
          .build();
    }
    return new ExplorationReport(
        name, points, DesignPoint.front(points), Exploration.choose(points, sqnr.get()));
  }

  /** {@return the widths to try} */
  List<BitWidths> tried() {
    if (widths.get().isEmpty()) {
      return Exploration.USUAL;
    }
    List<BitWidths> tried = new ArrayList<>();
    for (String text : widths.get()) {
      if (!text.matches("[0-9]{1,2}(,[0-9]{1,2})?")) {
        throw mistake("--explore-bits takes bits of activations and weights, such as 8,4");
      }
      String[] numbers = text.split(",", -1);
      tried.add(
          new BitWidths(
              Integer.parseInt(numbers[0]), Integer.parseInt(numbers[numbers.length - 1])));
    }
    return tried.stream().distinct().toList();
  }
}
