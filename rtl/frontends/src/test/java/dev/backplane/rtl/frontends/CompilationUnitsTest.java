package dev.backplane.rtl.frontends;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two files may declare one name outside of modules: each file has its own (3.12.1). */
class CompilationUnitsTest {
  private static final String FIRST =
      """
      // typedef logic word;
      typedef logic [3:0] word;
      typedef enum logic [1:0] {IDLE, RUN = 2} state;
      parameter W = 4, ONLY = 7;
      function automatic word inc(word x); return x + 1; endfunction : inc
      function automatic logic [7:0] more(input word x);
        return inc(x) + W;
      endfunction
      module t(input [7:0] a, output [7:0] bad);
        word w;
        state s;
        wire [7:0] y, z;
        wire [1:0] u;
        assign w = a;
        always_comb s = RUN;
        second b(a, y, z, u);
        assign bad[0] = $bits(w) != 4 || inc(w) + W != 32'(4'(w + 1)) + 4;
        assign bad[1] = s != 2 || u != 1;
        assign bad[2] = y != 8'(a + 2);
        assign bad[3] = z != 8'(a + 8 + 7 + 5);
        assign bad[4] = more(w) != 8'(4'(w + 1)) + 4;
        assign bad[7:5] = 0;
      endmodule
      """;

  private static final String SECOND =
      """
      typedef logic [7:0] word;
      typedef enum logic [1:0] {RUN = 1, IDLE} state;
      parameter W = 8;
      localparam OTHER = 5;
      function automatic word inc(word x); return x + 2; endfunction
      module second(input [7:0] a, output word y, z, output [1:0] u);
        state s = RUN;
        word w;
        assign w = a;
        assign y = inc(w);
        assign z = w + W + ONLY + OTHER;
        assign u = RUN;
      endmodule
      """;

  private static final String PACKAGES =
      """
      package pa; localparam K = 3; typedef logic [1:0] tt; endpackage
      package pb; localparam K = 5; typedef logic [4:0] tt; endpackage
      """;

  /** Its own constant hides what it imports. */
  private static final String THIRD_IMPORT =
      """
      import pb::*;
      localparam LATER = 1;
      module third(output [7:0] z);
        localparam K = 9;
        assign z = K;
      endmodule
      """;

  @TempDir Path folder;

  @Test
  void declarationsOfEachFileAreItsOwn() throws IOException {
    SameBehaviour.check(folder, FIRST, SECOND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "sid"})
  void newerVersionsAreNoDifferent(String release) throws IOException {
    SameBehaviour.check(TestVerilator.ofRelease(release), folder, FIRST, SECOND);
  }

  static List<String> imports() {
    return List.of("*;", "K;");
  }

  @ParameterizedTest
  @MethodSource("imports")
  void importsOfEachFileAreItsOwn(String what) throws IOException {
    SameBehaviour.check(
        folder,
        Stream.of(PACKAGES, firstImport(what), secondImport(what), THIRD_IMPORT)
            .toArray(String[]::new));
  }

  private static String firstImport(String what) {
    return """
    import pa::%s
    module t(input [7:0] a, output [7:0] bad);
      wire [7:0] z, v;
      second b(z);
      third c(v);
      assign bad = {K != 3, z != 5, v != 9};
    endmodule
    """
        .formatted(what);
  }

  private static String secondImport(String what) {
    return """
    import pb::%s
    module second(output [7:0] z);
      assign z = K;
    endmodule
    """
        .formatted(what);
  }
}
