package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.List;

/**
 * A value as an expression of other values. {@link Nodes} makes each only once, so two are equal
 * only if they are the same object.
 */
abstract sealed class Node {
  private final int id;
  private final int width;

  private Node(int id, int width) {
    this.id = id;
    this.width = width;
  }

  int id() {
    return id;
  }

  int width() {
    return width;
  }

  /** A fixed value. */
  static final class Fixed extends Node {
    private final BigInteger value;

    Fixed(int id, BigInteger value, int width) {
      super(id, width);
      this.value = value;
    }

    BigInteger value() {
      return value;
    }
  }

  /** What a variable's word holds when all is settled. */
  static final class Read extends Node {
    private final Leaf leaf;

    Read(int id, Leaf leaf) {
      super(id, leaf.width());
      this.leaf = leaf;
    }

    Leaf leaf() {
      return leaf;
    }
  }

  /** What a flip-flop holds, where an asynchronous reset makes its variable show something else. */
  static final class Held extends Node {
    private final Flop flop;

    Held(int id, Flop flop) {
      super(id, flop.width());
      this.flop = flop;
    }

    Flop flop() {
      return flop;
    }
  }

  /** A word of a memory. */
  static final class Fetch extends Node {
    private final Variable memory;
    private final Node address;

    Fetch(int id, Variable memory, int width, Node address) {
      super(id, width);
      this.memory = memory;
      this.address = address;
    }

    Variable memory() {
      return memory;
    }

    Node address() {
      return address;
    }
  }

  /** An operation. */
  static final class Compute extends Node {
    private final Operation operation;
    private final boolean signed;
    private final List<Node> inputs;

    Compute(int id, Operation operation, boolean signed, List<Node> inputs, int width) {
      super(id, width);
      this.operation = operation;
      this.signed = signed;
      this.inputs = inputs;
    }

    Operation operation() {
      return operation;
    }

    boolean signed() {
      return signed;
    }

    List<Node> inputs() {
      return inputs;
    }

    Node input(int index) {
      return inputs.get(index);
    }
  }

  /** Some bits of something that is neither fixed, nor joined, nor a piece itself. */
  static final class Piece extends Node {
    private final Node from;
    private final int lsb;

    Piece(int id, Node from, int lsb, int width) {
      super(id, width);
      this.from = from;
      this.lsb = lsb;
    }

    Node from() {
      return from;
    }

    int lsb() {
      return lsb;
    }
  }

  /** Several side by side, lowest first; none is itself joined. */
  static final class Join extends Node {
    private final List<Node> parts;

    Join(int id, List<Node> parts, int width) {
      super(id, width);
      this.parts = parts;
    }

    List<Node> parts() {
      return parts;
    }
  }
}
