package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import java.util.ArrayList;
import java.util.List;

/** A signal that is an array of words, of which only single words are read and written. */
final class MemoryUse {
  private final Storage storage;
  private final int depth;
  private final int width;
  private final List<Write> writes = new ArrayList<>();

  MemoryUse(Storage storage) {
    this.storage = storage;
    Type.Array type = (Type.Array) storage.type();
    depth = type.range().length();
    width = type.selected().width();
  }

  /** A word that is written under a condition. */
  record Write(Node condition, Node address, Node data, Node enable) {}

  Storage storage() {
    return storage;
  }

  int depth() {
    return depth;
  }

  int width() {
    return width;
  }

  List<Write> writes() {
    return writes;
  }
}
