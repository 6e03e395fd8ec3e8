package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An element of Verilator's syntax tree: a node of its, with the tag of its XML.
 *
 * @param tag its tag
 * @param attributes its attributes by name
 * @param children its children in order
 */
record Element(String tag, Map<String, String> attributes, List<Element> children) {
  static Element of(String tag, Map<String, String> attributes) {
    return new Element(tag, attributes, new ArrayList<>());
  }

  /** An attribute, empty if it is missing. */
  String get(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  boolean is(String name) {
    return tag.equals(name);
  }

  Element child(int index) {
    return children.get(index);
  }

  List<Element> children(String name) {
    return children.stream().filter(child -> child.is(name)).toList();
  }

  SourceLocation location() {
    return SourceLocation.parse(get("loc"));
  }
}
