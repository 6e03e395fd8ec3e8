package dev.backplane.bench.vhdl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A declaration. */
sealed interface Declaration {
  /** {@return where it begins} */
  Place place();

  /** The class of an object. */
  enum Kind {
    CONSTANT,
    SIGNAL,
    VARIABLE,
    FILE
  }

  /** Objects of one type, which may be ports, generics and parameters. */
  record Objects(
      Kind kind,
      List<String> names,
      List<String> spelled,
      String mode,
      Expression type,
      @Nullable Expression initial,
      Place place)
      implements Declaration {}

  /** A type; the definition is null if it is incomplete. */
  record TypeOf(String name, @Nullable Definition definition, Place place) implements Declaration {}

  /** A subtype. */
  record SubtypeOf(String name, Expression type, Place place) implements Declaration {}

  /** Another name. */
  record Alias(String name, @Nullable Expression type, Expression of, Place place)
      implements Declaration {}

  /** A component. */
  record Component(String name, List<Objects> generics, List<Objects> ports, Place place)
      implements Declaration {}

  /** A subprogram; the body is null if it is only declared. */
  record Subprogram(
      String name,
      boolean function,
      List<Objects> parameters,
      @Nullable Expression result,
      @Nullable Body body,
      Place place)
      implements Declaration {}

  /** The body of a subprogram. */
  record Body(List<Declaration> declarations, List<Statement> statements) {}

  /** Names of a package become visible. */
  record Use(Expression name, Place place) implements Declaration {}

  /** Binds instances to an entity. */
  record Binding(
      List<String> labels,
      String component,
      Expression entity,
      List<Expression.Element> generics,
      List<Expression.Element> ports,
      Place place)
      implements Declaration {}

  /** An attribute of an object, or nothing of interest. */
  record Ignored(Place place) implements Declaration {}

  /** The kind of a type. */
  sealed interface Definition {
    /** Names and characters; characters have their quotes. */
    record Enumeration(List<String> literals) implements Definition {}

    /** A range of numbers. */
    record Numbers(Expression range) implements Definition {}

    /** An array; an index is a range, a subtype, or a subtype with {@code range <>}. */
    record Array(List<Expression> indices, boolean open, Expression element)
        implements Definition {}

    /** A record. */
    record Fields(List<Objects> fields) implements Definition {}

    /** Units, access, files and protected types, which no hardware has. */
    record Other(String what) implements Definition {}
  }
}
