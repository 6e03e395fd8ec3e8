package dev.backplane.rtl.netlist;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds combinational loops: loops through cells and memory reads. It works on whole signals, since
 * engines order whole cells: a front end has to split signals that form a loop as words but not as
 * bits.
 */
public final class CombinationalLoops {
  private CombinationalLoops() {}

  /**
   * Finds one loop.
   *
   * @param netlist where
   * @return the signals along it in the order of flow, or nothing if there is none
   */
  public static List<Signal> find(Netlist netlist) {
    int[][] sources = sources(netlist);
    byte[] state = new byte[sources.length]; // 0 new, 1 on the path, 2 done
    int[] next = new int[sources.length];
    Deque<Integer> path = new ArrayDeque<>();
    for (int start = 0; start < sources.length; start++) {
      if (state[start] != 0) {
        continue;
      }
      state[start] = 1;
      path.push(start);
      while (!path.isEmpty()) {
        int at = path.peek();
        if (next[at] == sources[at].length) {
          state[at] = 2;
          path.pop();
          continue;
        }
        int source = sources[at][next[at]++];
        if (state[source] == 1) {
          return loop(netlist, path, source);
        }
        if (state[source] == 0) {
          state[source] = 1;
          path.push(source);
        }
      }
    }
    return List.of();
  }

  /**
   * Finds all signals on loops and on paths between loops.
   *
   * @param netlist where
   * @return the signals that both depend on a loop and have a loop depend on them
   */
  public static List<Signal> core(Netlist netlist) {
    int[][] sources = sources(netlist);
    boolean[] gone = new boolean[sources.length];
    peel(sources, gone);
    peel(users(sources), gone);
    return netlist.signals().stream().filter(signal -> !gone[signal.id()]).toList();
  }

  /** Repeatedly removes signals that have no predecessor or no successor left. */
  private static void peel(int[][] before, boolean[] gone) {
    int[][] after = users(before);
    int[] left = new int[before.length];
    Deque<Integer> free = new ArrayDeque<>();
    for (int id = 0; id < before.length; id++) {
      left[id] = (int) Arrays.stream(before[id]).filter(other -> !gone[other]).count();
      if (!gone[id] && left[id] == 0) {
        free.add(id);
      }
    }
    while (!free.isEmpty()) {
      int id = free.remove();
      gone[id] = true;
      for (int other : after[id]) {
        if (--left[other] == 0 && !gone[other]) {
          free.add(other);
        }
      }
    }
  }

  private static int[][] users(int[][] sources) {
    int[] counts = new int[sources.length];
    for (int[] of : sources) {
      for (int source : of) {
        counts[source]++;
      }
    }
    int[][] users = new int[sources.length][];
    Arrays.setAll(users, id -> new int[counts[id]]);
    for (int id = 0; id < sources.length; id++) {
      for (int source : sources[id]) {
        users[source][--counts[source]] = id;
      }
    }
    return users;
  }

  /**
   * Formats a loop for a message.
   *
   * @param loop signals in the order of flow
   * @return for example {@code a -> b -> a}
   */
  public static String format(List<Signal> loop) {
    int shown = Math.min(loop.size(), 20);
    return Stream.concat(
            loop.stream().limit(shown).map(Signal::name),
            Stream.of(
                shown < loop.size()
                    ? "(" + (loop.size() - shown) + " more)"
                    : loop.getFirst().name()))
        .collect(Collectors.joining(" -> "));
  }

  // The path holds users below their drivers, the deepest driver first, which is the order of flow.
  private static List<Signal> loop(Netlist netlist, Deque<Integer> path, int source) {
    List<Signal> loop = new ArrayList<>();
    for (int id : path) {
      loop.add(netlist.signals().get(id));
      if (id == source) {
        break;
      }
    }
    return loop;
  }

  /** {@return by signal id, the ids of the signals that it depends on within a cycle} */
  private static int[][] sources(Netlist netlist) {
    int[][] sources = new int[netlist.signals().size()][];
    Arrays.fill(sources, new int[0]);
    for (Cell cell : netlist.cells()) {
      sources[cell.output().id()] = ids(cell.inputs().stream());
    }
    for (Memory memory : netlist.memories()) {
      for (Memory.ReadPort read : memory.reads()) {
        sources[read.output().id()] = ids(Stream.of(read.address()));
      }
    }
    return sources;
  }

  private static int[] ids(Stream<Operand> operands) {
    return operands
        .flatMap(operand -> operand.parts().stream())
        .mapToInt(part -> part instanceof Operand.Slice slice ? slice.signal().id() : -1)
        .filter(id -> id >= 0)
        .distinct()
        .toArray();
  }
}
