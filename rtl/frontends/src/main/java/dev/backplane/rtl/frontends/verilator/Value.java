package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.ArrayList;
import java.util.List;

/** The value of an expression. */
sealed interface Value {
  /** A word. */
  record Word(Node node) implements Value {}

  /**
   * The parts of an array or struct. Those of an array are in the order of its range from left to
   * right, in which one array is assigned to another and compared with it (IEEE 1800-2017, 7.6).
   */
  record Parts(List<Value> values) implements Value {}

  /** The elements that an assignment pattern gives an array, from its lowest index up. */
  record Pattern(List<Value> values) implements Value {}

  /**
   * Converts the value to the structure of a type: Verilator concatenates the members of a pattern
   * for an unpacked struct to one word.
   */
  default Value convertTo(Type type, NodeGraph graph) {
    return switch (type) {
      case Type.Struct struct
          when this instanceof Word word && struct.bits() == word.node().width() -> {
        List<Value> parts = new ArrayList<>();
        int at = word.node().width();
        for (Type.Member member : struct.members()) {
          int bits = member.type().bits();
          at -= bits;
          parts.add(new Word(graph.slice(word.node(), at, bits)).convertTo(member.type(), graph));
        }
        yield new Parts(parts);
      }
      case Type.Struct struct
          when this instanceof Parts parts && parts.values().size() == struct.members().size() -> {
        List<Value> fitting = new ArrayList<>();
        for (int i = 0; i < struct.members().size(); i++) {
          fitting.add(parts.values().get(i).convertTo(struct.members().get(i).type(), graph));
        }
        yield new Parts(fitting);
      }
      case Type.Array array
          when this instanceof Pattern pattern && pattern.values().size() == array.size() -> {
        List<Value> parts = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
          parts.add(pattern.values().get(array.fromLeft(i)).convertTo(array.element(), graph));
        }
        yield new Parts(parts);
      }
      case Type.Array array when this instanceof Parts parts ->
          new Parts(
              parts.values().stream().map(part -> part.convertTo(array.element(), graph)).toList());
      default -> this;
    };
  }
}
