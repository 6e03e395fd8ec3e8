package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeUnitRemovalTest {
  @Test
  void statementsAreRemovedAndLocationsArePreserved() {
    assertThat(TimeUnitRemoval.remove("a;timeunit 1ns/1ps; b;\n timeprecision\n1ps;c"))
        .isEqualTo("a;                  b;\n              \n    c");
  }

  @Test
  void commentsStringsAndLongerNamesAreUnchanged() {
    String source =
        "// timeunit 1ns;\n"
            + "/* timeunit 1ns; */ \"timeunit 1ns;\" my_timeunit a; timeunits b; x.timeunit c;";
    assertThat(TimeUnitRemoval.remove(source)).isEqualTo(source);
  }

  @Test
  void anUnterminatedCommentIsLeftToTheTool() {
    String source = "/* timeunit 1ns;".repeat(2000);
    assertThat(TimeUnitRemoval.remove(source)).hasSameSizeAs(source);
  }
}
