package dev.backplane.rtl.frontends.verilator;

/**
 * A reference to a declaration by name. A tree with pointers has the declaration; a tree without
 * them has only what the source writes before the name.
 *
 * @param path the path of its scope, with dots; empty if it is visible by its simple name
 * @param inPackage the package before the name; empty if there is none
 * @param declaration the number of the declaration; empty if the tree has no pointers
 */
record Reference(String path, String inPackage, String declaration) {
  /** A name that is visible where it is used. */
  static final Reference LOCAL = new Reference("", "", "");

  static Reference of(Element element) {
    return new Reference(
        ExpressionReader.plain(element.get("dotted")),
        element.get("package"),
        element.get("declaration"));
  }

  /** Tells whether a declaration of the same name can be the one that is meant. */
  boolean fits(String id) {
    return declaration.isEmpty() || declaration.equals(id);
  }
}
