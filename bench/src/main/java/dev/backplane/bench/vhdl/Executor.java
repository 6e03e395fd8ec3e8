package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes statements: what each object then holds is an expression of what it held before. */
final class Executor {
  private static final int MOST_TURNS = 100_000;

  private final Engine engine;
  private final Deque<Loop> loops = new ArrayDeque<>();

  /** The number of times that statements left more than their loop. */
  private int departures;

  /** A loop that is executed; its two flags are kept in the state. */
  private static final class Loop {
    private final @Nullable String label;
    private final Object left = new Object();
    private final Object ahead = new Object();
    private final int departures;
    private final Node live;
    private Node turn;
    private boolean exits;

    Loop(@Nullable String label, int departures, Node live) {
      this.label = label;
      this.departures = departures;
      this.live = live;
      this.turn = live;
    }
  }

  Executor(Engine engine) {
    this.engine = engine;
  }

  private NodeGraph graph() {
    return engine.bits().graph();
  }

  /** The body of a subprogram: who returns from it leaves nothing of its caller. */
  void body(List<Statement> statements, Context context) {
    int before = departures;
    execute(statements, context);
    departures = before;
  }

  void execute(List<Statement> statements, Context context) {
    for (Statement statement : statements) {
      if (NodeGraph.isZero(context.state().live())) {
        return;
      }
      execute(statement, context);
    }
  }

  private void execute(Statement statement, Context context) {
    switch (statement) {
      case Statement.Assign assign -> assign(assign, context);
      case Statement.SelectAssign select -> select(select, context);
      case Statement.If branches -> branches(branches.branches(), 0, branches.place(), context);
      case Statement.Case choices ->
          choose(
              choices.selector(),
              choices.alternatives(),
              choices.matching(),
              choices.place(),
              context);
      case Statement.For loop -> loop(loop, context);
      case Statement.While loop -> loop(loop, context);
      case Statement.Leave leave -> leave(leave, context);
      case Statement.Return end -> end(end, context);
      case Statement.Call call -> engine.calls().procedure(call.call(), context);
      case Statement.Nothing _ -> {
        // Nothing.
      }
      case Statement.Wait wait ->
          throw Refusal.unsupported(
              wait.place(), "'wait' is not read. Use a process with a clock and an if statement");
    }
  }

  private void assign(Statement.Assign assign, Context context) {
    List<Statement.Branch> branches = new ArrayList<>();
    for (Statement.Choice choice : assign.values()) {
      Statement body =
          choice.value() == null
              ? new Statement.Nothing(assign.place())
              : new Statement.Assign(
                  assign.target(),
                  List.of(new Statement.Choice(choice.value(), null)),
                  assign.variable(),
                  assign.place());
      branches.add(new Statement.Branch(choice.condition(), List.of(body)));
    }
    Statement.Choice only = assign.values().getFirst();
    if (branches.size() == 1 && only.condition() == null) {
      if (only.value() != null) {
        engine.targets().assign(assign.target(), only.value(), assign.variable(), context);
      }
      return;
    }
    branches(branches, 0, assign.place(), context);
  }

  private void select(Statement.SelectAssign select, Context context) {
    List<Statement.Alternative> alternatives = new ArrayList<>();
    for (Statement.Selected each : select.alternatives()) {
      Expression value = each.value();
      Statement body =
          value == null
              ? new Statement.Nothing(select.place())
              : new Statement.Assign(
                  select.target(),
                  List.of(new Statement.Choice(value, null)),
                  select.variable(),
                  select.place());
      alternatives.add(new Statement.Alternative(each.choices(), List.of(body)));
    }
    choose(select.selector(), alternatives, select.matching(), select.place(), context);
  }

  private void branches(List<Statement.Branch> branches, int at, Place place, Context context) {
    if (at == branches.size()) {
      return;
    }
    Statement.Branch branch = branches.get(at);
    if (branch.condition() == null) {
      execute(branch.body(), context);
      return;
    }
    Node condition = engine.evaluator().condition(branch.condition(), context);
    if (condition instanceof Node.Fixed fixed) {
      if (fixed.value().signum() != 0) {
        execute(branch.body(), context);
      } else {
        branches(branches, at + 1, place, context);
      }
      return;
    }
    State yes = under(condition, context.state());
    execute(branch.body(), context.with(yes));
    State no = under(graph().not(condition), context.state());
    branches(branches, at + 1, place, context.with(no));
    merge(context.state(), condition, yes, no, place);
  }

