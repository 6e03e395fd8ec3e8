package dev.backplane.compiler.library.window;

import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;

/**
 * Gives the content of a shift register after each point of a sequence from when it is full on, the
 * oldest point first. A sequence of length, or length x channels, becomes windows x {@code points},
 * or windows x {@code points} x channels. Attributes: {@code points}, how many points are given;
 * {@code skip}, the distance from one of them to the next, 1 by default: 2 gives every other point
 * of the register.
 */
public final class ShiftRegister extends SequenceWindows {
  /** For the plugin loader. */
  public ShiftRegister() {
    super("shift_register", "points", "skip");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("what a shift register holds after each point of a sequence")
        .with(AttributeDescription.needed("points", Kind.WHOLE, "how many points are given"))
        .with(
            AttributeDescription.optional("skip", Kind.WHOLE, "1", "from one of them to the next"));
  }

  @Override
  Axis axis(int length, int count, int stepSize) {
    return new Axis(length, count, 1, 0, 0, stepSize);
  }
}
