package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Executes statements symbolically, with nodes as values. If a condition is not constant, both
 * branches are executed, and multiplexers select between their effects.
 */
final class Executor {
  /** A loop with more iterations is assumed to be infinite. */
  private static final int MAX_ITERATIONS = 1 << 17;

  /** The widest subject of a case with wildcards whose values are all tried. */
  private static final int MAX_EXHAUSTIVE_BITS = 12;

  private final ExecutionContext context;
  private final NodeGraph graph;
  private final Evaluator evaluator;
  private final Assigner assigner;
  private final Operators operators;

  Executor(ExecutionContext context) {
    this.context = context;
    this.graph = context.graph();
    this.evaluator = new Evaluator(context, this);
    this.assigner = new Assigner(context, evaluator);
    this.operators = new Operators(context, evaluator);
  }

  Evaluator evaluator() {
    return evaluator;
  }

  Assigner assigner() {
    return assigner;
  }

  void execute(List<Statement> statements, PathState state) {
    for (Statement statement : statements) {
      if (state.isUnreachable()) {
        return;
      }
      execute(statement, state);
    }
  }

  private void execute(Statement statement, PathState state) {
    if (!isHardware(statement) && !isReport(statement)) {
      return;
    }
    if (isHardware(statement)) {
      executeHardware(statement, state);
      return;
    }
    try {
      executeHardware(statement, state);
    } catch (RtlException e) {
      if (e.error() != RtlError.SOURCE_UNSUPPORTED) {
        throw e;
      }
      context.design().warn(statement.location(), "a message is ignored: " + e.getMessage());
    }
  }

  private void executeHardware(Statement statement, PathState state) {
    if (isCounted(statement)) {
      context.coverStatement(statement.location(), state);
    }
    switch (statement) {
      case Statement.Assign assign ->
          assigner.assign(
              assign.target(), evaluator.value(assign.value(), state), assign.nonBlocking(), state);
      case Statement.If choice -> execute(choice, state);
      case Statement.Case choice -> execute(choice, state);
      case Statement.While loop -> execute(loop, state);
      case Statement.Block block -> context.inBlock(block, () -> execute(block.body(), state));
      case Statement.Labelled labelled -> execute(labelled, state);
      case Statement.Jump jump -> jump(jump, state);
      case Statement.CallStatement call -> call(call.call(), state);
      case Statement.ReadFile read -> new MemoryFile(context, evaluator).read(read, state);
      case Statement.Report report -> context.report(report, state, evaluator);
      case Statement.Afterwards later when context.mode() == ExecutionContext.Mode.INITIAL ->
          execute(later.body(), state);
      case Statement.Afterwards later ->
          throw context.unsupported(
              later.location(), "a delay, which cannot be made hardware here");
      case Statement.Ignored ignored -> {
        // Verilator marks what it would count; what is counted here are the statements.
        if (!context.design().isCovered() || !ignored.what().equals("$coverinc")) {
          context.design().warn(ignored.location(), ignored.what() + " is ignored");
        }
      }
      case Statement.Unsupported unsupported ->
          throw context.unsupported(
              unsupported.location(), unsupported.what() + ", which cannot be made hardware here");
    }
  }

  /**
   * Tells whether the executions of a statement are counted: not those of what only groups others.
   */
  private static boolean isCounted(Statement statement) {
    return switch (statement) {
      case Statement.Block block -> false;
      case Statement.Labelled labelled -> false;
      case Statement.Ignored ignored -> false;
      case Statement.Unsupported unsupported -> false;
      default -> true;
    };
  }

  /** Tells whether a statement can change something; one that only says something cannot. */
  static boolean isHardware(Statement statement) {
    return switch (statement) {
      case Statement.Report report -> false;
      case Statement.Ignored ignored -> false;
      case Statement.Block block -> block.body().stream().anyMatch(Executor::isHardware);
      case Statement.If choice ->
          Stream.concat(choice.yes().stream(), choice.no().stream()).anyMatch(Executor::isHardware);
      case Statement.Case choice ->
          choice.items().stream()
              .flatMap(item -> item.body().stream())
              .anyMatch(Executor::isHardware);
      default -> true;
    };
  }

