package dev.backplane.compiler.hdl;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Edge;
import dev.backplane.compiler.ir.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The streams of a network while it grows: which one each edge of the graph is. Where several nodes
 * read one, the stream is forked, and each branch has a queue for a whole tensor. So nothing waits
 * for itself: of the first tensor that is not through, a queue that is full has all elements, and
 * the fork needs no room in it to give the other branches theirs. For use by one thread.
 */
final class Streams {
  private final TypedGraph graph;
  private final List<StreamStage> stages = new ArrayList<>();
  private final Map<Edge, ElementStream> streams = new HashMap<>();

  Streams(TypedGraph graph) {
    this.graph = graph;
  }

  List<StreamStage> stages() {
    return stages;
  }

  /** The streams that a node reads, in the order of its edges. */
  List<ElementStream> into(Node node) {
    return graph.graph().incoming(node.name()).stream()
        .map(edge -> Objects.requireNonNull(streams.get(edge), "its source comes before it"))
        .toList();
  }

  /** Adds a stage of a node, the last one if another does not follow. */
  void add(StreamStage stage) {
    stages.add(stage);
  }

  /** {@return the stream with so many elements in a beat, behind the stages that it takes} */
  ElementStream withBeat(ElementStream stream, int beat, String suffix) {
    List<StreamStage> adapters = BeatAdapters.of(stream, beat, suffix);
    stages.addAll(adapters);
    return adapters.isEmpty() ? stream : adapters.getLast().outputs().getFirst();
  }

  /** Says which stream has what a node gives; suffixes of different nodes are different. */
  void give(Node node, ElementStream stream, String suffix) {
    List<Edge> edges = graph.graph().outgoing(node.name());
    BranchUnits units = new BranchUnits(graph.type(node), stream.beat());
    ElementStream rest = stream;
    for (int i = 0; i < edges.size(); i++) {
      boolean last = i == edges.size() - 1;
      ElementStream branch = last ? rest : named(stream, "b" + i + suffix);
      if (!last) {
        ElementStream others = named(stream, "r" + i + suffix);
        stages.add(
            new StreamStage(
                "f" + i + suffix, units.fork(), List.of(rest), List.of(branch, others)));
        rest = others;
      }
      if (edges.size() > 1) {
        ElementStream queued = named(stream, "q" + i + suffix);
        stages.add(
            new StreamStage("d" + i + suffix, units.queue(), List.of(branch), List.of(queued)));
        branch = queued;
      }
      streams.put(edges.get(i), branch);
    }
  }

  private static ElementStream named(ElementStream stream, String name) {
    return new ElementStream(name, stream.width(), stream.beat());
  }
}
