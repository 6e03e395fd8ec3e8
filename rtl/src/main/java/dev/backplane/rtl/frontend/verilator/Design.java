package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is found out about a design while it is elaborated. */
final class Design {
  /** Fewer words than this are registers, and their reads multiplexers. */
  private static final int SMALLEST_MEMORY = 8;

  /** A parameter is a memory sooner: nothing writes it. */
  private static final int SMALLEST_TABLE = 3;

  /** More places of the source than this make an array registers. */
  private static final int MOST_PORTS = 8;

  /** More words than this cannot be registers. */
  private static final int MOST_REGISTERS = 1 << 14;

  /**
   * What drives some bits of a word.
   *
   * @param value with what
   * @param procedural whether it is a process, which could have left the bits as they were
   */
  record Driver(int lsb, int width, Node value, Place place, boolean procedural) {}

  /** A write into a memory at an edge. */
  record ClockedWrite(Write write, Trigger trigger) {}

  private final Nodes nodes = new Nodes();
  private final SourceTexts texts;
  private final ConstantSelects selects;
  private final Map<String, Definition> modules = new HashMap<>();
  private final List<Scope> packages = new ArrayList<>();
  private final Map<Leaf, List<Driver>> drivers = new HashMap<>();
  private final SequencedMap<Variable, List<ClockedWrite>> writes = new LinkedHashMap<>();
  private final Map<Leaf, Node> initial = new HashMap<>();
  private final Map<Variable, NavigableMap<Integer, BigInteger>> contents = new HashMap<>();
  private final Map<Variable, Set<Node>> fixedPlaces = new LinkedHashMap<>();
  private final Map<Leaf, BufferedClock> buffers = new HashMap<>();
  private final Set<String> registers;
  private final Set<String> memories;
  private final Set<String> rejected = new LinkedHashSet<>();
  private final Set<String> warnings;
  private @Nullable Scope topScope;

  /** A clock that comes out of a buffer with an enable. */
  record BufferedClock(Node clock, Node enable) {}

  /**
   * A design of which nothing is known.
   *
   * @param selects what is known of selections by constants
   * @param registers paths of arrays that were found to be no memories
   * @param memories paths of small arrays that were found to be memories
   * @param warnings added to
   */
  Design(
      SourceTexts texts,
      ConstantSelects selects,
      List<Definition> modules,
      Set<String> registers,
      Set<String> memories,
      Set<String> warnings) {
    this.texts = texts;
    this.selects = selects;
    this.registers = new HashSet<>(registers);
    this.memories = new HashSet<>(memories);
    this.warnings = warnings;
    modules.forEach(module -> this.modules.put(module.name(), module));
  }

  Nodes nodes() {
    return nodes;
  }

  SourceTexts texts() {
    return texts;
  }

  ConstantSelects selects() {
    return selects;
  }

  Map<String, Definition> modules() {
    return modules;
  }

  List<Scope> packages() {
    return packages;
  }

  /** What drives each word. */
  Map<Leaf, List<Driver>> drivers() {
    return drivers;
  }

  void drive(Leaf leaf, Driver driver) {
    drivers.computeIfAbsent(leaf, key -> new ArrayList<>()).add(driver);
  }

  /** Writes by memory, in the order of the source. */
  Map<Variable, List<ClockedWrite>> writes() {
    return writes;
  }

  void write(ClockedWrite write) {
    writes.computeIfAbsent(write.write().memory(), key -> new ArrayList<>()).add(write);
  }

  /** Values at power-up. */
  Map<Leaf, Node> initial() {
    return initial;
  }

  /** Words of memories at power-up. */
  NavigableMap<Integer, BigInteger> contents(Variable memory) {
    return contents.computeIfAbsent(memory, key -> new TreeMap<>());
  }

  Map<Leaf, BufferedClock> buffers() {
    return buffers;
  }

  /** The instance of the top module. */
  Scope topScope() {
    return java.util.Objects.requireNonNull(topScope);
  }

  void setTopScope(Scope scope) {
    topScope = scope;
  }

  void warn(Place place, String warning) {
    warnings.add(texts.where(place) + warning);
  }

  Variable declare(Declaration declaration, String path, Variable.Origin origin) {
    Type type = declaration.type();
    long least = origin == Variable.Origin.PARAMETER ? SMALLEST_TABLE : SMALLEST_MEMORY;
    boolean memory =
        origin != Variable.Origin.LOCAL
            && origin != Variable.Origin.TOP_INPUT
            && Variable.isArrayOfWords(type)
            && (type.words() >= least || memories.contains(path))
            && !registers.contains(path);
    if (!memory && type.words() > MOST_REGISTERS) {
      throw tooLarge(declaration.place(), path, type);
    }
    return new Variable(path, type, declaration.place(), origin, memory);
  }

  private RtlException tooLarge(Place place, String path, Type type) {
    return texts.unsupported(
        place,
        ("array '%s' has %d words and is used as no memory is: as a whole, in combinational logic,"
                + " or in many places at once. Write it by address in a few clocked places")
            .formatted(path, type.words()));
  }

  /** Notes that an array is used as no memory is; elaboration starts again without it. */
  void reject(Variable memory) {
    rejected.add(memory.path());
  }

  /** Whether an array of registers with several drivers may be a memory with several ports. */
  boolean couldBeMemory(Variable variable) {
    return variable.origin() == Variable.Origin.INNER
        && Variable.isArrayOfWords(variable.type())
        && !registers.contains(variable.path());
  }

  /** Notes that a word of a memory is used whose address the source fixes. */
  void useFixed(Variable memory, Node address) {
    fixedPlaces.computeIfAbsent(memory, key -> new HashSet<>()).add(address);
  }

  /** Arrays that turned out to be no memories. */
  Set<String> rejected() {
    fixedPlaces.forEach(
        (memory, addresses) -> {
          if (addresses.size() > 4
              && memory.type().words() <= 1024
              && !memories.contains(memory.path())) {
            reject(memory);
          }
        });
    writes.forEach(
        (memory, list) -> {
          long places = list.stream().map(write -> write.write().address()).distinct().count();
          if (places > MOST_PORTS && !memories.contains(memory.path())) {
            reject(memory);
          }
        });
    return rejected;
  }
}
