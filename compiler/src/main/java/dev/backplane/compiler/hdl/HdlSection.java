package dev.backplane.compiler.hdl;

/**
 * An instance behind which another of the same node follows: some nodes are several static units in
 * a row. Immutable.
 *
 * <p>The first one reads inputs of the node; each of the others what the one before gives, and then
 * inputs that are not read yet. The last instance reads all that are left.
 *
 * @param instance the instance
 * @param outputWidth how many bits an element that goes to the next one has
 * @param streams how many streams it reads
 */
public record HdlSection(HdlInstance instance, int outputWidth, int streams) implements HdlPart {
  /**
   * A section that reads one stream.
   *
   * @param instance the instance
   * @param outputWidth how many bits an element that goes to the next one has
   */
  public HdlSection(HdlInstance instance, int outputWidth) {
    this(instance, outputWidth, 1);
  }
}
