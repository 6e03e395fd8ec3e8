package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates expressions symbolically, to nodes, in the current path state. */
final class Evaluator {
  private final ExecutionContext context;
  private final NodeGraph graph;
  private final Operators operators;
  private final Executor executor;
  private final IndexValues indices;

  Evaluator(ExecutionContext context, Executor executor) {
    this.context = context;
    this.graph = context.graph();
    this.operators = new Operators(context, this);
    this.executor = executor;
    this.indices = new IndexValues(context, this);
  }

  /** The value of an expression that is a word. */
  Node word(Expression expression, PathState state) {
    return switch (value(expression, state)) {
      case Value.Word word -> word.node();
      case Value.Parts _, Value.Pattern _ ->
          throw context.unsupported(
              expression.location(), "an unpacked array or struct is used as a number");
    };
  }

  Value value(Expression expression, PathState state) {
    return switch (expression) {
      case Expression.Constant constant -> new Value.Word(constant(constant));
      case Expression.Name name -> load(resolvePath(name, state), state);
      case Expression.MemberOf member -> part(member, member.from(), state);
      case Expression.ElementOf element -> part(element, element.from(), state);
      case Expression.Range range -> part(range, range.from(), state);
      case Expression.Bits bits -> new Value.Word(bits(bits, state));
      case Expression.Elements elements -> {
        List<Value> values = new ArrayList<>();
        elements.elements().forEach(element -> values.add(value(element, state)));
        yield new Value.Pattern(values);
      }
      case Expression.Call call -> executor.call(call, state);
      case Expression.Apply apply -> operators.apply(apply, state);
      case Expression.Unsupported unsupported ->
          throw context.unsupported(unsupported.location(), unsupported.what());
    };
  }

  private Node constant(Expression.Constant constant) {
    if (!(constant.type() instanceof Type.Packed packed)) {
      throw context.unsupported(
          constant.location(),
          "'" + constant.text() + "' is real or a string, which is no value in hardware");
    }
    if (constant.floating().signum() != 0) {
      throw context.unsupported(
          constant.location(),
          "'z' makes a tri-state. Use an input, an output and an enable instead of 'z'");
    }
    return graph.fixed(constant.value(), packed.width());
  }

  /** The place of an element, from 0; one that is not there has a place that no element has. */
  private Node element(Expression.ElementOf element, Type.Array array, PathState state) {
    Node cut = place(element.index(), state);
    SourceIndex index = element.sourceIndex();
    SourceIndex.Place place =
        index == null || index.declared().size() != array.size()
            ? null
            : index.place(1, 1, false, cut, indices, state);
    return place == null ? cut : place.node();
  }

  /** The place of the lowest selected bit, which may lie below the lowest bit that is there. */
  private SourceIndex.Place lowest(Expression.Bits bits, PathState state) {
    Node cut = place(bits.lsb(), state);
    SourceIndex index = bits.sourceIndex();
    int width = bits.from().type() instanceof Type.Packed packed ? packed.width() : 0;
    int size = index == null ? 1 : index.declared().size();
    int stride = width / size;
    SourceIndex.Place place =
        index == null || (stride * size != width && index.merged().isEmpty())
            ? null
            : index.place(bits.width(), stride, index.declared().ascending(), cut, indices, state);
    return place == null ? new SourceIndex.Place(cut, 0, null) : place;
  }

  /** The place in the tree, before Verilator cut it to the bits that valid places need. */
  private Node place(Expression place, PathState state) {
    return word(SourceIndex.isCut(place) ? ((Expression.Bits) place).from() : place, state);
  }

  private Node bits(Expression.Bits bits, PathState state) {
    SourceIndex.Place place = lowest(bits, state);
    Node selected = bits(bits, place, state);
    return place.inside() == null ? selected : graph.and(selected, place.inside());
  }

  private Node bits(Expression.Bits bits, SourceIndex.Place place, PathState state) {
    Node from = word(bits.from(), state);
    if (place.below() > 0) {
      from = graph.concat(List.of(graph.fixed(0, place.below()), from));
    }
    if (!(place.node() instanceof Node.Fixed fixed)) {
      return graph.compute(Operation.SHIFTX, false, List.of(from, place.node()), bits.width());
    }
    int low = fixed.value().bitLength() > 29 ? 1 << 30 : fixed.value().intValue();
    context.design().selectCheck().check(bits, low, from.width(), context);
    if (low >= from.width()) {
      return graph.fixed(0, bits.width());
    }
    int inside = Math.min(bits.width(), from.width() - low);
    return graph.resize(graph.slice(from, low, inside), bits.width(), false);
  }

