package dev.backplane.rtl.frontends.verilator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An item of a module, interface, package or generate block. */
sealed interface Item {
  /** {@return its location} */
  SourceLocation location();

  /** A variable, net, port or parameter. */
  record Variable(SourceLocation location, Declaration declaration) implements Item {}

  /**
   * A continuous assignment.
   *
   * @param delayed whether it has a delay
   */
  record ContinuousAssignment(
      SourceLocation location, Expression target, Expression value, boolean delayed)
      implements Item {}

  /**
   * An always or initial block.
   *
   * @param initial whether it is an initial block
   * @param events its triggers; none if it is sensitive to everything it reads
   */
  record ProceduralBlock(
      SourceLocation location, boolean initial, List<Event> events, List<Statement> body)
      implements Item {}

  /**
   * An event that triggers a process.
   *
   * @param edge POS, NEG, or another keyword of Verilator
   */
  record Event(SourceLocation location, String edge, Expression signal) {}

  /**
   * An instance of a module or interface.
   *
   * @param left left end of its range, null if it is not an array
   * @param right right end
   */
  record Instance(
      SourceLocation location,
      String name,
      String module,
      List<Connection> pins,
      @Nullable Integer left,
      @Nullable Integer right)
      implements Item {}

  /**
   * A connection.
   *
   * @param port the port's name
   * @param index the position of the port, from 1, if the connection has no name
   * @param value null if the port is open
   */
  record Connection(SourceLocation location, String port, int index, @Nullable Expression value) {}

  /** A generate block. */
  record GenerateBlock(SourceLocation location, String name, List<Item> items) implements Item {}

  /**
   * A function or task; its result is the variable with its own name.
   *
   * @param id its number in the tree; empty if it has none
   */
  record Function(
      SourceLocation location,
      String name,
      String id,
      List<Declaration> variables,
      List<Statement> body)
      implements Item {}

  /** An item that is not supported. */
  record Unsupported(SourceLocation location, String what) implements Item {}
}
