package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.rewrite.Marker;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
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

/** The state of a design during its elaboration. */
final class Design {
  /** The fewest words of a memory; a smaller array becomes registers with multiplexers. */
  private static final int MIN_MEMORY_WORDS = 8;

  /** The fewest words of a memory for a parameter, which is never written. */
  private static final int MIN_TABLE_WORDS = 3;

  /** The most accesses in the source; an array with more becomes registers. */
  private static final int MAX_PORTS = 8;

  /** The most words of an array that can become registers. */
  private static final int MAX_REGISTERS = 1 << 14;

  /**
   * A driver of some bits of a word.
   *
   * @param value the driven value
   * @param procedural whether the driver is a process, which may leave the bits unchanged
   */
  record Driver(int lsb, int width, Node value, SourceLocation location, boolean procedural) {}

  /** A memory write at a clock edge. */
  record ClockedWrite(MemoryWrite write, EdgeTrigger trigger) {}

  private final NodeGraph graph = new NodeGraph();
  private final SourceTexts texts;
  private final ConstantSelectCheck selectCheck;
  private final Map<String, ModuleDefinition> modules = new HashMap<>();
  private final List<Scope> packages = new ArrayList<>();
  private final Map<Leaf, List<Driver>> drivers = new HashMap<>();
  private final SequencedMap<Variable, List<ClockedWrite>> writes = new LinkedHashMap<>();
  private final Map<Leaf, Node> initial = new HashMap<>();
  private final Map<Variable, NavigableMap<Integer, BigInteger>> contents = new HashMap<>();
  private final Map<Variable, Set<Node>> fixedAddresses = new LinkedHashMap<>();
  private final Map<Leaf, BufferedClock> buffers = new HashMap<>();
  private final Map<String, Marker> wired = new HashMap<>();
  private final Set<String> registers;
  private final Set<String> memories;
  private final Set<String> demotedMemories = new LinkedHashSet<>();
  private final Set<String> warnings;
  private final List<PendingReport.Clocked> reports = new ArrayList<>();
  private boolean silent;
  private boolean covered;
  private @Nullable Scope topScope;

  /** The output of a clock buffer with an enable. */
  record BufferedClock(Node clock, Node enable) {}

  /**
   * Creates an empty design.
   *
   * @param selects the check of constant selections
   * @param registers paths of arrays that have to be registers
   * @param memories paths of small arrays that have to be memories
   * @param warnings receives warnings
   */
  Design(
      SourceTexts texts,
      ConstantSelectCheck selects,
      List<ModuleDefinition> modules,
      Set<String> registers,
      Set<String> memories,
      Set<String> warnings) {
    this.texts = texts;
    this.selectCheck = selects;
    this.registers = new HashSet<>(registers);
    this.memories = new HashSet<>(memories);
    this.warnings = warnings;
    modules.forEach(module -> this.modules.put(module.name(), module));
  }

  NodeGraph graph() {
    return graph;
  }

  SourceTexts texts() {
    return texts;
  }

  ConstantSelectCheck selectCheck() {
    return selectCheck;
  }

  Map<String, ModuleDefinition> modules() {
    return modules;
  }

  List<Scope> packages() {
    return packages;
  }

  /** The drivers of each word. */
  Map<Leaf, List<Driver>> drivers() {
    return drivers;
  }

  void drive(Leaf leaf, Driver driver) {
    Node constant = initial.get(leaf);
    if (leaf.variable().origin() == Variable.Origin.PARAMETER
        && constant != null
        && graph.slice(constant, driver.lsb(), driver.width()) != driver.value()) {
      // Verilator has put the constant in the place of the wire.
      throw texts.error(
          RtlError.SOURCE_INVALID,
          leaf.variable().location(),
          "'%s' has several drivers: a constant, and %s. Drive it from one place"
              .formatted(leaf.name(), texts.prefix(driver.location()).replaceFirst(": $", "")));
    }
    drivers.computeIfAbsent(leaf, key -> new ArrayList<>()).add(driver);
  }

