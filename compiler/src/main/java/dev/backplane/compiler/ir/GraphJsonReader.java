package dev.backplane.compiler.ir;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads graphs, and says of what is wrong in which graph and node it is. */
final class GraphJsonReader {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private GraphJsonReader() {}

  static Registry read(String text) {
    JsonNode document;
    try {
      document = JSON.readTree(text);
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw new CompilerException(
          CompilerError.SYNTAX,
          at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr(),
          e.getOriginalMessage(),
          e);
    }
    if (!document.path("format").asString("").equals(GraphJson.FORMAT)) {
      throw syntax("", "it is no graph: \"format\" has to be \"" + GraphJson.FORMAT + "\"");
    }
    JsonNode version = document.path("version");
    if (!version.isIntegralNumber() || version.asLong() != GraphJson.VERSION) {
      throw new CompilerException(
          CompilerError.SCHEMA_VERSION,
          "version",
          "this compiler reads version " + GraphJson.VERSION + ", not " + version);
    }
    Map<String, Graph> graphs = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : object(document, "graphs", "")) {
      String place = "graph " + entry.getKey();
      try {
        graphs.put(entry.getKey(), graph(entry.getValue()));
      } catch (CompilerException e) {
        throw e.in(place);
      }
    }
    return Registry.of(graphs);
  }

  private static Graph graph(JsonNode json) {
    Graph.Builder graph = Graph.builder().attributes(attributes(json, ""));
    for (Map.Entry<String, JsonNode> entry : object(json, "nodes", "")) {
      String place = "node " + entry.getKey();
      graph.node(
          entry.getKey(),
          text(entry.getValue(), "type", place),
          attributes(entry.getValue(), place));
    }
    JsonNode edges = json.path("edges");
    if (!edges.isArray()) {
      throw syntax("", "\"edges\" has to be a list");
    }
    for (JsonNode edge : edges) {
      String from = text(edge, "from", "edges");
      String to = text(edge, "to", "edges");
      graph.edge(new Edge(from, to, attributes(edge, "edge " + from + " -> " + to)));
    }
    return graph.build();
  }

  private static Attributes attributes(JsonNode owner, String place) {
    try {
      return group(object(owner, "attributes", ""));
    } catch (CompilerException e) {
      throw place.isEmpty() ? e : e.in(place);
    }
  }

  private static Attributes group(Iterable<Map.Entry<String, JsonNode>> entries) {
    Map<String, Attribute> values = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : entries) {
      String name = entry.getKey();
      try {
        values.put(name.startsWith("$$") ? name.substring(1) : name, attribute(entry.getValue()));
      } catch (CompilerException e) {
        throw e.in("attribute " + name);
      }
    }
    return Attributes.of(values);
  }

  private static Attribute attribute(JsonNode json) {
    if (json.isIntegralNumber()) {
      return new Attribute.Whole(whole(json));
    }
    if (json.isNumber()) {
      return new Attribute.Real(json.asDouble());
    }
    if (json.isString()) {
      return new Attribute.Text(json.asString());
    }
    if (json.isBoolean()) {
      return new Attribute.Flag(json.asBoolean());
    }
    if (json.isArray()) {
      List<Attribute> elements = new ArrayList<>();
      json.forEach(element -> elements.add(attribute(element)));
      return new Attribute.Sequence(elements);
    }
    if (!json.isObject()) {
      throw syntax("", json + " is no attribute");
    }
    if (json.has("$integers")) {
      JsonNode elements = elements(json);
      long[] integers = new long[elements.size()];
      for (int i = 0; i < integers.length; i++) {
        integers[i] = whole(elements.get(i));
      }
      return IntegerTensor.of(shape(json.get("$integers")), integers);
    }
    if (json.has("$reals")) {
      JsonNode elements = elements(json);
      double[] reals = new double[elements.size()];
      for (int i = 0; i < reals.length; i++) {
        if (!elements.get(i).isNumber()) {
          throw syntax("", "element " + i + " is no number: " + elements.get(i));
        }
        reals[i] = elements.get(i).asDouble();
      }
      return RealTensor.of(shape(json.get("$reals")), reals);
    }
    return group(json.properties());
  }

  private static JsonNode elements(JsonNode json) {
    JsonNode elements = json.path("elements");
    if (!elements.isArray()) {
      throw syntax("", "a tensor needs the list \"elements\"");
    }
    return elements;
  }

  private static Shape shape(JsonNode json) {
    List<Integer> extents = new ArrayList<>();
    for (JsonNode extent : json) {
      long value = whole(extent);
      if (value != (int) value) {
        throw syntax("", value + " is too large an extent");
      }
      extents.add((int) value);
    }
    return new Shape(extents);
  }

  private static long whole(JsonNode json) {
    if (!json.isIntegralNumber() || !json.canConvertToLong()) {
      throw syntax("", json + " is no whole number of 64 bits");
    }
    return json.asLong();
  }

  private static String text(JsonNode json, String key, String place) {
    JsonNode value = json.path(key);
    if (!value.isString()) {
      throw syntax(place, "\"" + key + "\" has to be a text");
    }
    return value.asString();
  }

  private static Iterable<Map.Entry<String, JsonNode>> object(
      JsonNode json, String key, String place) {
    JsonNode value = json.path(key);
    if (!value.isObject()) {
      throw syntax(place, "\"" + key + "\" has to be an object");
    }
    return value.properties();
  }

  private static CompilerException syntax(String place, String text) {
    return new CompilerException(CompilerError.SYNTAX, place, text);
  }
}
