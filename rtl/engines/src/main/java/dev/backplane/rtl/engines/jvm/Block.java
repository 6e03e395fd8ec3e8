package dev.backplane.rtl.engines.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Statements of an evaluation region under the same conditions: those of the enclosing block and
 * one more.
 */
final class Block {
  final List<Statement> statements = new ArrayList<>();
  private final @Nullable Block enclosing;
  private final int depth;

  private Block(@Nullable Block around, int depth) {
    this.enclosing = around;
    this.depth = depth;
  }

  /** The block of statements without a condition. */
  static Block outermost() {
    return new Block(null, 0);
  }

  /** One side of a branch in this block. */
  Block nested() {
    return new Block(this, depth + 1);
  }

  /** The innermost block that encloses both. */
  static Block innermostCommon(Block a, Block b) {
    Block x = a;
    Block y = b;
    while (x != y) {
      if (x.depth >= y.depth) {
        x = Objects.requireNonNull(x.enclosing);
      } else {
        y = Objects.requireNonNull(y.enclosing);
      }
    }
    return x;
  }
}
