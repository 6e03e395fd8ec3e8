package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.Operation;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Executes assignments to variables and parts of them. */
final class Assigner {
  /**
   * The most positions of a variable part-select that are handled one by one; others use shifts.
   */
  private static final int MAX_SELECT_POSITIONS = 8;

  private final ExecutionContext context;
  private final NodeGraph graph;
  private final Evaluator evaluator;

  Assigner(ExecutionContext context, Evaluator evaluator) {
    this.context = context;
    this.graph = context.graph();
    this.evaluator = evaluator;
  }

  void assign(Expression target, Value assigned, boolean nonBlocking, PathState state) {
    if (target instanceof Expression.Apply apply) {
      assignTo(apply, assigned, nonBlocking, state);
      return;
    }
    warnOfUnread(target);
    VariablePath at = evaluator.resolvePath(target, state);
    Value value = assigned.convertTo(at.type(), graph);
    if (value instanceof Value.Parts != !(at.type() instanceof Type.Packed)) {
      throw context.unsupported(
          target.location(),
          "an assignment pattern of an unpacked struct, which Verilator loses here. Make the struct"
              + " packed, or assign its members one by one");
    }
    if (at.variable().origin() == Variable.Origin.TOP_INPUT) {
      throw context
          .texts()
          .error(
              dev.backplane.rtl.base.RtlError.SOURCE_INVALID,
              target.location(),
              "input '" + at.variable().path() + "' is driven inside. Drive it from one place");
    }
    if (at.variable().isMemory()) {
      writeMemory(at, value, nonBlocking, target.location(), state);
    } else {
      store(at.variable().type(), at, 0, 0, graph.one(), value, nonBlocking, state);
    }
  }

  /** An index that may be cut and cannot be read in the source wraps where it leaves the range. */
  private void warnOfUnread(Expression target) {
    boolean unread =
        switch (target) {
          case Expression.Bits bits -> isUnread(bits.sourceIndex(), bits.lsb());
          case Expression.ElementOf element -> isUnread(element.sourceIndex(), element.index());
          default -> false;
        };
    if (unread) {
      context
          .design()
          .warn(
              target.location(),
              "an assignment to an element that is outside changes one that is inside here, as its"
                  + " index is written in a way that is not followed. Write it without '**' and"
                  + " macros that have several definitions, or assign it to a variable first");
    }
    switch (target) {
      case Expression.Bits bits -> warnOfUnread(bits.from());
      case Expression.ElementOf element -> warnOfUnread(element.from());
      case Expression.MemberOf member -> warnOfUnread(member.from());
      default -> {}
    }
  }

  private static boolean isUnread(@Nullable SourceIndex index, Expression place) {
    return index == null && (SourceIndex.isCut(place) || place instanceof Expression.Apply);
  }

  private void assignTo(Expression.Apply apply, Value value, boolean nonBlocking, PathState state) {
    Node word = Evaluator.wordOrNull(value);
    if (word == null || !(apply.type() instanceof Type.Packed packed)) {
      throw context.unsupported(apply.location(), "an assignment to '" + apply.operator() + "'");
    }
    word = graph.resize(word, packed.width(), false);
    switch (apply.operator()) {
      case "concat" -> {
        int at = 0;
        for (Expression part : apply.arguments().reversed()) {
          int width = part.type() instanceof Type.Packed p ? p.width() : 0;
          assign(part, new Value.Word(graph.slice(word, at, width)), nonBlocking, state);
          at += width;
        }
      }
      case "streamr" -> assign(apply.arguments().getFirst(), value, nonBlocking, state);
      case "streaml" -> {
        int size = Operators.sliceWidth(apply);
        if (word.width() % size != 0) {
          throw context.unsupported(
              apply.location(), "streaming into slices that do not fill the target");
        }
        List<Node> parts = new ArrayList<>();
        for (int at = 0; at < word.width(); at += size) {
          parts.addFirst(graph.slice(word, at, size));
        }
        assign(
            apply.arguments().getFirst(), new Value.Word(graph.concat(parts)), nonBlocking, state);
      }
      default ->
          throw context.unsupported(
              apply.location(), "an assignment to '" + apply.operator() + "'");
    }
  }

