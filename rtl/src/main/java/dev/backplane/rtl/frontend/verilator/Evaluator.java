package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes nodes of expressions, as they are after what was done so far. */
final class Evaluator {
  private final Context context;
  private final Nodes nodes;
  private final Operators operators;
  private final Executor executor;

  Evaluator(Context context, Executor executor) {
    this.context = context;
    this.nodes = context.nodes();
    this.operators = new Operators(context, this);
    this.executor = executor;
  }

  /** The value of an expression that is a word. */
  Node word(Expression expression, State state) {
    return switch (value(expression, state)) {
      case Value.Word word -> word.node();
      case Value.Parts parts ->
          throw context.unsupported(
              expression.place(), "an unpacked array or struct is used as a number");
    };
  }

  Value value(Expression expression, State state) {
    return switch (expression) {
      case Expression.Constant constant -> new Value.Word(constant(constant));
      case Expression.Name name -> load(target(name, state), state);
      case Expression.MemberOf member -> part(member, member.from(), state);
      case Expression.ElementOf element -> part(element, element.from(), state);
      case Expression.Range range -> part(range, range.from(), state);
      case Expression.Bits bits -> new Value.Word(bits(bits, state));
      case Expression.Elements elements -> {
        List<Value> values = new ArrayList<>();
        elements.elements().forEach(element -> values.add(value(element, state)));
        yield new Value.Parts(values);
      }
      case Expression.Call call -> executor.call(call, state);
      case Expression.Apply apply -> operators.apply(apply, state);
      case Expression.Unsupported unsupported ->
          throw context.unsupported(unsupported.place(), unsupported.what());
    };
  }

  private Node constant(Expression.Constant constant) {
    if (!(constant.type() instanceof Type.Packed packed)) {
      throw context.unsupported(
          constant.place(),
          "'" + constant.text() + "' is real or a string, which is no value in hardware");
    }
    if (constant.floating().signum() != 0) {
      throw context.unsupported(
          constant.place(),
          "'z' makes a tri-state. Use an input, an output and an enable instead of 'z'");
    }
    return nodes.fixed(constant.value(), packed.width());
  }

  /**
   * A place in a word or array. Verilator cuts it to the bits that places inside need; where it is
   * fixed, as in a loop that goes too far, it is taken whole, so that it stays outside.
   */
  private Node index(Expression place, State state) {
    if (place instanceof Expression.Bits cut
        && cut.place().equals(cut.from().place())
        && cut.lsb() instanceof Expression.Constant lsb
        && lsb.value().signum() == 0
        && word(cut.from(), state) instanceof Node.Fixed whole) {
      return whole;
    }
    return word(place, state);
  }

  private Node bits(Expression.Bits bits, State state) {
    Node from = word(bits.from(), state);
    Node lsb = index(bits.lsb(), state);
    if (!(lsb instanceof Node.Fixed fixed)) {
      return nodes.compute(Operation.SHIFTX, false, List.of(from, lsb), bits.width());
    }
    int low = fixed.value().bitLength() > 29 ? 1 << 30 : fixed.value().intValue();
    context.design().selects().check(bits, low, from.width(), context);
    if (low >= from.width()) {
      return nodes.fixed(0, bits.width());
    }
    int inside = Math.min(bits.width(), from.width() - low);
    return nodes.resize(nodes.slice(from, low, inside), bits.width(), false);
  }

  /** A part of a variable, or of an array or struct that is made by an expression. */
  private Value part(Expression expression, Expression from, State state) {
    Target target = target(expression, state);
    if (target.variable() != null) {
      return load(target, state);
    }
    throw context.unsupported(from.place(), "a part of something that is no variable");
  }

