package dev.backplane.compiler.library.window;

/**
 * How windows lie along one direction of a tensor. Positions are counted from where the padding
 * begins.
 *
 * @param extent how long the tensor is
 * @param kernel how many elements of a window there are
 * @param stride from one window to the next
 * @param before how many elements of padding there are before the tensor
 * @param after how many there are behind it
 * @param dilation from one element of a window to the next
 */
record Axis(int extent, int kernel, int stride, int before, int after, int dilation) {
  /** Of a direction that there is not. */
  static final Axis NONE = new Axis(1, 1, 1, 0, 0, 1);

  /** From the first to the last element of a window. */
  int reach() {
    return (kernel - 1) * dilation;
  }

  /** How many windows lie in the tensor and its padding; what is left over is not used. */
  int windows() {
    return (before + extent + after - reach() - 1) / stride + 1;
  }

  /** Where the last window begins. */
  int last() {
    return (windows() - 1) * stride;
  }

  /** Where in the tensor an element of a window is, or -1 if it is padding. */
  int at(int window, int element) {
    int position = window * stride + element * dilation - before;
    return position < extent ? Math.max(position, -1) : -1;
  }
}
