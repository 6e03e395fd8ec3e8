package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.List;

/**
 * A symbolic value: an expression of other values. {@link NodeGraph} creates each value only once,
 * so equality is identity.
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

  /** A constant. */
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

  /** The settled value of a word of a variable. */
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

  /** The output of a flip-flop, where an asynchronous reset gives its variable another value. */
  static final class RegisterOutput extends Node {
    private final Flop flop;

    RegisterOutput(int id, Flop flop) {
      super(id, flop.width());
      this.flop = flop;
    }

    Flop flop() {
      return flop;
    }
  }

  /** A read of a word of a memory. */
  static final class MemoryRead extends Node {
    private final Variable memory;
    private final Node address;

    MemoryRead(int id, Variable memory, int width, Node address) {
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

  /** Some bits of a node that is not a constant, a concatenation or a slice. */
  static final class Slice extends Node {
    private final Node from;
    private final int lsb;

    Slice(int id, Node from, int lsb, int width) {
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

  /** A concatenation of nodes, lowest first; none is itself a concatenation. */
  static final class Concat extends Node {
    private final List<Node> parts;

    Concat(int id, List<Node> parts, int width) {
      super(id, width);
      this.parts = parts;
    }

    List<Node> parts() {
      return parts;
    }
  }
}
