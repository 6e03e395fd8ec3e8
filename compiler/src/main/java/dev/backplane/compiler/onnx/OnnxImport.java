package dev.backplane.compiler.onnx;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.ir.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Imports models as graphs. The first extent of inputs and outputs is the batch: the graph computes
 * one sample at a time. What cannot be imported is refused, all of it in one error.
 */
public final class OnnxImport {
  private static final String MODEL = "model";
  private static final long OLDEST = 6;
  private static final long NEWEST = 25;

  private final OnnxModel model;
  private final ImportedNodes network;
  private final ConstantFolding folding = new ConstantFolding();
  private final Map<String, List<String>> problems = new LinkedHashMap<>();

  private final List<ImportReport.ImportedOperator> imported = new ArrayList<>();
  private final Map<String, Integer> extents;

  private OnnxImport(OnnxModel model, BitWidths widths, Map<String, Integer> extents) {
    this.model = IntegerOperators.expanded(model);
    this.extents = extents;
    this.network =
        new ImportedNodes(widths, uses(this.model.graph()), model.opsets().getOrDefault("", 0L));
  }

  /**
   * Imports a model.
   *
   * @param model the model
   * @param widths how many bits numbers have, where the model does not say it
   * @return the graph, and what else has to be known to use it
   * @throws CompilerException with {@link CompilerError#MODEL_UNSUPPORTED} naming every node that
   *     cannot be imported, or with {@link CompilerError#MODEL_DAMAGED} if the model makes no sense
   */
  public static ImportedModel of(OnnxModel model, BitWidths widths) {
    return of(model, widths, Map.of());
  }

  /**
   * Imports a model some of whose extents have names.
   *
   * @param model the model
   * @param widths how many bits numbers have, where the model does not say it
   * @param extents how large the extents with these names are
   * @return the graph, and what else has to be known to use it
   * @throws CompilerException as {@link #of(OnnxModel, BitWidths)} does, and if the model has no
   *     such names
   */
  public static ImportedModel of(OnnxModel model, BitWidths widths, Map<String, Integer> extents) {
    return new OnnxImport(fused(model, widths), widths, extents).run();
  }

  /**
   * Tells what would become of a model, and all reasons for which it would be refused.
   *
   * @param model the model
   * @param widths how many bits numbers have, where the model does not say it
   * @param extents how large the extents with these names are
   * @return the report
   */
  public static ImportReport check(
      OnnxModel model, BitWidths widths, Map<String, Integer> extents) {
    OnnxImport run = new OnnxImport(fused(model, widths), widths, extents);
    try {
      ImportedModel imported = run.run();
      return new ImportReport(run.imported, List.of(), Optional.of(imported));
    } catch (CompilerException e) {
      List<ImportReport.Refusal> refused = new ArrayList<>();
      run.problems.forEach((text, places) -> refused.add(ImportReport.Refusal.of(places, text)));
      if (refused.isEmpty()) {
        refused.add(ImportReport.Refusal.of(e));
      }
      return new ImportReport(run.imported, refused, Optional.empty());
    }
  }

  private static OnnxModel fused(OnnxModel model, BitWidths widths) {
    return Fusions.of(model, widths.activations() <= FunctionImport.TABLE_BITS);
  }

  private ImportedModel run() {
    checkVersions();
    OnnxGraph graph = model.graph();
    for (OnnxTensor constant : graph.constants()) {
      network.set(constant.name(), new Value.Constant(constant));
    }
    for (int i = 1; i < graph.outputs().size(); i++) {
      network.reserve(ImportedModel.OUT + (i + 1));
    }
    List<OnnxNode> needed = needed(graph);
    needed.stream().filter(node -> !Operators.knows(node)).forEach(this::refuse);
    network.readInside(AttentionImport.readInside(needed));
    ModelInputs inputs = new ModelInputs(graph, network, extents);
    try {
      inputs.values().forEach(value -> input(inputs, value));
      inputs.checkNames();
    } catch (CompilerException e) {
      throw withProblems(e);
    }
    needed.forEach(this::run);
    refuse();
    ModelOutputs outputs = new ModelOutputs(graph, network);
    outputs.resolve();
    ExactFormats.complete(network);
    outputs.add();
    Attributes attributes =
        ImportedModel.attributes(inputs.added(), outputs.added(), network, model.producer());
    return new ImportedModel(network.graph(attributes), network.warnings());
  }

  private static void input(ModelInputs inputs, OnnxValue value) {
    try {
      inputs.add(value);
    } catch (CompilerException e) {
      throw e.in("input " + value.name());
    }
  }

