package dev.backplane.bench.vhdl;

import org.jspecify.annotations.Nullable;

/**
 * The place of an expression or statement in the design.
 *
 * @param scope what names mean
 * @param state what objects hold
 * @param frame the subprogram, or null outside of one
 * @param process the process, or null outside of one
 * @param depth how many calls there are around
 */
record Context(
    Scope scope, State state, @Nullable Frame frame, @Nullable RunningProcess process, int depth) {
  Context in(Scope inner) {
    return new Context(inner, state, frame, process, depth);
  }

  Context with(State other) {
    return new Context(scope, other, frame, process, depth);
  }

  Context call(Scope inner, Frame of) {
    return new Context(inner, state, of, process, depth + 1);
  }

  /** A call of a subprogram. */
  static final class Frame {
    private final @Nullable Type result;
    private @Nullable Type returned;
    private Value real = Value.real(0);

    Frame(@Nullable Type result) {
      this.result = result;
    }

    @Nullable Type result() {
      return result;
    }

    @Nullable Type returned() {
      return returned;
    }

    void returned(Type type) {
      returned = type;
    }

    /** {@return what a function of real numbers returned} */
    Value real() {
      return real;
    }

    void real(Value value) {
      real = value;
    }
  }
}
