package dev.backplane.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCellAndLinesDoNotEndInBlanks() {
    StringWriter written = new StringWriter();
    new TextTable("A", "B", "C")
        .row("long cell", 1, "")
        .row("x", "y", "z")
        .print(new PrintWriter(written, true));
    assertThat(written.toString().lines())
        .containsExactly("A          B  C", "long cell  1", "x          y  z");
  }
}
