package dev.backplane.rtl.engine.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a phase does under the same choices, which are those of the region around and one more. */
final class Region {
  final List<Statement> statements = new ArrayList<>();
  private final @Nullable Region around;
  private final int depth;

  private Region(@Nullable Region around, int depth) {
    this.around = around;
    this.depth = depth;
  }

  /** The region of what is always done. */
  static Region outermost() {
    return new Region(null, 0);
  }

  /** One side of a choice in this region. */
  Region inside() {
    return new Region(this, depth + 1);
  }

  /** The innermost region that both are in. */
  static Region common(Region a, Region b) {
    Region x = a;
    Region y = b;
    while (x != y) {
      if (x.depth >= y.depth) {
        x = Objects.requireNonNull(x.around);
      } else {
        y = Objects.requireNonNull(y.around);
      }
    }
    return x;
  }
}
