package dev.backplane.bench.vhdl;

import java.util.List;

/** The meaning of a name or expression. */
sealed interface Denotation {
  /** A type. */
  record OfType(Type type) implements Denotation {}

  /** Declarations. */
  record OfScope(Scope scope) implements Denotation {}

  /** A signal or variable, or a part of one. */
  record OfObject(Reference reference) implements Denotation {}

  /** A value. */
  record OfValue(Value value) implements Denotation {}

  /** Subprograms and literals of one name. */
  record OfSeveral(String name, List<Symbol> symbols) implements Denotation {}
}
