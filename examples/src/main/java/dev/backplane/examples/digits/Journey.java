package dev.backplane.examples.digits;

import static dev.backplane.examples.digits.Findings.percent;
import static dev.backplane.examples.digits.Findings.whole;

import dev.backplane.api.Device;
import dev.backplane.api.Image;
import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.hdl.Design;
import dev.backplane.compiler.onnx.OnnxWriter;
import dev.backplane.compiler.resource.Resources;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * From digits to hardware that reads them: training, ONNX, integers, Verilog, an image, a card, and
 * a report.
 */
final class Journey {
  private static final int FEWEST_BITS = 2;
  private static final int FEW_DIGITS = 20;
  private static final double NANOS = 1e9;

  /**
   * The settings of a journey.
   *
   * @param network the network to train, not trained yet
   * @param training the settings of the training
   * @param bits the bits of the numbers on the card
   * @param fewerLanes numbers of sums at a time, fewer than all, with which the card runs too
   * @param synthesized whether yosys synthesizes the design, where it is installed
   */
  record Plan(
      TrainableNetwork network,
      Training training,
      int bits,
      List<Integer> fewerLanes,
      boolean synthesized) {}

  private final Plan plan;
  private final DigitSet digits;
  private final Path folder;
  private final PrintStream out;
  private final boolean onTerminal;
  private final Compiler compiler = Compiler.load();

  /**
   * A journey that has not begun.
   *
   * @param plan what it is about
   * @param digits to learn from and to be asked about
   * @param folder a new folder for what is made on the way
   * @param out takes what is found
   * @param onTerminal whether that is a terminal, which shows progress
   */
  Journey(Plan plan, DigitSet digits, Path folder, PrintStream out, boolean onTerminal) {
    this.plan = plan;
    this.digits = digits;
    this.folder = folder;
    this.out = out;
    this.onTerminal = onTerminal;
  }

  /**
   * Goes all the way.
   *
   * @param card the card that the network runs on
   * @return what was found
   * @throws IOException if something cannot be written, or yosys fails
   */
  Findings go(Device card) throws IOException {
    Files.createDirectories(folder);
    say(
        "data",
        whole(digits.training().size())
            + " digits to learn from, "
            + whole(digits.test().size())
            + " to be asked about");
    TrainedModel model = train();
    double realAccuracy = confusion(model.predictions(digits.test())).accuracy();
    say("reals", percent(realAccuracy) + " of them right");
    SequencedMap<Integer, Double> accuracies = new TreeMap<>();
    for (int bits = FEWEST_BITS; bits <= plan.bits(); bits++) {
      Scores scores = model.quantize(bits, digits.training()).interpret(digits.test());
      double accuracy = confusion(scores.predictions()).accuracy();
      accuracies.put(bits, accuracy);
      say(bits + " bits", percent(accuracy));
    }
    QuantizedNetwork network = model.quantize(plan.bits(), digits.training());
    Design design = compiler.verilog().lower("digits", network.graph());
    List<Path> sources = design.write(folder.resolve("verilog"));
    say("verilog", sources.size() + " files in " + folder.resolve("verilog"));
    CardFindings onCard = run(network, build(design, sources), card);
    List<LaneRun> runs = byLanes(network, onCard, card);
    Hardware hardware =
        new Hardware(
            compiler.resources().estimate(network.graph()),
            plan.synthesized()
                ? Synthesis.of(sources, design.top(), folder.resolve("yosys.log"))
                : Optional.empty());
    out.println(hardware);
    Findings findings = new Findings(realAccuracy, accuracies, plan.bits(), onCard, runs, hardware);
    Path report = folder.resolve("report.svg");
    Files.writeString(report, new SvgReport(findings).text());
    say("report", report.toString());
    return findings;
  }

  private TrainedModel train() {
    TrainableNetwork network = plan.network();
    int epochs = plan.training().epochs();
    int steps = epochs * digits.training().size();
    long start = System.nanoTime();
    try (ProgressBar bar = new ProgressBar(out, onTerminal, "training", steps)) {
      plan.training().run(network, digits.training(), bar::show);
    }
    say("training", network.layers() + "; " + epochs + " epochs in " + seconds(start));
    Path file = folder.resolve("digits.onnx");
    OnnxWriter.write(network.toOnnx(), file);
    say("model", file.toString());
    return TrainedModel.read(file, compiler);
  }

  private Image build(Design design, List<Path> sources) throws IOException {
    long start = System.nanoTime();
    Image image = CardNetwork.image(design, sources);
    Path file = folder.resolve("digits.xclbin");
    Files.write(file, image.content().toArray());
    say("image", file + " in " + seconds(start));
    return image;
  }

  private CardFindings run(QuantizedNetwork network, Image image, Device card) {
    CardNetwork onCard = CardNetwork.load(network, card, image);
    Scores scores;
    try (ProgressBar bar = new ProgressBar(out, onTerminal, "card", digits.test().size())) {
      scores = onCard.run(digits.test(), bar::show);
    }
    CardFindings findings =
        new CardFindings(
            digits.test().size(),
            confusion(scores.predictions()),
            scores.equal(network.interpret(digits.test())),
            onCard.cycles(),
            onCard.elapsed().toNanos() / NANOS);
    say("card", percent(findings.confusion().accuracy()) + " on " + card.id());
    say("", findings.equality());
    say("", findings.time());
    out.println();
    out.println(findings.confusion());
    return findings;
  }

  /** Fewer multipliers take longer: a few digits show how long. */
  private List<LaneRun> byLanes(QuantizedNetwork network, CardFindings all, Device card) {
    List<LaneRun> runs = new ArrayList<>();
    for (int lanes : plan.fewerLanes()) {
      QuantizedNetwork slower = network.withLanes(lanes, compiler);
      Design design = compiler.verilog().lower("digits", slower.graph());
      List<Path> sources = design.write(folder.resolve("verilog-" + lanes));
      CardNetwork onCard = CardNetwork.load(slower, card, CardNetwork.image(design, sources));
      List<Digit> few = digits.test().subList(0, Math.min(FEW_DIGITS, digits.test().size()));
      onCard.run(few, _ -> {});
      runs.add(laneRun(slower, lanes, Math.round((double) onCard.cycles() / few.size())));
    }
    runs.add(laneRun(network, network.mostLanes(), all.cyclesPerDigit()));
    for (LaneRun run : runs) {
      say(
          run.lanes() == runs.getFirst().lanes() ? "lanes" : "",
          "%2d sums at a time, %2d multipliers: %s cycles a digit"
              .formatted(run.lanes(), run.multipliers(), whole(run.cyclesPerDigit())));
    }
    out.println();
    return runs;
  }

  private LaneRun laneRun(QuantizedNetwork network, int lanes, long cyclesPerDigit) {
    long multipliers =
        compiler.resources().estimate(network.graph()).nodes().values().stream()
            .mapToLong(Resources::multipliers)
            .sum();
    return new LaneRun(lanes, multipliers, cyclesPerDigit);
  }

  private ConfusionMatrix confusion(int[] predictions) {
    return new ConfusionMatrix(digits.test(), predictions);
  }

  private static String seconds(long start) {
    return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / NANOS);
  }

  private void say(String step, String what) {
    out.printf("%-10s%s%n", step, what);
  }
}