  /** Assigns to all words that a path may select. */
  private void store(
      Type type,
      VariablePath path,
      int step,
      int leaf,
      Node guard,
      Value value,
      boolean nonBlocking,
      PathState state) {
    if (NodeGraph.isZero(guard)) {
      return;
    }
    if (step == path.steps().size()) {
      storeWhole(type, path, leaf, guard, value, nonBlocking, state);
      return;
    }
    switch (path.steps().get(step)) {
      case VariablePath.Step.Member member -> {
        Type.Struct struct = (Type.Struct) type;
        store(
            struct.members().get(member.index()).type(),
            path,
            step + 1,
            leaf + Evaluator.offset(struct, member.index()),
            guard,
            value,
            nonBlocking,
            state);
      }
      case VariablePath.Step.Span span -> {
        Type.Array array = (Type.Array) type;
        int words = (int) array.element().words();
        for (int i = 0; i < span.size(); i++) {
          store(
              array.element(),
              path,
              step + 1,
              leaf + span.fromLeft(i, array.ascending()) * words,
              guard,
              ((Value.Parts) value).values().get(i),
              nonBlocking,
              state);
        }
      }
      case VariablePath.Step.Index index -> {
        Type.Array array = (Type.Array) type;
        int words = (int) array.element().words();
        int first = 0;
        int end = array.size();
        if (index.index() instanceof Node.Fixed fixed) {
          // Loops of constant functions store millions of times.
          first = fixed.value().bitLength() < 31 ? fixed.value().intValue() : end;
          end = Math.min(end, first + 1);
        }
        for (int i = first; i < end; i++) {
          store(
              array.element(),
              path,
              step + 1,
              leaf + i * words,
              graph.and(guard, graph.equal(index.index(), i)),
              value,
              nonBlocking,
              state);
        }
      }
    }
  }

  private void storeWhole(
      Type type,
      VariablePath path,
      int leaf,
      Node guard,
      Value value,
      boolean nonBlocking,
      PathState state) {
    switch (type) {
      case Type.Packed packed ->
          storeWord(path, leaf, guard, ((Value.Word) value).node(), nonBlocking, state);
      case Type.Array array -> {
        int words = (int) array.element().words();
        for (int i = 0; i < array.size(); i++) {
          Value part = ((Value.Parts) value).values().get(array.fromLeft(i));
          storeWhole(array.element(), path, leaf + i * words, guard, part, nonBlocking, state);
        }
      }
      case Type.Struct struct -> {
        for (int i = 0; i < struct.members().size(); i++) {
          storeWhole(
              struct.members().get(i).type(),
              path,
              leaf + Evaluator.offset(struct, i),
              guard,
              ((Value.Parts) value).values().get(i),
              nonBlocking,
              state);
        }
      }
      case Type.Other other ->
          throw context.unsupported(
              path.variable().location(),
              "'%s' is of type %s, which is no hardware"
                  .formatted(path.variable().path(), other.what()));
    }
  }

  private void storeWord(
      VariablePath path, int index, Node guard, Node value, boolean nonBlocking, PathState state) {
    Leaf leaf = path.variable().leaves().get(index);
    boolean later = nonBlocking && context.mode() != ExecutionContext.Mode.INITIAL;
    Node before = later ? state.nonBlockingValue(leaf, graph) : evaluator.read(leaf, state);
    Node bits = graph.resize(value, path.lsb() == null ? leaf.width() : path.width(), false);
    Node after =
        graph.mux(guard, path.lsb() == null ? bits : replaceBits(before, path, bits), before);
    Map<Leaf, Node> map = later ? state.effects().nonBlocking() : state.effects().blocking();
    map.put(leaf, after);
  }

  /** A word with the bits that a path selects replaced; those outside of the word are ignored. */
  private Node replaceBits(Node word, VariablePath path, Node bits) {
    Node lsb = Objects.requireNonNull(path.lsb());
    Node padded =
        path.below() == 0 ? word : graph.concat(List.of(graph.fixed(0, path.below()), word));
    Node replaced =
        path.inside() == null
            ? replaceBits(padded, lsb, bits)
            : replaceMasked(padded, lsb, bits, path.inside());
    return graph.slice(replaced, path.below(), word.width());
  }

  private Node replaceBits(Node word, Node lsb, Node bits) {
    if (lsb instanceof Node.Fixed fixed) {
      return fixed.value().bitLength() > 30
          ? word
          : replaceBits(word, fixed.value().intValue(), bits);
    }
    int stride = 1 << Math.min(20, trailingZeros(lsb));
    int places = (word.width() + stride - 1) / stride;
    if (places <= MAX_SELECT_POSITIONS && bits.width() <= stride) {
      Node result = word;
      for (int i = 0; i < places; i++) {
        Node there = graph.equal(lsb, (long) i * stride);
        result = graph.mux(there, replaceBits(result, i * stride, bits), result);
      }
      return result;
    }
    return replaceMasked(word, lsb, bits, graph.fixed(BigInteger.ONE.negate(), bits.width()));
  }