  private static boolean isReport(Statement statement) {
    return switch (statement) {
      case Statement.Report report -> true;
      case Statement.Ignored ignored -> true;
      case Statement.Block block -> block.body().stream().anyMatch(Executor::isReport);
      case Statement.If choice ->
          Stream.concat(choice.yes().stream(), choice.no().stream()).anyMatch(Executor::isReport);
      case Statement.Case choice ->
          choice.items().stream()
              .flatMap(item -> item.body().stream())
              .anyMatch(Executor::isReport);
      default -> false;
    };
  }

  private void execute(Statement.If choice, PathState state) {
    Node condition = graph.truth(evaluator.word(choice.condition(), state));
    if (condition instanceof Node.Fixed) {
      boolean no = NodeGraph.isZero(condition);
      if (context.hasAssumptions() && isHardware(choice)) {
        coverWay(choice, !no, graph.one(), state);
      }
      execute(no ? choice.no() : choice.yes(), state);
      return;
    }
    Node not = graph.not(condition);
    if (isHardware(choice)) {
      coverWay(choice, true, condition, state);
      coverWay(choice, false, not, state);
    }
    PathState yes = state.fork(graph.and(state.pathCondition(), condition));
    execute(choice.yes(), yes);
    PathState no = state.fork(graph.and(state.pathCondition(), not));
    execute(choice.no(), no);
    merge(
        state,
        List.of(
            new Branch(condition, yes, graph.and(state.pathCondition(), condition)),
            new Branch(graph.one(), no, graph.and(state.pathCondition(), not))));
  }

  /** Counts one way of a condition, by what it is in the source. */
  private void coverWay(Statement.If choice, boolean yes, Node way, PathState state) {
    if (context.design().isCovered()) {
      // Verilator turns if (!a) b else c into if (a) c else b.
      boolean turned =
          !(choice.condition() instanceof Expression.Apply apply
                  && Set.of("not", "lognot").contains(apply.operator()))
              && context.texts().isNegation(choice.location());
      boolean first = yes != turned;
      context.coverBranch(choice.location(), first ? 0 : 1, first ? "if" : "else", way, state);
    }
  }

  private void execute(Statement.Case written, PathState state) {
    Statement.Case choice = written.withOperands(operand -> CaseOperand.of(operand, context));
    List<Branch> branches = new ArrayList<>();
    Node rest = graph.one();
    boolean apart = areDistinct(choice);
    @Nullable List<Statement> otherwise = null;
    List<Statement.Item> items = new ArrayList<>();
    for (Statement.Item item : choice.items()) {
      if (item.labels().isEmpty()) {
        otherwise = item.body();
      } else {
        items.add(item);
      }
    }
    boolean full = otherwise == null && coversAll(choice);
    boolean promised = otherwise == null && !full && choice.full() && context.isCombinational();
    for (int i = 0; i < items.size() && !NodeGraph.isZero(rest); i++) {
      Statement.Item item = items.get(i);
      Node match = graph.zero();
      for (Expression label : item.labels()) {
        match = graph.or(match, operators.matches(choice.subject(), label, choice.wild(), state));
      }
      if (full && i == items.size() - 1) {
        match = graph.one();
      }
      if (NodeGraph.isZero(match)) {
        continue;
      }
      Node taken = apart && !NodeGraph.isOnes(match) ? match : graph.and(rest, match);
      rest = graph.and(rest, graph.not(match));
      context.coverBranch(choice.location(), i, "item " + (i + 1), taken, state);
      addBranch(branches, state, match, taken, item.body());
    }
    if (!NodeGraph.isZero(rest)) {
      context.coverBranch(
          choice.location(), items.size(), otherwise == null ? "no item" : "default", rest, state);
      addBranch(branches, state, graph.one(), rest, otherwise == null ? List.of() : otherwise);
    }
    if (branches.size() == 1) {
      execute(branches.getFirst().body(), state);
      return;
    }
    branches.forEach(branch -> execute(branch.body(), branch.state()));
    if (promised && branches.size() > 1 && branches.getLast().body().isEmpty()) {
      applyFullCase(
          choice, state, branches.get(branches.size() - 2).state(), branches.getLast().state());
    }
    merge(state, branches);
  }

