package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads modules from elements of the syntax tree. */
final class ModuleReader {
  /**
   * Items without hardware. Verilator leaves the first assignment of a generate loop without
   * iterations.
   */
  private static final Set<String> IGNORED_ITEMS =
      Set.of(
          "assign",
          "coverdecl",
          "coverotherdecl",
          "covertoggledecl",
          "typedef",
          "modport",
          "intfref",
          "comment",
          "scope",
          "pragma",
          "cover",
          "assert",
          "genvar",
          "clocking",
          "timingcontrol");

  private final ExpressionReader expressions;
  private final StatementReader statements;

  private ModuleReader(TypeTable types, SourceTexts texts) {
    expressions = new ExpressionReader(types, texts);
    statements = new StatementReader(texts, types, expressions);
  }

  /** Reads all modules, interfaces and packages. */
  static List<ModuleDefinition> read(Element netlist, SourceTexts texts) {
    ModuleReader reader = new ModuleReader(new TypeTable(netlist), texts);
    List<ModuleDefinition> modules = new ArrayList<>();
    for (Element element : netlist.children()) {
      if (Set.of("module", "iface", "package").contains(element.tag())) {
        modules.add(
            new ModuleDefinition(
                element.location(),
                element.tag(),
                element.get("name"),
                element.get("origName"),
                element.get("topModule").equals("1"),
                reader.items(element.children())));
      }
    }
    return modules;
  }

  private List<Item> items(List<Element> elements) {
    List<Item> items = new ArrayList<>();
    for (Element element : elements) {
      if (!IGNORED_ITEMS.contains(element.tag()) && !isConstantWire(element)) {
        items.add(item(element));
      }
    }
    return items;
  }

  /**
   * Tells whether a process only assigns a constant to a wire. The wire has that value already, and
   * the process refers to it without its generate block.
   */
  private static boolean isConstantWire(Element element) {
    return element.is("initial")
        && element.children().size() == 1
        && element.child(0).is("assign")
        && element.child(0).get("loc").equals(element.get("loc"))
        && element.child(0).child(0).is("const")
        && element.child(0).child(1).is("varref");
  }

  private Item item(Element element) {
    SourceLocation location = element.location();
    return switch (element.tag()) {
      case "var" -> new Item.Variable(location, statements.declaration(element));
      case "contassign", "assignw" ->
          new Item.ContinuousAssignment(
              location,
              expressions.read(element.child(1)),
              expressions.read(element.child(0)),
              !element.children("delay").isEmpty());
      case "always" -> process(element, location, false);
      case "initial", "initialstatic" -> process(element, location, true);
      case "final" -> new Item.GenerateBlock(location, "", List.of());
      case "instance" -> instance(element, location);
      case "begin" ->
          new Item.GenerateBlock(location, element.get("name"), items(element.children()));
      case "func", "task" ->
          new Item.Function(
              location,
              element.get("name"),
              element.get("id"),
              element.children("var").stream().map(statements::declaration).toList(),
              statements.readAll(element.children()));
      default -> new Item.Unsupported(location, "'" + element.tag() + "'");
    };
  }

  private Item process(Element element, SourceLocation location, boolean initial) {
    List<Item.Event> events = new ArrayList<>();
    List<Element> body = new ArrayList<>();
    for (Element child : element.children()) {
      if (child.is("sentree")) {
        for (Element event : child.children("senitem")) {
          events.add(
              new Item.Event(
                  event.location(),
                  event.get("edgeType"),
                  event.children().isEmpty()
                      ? new Expression.Unsupported(
                          new Type.Other("event"), event.location(), "an event without a signal")
                      : expressions.read(event.child(0))));
        }
      } else {
        body.add(child);
      }
    }
    return new Item.ProceduralBlock(location, initial, events, statements.readAll(body));
  }

  private Item instance(Element element, SourceLocation location) {
    List<Item.Connection> pins = new ArrayList<>();
    for (Element port : element.children("port")) {
      pins.add(
          new Item.Connection(
              port.location(),
              port.get("name"),
              Integer.parseInt(port.get("portIndex")),
              port.children().isEmpty() ? null : expressions.read(port.child(0))));
    }
    List<Integer> ends = new ArrayList<>();
    for (Element range : element.children("range")) {
      for (Element end : range.children()) {
        ends.add(Literal.parse(end.get("name")).value().intValue());
      }
    }
    return new Item.Instance(
        location,
        element.get("name"),
        ExpressionReader.plain(element.get("defName")),
        pins,
        ends.isEmpty() ? null : ends.get(0),
        ends.isEmpty() ? null : ends.get(1));
  }
}
