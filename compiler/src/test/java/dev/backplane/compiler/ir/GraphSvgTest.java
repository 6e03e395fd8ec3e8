package dev.backplane.compiler.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Pictures of graphs, read as the XML that they are. */
class GraphSvgTest {
  /** A box of a node. */
  private record Box(double x, double y, double width, double height) {
    boolean touches(Box other) {
      return x < other.x + other.width
          && other.x < x + width
          && y < other.y + other.height
          && other.y < y + height;
    }
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Box> boxes(Document document) {
    List<Box> boxes = new ArrayList<>();
    NodeList groups = document.getElementsByTagName("g");
    for (int i = 0; i < groups.getLength(); i++) {
      Element box = (Element) ((Element) groups.item(i)).getElementsByTagName("rect").item(0);
      boxes.add(
          new Box(number(box, "x"), number(box, "y"), number(box, "width"), number(box, "height")));
    }
    return boxes;
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  /** Each node has edges from some of those before it. */
  static Graph random(long seed, int nodes) {
    Random random = new Random(seed);
    Graph.Builder graph = Graph.builder();
    for (int i = 0; i < nodes; i++) {
      graph.node("node" + i, "type" + i % 3, Attributes.NONE.with("width", i));
      for (int j = 0; j < i; j++) {
        if (random.nextInt(i) < 2) {
          graph.edge("node" + j, "node" + i);
        }
      }
    }
    return graph.build();
  }

  @Test
  void boxesNeverTouchAndAllAreInThePicture() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      Graph graph = random(seed, 30);
      Document document = parse(GraphSvg.write("random", graph));
      List<Box> boxes = boxes(document);
      double width = number(document.getDocumentElement(), "width");
      double height = number(document.getDocumentElement(), "height");

      assertThat(boxes).hasSize(30);
      for (int i = 0; i < boxes.size(); i++) {
        Box box = boxes.get(i);
        assertThat(box.x).isNotNegative();
        assertThat(box.x + box.width).isLessThanOrEqualTo(width);
        assertThat(box.y + box.height).isLessThanOrEqualTo(height);
        assertThat(boxes.subList(i + 1, boxes.size())).noneMatch(box::touches);
      }
      // The markers' path, and one for each edge.
      assertThat(document.getElementsByTagName("path").getLength())
          .isEqualTo(graph.edges().size() + 1);
    }
  }

  @Test
  void dataFlowsDown() throws Exception {
    Graph graph = random(3, 12);
    List<Box> boxes = boxes(parse(GraphSvg.write("g", graph)));
    List<Node> nodes = List.copyOf(graph.nodes());

    for (Edge edge : graph.edges()) {
      Box from = boxes.get(nodes.indexOf(graph.node(edge.from())));
      Box to = boxes.get(nodes.indexOf(graph.node(edge.to())));
      assertThat(from.y + from.height).isLessThan(to.y);
    }
  }

  @Test
  void anyNameIsDrawnAsText() throws Exception {
    String name = "<a href=\"x\">&\u0000\ud800 \ud83d\ude00" + "y".repeat(300);
    Graph graph = Graph.builder().node(name, "t]]>", Attributes.NONE.with(name, name)).build();

    Document document = parse(GraphSvg.write(name, graph));
    assertThat(document.getElementsByTagName("a").getLength()).isZero();
    assertThat(document.getElementsByTagName("g").item(0).getTextContent())
        .contains("<a href=\"x\">&?? \ud83d\ude00", "\u2026", "t]]>");
  }

  @Test
  void anEmptyGraphIsAPictureToo() throws Exception {
    assertThat(boxes(parse(GraphSvg.write("empty", Graph.builder().build())))).isEmpty();
  }

  @Test
  void theSameGraphIsTheSameBytesInEveryLocale() {
    String svg = GraphSvg.write("g", random(1, 20));
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(GraphSvg.write("g", random(1, 20))).isEqualTo(svg);
    } finally {
      Locale.setDefault(before);
    }
  }
}
