package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.CoverPoint;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.pass.ConstantFolding;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The context of executed code: its scope, assumed values, and the targets of jumps. */
final class ExecutionContext {
  /** The kind of process that the code belongs to. */
  enum Mode {
    /** A process without a clock. */
    COMBINATIONAL,
    /** A process at a clock edge. */
    CLOCKED,
    /** A clocked process while an asynchronous reset is active. */
    RESET,
    /** An initial process. */
    INITIAL
  }

  /** A target of jumps. */
  record Label(String id, PathState base, List<Arrival> arrivals) {}

  /** A jump that was executed: its condition and the effects until then. */
  record Arrival(Node condition, PathState.Effects effects) {}

  private static final int MAX_CALL_DEPTH = 200;

  /** The variables of a block or of a call; names are resolved from the innermost frame out. */
  private record Frame(Map<String, Variable> variables, @Nullable Frame outer, Scope scope) {}

  private final Design design;
  private final Mode mode;
  private final Map<Leaf, Node> assumptions;
  private Frame frame;
  private Deque<Label> labels = new ArrayDeque<>();
  private int depth;
  private final List<PendingReport> reports = new ArrayList<>();
  private final SequencedMap<CoverKey, Node> covered = new LinkedHashMap<>();
  private Node partCondition;

  ExecutionContext(Design design, Scope scope, Mode mode, Map<Leaf, Node> assumed) {
    this.design = design;
    this.mode = mode;
    this.assumptions = assumed;
    this.frame = new Frame(Map.of(), null, scope);
    this.partCondition = design.graph().one();
  }

  /** A place whose executions are counted, and the format that says what it is. */
  private record CoverKey(SourceLocation location, String format) {}

  /** Counts the executions of a statement. */
  void coverStatement(SourceLocation location, PathState state) {
    if (design.isCovered()) {
      cover(location, CoverPoint.statement(location.column()), state.absoluteCondition(graph()));
    }
  }

  /**
   * Counts how often a decision goes one way.
   *
   * @param location the location of the decision
   * @param number the number of the way
   * @param name what the way is called
   * @param way its condition, without that of the path to the decision
   */
  void coverBranch(SourceLocation location, int number, String name, Node way, PathState state) {
    if (design.isCovered()) {
      cover(
          location,
          CoverPoint.branch(location.column(), number, name),
          graph().and(state.absoluteCondition(graph()), way));
    }
  }

  /** A place that one execution of the process reaches several times counts once. */
  private void cover(SourceLocation location, String format, Node condition) {
    if (mode != Mode.INITIAL && location.line() > 0) {
      covered.merge(
          new CoverKey(location, format), graph().and(partCondition, condition), graph()::or);
    }
  }

  /** Evaluates a part of an expression that counts under a condition only. */
  <T> T when(Node condition, Supplier<T> part) {
    Node before = partCondition;
    partCondition = graph().and(before, condition);
    try {
      return part.get();
    } finally {
      partCondition = before;
    }
  }

  /** The places of the executed code whose executions are counted. */
  List<PendingReport> covered() {
    List<PendingReport> points = new ArrayList<>();
    covered.forEach(
        (key, condition) ->
            points.add(
                new PendingReport(
                    key.location(),
                    Effect.Severity.COVER,
                    key.format(),
                    List.of(),
                    List.of(),
                    condition)));
    return points;
  }

  Design design() {
    return design;
  }

  NodeGraph graph() {
    return design.graph();
  }

  SourceTexts texts() {
    return design.texts();
  }

  Mode mode() {
    return mode;
  }

  boolean isCombinational() {
    return mode == Mode.COMBINATIONAL;
  }

  Scope scope() {
    return frame.scope();
  }

  /** The possible targets of jumps, the innermost first. */
  Deque<Label> labels() {
    return labels;
  }

  /** The reports of the executed code. */
  List<PendingReport> reports() {
    return reports;
  }