  /** What a path of names, indices and members means. */
  Target target(Expression expression, State state) {
    return switch (expression) {
      case Expression.Name name -> {
        Variable variable = context.variable(name);
        yield new Target(variable, List.of(), null, 0, variable.type());
      }
      case Expression.ElementOf element -> {
        context.design().selects().check(element, context);
        Target array = target(element.from(), state);
        if (!(array.type() instanceof Type.Array type)) {
          throw context.unsupported(element.place(), "an index into something that is no array");
        }
        yield step(array, new Target.Step.Index(index(element.index(), state)), type.element());
      }
      case Expression.MemberOf member -> {
        Target struct = target(member.from(), state);
        int index = struct.type() instanceof Type.Struct type ? type.index(member.member()) : -1;
        if (index < 0) {
          throw context.unsupported(member.place(), "no member '" + member.member() + "' here");
        }
        yield step(
            struct,
            new Target.Step.Member(index),
            ((Type.Struct) struct.type()).members().get(index).type());
      }
      case Expression.Range range -> {
        Target array = target(range.from(), state);
        int size = ((Type.Array) range.type()).size();
        yield step(array, new Target.Step.Span(range.first(), size), range.type());
      }
      case Expression.Bits bits -> {
        Target word = target(bits.from(), state);
        Node lsb = index(bits.lsb(), state);
        if (lsb instanceof Node.Fixed fixed && bits.from().type() instanceof Type.Packed packed) {
          int low = fixed.value().bitLength() > 29 ? 1 << 30 : fixed.value().intValue();
          context.design().selects().check(bits, low, packed.width(), context);
        }
        if (word.lsb() != null) {
          int width = Math.max(word.lsb().width(), lsb.width()) + 1;
          lsb =
              nodes.binary(
                  Operation.ADD,
                  nodes.resize(word.lsb(), width, false),
                  nodes.resize(lsb, width, false));
        }
        yield new Target(word.variable(), word.steps(), lsb, bits.width(), bits.type());
      }
      default ->
          throw context.unsupported(expression.place(), "a part of something that is no variable");
    };
  }

  private static Target step(Target of, Target.Step step, Type type) {
    List<Target.Step> steps = new ArrayList<>(of.steps());
    steps.add(step);
    return new Target(of.variable(), steps, null, 0, type);
  }

  /** What a variable or a part of one holds. */
  Value load(Target target, State state) {
    Variable variable = target.variable();
    if (variable.isMemory()) {
      return new Value.Word(fetch(target, state));
    }
    return load(variable.type(), variable, 0, target.steps(), state);
  }