  private State under(Node condition, State state) {
    State fork = state.fork();
    fork.path(graph().and(state.path(), condition));
    return fork;
  }

  private void merge(State state, Node condition, State yes, State no, Place place) {
    try {
      state.merge(engine.bits(), condition, yes, no);
    } catch (State.WidthsDiffer e) {
      throw Refusal.unsupported(place, "what is returned has not the same length on all ways");
    }
  }

  private void choose(
      Expression selector,
      List<Statement.Alternative> alternatives,
      boolean matching,
      Place place,
      Context context) {
    boolean open = engine.evaluator().needsContext(selector, context);
    Value value = engine.evaluator().value(selector, open ? Standard.VECTOR : null, context);
    List<Node> conditions = new ArrayList<>();
    for (Statement.Alternative alternative : alternatives) {
      Node condition = graph().zero();
      for (Expression choice : alternative.choices()) {
        condition = graph().or(condition, matches(choice, value, matching, context));
      }
      conditions.add(condition);
    }
    for (int i = 0; i < alternatives.size(); i++) {
      boolean others = alternatives.get(i).choices().getFirst() instanceof Expression.Others;
      if (NodeGraph.isOnes(conditions.get(i)) && !(others && !value.isConstant())) {
        execute(alternatives.get(i).body(), context);
        return;
      }
    }
    if (value.isConstant()) {
      throw Refusal.invalid(place, "no choice is the value " + value.number());
    }
    // All values are covered, so that the last alternative needs no condition.
    choose(alternatives, conditions, 0, place, context);
  }

  private void choose(
      List<Statement.Alternative> alternatives,
      List<Node> conditions,
      int first,
      Place place,
      Context context) {
    List<State> states = new ArrayList<>();
    Node before = graph().zero();
    for (int i = first; i < alternatives.size(); i++) {
      boolean last = i == alternatives.size() - 1;
      State state = under(last ? graph().not(before) : conditions.get(i), context.state());
      if (!NodeGraph.isZero(conditions.get(i)) || last) {
        execute(alternatives.get(i).body(), context.with(state));
      }
      before = graph().or(before, conditions.get(i));
      states.add(state);
    }
    State result = states.getLast();
    for (int i = states.size() - 2; i >= 0; i--) {
      State next = context.state().fork();
      merge(next, conditions.get(first + i), states.get(i), result, place);
      result = next;
    }
    context.state().values().clear();
    context.state().values().putAll(result.values());
    context.state().live(result.live());
  }

  Node matches(Expression choice, Value selector, boolean matching, Context context) {
    if (choice instanceof Expression.Others) {
      return graph().one();
    }
    Ranges.Typed range = engine.ranges().ifTyped(choice, context);
    if (range != null) {
      if (range.range().length() == 0) {
        return graph().zero();
      }
      Value low = bound(range.type(), range.range().low(), selector);
      Value high = bound(range.type(), range.range().high(), selector);
      Place place = choice.place();
      return graph()
          .and(
              Bits.some(engine.operators().compute(">=", selector, low, place).node()),
              Bits.some(engine.operators().compute("<=", selector, high, place).node()));
    }
    Value value = engine.evaluator().value(choice, expected(selector), context);
    if (value.type() instanceof Type.Array a
        && selector.type() instanceof Type.Array b
        && a.range().length() != b.range().length()) {
      throw Refusal.invalid(
          choice.place(),
          "the choice has %d elements, and what is chosen by has %d"
              .formatted(a.range().length(), b.range().length()));
    }
    return Bits.some(
        engine.operators().compute(matching ? "?=" : "=", selector, value, choice.place()).node());
  }

  private static Type expected(Value selector) {
    return selector.type() instanceof Type.Array array
        ? new Type.Array(array.base(), array.indices(), array.element(), null)
        : selector.type();
  }

  private Value bound(Type type, long number, Value selector) {
    return selector.type() instanceof Type.Enumeration enumeration
        ? engine.evaluator().literal(enumeration, (int) number)
        : type instanceof Type.Enumeration enumeration
            ? engine.evaluator().literal(enumeration, (int) number)
            : engine.numbers().of(number);
  }

