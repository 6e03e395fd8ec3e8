package dev.backplane.compiler.library.window;

import dev.backplane.compiler.component.AttributeDescription;
import dev.backplane.compiler.component.AttributeDescription.Kind;
import dev.backplane.compiler.component.ComponentDescription;

/**
 * Windows of a sequence: of length, or length x channels, windows x {@code size}, or windows x
 * {@code size} x channels. Attributes: {@code size}, how many points a window has; {@code stride},
 * from one window to the next, 1 if it is not there. A window that does not fit whole is left out.
 */
public final class SlidingWindow extends SequenceWindows {
  /** For the plugin loader. */
  public SlidingWindow() {
    super("sliding_window", "size", "stride");
  }

  @Override
  public ComponentDescription description() {
    return ComponentDescription.of("windows of a sequence, one behind the other")
        .with(AttributeDescription.needed("size", Kind.WHOLE, "how many points a window has"))
        .with(
            AttributeDescription.optional(
                "stride", Kind.WHOLE, "1", "from one window to the next"));
  }

  @Override
  Axis axis(int length, int count, int stepSize) {
    return new Axis(length, count, Math.min(stepSize, length), 0, 0, 1);
  }
}