  private Node replaceMasked(Node word, Node lsb, Node bits, Node which) {
    Node mask = shifted(which, lsb, word.width());
    Node moved = shifted(graph.and(bits, which), lsb, word.width());
    return graph.or(graph.and(word, graph.not(mask)), moved);
  }

  private Node shifted(Node bits, Node by, int width) {
    return graph.compute(
        Operation.SHL, false, List.of(graph.resize(bits, width, false), by), width);
  }

  private Node replaceBits(Node word, int lsb, Node bits) {
    if (lsb >= word.width()) {
      return word;
    }
    List<Node> parts = new ArrayList<>();
    int inside = Math.min(bits.width(), word.width() - lsb);
    if (lsb > 0) {
      parts.add(graph.slice(word, 0, lsb));
    }
    parts.add(graph.slice(bits, 0, inside));
    if (lsb + inside < word.width()) {
      parts.add(graph.slice(word, lsb + inside, word.width() - lsb - inside));
    }
    return graph.concat(parts);
  }

  /** The number of lowest bits that are known to be 0. */
  private static int trailingZeros(Node node) {
    return node instanceof Node.Concat join && NodeGraph.isZero(join.parts().getFirst())
        ? join.parts().getFirst().width()
        : 0;
  }

  private void writeMemory(
      VariablePath path,
      Value value,
      boolean nonBlocking,
      SourceLocation location,
      PathState state) {
    Variable memory = path.variable();
    @Nullable Node data = Evaluator.wordOrNull(value);
    if (context.mode() == ExecutionContext.Mode.INITIAL) {
      writeInitial(path, value, location, state);
      return;
    }
    MemoryAddress address = data == null ? null : MemoryAddress.of(graph, path);
    if (address == null || data == null || context.mode() != ExecutionContext.Mode.CLOCKED) {
      context.design().demoteMemory(memory);
      return;
    }
    if (address.isOutside(memory)) {
      return;
    }
    if (address.address() instanceof Node.Fixed fixed) {
      context.design().addFixedAddress(memory, fixed);
    }
    int width = memory.word().width();
    Node mask = graph.fixed(BigInteger.ONE.negate(), width);
    if (path.lsb() != null) {
      Node zero = graph.fixed(0, width);
      mask = replaceBits(zero, path, graph.fixed(BigInteger.ONE.negate(), path.width()));
      data = replaceBits(zero, path, graph.resize(data, path.width(), false));
    }
    Node enable = graph.and(state.absoluteCondition(graph), address.inBounds());
    state
        .writes()
        .add(
            new MemoryWrite(
                memory,
                address.address(),
                graph.resize(data, width, false),
                mask,
                enable,
                !nonBlocking,
                location));
  }

  /** Sets the initial contents of one word or of all words. */
  private void writeInitial(
      VariablePath path, Value value, SourceLocation location, PathState state) {
    if (!NodeGraph.isOnes(state.absoluteCondition(graph))) {
      throw context.unsupported(location, "contents at power-up that depend on signals");
    }
    Variable memory = path.variable();
    if (path.steps().isEmpty()) {
      fill(memory, memory.type(), 0, value, location);
      return;
    }
    Node word = Evaluator.wordOrNull(value);
    MemoryAddress address = MemoryAddress.of(graph, path);
    if (address == null || word == null || !(address.address() instanceof Node.Fixed at)) {
      context.design().demoteMemory(memory);
      return;
    }
    int index = at.value().bitLength() > 30 ? -1 : at.value().intValue();
    if (index < 0 || index >= memory.type().words() || NodeGraph.isZero(address.inBounds())) {
      return;
    }
    Node before =
        graph.fixed(
            context.design().contents(memory).getOrDefault(index, BigInteger.ZERO),
            memory.word().width());
    Node after =
        path.lsb() == null
            ? graph.resize(word, memory.word().width(), false)
            : replaceBits(before, path, graph.resize(word, path.width(), false));
    setInitialWord(memory, index, after, location);
  }

  private void fill(Variable memory, Type type, int index, Value value, SourceLocation location) {
    if (type instanceof Type.Array array && value instanceof Value.Parts parts) {
      int words = (int) array.element().words();
      for (int i = 0; i < array.size(); i++) {
        Value part = parts.values().get(array.fromLeft(i));
        fill(memory, array.element(), index + i * words, part, location);
      }
    } else {
      Node word = ((Value.Word) value).node();
      setInitialWord(memory, index, graph.resize(word, memory.word().width(), false), location);
    }
  }

  private void setInitialWord(Variable memory, int index, Node word, SourceLocation location) {
    if (!(word instanceof Node.Fixed fixed)) {
      throw context.unsupported(location, "contents at power-up that are not fixed");
    }
    context.design().contents(memory).put(index, fixed.value());
  }
}
