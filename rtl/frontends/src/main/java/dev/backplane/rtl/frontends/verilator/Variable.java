package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayList;
import java.util.List;

/** A variable of an instance, or of one call of a function. */
final class Variable {
  /** The origin of a variable. */
  enum Origin {
    /** An input of the top module. */
    TOP_INPUT,
    /** A port of an instance or a member of an interface; it may be open. */
    PORT,
    /** A parameter. */
    PARAMETER,
    /** An internal variable. */
    INTERNAL,
    /** A variable of one call of a function. */
    LOCAL
  }

  private final String path;
  private final String id;
  private final Type type;
  private final SourceLocation location;
  private final Origin origin;
  private final boolean memory;
  private final List<Leaf> leaves = new ArrayList<>();

  Variable(String path, Declaration declaration, Origin origin, boolean memory) {
    this.path = path;
    this.id = declaration.id();
    this.type = declaration.type();
    this.location = declaration.location();
    this.origin = origin;
    this.memory = memory;
    if (!memory) {
      addLeaves(path, type);
    }
  }

  private void addLeaves(String name, Type of) {
    switch (of) {
      case Type.Packed packed -> leaves.add(new Leaf(this, name, packed.width()));
      case Type.Array array -> {
        for (int i = 0; i < array.size(); i++) {
          addLeaves(name + "[" + (array.low() + i) + "]", array.element());
        }
      }
      case Type.Struct struct ->
          struct.members().forEach(member -> addLeaves(name + "." + member.name(), member.type()));
      case Type.Other other -> {}
    }
  }

  /** Its hierarchical name, without the top module. */
  String path() {
    return path;
  }

  /** The number of its declaration in the tree; empty if it has none. */
  String id() {
    return id;
  }

  Type type() {
    return type;
  }

  SourceLocation location() {
    return location;
  }

  Origin origin() {
    return origin;
  }

  /** Tells whether it is a memory: an array of words that are read and written by address. */
  boolean isMemory() {
    return memory;
  }

  /** Its words, in the order of its type; none if it is a memory. */
  List<Leaf> leaves() {
    return leaves;
  }

  /** The type of the words of a memory. */
  Type.Packed word() {
    Type at = type;
    while (at instanceof Type.Array array) {
      at = array.element();
    }
    return (Type.Packed) at;
  }

  /** Tells whether a type is an array of words, with any number of dimensions. */
  static boolean isArrayOfWords(Type type) {
    return type instanceof Type.Array array
        && (array.element() instanceof Type.Packed || isArrayOfWords(array.element()));
  }
}
