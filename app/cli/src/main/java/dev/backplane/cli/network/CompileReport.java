package dev.backplane.cli.network;

import dev.backplane.cli.command.Console;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.onnx.HostStep;
import dev.backplane.compiler.onnx.ImportedModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The report of a compilation, and the command that comes next.
 *
 * @param name the name of the kernel or module
 * @param model the network, quantised
 * @param typed the same with types
 * @param folder the folder that it was written to
 * @param files the names of the files in the folder
 * @param next the command that uses them
 */
record CompileReport(
    String name,
    ImportedModel model,
    TypedGraph typed,
    Path folder,
    List<String> files,
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
            "%s: %d layers, input %s, output %s, %d files in %s%s%n",
            name,
            typed.order().size() - 2,
            input(),
            output(),
            files.size(),
            folder,
            hostSteps().isEmpty()
                ? ""
                : "; the host does " + String.join(" and then ", hostSteps()));
    console.out().println("next: " + next);
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("name", name);
    object.put("folder", folder);
    object.put("files", files);
    object.put("layers", typed.order().size() - 2);
    object.put("input", tensor(input()));
    object.put("output", tensor(output()));
    object.put("host_steps", hostSteps());
    object.put("warnings", model.warnings());
    object.put("next", next);
    return object;
  }

  private static Map<String, @Nullable Object> tensor(TensorType type) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("shape", type.shape().extents());
    object.put("width", type.format().width());
    object.put("fraction", type.format().fraction());
    return object;
  }
}
