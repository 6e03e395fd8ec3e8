package dev.backplane.view.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.OrderingStrategy;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.PortConstraints;
import org.eclipse.elk.core.options.PortSide;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkConnectableShape;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.ElkPort;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Gives the parts of a diagram their places, by the layered algorithm of ELK. Sizes of texts are
 * those of the page's font of fixed width.
 */
public final class DiagramLayout {
  private static final double CHARACTER = 7.25;
  private static final double SMALL = 6.05;
  private static final double TITLE = 24;
  private static final double TEXT = 16;
  private static final double PORT = 16;
  private static final double PORT_SIZE = 7;
  private static final double EDGE = 10;
  private static final double GAP = 24;

  private final Diagram diagram;
  private final Map<String, ElkNode> boxes = new HashMap<>();
  private final Map<Diagram.End, ElkConnectableShape> ports = new HashMap<>();

  private DiagramLayout(Diagram diagram) {
    this.diagram = diagram;
  }

  /**
   * {@return a diagram with places: maps, lists, numbers and texts, as JSON has them}
   *
   * @throws IllegalArgumentException if a line ends at a box or port that is not there
   * @throws IllegalStateException where the program was linked without ELK
   */
  public static Map<String, Object> of(Diagram diagram) {
    try {
      return new DiagramLayout(diagram).places();
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "this Java was linked without ELK, which gives diagrams their layout", e);
    }
  }

  private Map<String, Object> places() {
    LayoutMetaDataService.getInstance()
        .registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
    ElkNode root = ElkGraphUtil.createGraph();
    root.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
    root.setProperty(CoreOptions.DIRECTION, diagram.down() ? Direction.DOWN : Direction.RIGHT);
    root.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    root.setProperty(CoreOptions.PADDING, new ElkPadding(EDGE));
    root.setProperty(LayeredOptions.SPACING_NODE_NODE, GAP);
    root.setProperty(LayeredOptions.SPACING_EDGE_EDGE, EDGE);
    root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, EDGE + 2);
    root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 2 * GAP);
    root.setProperty(CoreOptions.RANDOM_SEED, 1);
    root.setProperty(
        LayeredOptions.CONSIDER_MODEL_ORDER_STRATEGY, OrderingStrategy.NODES_AND_EDGES);
    diagram.boxes().forEach(box -> add(root, box));
    List<ElkEdge> edges = diagram.lines().stream().map(this::edge).toList();
    new RecursiveGraphLayoutEngine().layout(root, new BasicProgressMonitor());
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("width", root.getWidth());
    result.put("height", root.getHeight());
    result.put("boxes", diagram.boxes().stream().map(this::box).toList());
    List<Object> lines = new ArrayList<>();
    for (int i = 0; i < edges.size(); i++) {
      lines.add(line(diagram.lines().get(i), edges.get(i)));
    }
    result.put("lines", lines);
    return result;
  }

  private void add(ElkNode root, Diagram.Box box) {
    ElkNode node = ElkGraphUtil.createNode(root);
    double widest = CHARACTER * box.title().length();
    for (String line : box.text()) {
      widest = Math.max(widest, SMALL * line.length());
    }
    double west = labels(box, false);
    double east = labels(box, true);
    long most = Math.max(count(box, false), count(box, true));
    double head = TITLE + TEXT * box.text().size();
    boolean beside = !diagram.down();
    node.setWidth(Math.max(80, Math.max(widest, beside ? west + east + GAP : 0) + 2 * EDGE));
    node.setHeight(head + EDGE + (beside ? PORT * most : 0));
    boxes.put(box.id(), node);
    ports.put(new Diagram.End(box.id(), ""), node);
    if (!box.ports().isEmpty() && beside) {
      node.setProperty(CoreOptions.PORT_CONSTRAINTS, PortConstraints.FIXED_POS);
    }
    int[] seen = new int[2];
    for (Diagram.Port port : box.ports()) {
      ElkPort made = ElkGraphUtil.createPort(node);
      made.setDimensions(PORT_SIZE, PORT_SIZE);
      PortSide side =
          beside
              ? (port.out() ? PortSide.EAST : PortSide.WEST)
              : (port.out() ? PortSide.SOUTH : PortSide.NORTH);
      made.setProperty(CoreOptions.PORT_SIDE, side);
      if (beside) {
        int row = seen[port.out() ? 1 : 0]++;
        made.setX(port.out() ? node.getWidth() : -PORT_SIZE);
        made.setY(head + PORT * row + (PORT - PORT_SIZE) / 2);
      }
      ports.put(new Diagram.End(box.id(), port.id()), made);
    }
  }

  private static double labels(Diagram.Box box, boolean out) {
    return box.ports().stream()
        .filter(port -> port.out() == out)
        .mapToDouble(port -> SMALL * port.label().length())
        .max()
        .orElse(0);
  }

  private static long count(Diagram.Box box, boolean out) {
    return box.ports().stream().filter(port -> port.out() == out).count();
  }

  private ElkEdge edge(Diagram.Line line) {
    ElkEdge edge = ElkGraphUtil.createSimpleEdge(end(line.from()), end(line.to()));
    if (!line.label().isEmpty()) {
      ElkLabel label = ElkGraphUtil.createLabel(line.label(), edge);
      label.setDimensions(SMALL * line.label().length() + 4, TEXT - 2);
      label.setProperty(CoreOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
    }
    return edge;
  }

  private ElkConnectableShape end(Diagram.End end) {
    ElkConnectableShape shape = ports.get(end);
    if (shape == null) {
      throw new IllegalArgumentException("there is no end " + end.box() + "." + end.port());
    }
    return shape;
  }

  private Map<String, Object> box(Diagram.Box box) {
    ElkNode node = Objects.requireNonNull(boxes.get(box.id()));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", box.id());
    map.put("kind", box.kind());
    map.put("title", box.title());
    map.put("text", box.text());
    map.put("x", node.getX());
    map.put("y", node.getY());
    map.put("width", node.getWidth());
    map.put("height", node.getHeight());
    map.put("ports", box.ports().stream().map(port -> port(box, node, port)).toList());
    return map;
  }

  private Map<String, Object> port(Diagram.Box box, ElkNode node, Diagram.Port port) {
    ElkConnectableShape made =
        Objects.requireNonNull(ports.get(new Diagram.End(box.id(), port.id())));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", port.id());
    map.put("label", port.label());
    map.put("out", port.out());
    map.put("x", node.getX() + made.getX());
    map.put("y", node.getY() + made.getY());
    map.put("size", PORT_SIZE);
    return map;
  }

  private static Map<String, Object> line(Diagram.Line line, ElkEdge edge) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", line.kind());
    map.put("from", line.from().box());
    map.put("to", line.to().box());
    List<Object> points = new ArrayList<>();
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(List.of(section.getStartX(), section.getStartY()));
      section.getBendPoints().forEach(bend -> points.add(List.of(bend.getX(), bend.getY())));
      points.add(List.of(section.getEndX(), section.getEndY()));
    }
    map.put("points", points);
    if (!edge.getLabels().isEmpty()) {
      ElkLabel label = edge.getLabels().getFirst();
      map.put("label", Map.of("text", line.label(), "x", label.getX(), "y", label.getY()));
    }
    return map;
  }
}
