package dev.backplane.compiler.ir;

import java.util.List;
import java.util.Map;
import tools.jackson.core.io.JsonStringEncoder;

/** Writes graphs, a line for each node and edge. */
final class GraphJsonWriter {
  private final StringBuilder text = new StringBuilder();

  String write(Registry registry) {
    text.append("{\n  \"format\": \"").append(GraphJson.FORMAT);
    text.append("\",\n  \"version\": ").append(GraphJson.VERSION).append(",\n  \"graphs\": {");
    String separator = "\n    ";
    for (Map.Entry<String, Graph> entry : registry.graphs().entrySet()) {
      text.append(separator);
      string(entry.getKey());
      text.append(": ");
      graph(entry.getValue());
      separator = ",\n    ";
    }
    text.append(registry.graphs().isEmpty() ? "}\n}\n" : "\n  }\n}\n");
    return text.toString();
  }

  private void graph(Graph graph) {
    text.append("{\n      \"attributes\": ");
    attribute(graph.attributes());
    text.append(",\n      \"nodes\": {");
    String separator = "\n        ";
    for (Node node : graph.nodes()) {
      text.append(separator);
      string(node.name());
      text.append(": {\"type\": ");
      string(node.type());
      text.append(", \"attributes\": ");
      attribute(node.attributes());
      text.append('}');
      separator = ",\n        ";
    }
    text.append(graph.nodes().isEmpty() ? "},\n" : "\n      },\n").append("      \"edges\": [");
    separator = "\n        ";
    for (Edge edge : graph.edges()) {
      text.append(separator).append("{\"from\": ");
      string(edge.from());
      text.append(", \"to\": ");
      string(edge.to());
      text.append(", \"attributes\": ");
      attribute(edge.attributes());
      text.append('}');
      separator = ",\n        ";
    }
    text.append(graph.edges().isEmpty() ? "]\n    }" : "\n      ]\n    }");
  }

  private void attribute(Attribute attribute) {
    switch (attribute) {
      case Attribute.Whole(long value) -> text.append(value);
      // The shortest decimal that gives the same number again, and never without a point.
      case Attribute.Real(double value) -> text.append(value);
      case Attribute.Text(String value) -> string(value);
      case Attribute.Flag(boolean value) -> text.append(value);
      case Attribute.Sequence(List<Attribute> elements) -> {
        text.append('[');
        for (int i = 0; i < elements.size(); i++) {
          text.append(i == 0 ? "" : ", ");
          attribute(elements.get(i));
        }
        text.append(']');
      }
      case Attributes attributes -> {
        text.append('{');
        String separator = "";
        for (Map.Entry<String, Attribute> entry : attributes.values().entrySet()) {
          text.append(separator);
          // A dollar is doubled, so that no name looks like the mark of a tensor.
          string(entry.getKey().startsWith("$") ? "$" + entry.getKey() : entry.getKey());
          text.append(": ");
          attribute(entry.getValue());
          separator = ", ";
        }
        text.append('}');
      }
      case IntegerTensor tensor -> {
        tensor("$integers", tensor.shape());
        for (int i = 0; i < tensor.size(); i++) {
          text.append(i == 0 ? "" : ", ").append(tensor.get(i));
        }
        text.append("]}");
      }
      case RealTensor tensor -> {
        tensor("$reals", tensor.shape());
        for (int i = 0; i < tensor.size(); i++) {
          text.append(i == 0 ? "" : ", ").append(tensor.get(i));
        }
        text.append("]}");
      }
    }
  }

  private void tensor(String mark, Shape shape) {
    text.append("{\"").append(mark).append("\": ").append(shape.extents());
    text.append(", \"elements\": [");
  }

  private void string(String value) {
    text.append('"');
    JsonStringEncoder.getInstance().quoteAsString(value, text);
    text.append('"');
  }
}
