package dev.backplane.rtl.frontend.verilator;

import java.util.ArrayList;
import java.util.List;

/** A variable of an instance, or of one call of a function. */
final class Variable {
  /** Where a variable comes from. */
  enum Origin {
    /** An input of the top module. */
    TOP_INPUT,
    /** A port of an instance or a member of an interface: may be left open. */
    PORT,
    /** A parameter. */
    PARAMETER,
    /** Declared in the source for use inside. */
    INNER,
    /** Of one call of a function. */
    LOCAL
  }

  private final String path;
  private final Type type;
  private final Place place;
  private final Origin origin;
  private final boolean memory;
  private final List<Leaf> leaves = new ArrayList<>();

  Variable(String path, Type type, Place place, Origin origin, boolean memory) {
    this.path = path;
    this.type = type;
    this.place = place;
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

  /** The instances down to it and its name, without the top module. */
  String path() {
    return path;
  }

  Type type() {
    return type;
  }

  Place place() {
    return place;
  }

  Origin origin() {
    return origin;
  }

  /** Whether it is kept as an array of words that are read and written by address. */
  boolean isMemory() {
    return memory;
  }

  /** Its words, in the order of its type; none if it is a memory. */
  List<Leaf> leaves() {
    return leaves;
  }

  /** The word that a memory has many of. */
  Type.Packed word() {
    Type at = type;
    while (at instanceof Type.Array array) {
      at = array.element();
    }
    return (Type.Packed) at;
  }

  /** Whether a type is an array, of arrays perhaps, of words. */
  static boolean isArrayOfWords(Type type) {
    return type instanceof Type.Array array
        && (array.element() instanceof Type.Packed || isArrayOfWords(array.element()));
  }
}
