package dev.backplane.rtl.netlist.pass;

import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.Signal;
import java.util.ArrayDeque;
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
    Levelizer levelizer = new Levelizer(netlist, _ -> {}, _ -> {});
    levelizer.visitAll();
    return levelizer.loop();
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

  /** {@return by signal id, the ids of the signals that it depends on within a cycle} */
  private static int[][] sources(Netlist netlist) {
    int[][] sources = new int[netlist.signals().size()][];
    Arrays.fill(sources, new int[0]);
    Levelizer.forEachStep(
        netlist,
        step ->
            sources[step.output().id()] =
                step.inputs().stream()
                    .flatMap(input -> input.signals().stream())
                    .mapToInt(Signal::id)
                    .distinct()
                    .toArray());
    return sources;
  }
}
