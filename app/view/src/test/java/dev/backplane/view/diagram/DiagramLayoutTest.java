package dev.backplane.view.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.view.diagram.Diagram.Box;
import dev.backplane.view.diagram.Diagram.End;
import dev.backplane.view.diagram.Diagram.Line;
import dev.backplane.view.diagram.Diagram.Port;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the places of boxes and lines. */
class DiagramLayoutTest {
  private static final Box HOST =
      new Box("host", "host", "host", List.of(), List.of(new Port("out", "control", true)));
  private static final Box UNIT =
      new Box(
          "unit", "unit", "vadd_1", List.of("ap_ctrl_hs"), List.of(new Port("in", "0x0", false)));

  private static Diagram diagram(boolean down, End to) {
    return new Diagram(
        List.of(HOST, UNIT),
        List.of(new Line("control", "8 bits", new End("host", "out"), to)),
        down);
  }

  private static Map<?, ?> box(Map<String, Object> layout, int index) {
    return (Map<?, ?>) ((List<?>) layout.getOrDefault("boxes", List.of())).get(index);
  }

  private static double number(Map<?, ?> map, String key) {
    return map.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  @Test
  void linesGoToTheRight() {
    Map<String, Object> layout = DiagramLayout.of(diagram(false, new End("unit", "in")));
    Map<?, ?> host = box(layout, 0);
    assertThat(number(box(layout, 1), "x"))
        .isGreaterThan(number(host, "x") + number(host, "width"));
    assertThat(layout.toString()).contains("text=8 bits", "points=[[");
  }

  @Test
  void linesGoDown() {
    Map<String, Object> layout = DiagramLayout.of(diagram(true, new End("unit", "in")));
    Map<?, ?> host = box(layout, 0);
    assertThat(number(box(layout, 1), "y"))
        .isGreaterThan(number(host, "y") + number(host, "height"));
  }

  @Test
  void theSameDiagramHasTheSamePlaces() {
    Diagram same = diagram(false, new End("unit", ""));
    assertThat(DiagramLayout.of(same)).isEqualTo(DiagramLayout.of(same));
  }

  @Test
  void aLineToNowhereIsRefused() {
    assertThatThrownBy(() -> DiagramLayout.of(diagram(false, new End("unit", "nowhere"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unit.nowhere");
  }

  @Test
  void anEmptyDiagramHasNoBoxes() {
    assertThat(DiagramLayout.of(new Diagram(List.of(), List.of(), false)))
        .containsEntry("boxes", List.of());
  }
}
