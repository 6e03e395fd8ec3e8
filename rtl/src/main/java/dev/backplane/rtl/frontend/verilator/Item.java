package dev.backplane.rtl.frontend.verilator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a module, interface, package or generate block consists of. */
sealed interface Item {
  /** {@return where it stands} */
  Place place();

  /** A variable, net, port or parameter. */
  record Variable(Place place, Declaration declaration) implements Item {}

  /**
   * A continuous assignment.
   *
   * @param delayed whether the source delays it
   */
  record Continuous(Place place, Expression target, Expression value, boolean delayed)
      implements Item {}

  /**
   * An always or initial block.
   *
   * @param initial whether it runs once, at power-up
   * @param events what wakes it; none if everything it reads does
   */
  record Behaviour(Place place, boolean initial, List<Event> events, List<Statement> body)
      implements Item {}

  /**
   * What wakes a process.
   *
   * @param edge POS, NEG, or other words of Verilator
   */
  record Event(Place place, String edge, Expression signal) {}

  /**
   * An instance of a module or interface.
   *
   * @param left left end of its range, null if it is no array
   * @param right right end
   */
  record Instance(
      Place place,
      String name,
      String module,
      List<Pin> pins,
      @Nullable Integer left,
      @Nullable Integer right)
      implements Item {}

  /**
   * A connection.
   *
   * @param port the port's name
   * @param index which port it is, from 1, where it has no name
   * @param value nothing if it is left open
   */
  record Pin(Place place, String port, int index, @Nullable Expression value) {}

  /** A generate block. */
  record Group(Place place, String name, List<Item> items) implements Item {}

  /** A function or task; its result is the variable with its own name. */
  record Function(Place place, String name, List<Declaration> variables, List<Statement> body)
      implements Item {}

  /** What cannot be hardware, or is not known here. */
  record Unsupported(Place place, String what) implements Item {}
}
