package dev.backplane.rtl.frontend.verilator;

/** One word of a variable that is not a memory: a leaf of its type. */
final class Leaf {
  private final Variable variable;
  private final String name;
  private final int width;

  Leaf(Variable variable, String name, int width) {
    this.variable = variable;
    this.name = name;
    this.width = width;
  }

  Variable variable() {
    return variable;
  }

  String name() {
    return name;
  }

  int width() {
    return width;
  }

  @Override
  public String toString() {
    return name;
  }
}