  /** A part of a variable, or of an array or struct that is the value of an expression. */
  private Value part(Expression expression, Expression from, PathState state) {
    VariablePath path = resolvePath(expression, state);
    if (path.variable() != null) {
      return load(path, state);
    }
    throw context.unsupported(from.location(), "a part of something that is no variable");
  }

  /** Resolves a path of names, indices and members. */
  VariablePath resolvePath(Expression expression, PathState state) {
    return switch (expression) {
      case Expression.Name name -> {
        Variable variable = context.variable(name);
        yield new VariablePath(variable, List.of(), null, 0, 0, null, variable.type());
      }
      case Expression.ElementOf element -> {
        context.design().selectCheck().check(element, context);
        VariablePath array = resolvePath(element.from(), state);
        if (!(array.type() instanceof Type.Array type)) {
          throw context.unsupported(element.location(), "an index into something that is no array");
        }
        Node index = element(element, type, state);
        yield step(array, new VariablePath.Step.Index(index), type.element());
      }
      case Expression.MemberOf member -> {
        VariablePath struct = resolvePath(member.from(), state);
        int index = struct.type() instanceof Type.Struct type ? type.index(member.member()) : -1;
        if (index < 0) {
          throw context.unsupported(member.location(), "no member '" + member.member() + "' here");
        }
        yield step(
            struct,
            new VariablePath.Step.Member(index),
            ((Type.Struct) struct.type()).members().get(index).type());
      }
      case Expression.Range range -> {
        VariablePath array = resolvePath(range.from(), state);
        int size = ((Type.Array) range.type()).size();
        yield step(array, new VariablePath.Step.Span(range.first(), size), range.type());
      }
      case Expression.Bits bits -> {
        context.design().selectCheck().check(bits, context);
        VariablePath word = resolvePath(bits.from(), state);
        SourceIndex.Place place = lowest(bits, state);
        Node lsb = place.node();
        if (lsb instanceof Node.Fixed fixed && bits.from().type() instanceof Type.Packed packed) {
          int low = fixed.value().bitLength() > 29 ? 1 << 30 : fixed.value().intValue();
          context.design().selectCheck().check(bits, low, packed.width() + place.below(), context);
        }
        if (word.lsb() != null) {
          int width = Math.max(word.lsb().width(), lsb.width()) + 1;
          lsb =
              graph.binary(
                  Operation.ADD,
                  graph.resize(word.lsb(), width, false),
                  graph.resize(lsb, width, false));
        }
        Node inside = place.inside();
        if (word.inside() != null) {
          Node more =
              graph.compute(
                  Operation.SHIFTX, false, List.of(word.inside(), place.node()), bits.width());
          inside = inside == null ? more : graph.and(inside, more);
        }
        yield new VariablePath(
            word.variable(),
            word.steps(),
            lsb,
            word.below() + place.below(),
            bits.width(),
            inside,
            bits.type());
      }
      default ->
          throw context.unsupported(
              expression.location(), "a part of something that is no variable");
    };
  }

  private static VariablePath step(VariablePath of, VariablePath.Step step, Type type) {
    List<VariablePath.Step> steps = new ArrayList<>(of.steps());
    steps.add(step);
    return new VariablePath(of.variable(), steps, null, 0, 0, null, type);
  }

  /** The current value of a variable or a part of it. */
  Value load(VariablePath path, PathState state) {
    Variable variable = path.variable();
    if (variable.isMemory()) {
      return new Value.Word(readMemory(path, state));
    }
    return load(variable.type(), variable, 0, path.steps(), state);
  }

  private Value load(
      Type type, Variable variable, int leaf, List<VariablePath.Step> steps, PathState state) {
    if (steps.isEmpty()) {
      return switch (type) {
        case Type.Packed packed -> new Value.Word(read(variable.leaves().get(leaf), state));
        case Type.Array array -> {
          List<Value> values = new ArrayList<>();
          for (int i = 0; i < array.size(); i++) {
            values.add(element(array, variable, leaf, array.fromLeft(i), steps, state));
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
                variable.location(),
                "'" + variable.path() + "' is of type " + other.what() + ", which is no hardware");
      };
    }
    List<VariablePath.Step> rest = steps.subList(1, steps.size());
    return switch (steps.getFirst()) {
      case VariablePath.Step.Member member -> {
        Type.Struct struct = (Type.Struct) type;
        yield load(
            struct.members().get(member.index()).type(),
            variable,
            leaf + offset(struct, member.index()),
            rest,
            state);
      }
      case VariablePath.Step.Span span -> {
        Type.Array array = (Type.Array) type;
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < span.size(); i++) {
          int at = span.fromLeft(i, array.ascending());
          values.add(element(array, variable, leaf, at, rest, state));
        }
        yield new Value.Parts(values);
      }
      case VariablePath.Step.Index index -> {
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
        yield selectByIndex(values, index.index());
      }
    };
  }

