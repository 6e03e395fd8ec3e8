package dev.backplane.compiler.ir;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places of the nodes of a graph in layers, so that all edges lead down. An edge over several
 * layers has a place in each of those between. Within a layer places are ordered so that few edges
 * cross, and put below what they come from as far as others leave room.
 */
final class LayeredLayout {
  private static final int SWEEPS = 8;
  private static final double GAP = 28;
  private static final double LANE = 14;

  /** A node, or the lane of an edge in a layer, if the node is null. */
  static final class Place {
    final double width;
    double x;
    final List<Place> above = new ArrayList<>(1);
    final List<Place> below = new ArrayList<>(1);
    private double wanted;

    private Place(double width) {
      this.width = width;
    }
  }

  private final Graph graph;
  private final Map<String, Integer> layerOf = new HashMap<>();
  private final Map<String, Place> places = new HashMap<>();
  private final Map<Edge, List<Place>> lanes = new HashMap<>();
  private final List<List<Place>> layers = new ArrayList<>();

  /**
   * A layout.
   *
   * @param graph the graph, without cycles
   * @param widths how wide each node is, by name
   */
  LayeredLayout(Graph graph, Map<String, Double> widths) {
    this.graph = graph;
    assignLayers();
    for (Node node : graph.nodes()) {
      Place place = new Place(widths.getOrDefault(node.name(), 0.0));
      places.put(node.name(), place);
      layer(layer(node.name())).add(place);
    }
    graph.edges().forEach(this::connect);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      order(sweep % 2 == 0);
    }
    layers.forEach(LayeredLayout::pack);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      align(sweep % 2 == 0);
    }
    moveIntoView();
  }

  Place place(Node node) {
    Place place = places.get(node.name());
    if (place == null) {
      throw new IllegalArgumentException("the layout has no " + node.label());
    }
    return place;
  }

  int layer(String node) {
    return layerOf.getOrDefault(node, 0);
  }

  /** The places of an edge in the layers between its ends, from above. */
  List<Place> lanes(Edge edge) {
    return lanes.getOrDefault(edge, List.of());
  }

  int layers() {
    return layers.size();
  }

  double width() {
    double width = 0;
    for (List<Place> layer : layers) {
      for (Place place : layer) {
        width = Math.max(width, place.x + place.width / 2);
      }
    }
    return width;
  }

  /** As deep as the longest way to a node; what nothing leads to is just above what it goes to. */
  private void assignLayers() {
    List<Node> order = graph.topologicalOrder();
    for (Node node : order) {
      int layer = 0;
      for (Edge edge : graph.incoming(node.name())) {
        layer = Math.max(layer, layer(edge.from()) + 1);
      }
      layerOf.put(node.name(), layer);
    }
    for (Node node : order) {
      if (graph.incoming(node.name()).isEmpty()) {
        graph.outgoing(node.name()).stream()
            .mapToInt(edge -> layer(edge.to()) - 1)
            .min()
            .ifPresent(layer -> layerOf.put(node.name(), layer));
      }
    }
  }

  private List<Place> layer(int index) {
    while (layers.size() <= index) {
      layers.add(new ArrayList<>());
    }
    return layers.get(index);
  }

  private void connect(Edge edge) {
    Place before = place(graph.node(edge.from()));
    List<Place> between = new ArrayList<>();
    for (int layer = layer(edge.from()) + 1; layer < layer(edge.to()); layer++) {
      Place lane = new Place(LANE);
      layer(layer).add(lane);
      between.add(lane);
      link(before, lane);
      before = lane;
    }
    link(before, place(graph.node(edge.to())));
    lanes.put(edge, between);
  }

  private static void link(Place above, Place below) {
    above.below.add(below);
    below.above.add(above);
  }

  /** Each place in the middle of those that it is connected with in the layer before. */
  private void order(boolean down) {
    for (int i = 0; i < layers.size(); i++) {
      List<Place> layer = layers.get(down ? i : layers.size() - 1 - i);
      Map<Place, Double> middles = new HashMap<>();
      for (int position = 0; position < layer.size(); position++) {
        Place place = layer.get(position);
        middles.put(
            place,
            (down ? place.above : place.below)
                .stream().mapToDouble(each -> each.wanted).average().orElse(position));
      }
      layer.sort(Comparator.comparingDouble(place -> middles.getOrDefault(place, 0.0)));
      for (int position = 0; position < layer.size(); position++) {
        layer.get(position).wanted = position;
      }
    }
  }

  private static void pack(List<Place> layer) {
    double x = 0;
    for (Place place : layer) {
      place.x = x + place.width / 2;
      x += place.width + GAP;
    }
  }

  private void align(boolean down) {
    for (int i = 0; i < layers.size(); i++) {
      List<Place> layer = layers.get(down ? i : layers.size() - 1 - i);
      for (Place place : layer) {
        place.wanted =
            (down ? place.above : place.below)
                .stream().mapToDouble(each -> each.x).average().orElse(place.x);
      }
      double left = Double.NEGATIVE_INFINITY;
      double error = 0;
      for (Place place : layer) {
        place.x = Math.max(place.wanted, left + place.width / 2);
        left = place.x + place.width / 2 + GAP;
        error += place.wanted - place.x;
      }
      // What was pushed to the right moves back by what all of them are off in the mean.
      for (Place place : layer) {
        place.x += error / layer.size();
      }
    }
  }

  private void moveIntoView() {
    double left = 0;
    boolean first = true;
    for (List<Place> layer : layers) {
      for (Place place : layer) {
        double edge = place.x - place.width / 2;
        left = first ? edge : Math.min(left, edge);
        first = false;
      }
    }
    for (List<Place> layer : layers) {
      for (Place place : layer) {
        place.x -= left;
      }
    }
  }
}
