package dev.backplane.compiler.hdl;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * The streams of a network while it grows: which one each edge of the graph is. Where several nodes
 * read one, the stream is forked, and each branch has a queue for a whole tensor. So nothing waits
 * for itself: of the first tensor that is not through, a queue that is full has all elements, and
 * the fork needs no room in it to give the other branches theirs. For use by one thread.
 */
final class Streams {
  private static final String FORK = "backplane_fork";
  private static final String QUEUE = "backplane_queue";

  private final TypedGraph graph;
  private final List<StreamStage> stages = new ArrayList<>();
  private final Map<Edge, String> streams = new HashMap<>();

  Streams(TypedGraph graph) {
    this.graph = graph;
  }

  List<StreamStage> stages() {
    return stages;
  }

  /** The streams that a node reads, in the order of its edges. */
  List<String> into(Node node) {
    return graph.graph().incoming(node.name()).stream()
        .map(edge -> Objects.requireNonNull(streams.get(edge), "its source comes before it"))
        .toList();
  }

  /** Adds a stage of a node, the last one if another does not follow. */
  void add(StreamStage stage) {
    stages.add(stage);
  }

  /** Says which stream has what a node gives; suffixes of different nodes are different. */
  void give(Node node, String stream, String suffix) {
    List<Edge> edges = graph.graph().outgoing(node.name());
    String rest = stream;
    for (int i = 0; i < edges.size(); i++) {
      boolean last = i == edges.size() - 1;
      String branch = last ? rest : "b" + i + suffix;
      if (!last) {
        String others = "r" + i + suffix;
        stages.add(fork(node, "f" + i + suffix, rest, List.of(branch, others)));
        rest = others;
      }
      if (edges.size() > 1) {
        String queued = "q" + i + suffix;
        stages.add(queue(node, "d" + i + suffix, branch, queued));
        branch = queued;
      }
      streams.put(edges.get(i), branch);
    }
  }

  private int width(Node node) {
    return graph.type(node).format().width();
  }

  private StreamStage fork(Node node, String label, String from, List<String> to) {
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", width(node));
    HdlInstance instance = new HdlInstance(FORK, true, parameters, List.of(FORK));
    return new StreamStage(label, instance, List.of(from), to, width(node));
  }

  private StreamStage queue(Node node, String label, String from, String to) {
    int depth = graph.type(node).shape().size();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", width(node));
    parameters.put("DEPTH", depth);
    parameters.put("ADDRESS_WIDTH", Rom.indexWidth(depth));
    parameters.put("COUNT_WIDTH", Rom.indexWidth(depth + 1));
    HdlInstance instance = new HdlInstance(QUEUE, true, parameters, List.of(QUEUE));
    return new StreamStage(label, instance, List.of(from), List.of(to), width(node));
  }
}
