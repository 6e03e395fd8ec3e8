package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts values into variables and parts of them. */
final class Assigner {
  /** More places than this, and a part at a variable place is put in by shifting. */
  private static final int MOST_PLACES = 8;

  private final Context context;
  private final Nodes nodes;
  private final Evaluator evaluator;

  Assigner(Context context, Evaluator evaluator) {
    this.context = context;
    this.nodes = context.nodes();
    this.evaluator = evaluator;
  }

  void assign(Expression target, Value assigned, boolean nonBlocking, State state) {
    if (target instanceof Expression.Apply apply) {
      assignTo(apply, assigned, nonBlocking, state);
      return;
    }
    Target at = evaluator.target(target, state);
    Value value = assigned.as(at.type(), nodes);
    if (value instanceof Value.Parts != !(at.type() instanceof Type.Packed)) {
      throw context.unsupported(
          target.place(),
          "an assignment pattern of an unpacked struct, which Verilator loses here. Make the struct"
              + " packed, or assign its members one by one");
    }
    if (at.variable().origin() == Variable.Origin.TOP_INPUT) {
      throw context
          .texts()
          .refused(
              dev.backplane.rtl.RtlError.SOURCE_INVALID,
              target.place(),
              "input '" + at.variable().path() + "' is driven inside. Drive it from one place");
    }
    if (at.variable().isMemory()) {
      writeMemory(at, value, nonBlocking, target.place(), state);
    } else {
      store(at.variable().type(), at, 0, 0, nodes.one(), value, nonBlocking, state);
    }
  }

  private void assignTo(Expression.Apply apply, Value value, boolean nonBlocking, State state) {
    Node word = Evaluator.wordOf(value);
    if (word == null || !(apply.type() instanceof Type.Packed packed)) {
      throw context.unsupported(apply.place(), "an assignment to '" + apply.operator() + "'");
    }
    word = nodes.resize(word, packed.width(), false);
    switch (apply.operator()) {
      case "concat" -> {
        int at = 0;
        for (Expression part : apply.arguments().reversed()) {
          int width = part.type() instanceof Type.Packed p ? p.width() : 0;
          assign(part, new Value.Word(nodes.slice(word, at, width)), nonBlocking, state);
          at += width;
        }
      }
      case "streamr" -> assign(apply.arguments().getFirst(), value, nonBlocking, state);
      case "streaml" -> {
        int size = Operators.sliceWidth(apply);
        if (word.width() % size != 0) {
          throw context.unsupported(
              apply.place(), "streaming into slices that do not fill the target");
        }
        List<Node> parts = new ArrayList<>();
        for (int at = 0; at < word.width(); at += size) {
          parts.addFirst(nodes.slice(word, at, size));
        }
        assign(apply.arguments().getFirst(), new Value.Word(nodes.join(parts)), nonBlocking, state);
      }
      default ->
          throw context.unsupported(apply.place(), "an assignment to '" + apply.operator() + "'");
    }
  }

  /** Follows the path into all words that it may mean. */
  private void store(
      Type type,
      Target target,
      int step,
      int leaf,
      Node guard,
      Value value,
      boolean nonBlocking,
      State state) {
    if (Nodes.isZero(guard)) {
      return;
    }
    if (step == target.steps().size()) {
      storeWhole(type, target, leaf, guard, value, nonBlocking, state);
      return;
    }
    switch (target.steps().get(step)) {
      case Target.Step.Member member -> {
        Type.Struct struct = (Type.Struct) type;
        store(
            struct.members().get(member.index()).type(),
            target,
            step + 1,
            leaf + Evaluator.offset(struct, member.index()),
            guard,
            value,
            nonBlocking,
            state);
      }
      case Target.Step.Span span -> {
        Type.Array array = (Type.Array) type;
        int words = (int) array.element().words();
        for (int i = 0; i < span.size(); i++) {
          store(
              array.element(),
              target,
              step + 1,
              leaf + (span.first() + i) * words,
              guard,
              ((Value.Parts) value).values().get(i),
              nonBlocking,
              state);
        }
      }
      case Target.Step.Index index -> {
        Type.Array array = (Type.Array) type;
        int words = (int) array.element().words();
        for (int i = 0; i < array.size(); i++) {
          store(
              array.element(),
              target,
              step + 1,
              leaf + i * words,
              nodes.and(guard, nodes.equal(index.index(), i)),
              value,
              nonBlocking,
              state);
        }
      }
    }
  }

  private void storeWhole(
      Type type,
      Target target,
      int leaf,
      Node guard,
      Value value,
      boolean nonBlocking,
      State state) {
    switch (type) {
      case Type.Packed packed ->
          storeWord(target, leaf, guard, ((Value.Word) value).node(), nonBlocking, state);
      case Type.Array array -> {
        int words = (int) array.element().words();
        for (int i = 0; i < array.size(); i++) {
          Value part = ((Value.Parts) value).values().get(i);
          storeWhole(array.element(), target, leaf + i * words, guard, part, nonBlocking, state);
        }
      }
      case Type.Struct struct -> {
        for (int i = 0; i < struct.members().size(); i++) {
          storeWhole(
              struct.members().get(i).type(),
              target,
              leaf + Evaluator.offset(struct, i),
              guard,
              ((Value.Parts) value).values().get(i),
              nonBlocking,
              state);
        }
      }
      case Type.Other other ->
          throw context.unsupported(
              target.variable().place(),
              "'%s' is of type %s, which is no hardware"
                  .formatted(target.variable().path(), other.what()));
    }
  }

