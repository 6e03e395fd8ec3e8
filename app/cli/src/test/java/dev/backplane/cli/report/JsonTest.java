package dev.backplane.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void mapsListsNumbersAndWordsBecomeOneLine() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("words", "a \"b\"\n");
    object.put("nothing", null);
    object.put("list", List.of(1, 2L, 0.5, true));
    object.put("map", Map.of("k", List.of()));
    StringWriter written = new StringWriter();
    Json.print(new PrintWriter(written, true), object);
    assertThat(written.toString().strip())
        .isEqualTo(
            "{\"words\":\"a \\\"b\\\"\\n\",\"nothing\":null,\"list\":[1,2,0.5,true],"
                + "\"map\":{\"k\":[]}}");
  }
}
