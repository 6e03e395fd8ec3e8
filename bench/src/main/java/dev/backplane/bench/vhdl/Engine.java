package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts of one elaboration, which know each other through it. */
final class Engine {
  private final Bits bits = new Bits(new NodeGraph());
  private final Numbers numbers = new Numbers(bits.graph());
  private final Vectors vectors = new Vectors(bits, numbers);
  private final Names names = new Names(this);
  private final Ranges ranges = new Ranges(this);
  private final Types types = new Types(this);
  private final Evaluator evaluator = new Evaluator(this);
  private final Conversions conversions = new Conversions(this);
  private final Aggregates aggregates = new Aggregates(this);
  private final Attributes attributes = new Attributes(this);
  private final Operators operators = new Operators(this);
  private final Calls calls = new Calls(this);
  private final KnownFunctions known = new KnownFunctions(this);
  private final Declarations declarations = new Declarations(this);
  private final Targets targets = new Targets(this);
  private final Executor executor = new Executor(this);
  private final Drivers drivers = new Drivers(bits);
  private final Map<Storage, MemoryUse> memories = new HashMap<>();
  private final Set<Storage> inputs = new HashSet<>();
  private final Library library;

  Engine(Library library) {
    this.library = library;
    library.of(this);
  }

  Bits bits() {
    return bits;
  }

  Numbers numbers() {
    return numbers;
  }

  Vectors vectors() {
    return vectors;
  }

  Names names() {
    return names;
  }

  Ranges ranges() {
    return ranges;
  }

  Types types() {
    return types;
  }

  Evaluator evaluator() {
    return evaluator;
  }

  Conversions conversions() {
    return conversions;
  }

  Aggregates aggregates() {
    return aggregates;
  }

  Attributes attributes() {
    return attributes;
  }

  Operators operators() {
    return operators;
  }

  Calls calls() {
    return calls;
  }

  KnownFunctions known() {
    return known;
  }

  Declarations declarations() {
    return declarations;
  }

  Targets targets() {
    return targets;
  }

  Executor executor() {
    return executor;
  }

  Drivers drivers() {
    return drivers;
  }

  Map<Storage, MemoryUse> memories() {
    return memories;
  }

  Library library() {
    return library;
  }

  /** {@return the scope of a library, or null if no library has the name} */
  @Nullable Scope library(String name) {
    return library.named(name);
  }

  /** {@return the declarations of a package of a library, or null if there is none} */
  @Nullable Scope packageOf(Scope of, String name) {
    return library.packageOf(of, name);
  }

  void input(Storage storage) {
    inputs.add(storage);
  }

  boolean isInput(Storage storage) {
    return inputs.contains(storage);
  }

  /** {@return the value of a signal} */
  Node whole(Storage signal) {
    MemoryUse memory = memories.get(signal);
    if (memory == null) {
      return bits.graph().source(signal, signal.type().width());
    }
    int address = Math.max(1, 32 - Integer.numberOfLeadingZeros(memory.depth() - 1));
    java.util.List<Node> words = new java.util.ArrayList<>();
    for (int i = 0; i < memory.depth(); i++) {
      words.add(bits.graph().memoryRead(memory, memory.width(), bits.graph().fixed(i, address)));
    }
    return bits.graph().concat(words);
  }

  /** A change of a signal of one bit. */
  Node event(Reference reference) {
    int bit = 0;
    for (Reference.Step step : reference.steps()) {
      if (step instanceof Reference.Step.Fixed(int lsb, int _)) {
        bit += lsb;
      }
    }
    return new RunningProcess.Event(reference.storage(), bit).node(bits.graph());
  }
}
