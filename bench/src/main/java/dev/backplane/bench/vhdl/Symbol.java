package dev.backplane.bench.vhdl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The declared thing that a name stands for. */
sealed interface Symbol {
  /** A type. */
  record TypeName(Type type) implements Symbol {}

  /** A signal or variable, or a part of one under another name. */
  record Stored(Reference reference) implements Symbol {}

  /** A value that is computed when it is first asked for. */
  final class Constant implements Symbol {
    private final java.util.function.Supplier<Value> source;
    private @Nullable Value value;
    private boolean busy;

    Constant(java.util.function.Supplier<Value> source) {
      this.source = source;
    }

    static Constant of(Value value) {
      return new Constant(() -> value);
    }

    Value value() {
      Value known = value;
      if (known == null) {
        if (busy) {
          throw new IllegalStateException("a constant depends on itself");
        }
        busy = true;
        known = source.get();
        value = known;
      }
      return known;
    }
  }

  /** A literal of an enumeration. */
  record Literal(Type.Enumeration type, int position) implements Symbol {}

  /** A subprogram of the source, and where its body is looked for. */
  record Routine(Declaration.Subprogram declaration, Scope scope) implements Symbol {}

  /** A subprogram of a package of IEEE. */
  record Known(String name) implements Symbol {}

  /** The declarations of a package or library. */
  record Region(Scope scope) implements Symbol {}

  /** A component. */
  record ComponentName(Declaration.Component component) implements Symbol {}

  /** {@return whether several may have one name} */
  default boolean isOverloadable() {
    return this instanceof Routine || this instanceof Literal || this instanceof Known;
  }

  /** Several of one name. */
  record Several(List<Symbol> all) implements Symbol {}
}
