package dev.backplane.compiler.onnx;

import java.util.Arrays;
import java.util.List;

/**
 * An input or an output of a model. Immutable.
 *
 * @param name its name
 * @param type the type of its elements
 * @param extents its extents
 */
public record OnnxValue(String name, ElementType type, List<Extent> extents) {
  /** Copies the list. */
  public OnnxValue {
    extents = List.copyOf(extents);
  }

  /** An extent of a tensor: a number, or a name for one that is only known at run time. */
  public sealed interface Extent {
    /**
     * An extent that is known.
     *
     * @param size how many elements
     */
    record Known(long size) implements Extent {
      @Override
      public String toString() {
        return Long.toString(size);
      }
    }

    /**
     * An extent that is known at run time.
     *
     * @param name its name, or the empty string
     */
    record Dynamic(String name) implements Extent {
      @Override
      public String toString() {
        return name.isEmpty() ? "?" : name;
      }
    }
  }

  /**
   * A value of known extents.
   *
   * @param name its name
   * @param type the type of its elements
   * @param extents its extents
   * @return the value
   */
  public static OnnxValue of(String name, ElementType type, long... extents) {
    return new OnnxValue(
        name, type, Arrays.stream(extents).<Extent>mapToObj(Extent.Known::new).toList());
  }
}
