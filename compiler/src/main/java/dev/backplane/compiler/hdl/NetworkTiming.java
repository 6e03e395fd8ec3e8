package dev.backplane.compiler.hdl;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The clocks that a network takes: those between samples and those of one, while both of its ends
 * always wait for it. They are counted clock by clock on the handshakes of all its units, so they
 * are those of the hardware. Immutable.
 *
 * @param interval the clocks from one sample to the next, once the network is full
 * @param latency the clocks from the first beat of a sample to its last result, in an empty network
 */
public record NetworkTiming(long interval, long latency) {
  /** Intervals before it differ while buffers become full. */
  private static final int SAMPLES = 6;

  /** {@return the timing of a network whose units are all known} */
  static Optional<NetworkTiming> of(TypedGraph graph, NetworkStages stages) {
    Run run = new Run(stages);
    if (run.clocks.size() < run.stages.size()) {
      return Optional.empty();
    }
    List<Node> order = graph.order();
    int outputs = graph.type(order.getLast()).shape().size() / stages.output().beat();
    long[] ends = run.samples(outputs);
    return Optional.of(new NetworkTiming(ends[SAMPLES - 1] - ends[SAMPLES - 2], ends[0]));
  }

  /** {@return the nodes with units whose handshakes are not known} */
  static List<String> unknown(NetworkStages stages) {
    return stages.nodes().stream()
        .filter(
            node ->
                node.stages().stream()
                    .anyMatch(stage -> StageClocks.of(node.core(stage)).isEmpty()))
        .map(node -> node.node().name())
        .toList();
  }

  /** All units and streams, from clock to clock. */
  private static final class Run {
    private final List<StreamStage> stages = new ArrayList<>();
    private final List<StageClock> clocks = new ArrayList<>();
    private final Map<String, Integer> streams = new HashMap<>();
    private final int input;
    private final int output;

    Run(NetworkStages network) {
      input = stream(network.input());
      for (NodeStages node : network.nodes()) {
        for (StreamStage stage : node.stages()) {
          stages.add(stage);
          StageClocks.of(node.core(stage)).ifPresent(clocks::add);
          stage.outputs().forEach(this::stream);
        }
      }
      output = stream(network.output());
    }

    private int stream(ElementStream stream) {
      return streams.computeIfAbsent(stream.name(), _ -> streams.size());
    }

    private int[] indexes(List<ElementStream> all) {
      return all.stream().mapToInt(this::stream).toArray();
    }

    /** {@return the clocks after the first beat in which the last result of each sample came} */
    long[] samples(int outputs) {
      int[][] ins = stages.stream().map(stage -> indexes(stage.inputs())).toArray(int[][]::new);
      int[][] outs = stages.stream().map(stage -> indexes(stage.outputs())).toArray(int[][]::new);
      boolean[][] offered = new boolean[ins.length][];
      boolean[][] taken = new boolean[outs.length][];
      for (int s = 0; s < ins.length; s++) {
        offered[s] = new boolean[ins[s].length];
        taken[s] = new boolean[outs[s].length];
      }
      boolean[] valid = new boolean[streams.size()];
      boolean[] ready = new boolean[streams.size()];
      long[] ends = new long[SAMPLES];
      long received = 0;
      long first = -1;
      for (long clock = 0; received < (long) SAMPLES * outputs; clock++) {
        valid[input] = true;
        for (int s = 0; s < ins.length; s++) {
          for (int i = 0; i < ins[s].length; i++) {
            offered[s][i] = valid[ins[s][i]];
          }
          for (int o = 0; o < outs[s].length; o++) {
            valid[outs[s][o]] = clocks.get(s).valid(o, offered[s]);
          }
        }
        ready[output] = true;
        for (int s = ins.length - 1; s >= 0; s--) {
          for (int o = 0; o < outs[s].length; o++) {
            taken[s][o] = ready[outs[s][o]];
          }
          for (int i = 0; i < ins[s].length; i++) {
            ready[ins[s][i]] = clocks.get(s).ready(i, offered[s], taken[s]);
          }
          clocks.get(s).edge(offered[s], taken[s]);
        }
        if (first < 0 && ready[input]) {
          first = clock;
        }
        if (valid[output]) {
          received++;
          if (received % outputs == 0) {
            ends[(int) (received / outputs) - 1] = clock - first;
          }
        }
      }
      return ends;
    }
  }
}
