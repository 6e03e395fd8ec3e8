package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.frontends.TestVerilator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors about unknown modules and parameters list the existing ones. */
class TopModuleTest {
  private static final String SOURCE =
      """
      module gauge #(parameter WIDTH = 8, DEPTH = 4) (
          input clk, input rst_n, input s_tvalid, output s_tready, input [WIDTH-1:0] s_tdata,
          output reg [WIDTH-1:0] level);
        localparam HIDDEN = 3;
        parameter [3:0] LATE = 1; // parameter NOISE = 2
        wire q, idle = 1'b0;
        pick picked(.d(s_tvalid), .q(q));
        assign s_tready = q;
        always @(posedge clk) if (!rst_n) level <= 0; else if (q) level <= s_tdata + LATE + HIDDEN + DEPTH;
      endmodule
      module pick #(parameter OTHER = 1) (input d, output q);
        assign q = d;
      endmodule
      """;

  @TempDir Path folder;

  @Test
  void anUnknownTopOrParameterIsReportedWithTheExistingOnes() throws IOException {
    Path file = Files.writeString(folder.resolve("gauge.v"), SOURCE);
    ImageBuild build = ImageBuild.of(List.of(file)).frontEnd(TestVerilator.frontEnd());
    assertThatThrownBy(() -> build.top("guage").build(_ -> {}))
        .hasMessageContaining(
            "There is no module 'guage' in the sources, which declare [gauge, pick]");
    assertThatThrownBy(() -> build.top("gauge").parameters(Map.of("DEPHT", "3")).build(_ -> {}))
        .hasMessageContaining("Module 'gauge' has no parameter DEPHT; it has [DEPTH, LATE, WIDTH]");
  }
}