  private Loop begin(@Nullable String label, State state) {
    Loop loop = new Loop(label, departures, state.live());
    state.put(loop.left, graph().zero());
    state.put(loop.ahead, graph().zero());
    loops.push(loop);
    return loop;
  }

  /** The end of one turn; tells whether there may be another one. */
  private boolean turned(Loop loop, State state) {
    Node ahead = Bits.some(state.get(loop.ahead));
    state.live(
        loop.exits || departures != loop.departures ? graph().or(state.live(), ahead) : loop.turn);
    loop.turn = state.live();
    state.put(loop.ahead, graph().zero());
    return !NodeGraph.isZero(state.live());
  }

  private void end(Loop loop, State state) {
    loops.pop();
    state.live(
        departures == loop.departures
            ? loop.live
            : graph().or(state.live(), Bits.some(state.get(loop.left))));
    state.values().remove(loop.left);
    state.values().remove(loop.ahead);
  }

  private void loop(Statement.For statement, Context context) {
    Ranges.Typed range = engine.ranges().of(statement.range(), context);
    if (range.range().length() > MOST_TURNS) {
      throw Refusal.unsupported(
          statement.place(), "the loop has " + range.range().length() + " turns");
    }
    Loop loop = begin(statement.label(), context.state());
    for (int i = 0; i < range.range().length(); i++) {
      Scope scope = context.scope().inner("");
      long at = range.range().at(i);
      Value value =
          range.type() instanceof Type.Enumeration enumeration
              ? engine.evaluator().literal(enumeration, (int) at)
              : engine.numbers().of(at);
      scope.add(statement.variable(), Symbol.Constant.of(value));
      execute(statement.body(), context.in(scope));
      if (!turned(loop, context.state())) {
        break;
      }
    }
    end(loop, context.state());
  }

  private void loop(Statement.While statement, Context context) {
    Loop loop = begin(statement.label(), context.state());
    for (int i = 0; ; i++) {
      if (i > MOST_TURNS) {
        throw Refusal.unsupported(statement.place(), "the loop has no end that can be told");
      }
      if (statement.condition() != null) {
        Node condition = engine.evaluator().condition(statement.condition(), context);
        if (NodeGraph.isZero(condition)) {
          break;
        }
        if (!NodeGraph.isOnes(condition)) {
          if (i > 4096) {
            throw Refusal.unsupported(
                statement.place(), "how often the loop turns is computed by the hardware");
          }
          loop.exits = true;
          leave(loop, graph().not(condition), false, context.state());
        }
      }
      execute(statement.body(), context);
      if (!turned(loop, context.state())) {
        break;
      }
    }
    end(loop, context.state());
  }

  private void leave(Statement.Leave leave, Context context) {
    Node condition =
        leave.condition() == null
            ? graph().one()
            : engine.evaluator().condition(leave.condition(), context);
    for (Loop loop : loops) {
      if (leave.label() == null || leave.label().equals(loop.label)) {
        loop.exits |= !leave.next();
        departures += loop == loops.element() ? 0 : 1;
        leave(loop, condition, leave.next(), context.state());
        return;
      }
    }
    throw Refusal.invalid(leave.place(), "there is no such loop around");
  }

  private void leave(Loop loop, Node condition, boolean next, State state) {
    Object flag = next ? loop.ahead : loop.left;
    Node leaving = graph().and(state.live(), condition);
    state.put(flag, graph().or(Bits.some(state.get(flag)), leaving));
    state.live(graph().and(state.live(), graph().not(condition)));
  }

  private void end(Statement.Return end, Context context) {
    State state = context.state();
    Context.Frame frame = context.frame();
    if (frame == null) {
      throw Refusal.invalid(end.place(), "'return' outside of a subprogram");
    }
    departures++;
    Type result = frame.result();
    if (end.value() != null && result != null) {
      Value value =
          engine
              .conversions()
              .fit(engine.evaluator().value(end.value(), result, context), result, end.place());
      frame.returned(value.type());
      frame.real(value);
      Node before = state.get(frame);
      if (value.node() != null) {
        if (before != null && before.width() != value.node().width()) {
          throw Refusal.unsupported(
              end.place(), "what is returned has not the same length on all ways");
        }
        state.put(
            frame, before == null ? value.node() : graph().mux(state.live(), value.node(), before));
      }
    }
    state.live(graph().zero());
  }
}
