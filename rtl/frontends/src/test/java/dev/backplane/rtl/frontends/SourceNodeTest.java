package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SourceNodeTest {
  @Test
  void findsTheSmallestPieceWithAProperty() {
    SourceNode inner = SourceNode.of("b", "(@ and @)", leaf("wrong"), leaf("right"));
    SourceNode statement =
        SourceNode.of(
            "S", "if @ then\n@end if;\n", leaf("c"), SourceNode.of("S", "x := @;\n", inner));
    SourceNode all =
        SourceNode.list("S", List.of(statement, leafOf("S", "y := true;\n"), statement));
    assertThat(
            all.smallest(RandomVhdlValues::least, node -> node.text().contains("wrong"), 100)
                .text())
        .isEqualTo("x := wrong;\n");
  }

  @Test
  void seedsGiveTheSameEntityAgain() {
    assertThat(new RandomVhdl(new Random(5)).entity("e").text())
        .isEqualTo(new RandomVhdl(new Random(5)).entity("e").text());
  }

  private static SourceNode leaf(String text) {
    return leafOf("b", text);
  }

  private static SourceNode leafOf(String kind, String text) {
    return SourceNode.of(kind, text);
  }
}