  /** Records a report, under the condition of a path. */
  void report(Statement.Report report, PathState state, Evaluator evaluator) {
    if (mode == Mode.INITIAL) {
      design.warn(report.location(), "a message at power-up is ignored");
    } else if (mode != Mode.RESET) {
      String top = design.topScope().module().original();
      String path = scope().path("");
      String place = path.isEmpty() ? top : top + "." + path.substring(0, path.length() - 1);
      reports.add(
          new PendingReport(
              report.location(),
              report.severity(),
              report.format().replace("%m", place.replace("%", "%%")),
              report.arguments().stream().map(each -> evaluator.word(each, state)).toList(),
              report.arguments().stream()
                  .map(each -> each.type() instanceof Type.Packed packed && packed.signed())
                  .toList(),
              state.absoluteCondition(graph())));
    }
  }

  /** Tells whether some words are assumed to have a value: resets. */
  boolean hasAssumptions() {
    return !assumptions.isEmpty();
  }

  /** The assumed value of a word, or null. */
  @Nullable Node assumed(Leaf leaf) {
    return assumptions.get(leaf);
  }

  /** Executes a block with local variables. */
  void inBlock(Statement.Block block, Runnable body) {
    Frame before = frame;
    Map<String, Variable> variables =
        depth > 0 ? locals(block.variables()) : before.scope().blockVariables(block, design);
    frame = new Frame(variables, before, before.scope());
    try {
      body.run();
    } finally {
      frame = before;
    }
  }

  /** Executes the body of a function; returns its variables. */
  Map<String, Variable> call(
      Item.Function function,
      Scope scope,
      SourceLocation location,
      java.util.function.Consumer<Map<String, Variable>> body) {
    if (depth >= MAX_CALL_DEPTH) {
      throw texts()
          .unsupported(location, "'" + function.name() + "' calls itself more than 200 deep");
    }
    Frame before = frame;
    Deque<Label> outside = labels;
    Map<String, Variable> variables = locals(function.variables());
    frame = new Frame(variables, null, scope);
    labels = new ArrayDeque<>();
    depth++;
    try {
      body.accept(variables);
    } finally {
      depth--;
      frame = before;
      labels = outside;
    }
    return variables;
  }

  /** Declares the variables of one call of a function. */
  private Map<String, Variable> locals(List<Declaration> declarations) {
    Map<String, Variable> variables = new LinkedHashMap<>();
    for (Declaration declaration : declarations) {
      variables.put(
          declaration.name(),
          design.declare(declaration, declaration.name(), Variable.Origin.LOCAL));
    }
    return variables;
  }

  Variable variable(Expression.Name name) {
    String path = name.reference().path();
    Variable found = path.isEmpty() ? local(name) : hierarchical(name);
    if (found == null) {
      throw texts()
          .unsupported(
              name.location(),
              "'"
                  + (path.isEmpty() ? "" : path + ".")
                  + name.name()
                  + "' cannot be reached from here");
    }
    return found;
  }

  /** The value of a parameter or genvar that is visible by its simple name, or null. */
  @Nullable BigInteger constant(String name) {
    Scope scope = scopeOf(name);
    BigInteger index = scope == null ? null : scope.genvar(name);
    if (index != null) {
      return index;
    }
    Variable parameter = parameter(name);
    return parameter != null
            && parameter.type() instanceof Type.Packed packed
            && design.initial().get(parameter.leaves().getFirst()) instanceof Node.Fixed fixed
        ? ConstantFolding.toNumber(fixed, packed.signed())
        : null;
  }

  /** The variable that is visible by its simple name, or null. */
  @Nullable Variable visible(String name) {
    return local(
        new Expression.Name(
            new Type.Other("unknown"), SourceLocation.NOWHERE, name, Reference.LOCAL));
  }

  /** The parameter that is visible by its simple name, or null. */
  @Nullable Variable parameter(String name) {
    Scope scope = scopeOf(name);
    Variable variable = scope == null ? null : scope.variables().get(name);
    return variable != null && variable.origin() == Variable.Origin.PARAMETER ? variable : null;
  }

