package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Operation;
import java.math.BigInteger;
import java.util.List;

/**
 * A symbolic value: an expression of other values. {@link NodeGraph} creates each value only once,
 * so equality is identity.
 */
public abstract sealed class Node {
  private final int id;
  private final int width;

  private Node(int id, int width) {
    this.id = id;
    this.width = width;
  }

  /** {@return its number, in the order of creation} */
  public int id() {
    return id;
  }

  /** {@return how many bits it has} */
  public int width() {
    return width;
  }

  /** {@return the nodes that it is computed from} */
  public abstract List<Node> dependencies();

  /** A constant. */
  public static final class Fixed extends Node {
    private final BigInteger value;

    Fixed(int id, BigInteger value, int width) {
      super(id, width);
      this.value = value;
    }

    /** {@return the value, not negative} */
    public BigInteger value() {
      return value;
    }

    @Override
    public List<Node> dependencies() {
      return List.of();
    }
  }

  /** A value that the graph takes as it is: that of a port, a register or a variable. */
  public static final class Source extends Node {
    private final Object origin;

    Source(int id, Object origin, int width) {
      super(id, width);
      this.origin = origin;
    }

    /** {@return what it is the value of; its identity} */
    public Object origin() {
      return origin;
    }

    @Override
    public List<Node> dependencies() {
      return List.of();
    }
  }

  /** A read of a word of a memory. */
  public static final class MemoryRead extends Node {
    private final Object memory;
    private final Node address;

    MemoryRead(int id, Object memory, int width, Node address) {
      super(id, width);
      this.memory = memory;
      this.address = address;
    }

    /** {@return what identifies the memory} */
    public Object memory() {
      return memory;
    }

    /** {@return the address of the word} */
    public Node address() {
      return address;
    }

    @Override
    public List<Node> dependencies() {
      return List.of(address);
    }
  }

  /** An operation. */
  public static final class Compute extends Node {
    private final Operation operation;
    private final boolean signed;
    private final List<Node> inputs;

    Compute(int id, Operation operation, boolean signed, List<Node> inputs, int width) {
      super(id, width);
      this.operation = operation;
      this.signed = signed;
      this.inputs = inputs;
    }

    /** {@return what it computes} */
    public Operation operation() {
      return operation;
    }

    /** {@return whether its inputs are signed numbers} */
    public boolean signed() {
      return signed;
    }

    /** {@return its inputs} */
    public List<Node> inputs() {
      return inputs;
    }

    /**
     * {@return an input}
     *
     * @param index which one
     */
    public Node input(int index) {
      return inputs.get(index);
    }

    @Override
    public List<Node> dependencies() {
      return inputs;
    }
  }

  /** Some bits of a node that is not a constant, a concatenation or a slice. */
  public static final class Slice extends Node {
    private final Node from;
    private final int lsb;

    Slice(int id, Node from, int lsb, int width) {
      super(id, width);
      this.from = from;
      this.lsb = lsb;
    }

    /** {@return what it is a part of} */
    public Node from() {
      return from;
    }

    /** {@return the lowest bit} */
    public int lsb() {
      return lsb;
    }

    @Override
    public List<Node> dependencies() {
      return List.of(from);
    }
  }

  /** A concatenation of nodes, lowest first; none is itself a concatenation. */
  public static final class Concat extends Node {
    private final List<Node> parts;

    Concat(int id, List<Node> parts, int width) {
      super(id, width);
      this.parts = parts;
    }

    /** {@return the parts, lowest first} */
    public List<Node> parts() {
      return parts;
    }

    @Override
    public List<Node> dependencies() {
      return parts;
    }
  }
}
