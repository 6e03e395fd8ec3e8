package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the two files that {@code verilator --json-only} writes, of version 5.044 and later: the
 * tree, and the names of its source files. In earlier versions, numbers have no sign and members of
 * structs no type.
 */
record JsonTreeReader() implements SyntaxTreeReader {
  private static final String NAMES = "design.meta.json";

  @Override
  public String file() {
    return "design.json";
  }

  @Override
  public List<String> options() {
    return List.of("--json-only", "--json-only-output", file(), "--json-only-meta-output", NAMES);
  }

  @Override
  public SyntaxTree read(Path work, UnaryOperator<String> originalNames) {
    List<JsonNode> netlist = new ArrayList<>();
    parse(work.resolve(file()), json -> netlist.add(node(json)));
    Map<String, String> files = new HashMap<>();
    parse(work.resolve(NAMES), json -> files.putAll(files(json)));
    return new SyntaxTree(JsonTree.convert(netlist.getFirst()), files);
  }

  /**
   * A node of the tree.
   *
   * @param values its values by name
   * @param lists its lists of nodes by name
   */
  record JsonNode(Map<String, String> values, SequencedMap<String, List<JsonNode>> lists) {
    String get(String name) {
      return values.getOrDefault(name, "");
    }

    boolean is(String type) {
      return get("type").equals(type);
    }

    List<JsonNode> list(String name) {
      return lists.getOrDefault(name, List.of());
    }
  }

  private static void parse(Path file, Consumer<JsonParser> reader) {
    // A tree is as deep as the longest expression or chain of else.
    StreamReadConstraints unlimited =
        StreamReadConstraints.builder()
            .maxNestingDepth(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .build();
    JsonFactory factory = JsonFactory.builder().streamReadConstraints(unlimited).build();
    try (JsonParser json = factory.createParser(ObjectReadContext.empty(), file)) {
      json.nextToken();
      reader.accept(json);
    } catch (JacksonException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "what Verilator wrote cannot be read: " + e.getOriginalMessage(),
          e);
    }
  }

  /** Reads an object; its values are texts, truth values, numbers and lists of objects. */
  private static JsonNode node(JsonParser json) {
    JsonNode node = new JsonNode(new HashMap<>(), new LinkedHashMap<>());
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName().intern();
      if (json.nextToken() != JsonToken.START_ARRAY) {
        node.values().put(name, json.getString());
        continue;
      }
      List<JsonNode> list = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (json.currentToken() == JsonToken.START_OBJECT) {
          list.add(node(json));
        }
      }
      node.lists().put(name, list);
    }
    return node;
  }

  private static Map<String, String> files(JsonParser json) {
    Map<String, String> names = new HashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      boolean files = json.currentName().equals("files");
      json.nextToken();
      if (!files) {
        json.skipChildren();
        continue;
      }
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String letter = json.currentName();
        json.nextToken();
        names.put(letter, node(json).get("filename"));
      }
    }
    return names;
  }
}