  private void storeWord(
      Target target, int index, Node guard, Node value, boolean nonBlocking, State state) {
    Leaf leaf = target.variable().leaves().get(index);
    boolean later = nonBlocking && context.mode() != Context.Mode.INITIAL;
    Node before = later ? state.next(leaf) : evaluator.read(leaf, state);
    if (before == null) {
      before = nodes.read(leaf);
    }
    Node bits = nodes.resize(value, target.lsb() == null ? leaf.width() : target.width(), false);
    Node after =
        nodes.mux(
            guard, target.lsb() == null ? bits : replaced(before, target.lsb(), bits), before);
    Map<Leaf, Node> map = later ? state.effects().next() : state.effects().now();
    map.put(leaf, after);
  }

  /** A word with some of its bits replaced; bits outside are dropped. */
  private Node replaced(Node word, Node lsb, Node bits) {
    if (lsb instanceof Node.Fixed fixed) {
      return fixed.value().bitLength() > 30 ? word : replaced(word, fixed.value().intValue(), bits);
    }
    int stride = 1 << Math.min(20, zeros(lsb));
    int places = (word.width() + stride - 1) / stride;
    if (places <= MOST_PLACES && bits.width() <= stride) {
      Node result = word;
      for (int i = 0; i < places; i++) {
        Node there = nodes.equal(lsb, (long) i * stride);
        result = nodes.mux(there, replaced(result, i * stride, bits), result);
      }
      return result;
    }
    Node mask = shifted(nodes.fixed(BigInteger.ONE.negate(), bits.width()), lsb, word.width());
    Node moved = shifted(bits, lsb, word.width());
    return nodes.or(nodes.and(word, nodes.not(mask)), moved);
  }

  private Node shifted(Node bits, Node by, int width) {
    return nodes.compute(
        Operation.SHL, false, List.of(nodes.resize(bits, width, false), by), width);
  }

  private Node replaced(Node word, int lsb, Node bits) {
    if (lsb >= word.width()) {
      return word;
    }
    List<Node> parts = new ArrayList<>();
    int inside = Math.min(bits.width(), word.width() - lsb);
    if (lsb > 0) {
      parts.add(nodes.slice(word, 0, lsb));
    }
    parts.add(nodes.slice(bits, 0, inside));
    if (lsb + inside < word.width()) {
      parts.add(nodes.slice(word, lsb + inside, word.width() - lsb - inside));
    }
    return nodes.join(parts);
  }

  /** How many of the lowest bits are known to be 0. */
  private static int zeros(Node node) {
    return node instanceof Node.Join join && Nodes.isZero(join.parts().getFirst())
        ? join.parts().getFirst().width()
        : 0;
  }

  private void writeMemory(
      Target target, Value value, boolean nonBlocking, Place place, State state) {
    Variable memory = target.variable();
    @Nullable Node data = Evaluator.wordOf(value);
    if (context.mode() == Context.Mode.INITIAL) {
      writeInitial(target, value, place, state);
      return;
    }
    MemoryAddress address = data == null ? null : MemoryAddress.of(nodes, target);
    if (address == null || data == null || context.mode() != Context.Mode.CLOCKED) {
      context.design().reject(memory);
      return;
    }
    if (address.isOutside(memory)) {
      return;
    }
    if (address.address() instanceof Node.Fixed fixed) {
      context.design().useFixed(memory, fixed);
    }
    int width = memory.word().width();
    Node mask = nodes.fixed(BigInteger.ONE.negate(), width);
    Node lsb = target.lsb();
    if (lsb != null) {
      Node zero = nodes.fixed(0, width);
      mask = replaced(zero, lsb, nodes.fixed(BigInteger.ONE.negate(), target.width()));
      data = replaced(zero, lsb, nodes.resize(data, target.width(), false));
    }
    Node enable = nodes.and(state.absolute(nodes), address.inside());
    state
        .writes()
        .add(
            new Write(
                memory,
                address.address(),
                nodes.resize(data, width, false),
                mask,
                enable,
                !nonBlocking,
                place));
  }

  /** Contents at power-up, of one word or all of them. */
  private void writeInitial(Target target, Value value, Place place, State state) {
    if (!Nodes.isOnes(state.absolute(nodes))) {
      throw context.unsupported(place, "contents at power-up that depend on signals");
    }
    Variable memory = target.variable();
    if (target.steps().isEmpty()) {
      fill(memory, 0, value, place);
      return;
    }
    Node word = Evaluator.wordOf(value);
    MemoryAddress address = MemoryAddress.of(nodes, target);
    if (address == null || word == null || !(address.address() instanceof Node.Fixed at)) {
      context.design().reject(memory);
      return;
    }
    int index = at.value().bitLength() > 30 ? -1 : at.value().intValue();
    if (index < 0 || index >= memory.type().words() || Nodes.isZero(address.inside())) {
      return;
    }
    Node before =
        nodes.fixed(
            context.design().contents(memory).getOrDefault(index, BigInteger.ZERO),
            memory.word().width());
    Node after =
        target.lsb() == null
            ? nodes.resize(word, memory.word().width(), false)
            : replaced(before, target.lsb(), nodes.resize(word, target.width(), false));
    put(memory, index, after, place);
  }

  private int fill(Variable memory, int index, Value value, Place place) {
    return switch (value) {
      case Value.Word word -> {
        put(memory, index, nodes.resize(word.node(), memory.word().width(), false), place);
        yield index + 1;
      }
      case Value.Parts parts -> {
        int at = index;
        for (Value part : parts.values()) {
          at = fill(memory, at, part, place);
        }
        yield at;
      }
    };
  }

  private void put(Variable memory, int index, Node word, Place place) {
    if (!(word instanceof Node.Fixed fixed)) {
      throw context.unsupported(place, "contents at power-up that are not fixed");
    }
    context.design().contents(memory).put(index, fixed.value());
  }
}