  /**
   * Applies {@code full_case}: if the source declares that some item always matches, the branch
   * without a match does not need the old value and takes the effects of the last item. A word with
   * a value before the case keeps it, as in simulation.
   */
  private void applyFullCase(
      Statement.Case choice, PathState before, PathState last, PathState none) {
    for (Leaf leaf : last.effects().blocking().keySet()) {
      Node old = evaluator.read(leaf, before);
      Node given = last.effects().blocking().get(leaf);
      List<Node> parts = new ArrayList<>();
      boolean remembers = false;
      for (BitSegments.Segment segment : BitSegments.of(old)) {
        Node part = graph.slice(old, segment.lsb(), segment.width());
        boolean kept = part == graph.slice(leaf.read(graph), segment.lsb(), segment.width());
        remembers |= kept;
        parts.add(kept ? graph.slice(given, segment.lsb(), segment.width()) : part);
      }
      if (remembers && !none.isUnreachable()) {
        none.effects().blocking().put(leaf, graph.concat(parts));
        context
            .design()
            .warn(
                choice.location(),
                "the source promises that an item matches: where none does, '"
                    + leaf.name()
                    + "' goes with the last one, and remembers nothing");
      }
    }
  }

  private void addBranch(
      List<Branch> branches, PathState state, Node match, Node taken, List<Statement> body) {
    Node condition = graph.and(state.pathCondition(), taken);
    branches.add(new Branch(match, state.fork(condition), condition, body));
  }

  /** Tells whether no value matches two items. */
  private static boolean areDistinct(Statement.Case choice) {
    Set<BigInteger> seen = new HashSet<>();
    return choice.items().stream()
        .flatMap(item -> item.labels().stream())
        .allMatch(
            label ->
                label instanceof Expression.Constant constant
                    && constant.isKnown()
                    && seen.add(constant.value()));
  }

  /** Tells whether every value matches an item. */
  private static boolean coversAll(Statement.Case choice) {
    // An unsized label extends the subject with zeros.
    Expression subject =
        choice.subject() instanceof Expression.Apply apply && apply.operator().equals("extend")
            ? apply.arguments().getFirst()
            : choice.subject();
    int width = subject.type() instanceof Type.Packed packed ? packed.width() : 64;
    List<Expression> labels =
        choice.items().stream().flatMap(item -> item.labels().stream()).toList();
    if (!labels.stream().allMatch(label -> label instanceof Expression.Constant)) {
      return false;
    }
    if (choice.wild() == Statement.Wildcards.NONE) {
      Set<BigInteger> values = new HashSet<>();
      labels.forEach(label -> values.add(((Expression.Constant) label).value()));
      values.removeIf(value -> value.bitLength() > width);
      return BigInteger.ONE.shiftLeft(width).equals(BigInteger.valueOf(values.size()));
    }
    if (width > MAX_EXHAUSTIVE_BITS) {
      return false;
    }
    for (int value = 0; value < 1 << width; value++) {
      BigInteger number = BigInteger.valueOf(value);
      boolean matched =
          labels.stream()
              .map(Expression.Constant.class::cast)
              .anyMatch(
                  label -> {
                    BigInteger any =
                        switch (choice.wild()) {
                          case NONE -> BigInteger.ZERO;
                          case Z -> label.floating();
                          case X_AND_Z -> label.floating().or(label.unknown());
                        };
                    return number.andNot(any).equals(label.value().andNot(any));
                  });
      if (!matched) {
        return false;
      }
    }
    return true;
  }

  /**
   * One branch of a conditional statement.
   *
   * @param condition the condition of the branch, if no earlier branch is taken
   * @param state its effects
   * @param startCondition the path condition at its start
   * @param body its statements
   */
  private record Branch(
      Node condition, PathState state, Node startCondition, List<Statement> body) {
    Branch(Node condition, PathState state, Node startCondition) {
      this(condition, state, startCondition, List.of());
    }
  }

