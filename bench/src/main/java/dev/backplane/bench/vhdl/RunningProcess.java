package dev.backplane.bench.vhdl;

import dev.backplane.rtl.netlist.pass.Node;
import dev.backplane.rtl.netlist.pass.NodeGraph;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** A process while its statements are executed: which bits it drives and what it keeps. */
final class RunningProcess {
  private final Place place;
  private final SequencedMap<Storage, BitSet> driven = new LinkedHashMap<>();
  private final SequencedMap<Storage, Storage> kept = new LinkedHashMap<>();
  private final Map<MemoryUse, Integer> written = new HashMap<>();

  RunningProcess(Place place, Collection<MemoryUse> memories) {
    this.place = place;
    memories.forEach(each -> written.put(each, each.writes().size()));
  }

  /** The value of a signal or variable before the process began. */
  record Hold(Storage storage) {
    Node node(NodeGraph graph) {
      return graph.source(this, storage.type().width());
    }
  }

  /** A change of a signal of one bit. */
  record Event(Storage storage, int bit) {
    Node node(NodeGraph graph) {
      return graph.source(this, 1);
    }
  }

  Place place() {
    return place;
  }

  /** {@return what the process has written to a memory} */
  List<MemoryUse.Write> writes(MemoryUse memory) {
    List<MemoryUse.Write> all = memory.writes();
    return all.subList(written.getOrDefault(memory, 0), all.size());
  }

  void drive(Storage signal, int lsb, int width) {
    driven.computeIfAbsent(signal, _ -> new BitSet()).set(lsb, lsb + width);
  }

  /** A variable of the process. */
  void keep(Storage variable) {
    kept.put(variable, variable);
  }

  SequencedMap<Storage, BitSet> driven() {
    return driven;
  }

  Iterable<Storage> kept() {
    return kept.keySet();
  }
}
