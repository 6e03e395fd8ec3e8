package dev.backplane.compiler.hdl;

/**
 * A stream in a network.
 *
 * @param name its name, with which the names of its signals begin
 * @param width how many bits an element has
 * @param beat how many elements move in a clock
 */
record ElementStream(String name, int width, int beat) {
  /** {@return how many bits its data has} */
  int dataWidth() {
    return width * beat;
  }
}