  /** The writes of each memory, in the order of the source. */
  Map<Variable, List<ClockedWrite>> writes() {
    return writes;
  }

  void write(ClockedWrite write) {
    writes.computeIfAbsent(write.write().memory(), key -> new ArrayList<>()).add(write);
  }

  /** Initial values of words. */
  Map<Leaf, Node> initial() {
    return initial;
  }

  /** The initial contents of a memory. */
  NavigableMap<Integer, BigInteger> contents(Variable memory) {
    return contents.computeIfAbsent(memory, key -> new TreeMap<>());
  }

  Map<Leaf, BufferedClock> buffers() {
    return buffers;
  }

  /** The nets that join their drivers, by their paths. */
  Map<String, Marker> wired() {
    return wired;
  }

  /** The instance of the top module. */
  Scope topScope() {
    return java.util.Objects.requireNonNull(topScope);
  }

  void setTopScope(Scope scope) {
    topScope = scope;
  }

  void warn(SourceLocation location, String warning) {
    warnings.add(texts.prefix(location) + warning);
  }

  /** {@return the messages of clocked processes} */
  List<PendingReport.Clocked> reports() {
    return reports;
  }

  void report(PendingReport report, @Nullable EdgeTrigger trigger) {
    // A statement that is never executed counts as well, one that never says anything does not.
    if (!silent
        && (report.severity() == Effect.Severity.COVER || !NodeGraph.isZero(report.condition()))) {
      reports.add(new PendingReport.Clocked(report, trigger));
    }
  }

  /** Tells whether the executions of statements are counted. */
  boolean isCovered() {
    return covered;
  }

  /** Counts the executions of statements. */
  void cover() {
    covered = true;
  }

  /** Leaves out what the processes say. */
  void silence() {
    silent = true;
  }

  Variable declare(Declaration declaration, String path, Variable.Origin origin) {
    Type type = declaration.type();
    long least = origin == Variable.Origin.PARAMETER ? MIN_TABLE_WORDS : MIN_MEMORY_WORDS;
    boolean memory =
        origin != Variable.Origin.LOCAL
            && origin != Variable.Origin.TOP_INPUT
            && Variable.isArrayOfWords(type)
            && (type.words() >= least || memories.contains(path))
            && !registers.contains(path);
    if (!memory && type.words() > MAX_REGISTERS) {
      throw tooLarge(declaration.location(), path, type);
    }
    return new Variable(path, declaration, origin, memory);
  }

  private RtlException tooLarge(SourceLocation location, String path, Type type) {
    return texts.unsupported(
        location,
        ("array '%s' has %d words and is used as no memory is: as a whole, in combinational logic,"
                + " or in many places at once. Write it by address in a few clocked places")
            .formatted(path, type.words()));
  }

  /** Notes that an array cannot be a memory; elaboration is repeated with registers for it. */
  void demoteMemory(Variable memory) {
    demotedMemories.add(memory.path());
  }

  /**
   * Tells whether an array of registers with several drivers can be a memory with several ports.
   */
  boolean couldBeMemory(Variable variable) {
    return variable.origin() == Variable.Origin.INTERNAL
        && Variable.isArrayOfWords(variable.type())
        && !registers.contains(variable.path());
  }

  /** Notes an access to a memory with a constant address. */
  void addFixedAddress(Variable memory, Node address) {
    fixedAddresses.computeIfAbsent(memory, key -> new HashSet<>()).add(address);
  }

  /** The arrays that cannot be memories. */
  Set<String> demotedMemories() {
    fixedAddresses.forEach(
        (memory, addresses) -> {
          if (addresses.size() > 4
              && memory.type().words() <= 1024
              && !memories.contains(memory.path())) {
            demoteMemory(memory);
          }
        });
    writes.forEach(
        (memory, list) -> {
          long places = list.stream().map(write -> write.write().address()).distinct().count();
          if (places > MAX_PORTS && !memories.contains(memory.path())) {
            demoteMemory(memory);
          }
        });
    return demotedMemories;
  }
}
