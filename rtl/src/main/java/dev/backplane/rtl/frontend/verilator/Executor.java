package dev.backplane.rtl.frontend.verilator;

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
import org.jspecify.annotations.Nullable;

/**
 * Executes statements with nodes for values. Where a condition is not fixed, both ways are gone and
 * what they leave is chosen between by it.
 */
final class Executor {
  /** More rounds of one loop are taken for a loop without an end. */
  private static final int MOST_ROUNDS = 1 << 17;

  /** Wider subjects of a case with wildcards are not tried value by value. */
  private static final int MOST_COVERED_BITS = 12;

  private final Context context;
  private final Nodes nodes;
  private final Evaluator evaluator;
  private final Assigner assigner;
  private final Operators operators;

  Executor(Context context) {
    this.context = context;
    this.nodes = context.nodes();
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

  void execute(List<Statement> statements, State state) {
    for (Statement statement : statements) {
      if (state.isDead()) {
        return;
      }
      execute(statement, state);
    }
  }

  private void execute(Statement statement, State state) {
    switch (statement) {
      case Statement.Assign assign ->
          assigner.assign(
              assign.target(), evaluator.value(assign.value(), state), assign.nonBlocking(), state);
      case Statement.If choice -> {
        if (hasEffect(choice.yes()) || hasEffect(choice.no())) {
          execute(choice, state);
        }
      }
      case Statement.Case choice -> {
        if (choice.items().stream().anyMatch(item -> hasEffect(item.body()))) {
          execute(choice, state);
        }
      }
      case Statement.While loop -> execute(loop, state);
      case Statement.Block block -> context.inBlock(block, () -> executeBlock(block, state));
      case Statement.Labelled labelled -> execute(labelled, "", state);
      case Statement.Jump jump -> jump(jump, state);
      case Statement.CallOf call -> call(call.call(), state);
      case Statement.ReadFile read -> new MemoryFile(context, evaluator).read(read, state);
      case Statement.Ignored ignored ->
          context.design().warn(ignored.place(), ignored.what() + " is ignored");
      case Statement.Unsupported unsupported ->
          throw context.unsupported(
              unsupported.place(), unsupported.what() + ", which cannot be made hardware here");
    }
  }

  /** A condition of nothing but messages need not be hardware. */
  private static boolean hasEffect(List<Statement> statements) {
    return statements.stream()
        .anyMatch(
            statement ->
                switch (statement) {
                  case Statement.Ignored ignored -> false;
                  case Statement.Block block -> hasEffect(block.body());
                  case Statement.If choice -> hasEffect(choice.yes()) || hasEffect(choice.no());
                  default -> true;
                });
  }

  private void executeBlock(Statement.Block block, State state) {
    for (Statement statement : block.body()) {
      if (state.isDead()) {
        return;
      }
      if (statement instanceof Statement.Labelled labelled) {
        execute(labelled, block.name(), state);
      } else {
        execute(statement, state);
      }
    }
  }

  private void execute(Statement.If choice, State state) {
    Node condition = nodes.truth(evaluator.word(choice.condition(), state));
    if (condition instanceof Node.Fixed) {
      execute(Nodes.isZero(condition) ? choice.no() : choice.yes(), state);
      return;
    }
    State yes = state.way(nodes.and(state.reach(), condition));
    execute(choice.yes(), yes);
    Node not = nodes.not(condition);
    State no = state.way(nodes.and(state.reach(), not));
    execute(choice.no(), no);
    merge(
        state,
        List.of(
            new Way(condition, yes, nodes.and(state.reach(), condition)),
            new Way(nodes.one(), no, nodes.and(state.reach(), not))));
  }

  private void execute(Statement.Case choice, State state) {
    List<Way> ways = new ArrayList<>();
    Node rest = nodes.one();
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
    for (int i = 0; i < items.size() && !Nodes.isZero(rest); i++) {
      Statement.Item item = items.get(i);
      Node match = nodes.zero();
      for (Expression label : item.labels()) {
        match = nodes.or(match, operators.matches(choice.subject(), label, choice.wild(), state));
      }
      if (full && i == items.size() - 1) {
        match = nodes.one();
      }
      if (Nodes.isZero(match)) {
        continue;
      }
      Node taken = apart && !Nodes.isOnes(match) ? match : nodes.and(rest, match);
      rest = nodes.and(rest, nodes.not(match));
      addWay(ways, state, match, taken, item.body());
    }
    if (!Nodes.isZero(rest)) {
      addWay(ways, state, nodes.one(), rest, otherwise == null ? List.of() : otherwise);
    }
    if (ways.size() == 1) {
      execute(ways.getFirst().body(), state);
      return;
    }
    ways.forEach(way -> execute(way.body(), way.state()));
    if (promised && ways.size() > 1 && ways.getLast().body().isEmpty()) {
      keepPromise(choice, state, ways.get(ways.size() - 2).state(), ways.getLast().state());
    }
    merge(state, ways);
  }

  /**
   * Where the source promises that some item matches, the way on which none does need not remember
   * what was there before: it goes with the last item. What has a value by then keeps it, as it
   * does in simulation.
   */
  private void keepPromise(Statement.Case choice, State before, State last, State none) {
    for (Leaf leaf : last.effects().now().keySet()) {
      Node old = evaluator.read(leaf, before);
      Node given = last.effects().now().get(leaf);
      List<Node> parts = new ArrayList<>();
      boolean remembers = false;
      for (Segments.Segment segment : Segments.of(old)) {
        Node part = nodes.slice(old, segment.lsb(), segment.width());
        boolean kept = part == nodes.slice(nodes.read(leaf), segment.lsb(), segment.width());
        remembers |= kept;
        parts.add(kept ? nodes.slice(given, segment.lsb(), segment.width()) : part);
      }
      if (remembers && !none.isDead()) {
        none.effects().now().put(leaf, nodes.join(parts));
        context
            .design()
            .warn(
                choice.place(),
                "the source promises that an item matches: where none does, '"
                    + leaf.name()
                    + "' goes with the last one, and remembers nothing");
      }
    }
  }

  private void addWay(List<Way> ways, State state, Node match, Node taken, List<Statement> body) {
    Node reach = nodes.and(state.reach(), taken);
    ways.add(new Way(match, state.way(reach), reach, body));
  }

  /** Whether no value matches two items. */
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

  /** Whether every value matches an item. */
  private static boolean coversAll(Statement.Case choice) {
    // A label without a size makes the subject wider, by zeros.
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
    if (choice.wild() == Statement.Wild.NONE) {
      Set<BigInteger> values = new HashSet<>();
      labels.forEach(label -> values.add(((Expression.Constant) label).value()));
      values.removeIf(value -> value.bitLength() > width);
      return BigInteger.ONE.shiftLeft(width).equals(BigInteger.valueOf(values.size()));
    }
    if (width > MOST_COVERED_BITS) {
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
   * One of several ways.
   *
   * @param condition of going it, if none before it is gone
   * @param state what it does
   * @param start the condition of getting to its start
   * @param body what is to be executed on it
   */
  private record Way(Node condition, State state, Node start, List<Statement> body) {
    Way(Node condition, State state, Node start) {
      this(condition, state, start, List.of());
    }
  }

  /** Puts what ways leave together, the last way being the one that is left over. */
  private void merge(State into, List<Way> ways) {
    List<Way> alive = ways.stream().filter(way -> !way.state().isDead()).toList();
    ways.forEach(way -> into.writes().addAll(way.state().writes()));
    if (alive.isEmpty()) {
      into.setReach(nodes.zero());
      return;
    }
    choose(
        alive,
        way -> way.state().effects().now(),
        into.effects().now(),
        leaf -> evaluator.read(leaf, into));
    choose(
        alive,
        way -> way.state().effects().next(),
        into.effects().next(),
        leaf -> Objects.requireNonNullElseGet(into.next(leaf), () -> nodes.read(leaf)));
    if (ways.stream().anyMatch(way -> way.state().reach() != way.start())) {
      Node reach = nodes.zero();
      for (Way way : alive) {
        reach = nodes.or(reach, way.state().reach());
      }
      into.setReach(reach);
    }
  }

  private void choose(
      List<Way> ways,
      Function<Way, Map<Leaf, Node>> effects,
      SequencedMap<Leaf, Node> into,
      Function<Leaf, Node> before) {
    Set<Leaf> leaves = new LinkedHashSet<>();
    ways.forEach(way -> leaves.addAll(effects.apply(way).keySet()));
    for (Leaf leaf : leaves) {
      Node old = before.apply(leaf);
      Node value = effects.apply(ways.getLast()).getOrDefault(leaf, old);
      for (Way way : ways.subList(0, ways.size() - 1).reversed()) {
        value = nodes.mux(way.condition(), effects.apply(way).getOrDefault(leaf, old), value);
      }
      into.put(leaf, value);
    }
  }

  private void execute(Statement.While loop, State state) {
    State body = state.labelled(nodes);
    Context.Label label = new Context.Label(loop.place(), "", true, body, new ArrayList<>());
    context.labels().push(label);
    for (int round = 0; !body.isDead(); round++) {
      if (round > MOST_ROUNDS) {
        throw context.unsupported(
            loop.place(),
            "a loop does not end within %d rounds. Give it a bound that is known when it is built"
                .formatted(MOST_ROUNDS));
      }
      execute(loop.before(), body);
      Node condition = nodes.truth(evaluator.word(loop.condition(), body));
      if (Nodes.isZero(condition)) {
        break;
      }
      if (!(condition instanceof Node.Fixed)) {
        Node done = nodes.and(body.reach(), nodes.not(condition));
        label.arrivals().add(new Context.Arrival(done, body.since(body)));
        body.setReach(nodes.and(body.reach(), condition));
      }
      execute(loop.body(), body);
    }
    context.labels().pop();
    land(state, body, label);
  }

  private void execute(Statement.Labelled labelled, String block, State state) {
    State body = state.labelled(nodes);
    Context.Label label =
        new Context.Label(labelled.place(), block, false, body, new ArrayList<>());
    context.labels().push(label);
    execute(labelled.body(), body);
    context.labels().pop();
    land(state, body, label);
  }

  /** Goes on behind a label with what came to it, by jumps and without. */
  private void land(State state, State body, Context.Label label) {
    state.writes().addAll(body.writes());
    List<Context.Arrival> arrivals = label.arrivals();
    if (body.isDead() && arrivals.isEmpty()) {
      state.setReach(nodes.zero());
      return;
    }
    land(body, arrivals, false, state, leaf -> evaluator.read(leaf, state));
    land(
        body,
        arrivals,
        true,
        state,
        leaf -> Objects.requireNonNullElseGet(state.next(leaf), () -> nodes.read(leaf)));
    if (body.wasLeft()) {
      Node reach = body.reach();
      for (Context.Arrival arrival : arrivals) {
        reach = nodes.or(reach, arrival.condition());
      }
      state.setReach(nodes.and(state.reach(), reach));
    }
  }

  private void land(
      State body,
      List<Context.Arrival> arrivals,
      boolean later,
      State state,
      Function<Leaf, Node> before) {
    Function<State.Effects, SequencedMap<Leaf, Node>> part =
        later ? State.Effects::next : State.Effects::now;
    Set<Leaf> leaves = new LinkedHashSet<>(part.apply(body.effects()).keySet());
    arrivals.forEach(arrival -> leaves.addAll(part.apply(arrival.effects()).keySet()));
    for (Leaf leaf : leaves) {
      Node old = before.apply(leaf);
      Node value = body.isDead() ? null : part.apply(body.effects()).getOrDefault(leaf, old);
      for (Context.Arrival arrival : arrivals.reversed()) {
        Node there = part.apply(arrival.effects()).getOrDefault(leaf, old);
        value = value == null ? there : nodes.mux(arrival.condition(), there, value);
      }
      part.apply(state.effects()).put(leaf, Objects.requireNonNull(value));
    }
  }

  private void jump(Statement.Jump jump, State state) {
    Context.Label target = target(jump);
    Node condition = state.reach();
    for (State base = state.base(); base != target.base(); ) {
      base.setLeft();
      condition = nodes.and(base.parent().reach(), condition);
      base = base.parent().base();
    }
    target.arrivals().add(new Context.Arrival(condition, state.since(target.base())));
    state.setReach(nodes.zero());
  }

  /** The label that a jump means, of those around it. */
  private Context.Label target(Statement.Jump jump) {
    Context.@Nullable Label found = null;
    boolean insideLoop = true;
    for (Context.Label label : context.labels()) {
      boolean doLoop = label.place().length() == 2;
      switch (jump.keyword()) {
        case "continue" -> {
          insideLoop &= !label.loop();
          found = insideLoop ? label : found;
        }
        case "break" -> {
          if (found == null && !label.loop() && (doLoop || !insideLoop)) {
            found = label;
          }
          insideLoop &= !label.loop() || doLoop;
        }
        case "return" -> found = label.loop() ? found : label;
        default -> {
          if (found == null && !label.block().isEmpty() && label.block().equals(jump.block())) {
            found = label;
          }
        }
      }
    }
    if (found == null || found.loop()) {
      throw context.unsupported(
          jump.place(), "a jump whose target cannot be told. Use break, continue or return");
    }
    return found;
  }

  /** Calls a function or task; gives its result. */
  Value call(Expression.Call call, State state) {
    Context.Callee callee = context.function(call);
    List<Declaration> arguments =
        callee.function().variables().stream()
            .filter(
                variable ->
                    !variable.direction().isEmpty()
                        && !variable.name().equals(callee.function().name()))
            .toList();
    if (arguments.size() != call.arguments().size()) {
      throw context.unsupported(
          call.place(), "'" + call.name() + "' is called with another number of arguments");
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
            call.place(),
            inside -> {
              for (int i = 0; i < arguments.size(); i++) {
                Value value = given.get(i);
                if (value != null) {
                  put(arguments.get(i), value, state);
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

  private void put(Declaration argument, Value value, State state) {
    Value fitting = value;
    if (value instanceof Value.Word word && argument.type() instanceof Type.Packed packed) {
      fitting = new Value.Word(nodes.resize(word.node(), packed.width(), false));
    }
    assigner.assign(
        new Expression.Name(argument.type(), Place.NOWHERE, argument.name(), ""),
        fitting,
        false,
        state);
  }

  private Value whole(Variable variable, State state) {
    return evaluator.load(new Target(variable, List.of(), null, 0, variable.type()), state);
  }
}