  private void checkVersions() {
    Long version = model.opsets().get("");
    if (version == null || version < OLDEST || version > NEWEST) {
      throw new CompilerException(
          CompilerError.SCHEMA_VERSION,
          MODEL,
          "it uses "
              + (version == null ? "no known set of operators" : "operators of version " + version)
              + "; imported are versions "
              + OLDEST
              + " to "
              + NEWEST
              + "; export it again with one of these");
    }
  }

  /** The operators that an output needs, in their order, which is that of the data. */
  private static List<OnnxNode> needed(OnnxGraph graph) {
    Set<String> names = new HashSet<>();
    graph.outputs().forEach(output -> names.add(output.name()));
    List<OnnxNode> needed = new ArrayList<>();
    for (OnnxNode node : graph.nodes().reversed()) {
      if (node.outputs().stream().anyMatch(names::contains)) {
        names.addAll(node.inputs());
        needed.addFirst(node);
      }
    }
    return needed;
  }

  private void run(OnnxNode node) {
    for (String name : node.inputs()) {
      if (!name.isEmpty() && !network.knows(name)) {
        throw undefined(node, name);
      }
    }
    for (int i = 0; i < node.outputs().size() && !Operators.choosesOutputs(node); i++) {
      if (i > 0 == network.isUsed(node.outputs().get(i))) {
        refuse(node, node.unsupported("not only its first output is used"));
        refused(node);
        return;
      }
    }
    boolean isBehindRefused =
        node.inputs().stream()
            .anyMatch(name -> !name.isEmpty() && network.value(name) instanceof Value.Refused);
    if (Operators.knows(node) && !isBehindRefused) {
      try {
        int before = network.nodeCount();
        if (ConstantFolding.folds(node, network)) {
          folding.fold(node, network);
        } else {
          Operators.run(node, network);
        }
        String domain = node.domain().isEmpty() ? "" : node.domain() + ".";
        imported.add(
            new ImportReport.ImportedOperator(
                node.title(), domain + node.operator(), network.typesSince(before)));
      } catch (CompilerException e) {
        switch (e.error()) {
          case MODEL_DAMAGED -> throw e;
          case TOO_LARGE -> throw e.in(node.label());
          default -> refuse(node, e);
        }
      }
    }
    refused(node);
  }

  /**
   * Marks the outputs of an operator that was not imported, so that operators which use them are
   * not refused too.
   */
  private void refused(OnnxNode node) {
    for (String output : node.outputs()) {
      if (!output.isEmpty() && !network.knows(output)) {
        network.set(output, new Value.Refused());
      }
    }
  }

  private void refuse(OnnxNode node) {
    refuse(node, Operators.unknown(node));
  }

  private void refuse(OnnxNode node, CompilerException reason) {
    problems.computeIfAbsent(reason.text(), _ -> new ArrayList<>()).add(node.label());
  }

  private void refuse() {
    if (!problems.isEmpty()) {
      throw refusal();
    }
  }

  private CompilerException withProblems(CompilerException error) {
    if (problems.isEmpty()) {
      return error;
    }
    problems.put(error.text(), List.of(error.place()));
    return refusal();
  }

  private CompilerException refusal() {
    List<String> lines = new ArrayList<>();
    problems.forEach((text, labels) -> lines.add(String.join(", ", labels) + ": " + text));
    return new CompilerException(
        CompilerError.MODEL_UNSUPPORTED,
        MODEL,
        String.join("; ", lines) + "; supported operators are " + Operators.names());
  }

  private CompilerException undefined(OnnxNode node, String name) {
    String reason =
        model.graph().nodes().stream()
            .filter(other -> other.outputs().contains(name))
            .findFirst()
            .map(
                other ->
                    "comes from "
                        + other.label()
                        + ", which is not before it: data flows in a circle, or nodes are not in"
                        + " the order of the data")
            .orElse("is defined nowhere");
    return new CompilerException(
        CompilerError.MODEL_DAMAGED, node.label(), "its input " + name + " " + reason);
  }

  private static Map<String, Integer> uses(OnnxGraph graph) {
    Map<String, Integer> uses = new HashMap<>();
    for (OnnxNode node : needed(graph)) {
      // Extents are known without the numbers, so that Shape reads none.
      int readers = node.operator().equals("Shape") ? 0 : 1;
      node.inputs().forEach(name -> uses.merge(name, readers, Integer::sum));
    }
    graph.outputs().forEach(output -> uses.merge(output.name(), 1, Integer::sum));
    return uses;
  }
}