  /** Merges the effects of branches; the last branch is the default. */
  private void merge(PathState into, List<Branch> branches) {
    List<Branch> alive =
        branches.stream().filter(branch -> !branch.state().isUnreachable()).toList();
    branches.forEach(branch -> into.writes().addAll(branch.state().writes()));
    if (alive.isEmpty()) {
      into.setPathCondition(graph.zero());
      return;
    }
    mergeEffects(
        alive,
        branch -> branch.state().effects().blocking(),
        into.effects().blocking(),
        leaf -> evaluator.read(leaf, into));
    mergeEffects(
        alive,
        branch -> branch.state().effects().nonBlocking(),
        into.effects().nonBlocking(),
        leaf -> into.nonBlockingValue(leaf, graph));
    if (branches.stream()
        .anyMatch(branch -> branch.state().pathCondition() != branch.startCondition())) {
      Node condition = graph.zero();
      for (Branch branch : alive) {
        condition = graph.or(condition, branch.state().pathCondition());
      }
      into.setPathCondition(condition);
    }
  }

  private void mergeEffects(
      List<Branch> branches,
      Function<Branch, Map<Leaf, Node>> effects,
      SequencedMap<Leaf, Node> into,
      Function<Leaf, Node> before) {
    Set<Leaf> leaves = new LinkedHashSet<>();
    branches.forEach(branch -> leaves.addAll(effects.apply(branch).keySet()));
    for (Leaf leaf : leaves) {
      Node old = before.apply(leaf);
      Node value = effects.apply(branches.getLast()).getOrDefault(leaf, old);
      for (Branch branch : branches.subList(0, branches.size() - 1).reversed()) {
        value = graph.mux(branch.condition(), effects.apply(branch).getOrDefault(leaf, old), value);
      }
      into.put(leaf, value);
    }
  }

  private void execute(Statement.While loop, PathState state) {
    PathState body = state.labelled(graph);
    ExecutionContext.Label label = new ExecutionContext.Label("", body, new ArrayList<>());
    for (int round = 0; !body.isUnreachable(); round++) {
      if (round > MAX_ITERATIONS) {
        throw context.unsupported(
            loop.location(),
            "a loop does not end within %d rounds. Give it a bound that is known when it is built"
                .formatted(MAX_ITERATIONS));
      }
      execute(loop.before(), body);
      Node condition = graph.truth(evaluator.word(loop.condition(), body));
      if (NodeGraph.isZero(condition)) {
        break;
      }
      if (!(condition instanceof Node.Fixed)) {
        Node done = graph.and(body.pathCondition(), graph.not(condition));
        label.arrivals().add(new ExecutionContext.Arrival(done, body.effectsSince(body)));
        body.setPathCondition(graph.and(body.pathCondition(), condition));
      }
      execute(loop.body(), body);
    }
    joinAtLabel(state, body, label);
  }

  private void execute(Statement.Labelled labelled, PathState state) {
    PathState body = state.labelled(graph);
    ExecutionContext.Label label =
        new ExecutionContext.Label(labelled.id(), body, new ArrayList<>());
    context.labels().push(label);
    execute(labelled.body(), body);
    context.labels().pop();
    joinAtLabel(state, body, label);
  }

  /** Continues behind a label with the merged effects of jumps and of normal flow. */
  private void joinAtLabel(PathState state, PathState body, ExecutionContext.Label label) {
    state.writes().addAll(body.writes());
    List<ExecutionContext.Arrival> arrivals = label.arrivals();
    if (body.isUnreachable() && arrivals.isEmpty()) {
      state.setPathCondition(graph.zero());
      return;
    }
    joinAtLabel(body, arrivals, false, state, leaf -> evaluator.read(leaf, state));
    joinAtLabel(body, arrivals, true, state, leaf -> state.nonBlockingValue(leaf, graph));
    if (body.hasEscapingJump()) {
      Node condition = body.pathCondition();
      for (ExecutionContext.Arrival arrival : arrivals) {
        condition = graph.or(condition, arrival.condition());
      }
      state.setPathCondition(graph.and(state.pathCondition(), condition));
    }
  }