  private Value load(Type type, Variable variable, int leaf, List<Target.Step> steps, State state) {
    if (steps.isEmpty()) {
      return switch (type) {
        case Type.Packed packed -> new Value.Word(read(variable.leaves().get(leaf), state));
        case Type.Array array -> {
          List<Value> values = new ArrayList<>();
          for (int i = 0; i < array.size(); i++) {
            values.add(element(array, variable, leaf, i, steps, state));
          }
          yield new Value.Parts(values);
        }
        case Type.Struct struct -> {
          List<Value> values = new ArrayList<>();
          for (int i = 0; i < struct.members().size(); i++) {
            values.add(
                load(
                    struct.members().get(i).type(),
                    variable,
                    leaf + offset(struct, i),
                    steps,
                    state));
          }
          yield new Value.Parts(values);
        }
        case Type.Other other ->
            throw context.unsupported(
                variable.place(),
                "'" + variable.path() + "' is of type " + other.what() + ", which is no hardware");
      };
    }
    List<Target.Step> rest = steps.subList(1, steps.size());
    return switch (steps.getFirst()) {
      case Target.Step.Member member -> {
        Type.Struct struct = (Type.Struct) type;
        yield load(
            struct.members().get(member.index()).type(),
            variable,
            leaf + offset(struct, member.index()),
            rest,
            state);
      }
      case Target.Step.Span span -> {
        Type.Array array = (Type.Array) type;
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < span.size(); i++) {
          values.add(element(array, variable, leaf, span.first() + i, rest, state));
        }
        yield new Value.Parts(values);
      }
      case Target.Step.Index index -> {
        Type.Array array = (Type.Array) type;
        if (index.index() instanceof Node.Fixed fixed
            && fixed.value().bitLength() < 31
            && fixed.value().intValue() < array.size()) {
          yield element(array, variable, leaf, fixed.value().intValue(), rest, state);
        }
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
          values.add(element(array, variable, leaf, i, rest, state));
        }
        yield pick(values, index.index());
      }
    };
  }

  private Value element(
      Type.Array array,
      Variable variable,
      int leaf,
      int index,
      List<Target.Step> rest,
      State state) {
    int words = (int) array.element().words();
    return load(array.element(), variable, leaf + index * words, rest, state);
  }

  static int offset(Type.Struct struct, int member) {
    long words = 0;
    for (Type.Member before : struct.members().subList(0, member)) {
      words += before.type().words();
    }
    return (int) words;
  }

  /** One of several values by an index; 0 outside. */
  private Value pick(List<Value> values, Node index) {
    if (values.getFirst() instanceof Value.Parts first) {
      List<Value> parts = new ArrayList<>();
      for (int i = 0; i < first.values().size(); i++) {
        int part = i;
        parts.add(
            pick(
                values.stream().map(value -> ((Value.Parts) value).values().get(part)).toList(),
                index));
      }
      return new Value.Parts(parts);
    }
    List<Node> words = values.stream().map(value -> ((Value.Word) value).node()).toList();
    return new Value.Word(pick(words, index, index.width() - 1));
  }

  private Node pick(List<Node> words, Node index, int bit) {
    if (bit < 0) {
      return words.getFirst();
    }
    int half = bit > 24 ? words.size() : Math.min(words.size(), 1 << bit);
    Node low = pick(words.subList(0, half), index, bit - 1);
    Node high =
        half == words.size()
            ? nodes.fixed(0, low.width())
            : pick(words.subList(half, words.size()), index, bit - 1);
    return nodes.mux(nodes.slice(index, bit, 1), high, low);
  }

  /** What a word holds now. */
  Node read(Leaf leaf, State state) {
    Node assumed = context.assumed(leaf);
    if (assumed != null) {
      return assumed;
    }
    Node written = state.now(leaf);
    if (written != null) {
      return written;
    }
    return switch (leaf.variable().origin()) {
      case LOCAL -> nodes.fixed(0, leaf.width());
      case PARAMETER -> initial(leaf);
      case TOP_INPUT, PORT, INNER ->
          context.mode() == Context.Mode.INITIAL && context.design().initial().containsKey(leaf)
              ? initial(leaf)
              : nodes.read(leaf);
    };
  }

  private Node initial(Leaf leaf) {
    return context.design().initial().getOrDefault(leaf, nodes.fixed(0, leaf.width()));
  }

  private Node fetch(Target target, State state) {
    Variable memory = target.variable();
    MemoryAddress address = MemoryAddress.of(nodes, target);
    if (address == null) {
      context.design().reject(memory);
      return nodes.fixed(0, memory.word().width());
    }
    int width = memory.word().width();
    if (address.isOutside(memory)) {
      return nodes.fixed(0, width);
    }
    Node value = nodes.fetch(memory, width, address.address());
    if (address.address() instanceof Node.Fixed fixed) {
      if (memory.origin() == Variable.Origin.PARAMETER || context.mode() == Context.Mode.INITIAL) {
        value = contents(memory, fixed);
      } else {
        context.design().useFixed(memory, fixed);
      }
    }
    for (Write write : state.allWrites(memory)) {
      if (write.blocking()) {
        Node same = equal(address.address(), write.address());
        Node mixed =
            nodes.or(
                nodes.and(value, nodes.not(write.mask())), nodes.and(write.data(), write.mask()));
        value = nodes.mux(nodes.and(write.enable(), same), mixed, value);
      }
    }
    return nodes.mux(address.inside(), value, nodes.fixed(0, width));
  }

  private Node equal(Node a, Node b) {
    int width = Math.max(a.width(), b.width());
    return nodes.compare(
        Operation.EQ, false, nodes.resize(a, width, false), nodes.resize(b, width, false));
  }

  private Node contents(Variable memory, Node.Fixed address) {
    java.math.BigInteger word =
        address.value().bitLength() > 30
            ? null
            : context.design().contents(memory).get(address.value().intValue());
    return nodes.fixed(word == null ? java.math.BigInteger.ZERO : word, memory.word().width());
  }

  /** The word behind a value that must be one. */
  static @Nullable Node wordOf(Value value) {
    return value instanceof Value.Word word ? word.node() : null;
  }
}
