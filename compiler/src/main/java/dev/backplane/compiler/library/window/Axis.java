package dev.backplane.compiler.library.window;

/**
 * The layout of windows along one direction of a tensor. Positions count from the start of the
 * padding.
 *
 * @param extent the length of the tensor
 * @param kernel the number of elements of a window
 * @param stride the distance from one window to the next
 * @param before the number of padding elements before the tensor
 * @param after the number of padding elements behind the tensor
 * @param dilation the distance from one element of a window to the next
 */
record Axis(int extent, int kernel, int stride, int before, int after, int dilation) {
  /** The axis of a direction that the tensor does not have. */
  static final Axis NONE = new Axis(1, 1, 1, 0, 0, 1);

  /** {@return the distance from the first to the last element of a window} */
  int reach() {
    return (kernel - 1) * dilation;
  }

  /** {@return the number of windows in the tensor and its padding; a rest is not used} */
  int windows() {
    return (before + extent + after - reach() - 1) / stride + 1;
  }

  /** {@return the position of the last window} */
  int last() {
    return (windows() - 1) * stride;
  }

  /** {@return the position in the tensor of an element of a window, or -1 if it is padding} */
  int at(int window, int element) {
    int position = window * stride + element * dilation - before;
    return position < extent ? Math.max(position, -1) : -1;
  }
}
