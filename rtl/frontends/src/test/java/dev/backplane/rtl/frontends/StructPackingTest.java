package dev.backplane.rtl.frontends;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StructPackingTest {
  @Test
  void structsOfWordsArePackedAndOthersAreNot() {
    assertThat(StructPacking.pack("typedef struct {\n logic [3:0] a, b; } t;"))
        .isEqualTo("typedef struct packed {\n logic [3:0] a, b; } t;");
    for (String kept :
        new String[] {
          "struct packed { logic a; }",
          "struct { logic [3:0] a [2]; }",
          "struct { string s; }",
          "// struct { logic a; }",
          "\"struct { logic a; }\"",
          "mystruct { logic a; }",
          "struct { logic a;",
        }) {
      assertThat(StructPacking.pack(kept)).isEqualTo(kept);
    }
  }

  @Test
  void aDimensionInACommentIsIgnored() {
    assertThat(StructPacking.pack("struct { logic a; // b[2];\n }"))
        .isEqualTo("struct packed { logic a; // b[2];\n }");
  }
}
