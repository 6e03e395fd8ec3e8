package dev.backplane.compiler.torch;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.component.TensorType;
import dev.backplane.compiler.fixed.FixedPoint;
import dev.backplane.compiler.ir.Attribute;
import dev.backplane.compiler.ir.Attributes;
import dev.backplane.compiler.ir.IntegerTensor;
import dev.backplane.compiler.ir.Node;
import dev.backplane.compiler.ir.RealTensor;
import dev.backplane.compiler.pass.StaticFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A Python module while it is written, node by node. */
final class PythonModule {
  private final String name;
  private final StaticFiles staticFiles;
  private final SequencedMap<String, String> used = new LinkedHashMap<>();
  private final SequencedMap<String, IntegerTensor> tensors = new LinkedHashMap<>();
  private static final Pattern STRINGS =
      Pattern.compile("\"\"\".*?\"\"\"|'''.*?'''", Pattern.DOTALL);

  /** Names that are defined at the left edge. */
  private static final Pattern DEFINITION =
      Pattern.compile(
          "^(?:(?:async +)?def|class) +(?<defined>\\w+)|^(?<assigned>\\w+) *(?::[^=\\n]*)?=(?!=)",
          Pattern.MULTILINE);

  private final List<String> inputs = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();
  private final List<String> results = new ArrayList<>();
  private final StringBuilder forward = new StringBuilder();

  PythonModule(String name, StaticFiles staticFiles) {
    this.name = name;
    this.staticFiles = staticFiles;
  }

  /** Never a keyword of Python, nor a name that the module has otherwise. */
  static String variable(String node) {
    return "v_" + node;
  }

  void use(String file, String place) {
    used.put(file, staticFiles.text(file, place));
  }

  void input(Node node, TensorType type) {
    inputs.add(described(node, type));
    statement(
        variable(node.name()),
        "checked(%s, \"%s\", %s, %s)"
            .formatted(
                variable(node.name()),
                node.name(),
                tuple(type.shape().extents()),
                type.format().width()));
  }

  void output(Node node, TensorType type, String value) {
    outputs.add(described(node, type));
    results.add(value);
  }

  void call(Node node, TorchCall call, List<String> arguments) {
    call.uses().forEach(file -> use(file, node.label()));
    List<String> all = new ArrayList<>(arguments);
    for (Map.Entry<String, Attribute> argument : call.arguments().values().entrySet()) {
      String value;
      if (argument.getValue() instanceof IntegerTensor tensor) {
        // No node has two underscores in its name: buffers of two nodes have two names.
        String buffer = node.name() + "__" + argument.getKey();
        tensors.put(buffer, tensor);
        value = "self." + buffer;
      } else {
        value = literal(argument.getValue(), node);
      }
      all.add(argument.getKey() + "=" + value);
    }
    statement(variable(node.name()), call.function() + "(" + String.join(", ", all) + ")");
  }

  private void statement(String variable, String value) {
    forward.append("        ").append(variable).append(" = ").append(value).append('\n');
  }

  private static String described(Node node, TensorType type) {
    FixedPoint format = type.format();
    String scaled =
        format.isPlain()
            ? ""
            : ", \"scale\": %s, \"zero\": %s".formatted(format.scale(), format.zero());
    return "    \"%s\": {\"shape\": %s, \"width\": %s, \"fraction\": %s%s},\n"
        .formatted(
            node.name(), tuple(type.shape().extents()), format.width(), format.fraction(), scaled);
  }

  private static String tuple(List<Integer> numbers) {
    return numbers.stream().map(number -> number + ",").collect(Collectors.joining(" ", "(", ")"));
  }

  private static String literal(Attribute value, Node node) {
    return switch (value) {
      case Attribute.Whole(long number) -> Long.toString(number);
      case Attribute.Real(double number) -> Double.toString(number);
      case Attribute.Flag(boolean flag) -> flag ? "True" : "False";
      case Attribute.Text(String text) ->
          '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
      case Attribute.Sequence(List<Attribute> elements) ->
          elements.stream()
              .map(element -> literal(element, node) + ",")
              .collect(Collectors.joining(" ", "(", ")"));
      case Attributes _, IntegerTensor _, RealTensor _ ->
          throw new CompilerException(
              CompilerError.BAD_COMPONENT,
              node.label(),
              "its handler gave an argument that is no literal of Python: " + value);
    };
  }

  /** Files are put behind each other, so that a second definition would hide the first. */
  private void checkDefinitions() {
    Map<String, String> definitions = new HashMap<>();
    used.forEach(
        (file, source) ->
            DEFINITION
                .matcher(STRINGS.matcher(source).replaceAll("''"))
                .results()
                .map(
                    found ->
                        found.group("defined") == null
                            ? found.group("assigned")
                            : found.group("defined"))
                .forEach(
                    defined -> {
                      String before = definitions.putIfAbsent(defined, file);
                      if (before != null && !before.equals(file)) {
                        throw new CompilerException(
                            CompilerError.FILE_CONFLICT,
                            "name " + defined,
                            "files "
                                + before
                                + " and "
                                + file
                                + " define it both; leave out one of the plugins that bring them,"
                                + " or rename it in one of them");
                      }
                    }));
  }

  TorchModule finish() {
    checkDefinitions();
    if (inputs.isEmpty() || outputs.isEmpty()) {
      throw new CompilerException(
          CompilerError.UNSUPPORTED_GRAPH, "", "the graph has no input or no output");
    }
    String parameters =
        inputs.stream()
            .map(input -> variable(input.substring(input.indexOf('"') + 1, input.indexOf("\":"))))
            .collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder();
    used.values().forEach(source -> text.append(source.strip()).append("\n\n\n"));
    text.append("INPUTS = {\n").append(String.join("", inputs)).append("}\n\n");
    text.append("OUTPUTS = {\n").append(String.join("", outputs)).append("}\n\n\n");
    text.append("class Network(torch.nn.Module):\n");
    text.append("    \"\"\"The network ").append(name).append(".\"\"\"\n\n");
    text.append("    def __init__(self, weights=None):\n        super().__init__()\n");
    text.append("        weights = weights or Path(__file__).with_name(\"");
    text.append(name).append(".safetensors\")\n");
    text.append("        for name, tensor in tensors(Path(weights)).items():\n");
    text.append("            self.register_buffer(name, tensor)\n\n");
    text.append("    def forward(self, ").append(parameters).append("):\n").append(forward);
    text.append("        return ").append(String.join(", ", results)).append('\n');
    return new TorchModule(name, text.toString(), new Safetensors(tensors));
  }
}