  private void joinAtLabel(
      PathState body,
      List<ExecutionContext.Arrival> arrivals,
      boolean later,
      PathState state,
      Function<Leaf, Node> before) {
    Function<PathState.Effects, SequencedMap<Leaf, Node>> part =
        later ? PathState.Effects::nonBlocking : PathState.Effects::blocking;
    Set<Leaf> leaves = new LinkedHashSet<>(part.apply(body.effects()).keySet());
    arrivals.forEach(arrival -> leaves.addAll(part.apply(arrival.effects()).keySet()));
    for (Leaf leaf : leaves) {
      Node old = before.apply(leaf);
      Node value = body.isUnreachable() ? null : part.apply(body.effects()).getOrDefault(leaf, old);
      for (ExecutionContext.Arrival arrival : arrivals.reversed()) {
        Node there = part.apply(arrival.effects()).getOrDefault(leaf, old);
        value = value == null ? there : graph.mux(arrival.condition(), there, value);
      }
      part.apply(state.effects()).put(leaf, Objects.requireNonNull(value));
    }
  }

  private void jump(Statement.Jump jump, PathState state) {
    ExecutionContext.Label target = labelOf(jump);
    Node condition = state.pathCondition();
    for (PathState base = state.enclosingLabel(); base != target.base(); ) {
      base.setEscapingJump();
      condition = graph.and(base.parent().pathCondition(), condition);
      base = base.parent().enclosingLabel();
    }
    target
        .arrivals()
        .add(new ExecutionContext.Arrival(condition, state.effectsSince(target.base())));
    state.setPathCondition(graph.zero());
  }

  /** The target of a jump among the enclosing labels. */
  private ExecutionContext.Label labelOf(Statement.Jump jump) {
    return context.labels().stream()
        .filter(label -> label.id().equals(jump.target()))
        .findFirst()
        .orElseThrow(
            () ->
                context.unsupported(
                    jump.location(),
                    "a jump whose target cannot be told. Use break, continue or return"));
  }

  /** Calls a function or task; returns its result. */
  Value call(Expression.Call call, PathState state) {
    ExecutionContext.Callee callee = context.function(call);
    List<Declaration> arguments =
        callee.function().variables().stream()
            .filter(
                variable ->
                    !variable.direction().isEmpty()
                        && !variable.name().equals(callee.function().name()))
            .toList();
    if (arguments.size() != call.arguments().size()) {
      throw context.unsupported(
          call.location(), "'" + call.name() + "' is called with another number of arguments");
    }
    List<@Nullable Value> given = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      given.add(
          arguments.get(i).direction().equals("output")
              ? null
              : evaluator.value(call.arguments().get(i), state));
    }
    Map<String, Variable> variables =
        context.call(
            callee.function(),
            callee.scope(),
            call.location(),
            inside -> {
              for (int i = 0; i < arguments.size(); i++) {
                Value value = given.get(i);
                if (value != null) {
                  assignArgument(arguments.get(i), value, state);
                }
              }
              execute(callee.function().body(), state);
            });
    for (int i = 0; i < arguments.size(); i++) {
      Declaration argument = arguments.get(i);
      if (!argument.direction().equals("input")) {
        Value result = whole(Objects.requireNonNull(variables.get(argument.name())), state);
        assigner.assign(call.arguments().get(i), result, false, state);
      }
    }
    Variable result = variables.get(callee.function().name());
    return result == null ? new Value.Parts(List.of()) : whole(result, state);
  }

  private void assignArgument(Declaration argument, Value value, PathState state) {
    Value fitting = value;
    if (value instanceof Value.Word word && argument.type() instanceof Type.Packed packed) {
      fitting = new Value.Word(graph.resize(word.node(), packed.width(), false));
    }
    assigner.assign(
        new Expression.Name(
            argument.type(), SourceLocation.NOWHERE, argument.name(), Reference.LOCAL),
        fitting,
        false,
        state);
  }

  private Value whole(Variable variable, PathState state) {
    return evaluator.load(
        new VariablePath(variable, List.of(), null, 0, 0, null, variable.type()), state);
  }
}