  /** The scope that has a name, unless a variable of a block or function hides it, or null. */
  private @Nullable Scope scopeOf(String name) {
    for (Frame at = frame; at != null; at = at.outer()) {
      if (at.variables().containsKey(name)) {
        return null;
      }
    }
    for (Scope at = frame.scope(); at != null; at = at.isInstance() ? null : at.parent()) {
      if (at.genvar(name) != null || at.variables().containsKey(name)) {
        return at;
      }
    }
    return null;
  }

  private @Nullable Variable hierarchical(Expression.Name name) {
    Scope scope = frame.scope().find(name.reference().path());
    return scope == null ? null : scope.variables().get(name.name());
  }

  private @Nullable Variable local(Expression.Name name) {
    Reference reference = name.reference();
    for (Frame at = frame; at != null; at = at.outer()) {
      Variable local = at.variables().get(name.name());
      if (local != null && reference.fits(local.id())) {
        return local;
      }
    }
    for (Scope scope : design.packages()) {
      Variable named = scope.variables().get(name.name());
      if (named != null && scope.module().name().equals(reference.inPackage())) {
        return named;
      }
    }
    for (Scope at = frame.scope(); at != null; at = at.isInstance() ? null : at.parent()) {
      Variable own = at.variables().get(name.name());
      if (own != null && reference.fits(own.id())) {
        return own;
      }
    }
    List<Variable> inPackages = new ArrayList<>();
    for (Scope scope : design.packages()) {
      Variable shared = scope.variables().get(name.name());
      if (shared != null && reference.fits(shared.id())) {
        inPackages.add(shared);
      }
    }
    return requireUnique(inPackages, name.name(), name.location());
  }

  /** A function and its scope. */
  record Callee(Item.Function function, Scope scope) {}

  Callee function(Expression.Call call) {
    Reference reference = call.reference();
    List<Callee> found = new ArrayList<>();
    if (!reference.inPackage().isEmpty()) {
      design.packages().stream()
          .filter(scope -> scope.module().name().equals(reference.inPackage()))
          .forEach(scope -> add(found, scope, call));
    } else if (!reference.path().isEmpty()) {
      Scope scope = frame.scope().find(reference.path());
      if (scope != null) {
        add(found, scope, call);
      }
    }
    for (Scope at = frame.scope(); at != null && found.isEmpty(); at = at.parent()) {
      add(found, at, call);
    }
    if (found.isEmpty()) {
      design.packages().forEach(scope -> add(found, scope, call));
    }
    Callee callee = requireUnique(found, call.name(), call.location());
    if (callee == null) {
      throw texts()
          .unsupported(call.location(), "'" + call.name() + "' cannot be reached from here");
    }
    return callee;
  }

  private static void add(List<Callee> found, Scope scope, Expression.Call call) {
    Item.Function function = scope.functions().get(call.name());
    if (function != null && call.reference().fits(function.id())) {
      found.add(new Callee(function, scope));
    }
  }

  private <T> @Nullable T requireUnique(List<T> found, String name, SourceLocation location) {
    if (found.size() > 1) {
      throw texts()
          .unsupported(
              location,
              "'" + name + "' is in several packages. Write the package before it: pkg::" + name);
    }
    return found.isEmpty() ? null : found.getFirst();
  }

  RtlException unsupported(SourceLocation location, String problem) {
    return texts().unsupported(location, problem);
  }

  /** The static variables of blocks outside functions; they keep their values. */
  static final class BlockVariables {
    private final IdentityHashMap<Statement.Block, Map<String, Variable>> known =
        new IdentityHashMap<>();

    Map<String, Variable> of(Statement.Block block, Scope scope, Design design) {
      Map<String, Variable> variables = known.get(block);
      if (variables == null) {
        variables = new HashMap<>();
        for (Declaration declaration : block.variables()) {
          String prefix = block.name().isEmpty() ? "" : block.name() + ".";
          variables.put(
              declaration.name(),
              design.declare(
                  declaration, scope.path(prefix + declaration.name()), Variable.Origin.INTERNAL));
        }
        known.put(block, variables);
      }
      return variables;
    }
  }
}
