package dev.backplane.cli.network;

import dev.backplane.cli.command.Console;
import dev.backplane.cli.report.Report;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.onnx.HostStep;
import dev.backplane.compiler.onnx.ImportedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The report of a compilation, and the command that comes next.
 *
 * @param name the name of the kernel or module
 * @param model the network, quantised
 * @param typed the same with types
 * @param folder the folder that it was written to, if it was
 * @param image the image that was made of it, if one was
 * @param files the names of the files in the folder
 * @param folding the multipliers and clocks, if a folding was asked for
 * @param next the command that uses them
 */
record CompileReport(
    String name,
    ImportedModel model,
    TypedGraph typed,
    Optional<Path> folder,
    Optional<Path> image,
    List<String> files,
    Optional<FoldingReport> folding,
    String next) {
  CompileReport {
    files = List.copyOf(files);
  }

  private List<String> hostSteps() {
    return model.hostSteps().stream().map(HostStep::operator).toList();
  }

  private TensorType input() {
    return typed.type(typed.order().getFirst());
  }

  private TensorType output() {
    return typed.type(typed.order().getLast());
  }

  void print(Console console) {
    model.warnings().forEach(warning -> console.err().println("warning: " + warning));
    console
        .out()
        .printf(
            "%s: %d layers, input %s, output %s%s%s%s%n",
            name,
            typed.order().size() - 2,
            input(),
            output(),
            folder.map(each -> ", " + files.size() + " files in " + each).orElse(""),
            image.map(each -> ", image " + each).orElse(""),
            hostSteps().isEmpty()
                ? ""
                : "; the host does " + String.join(" and then ", hostSteps()));
    folding.ifPresent(report -> report.print(console.out()));
    console.out().println("next: " + next);
  }

  private record Described(
      String name,
      @Nullable Path folder,
      Optional<Path> image,
      List<String> files,
      int layers,
      Tensor input,
      Tensor output,
      List<String> hostSteps,
      List<String> warnings,
      @Nullable FoldingReport folding,
      String next)
      implements Report {}

  private record Tensor(List<Integer> shape, int width, int fraction, double scale, long zero)
      implements Report {
    static Tensor of(TensorType type) {
      return new Tensor(
          type.shape().extents(),
          type.format().width(),
          type.format().fraction(),
          type.format().scale(),
          type.format().zero());
    }
  }

  /** {@return all of it, for a program} */
  Report forPrograms() {
    return new Described(
        name,
        folder.orElse(null),
        image,
        files,
        typed.order().size() - 2,
        Tensor.of(input()),
        Tensor.of(output()),
        hostSteps(),
        model.warnings(),
        folding.orElse(null),
        next);
  }
}
