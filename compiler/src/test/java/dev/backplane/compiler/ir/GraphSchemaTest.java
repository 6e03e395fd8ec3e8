package dev.backplane.compiler.ir;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.backplane.compiler.CompilerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema of the JSON form, and the reader, say the same. */
class GraphSchemaTest {
  private static final String GRAPH =
      """
      {"format": "backplane-ir", "version": 1, "graphs": {"main": {"attributes": {}, "nodes":\
       {"in": {"type": "input", "attributes": {"w": 8}}}, "edges": [{"from": "in", "to": "in",\
       "attributes": {"input": 0}}]}}}
      """;

  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text());

  private static String text() {
    try (var stream =
        Objects.requireNonNull(Graph.class.getResourceAsStream("graph.schema.json"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private boolean schemaAccepts(String graph) {
    return schema.validate(graph, InputFormat.JSON).isEmpty();
  }

  private static boolean readerAccepts(String graph) {
    try {
      return GraphJson.read(graph) != null;
    } catch (CompilerException e) {
      return false;
    }
  }

  @Test
  void theDocumentationHasTheSchemaThatIsShipped() {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

    assertThat(module.resolve("../docs/graph.schema.json")).hasContent(text());
  }

  @Test
  void writtenGraphsFollowTheSchema() {
    Attributes every =
        Attributes.NONE
            .with("whole", -3)
            .with("real", new Attribute.Real(1e300))
            .with("text", "a\"\u2028")
            .with("flag", new Attribute.Flag(true))
            .with("list", new Attribute.Sequence(List.of(new Attribute.Whole(1), every())))
            .with("group", every())
            .with("$integers", IntegerTensor.of(Shape.of(2, 1), Long.MIN_VALUE, 4))
            .with("reals", RealTensor.of(Shape.of(1), -0.0));
    Graph graph =
        Graph.builder()
            .attributes(every)
            .node("a", "x", every)
            .node("b", "y", Attributes.NONE)
            .edge(new Edge("a", "b", every))
            .build();
    Registry registry = Registry.of(Map.of("one", graph, "none", Graph.builder().build()));

    assertThat(schema.validate(GraphJson.write(registry), InputFormat.JSON)).isEmpty();
    assertThat(GraphJson.read(GraphJson.write(registry))).isEqualTo(registry);
  }

  private static Attributes every() {
    return Attributes.NONE.with("inner", new Attribute.Real(0.5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nothing                 | nothing                            | true",
        "\"w\": 8                | \"w\": null                        | false",
        "\"w\": 8                | \"w\": [1, [null]]                 | false",
        "\"w\": 8                | \"w\": {\"$integers\": [2], \"elements\": [1, 2]}  | true",
        "\"w\": 8                | \"w\": {\"$integers\": [2]}        | false",
        "\"w\": 8                | \"w\": {\"$integers\": [0], \"elements\": []}  | false",
        "\"w\": 8                | \"w\": {\"$integers\": [], \"elements\": [1]}  | false",
        "\"w\": 8                | \"w\": {\"$integers\": [1], \"elements\": [1.5]}  | false",
        "\"w\": 8                | \"w\": {\"$reals\": [1], \"elements\": [\"x\"]}  | false",
        "\"version\": 1          | \"version\": 2                     | false",
        "\"version\": 1          | \"version\": \"1\"                 | false",
        "backplane-ir            | other                              | false",
        "\"graphs\"              | \"graph\"                          | false",
        "\"nodes\"               | \"node\"                           | false",
        "\"type\": \"input\"     | \"type\": 3                        | false",
        "\"from\": \"in\"        | \"of\": \"in\"                     | false",
        "\"input\": 0            | \"index\": -1                      | true",
        "\"input\": 0            | \"input\": -1                      | false",
        "\"input\": 0            | \"input\": \"0\"                   | false",
      })
  void bothAcceptAndRefuseTheSame(String good, String bad, boolean accepted) {
    String graph = good.equals("nothing") ? GRAPH : GRAPH.replace(good, bad);
    assertThat(good.equals("nothing") || GRAPH.contains(good)).isTrue();

    assertThat(schemaAccepts(graph)).as("schema").isEqualTo(accepted);
    assertThat(readerAccepts(graph)).as("reader").isEqualTo(accepted);
  }
}
