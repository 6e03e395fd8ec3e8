package dev.backplane.compiler.hdl;

/**
 * One stage of a network: an instance, and the widths on both sides of it.
 *
 * @param name its name in the network: that of its node, with a number before it if the node has
 *     several
 * @param instance its instance
 * @param inputWidth how many bits an element that comes in has
 * @param outputWidth how many bits an element that goes out has
 */
record StreamStage(String name, HdlInstance instance, int inputWidth, int outputWidth) {
  /** What the instance is called. */
  String label() {
    return "i" + name;
  }

  /** What the stream that goes out is called. */
  String stream() {
    return "s" + name;
  }
}