  private Value element(
      Type.Array array,
      Variable variable,
      int leaf,
      int index,
      List<VariablePath.Step> rest,
      PathState state) {
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

  /** Selects one of several values by an index; 0 if the index is out of range. */
  private Value selectByIndex(List<Value> values, Node index) {
    if (values.getFirst() instanceof Value.Parts first) {
      List<Value> parts = new ArrayList<>();
      for (int i = 0; i < first.values().size(); i++) {
        int part = i;
        parts.add(
            selectByIndex(
                values.stream().map(value -> ((Value.Parts) value).values().get(part)).toList(),
                index));
      }
      return new Value.Parts(parts);
    }
    List<Node> words = values.stream().map(value -> ((Value.Word) value).node()).toList();
    return new Value.Word(selectByIndex(words, index, index.width() - 1));
  }

  private Node selectByIndex(List<Node> words, Node index, int bit) {
    if (bit < 0) {
      return words.getFirst();
    }
    int half = bit > 24 ? words.size() : Math.min(words.size(), 1 << bit);
    Node low = selectByIndex(words.subList(0, half), index, bit - 1);
    Node high =
        half == words.size()
            ? graph.fixed(0, low.width())
            : selectByIndex(words.subList(half, words.size()), index, bit - 1);
    return graph.mux(graph.slice(index, bit, 1), high, low);
  }

  /** The current value of a word. */
  Node read(Leaf leaf, PathState state) {
    Node assumed = context.assumed(leaf);
    if (assumed != null) {
      return assumed;
    }
    Node written = state.blockingValue(leaf);
    if (written != null) {
      return written;
    }
    return switch (leaf.variable().origin()) {
      case LOCAL -> graph.fixed(0, leaf.width());
      case PARAMETER -> initial(leaf);
      case TOP_INPUT, PORT, INTERNAL ->
          context.mode() == ExecutionContext.Mode.INITIAL
                  && context.design().initial().containsKey(leaf)
              ? initial(leaf)
              : leaf.read(graph);
    };
  }

  private Node initial(Leaf leaf) {
    return context.design().initial().getOrDefault(leaf, graph.fixed(0, leaf.width()));
  }

  private Node readMemory(VariablePath path, PathState state) {
    Variable memory = path.variable();
    MemoryAddress address = MemoryAddress.of(graph, path);
    if (address == null) {
      context.design().demoteMemory(memory);
      return graph.fixed(0, memory.word().width());
    }
    int width = memory.word().width();
    if (address.isOutside(memory)) {
      return graph.fixed(0, width);
    }
    Node value = graph.memoryRead(memory, width, address.address());
    if (address.address() instanceof Node.Fixed fixed) {
      if (memory.origin() == Variable.Origin.PARAMETER
          || context.mode() == ExecutionContext.Mode.INITIAL) {
        value = contents(memory, fixed);
      } else {
        context.design().addFixedAddress(memory, fixed);
      }
    }
    for (MemoryWrite write : state.allWrites(memory)) {
      if (write.blocking()) {
        Node same = equal(address.address(), write.address());
        Node mixed =
            graph.or(
                graph.and(value, graph.not(write.mask())), graph.and(write.data(), write.mask()));
        value = graph.mux(graph.and(write.enable(), same), mixed, value);
      }
    }
    return graph.mux(address.inBounds(), value, graph.fixed(0, width));
  }

  private Node equal(Node a, Node b) {
    int width = Math.max(a.width(), b.width());
    return graph.compare(
        Operation.EQ, false, graph.resize(a, width, false), graph.resize(b, width, false));
  }

  private Node contents(Variable memory, Node.Fixed address) {
    java.math.BigInteger word =
        address.value().bitLength() > 30
            ? null
            : context.design().contents(memory).get(address.value().intValue());
    return graph.fixed(word == null ? java.math.BigInteger.ZERO : word, memory.word().width());
  }

  /** The node of a value that is a word, else null. */
  static @Nullable Node wordOrNull(Value value) {
    return value instanceof Value.Word word ? word.node() : null;
  }
}
