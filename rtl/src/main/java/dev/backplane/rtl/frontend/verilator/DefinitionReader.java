package dev.backplane.rtl.frontend.verilator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes modules of elements. */
final class DefinitionReader {
  /** Of a generate loop that makes nothing, Verilator leaves the first assignment. */
  private static final Set<String> SILENT =
      Set.of(
          "assign",
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

  private DefinitionReader(TypeTable types, SourceTexts texts) {
    expressions = new ExpressionReader(types, texts);
    statements = new StatementReader(texts, types, expressions);
  }

  /** Reads all modules, interfaces and packages. */
  static List<Definition> read(Element root, SourceTexts texts) {
    DefinitionReader reader = new DefinitionReader(new TypeTable(root), texts);
    List<Definition> modules = new ArrayList<>();
    for (Element netlist : root.children("netlist")) {
      for (Element element : netlist.children()) {
        if (Set.of("module", "iface", "package").contains(element.tag())) {
          modules.add(
              new Definition(
                  element.place(),
                  element.tag(),
                  element.get("name"),
                  element.get("origName"),
                  element.get("topModule").equals("1"),
                  reader.items(element.children())));
        }
      }
    }
    return modules;
  }

  private List<Item> items(List<Element> elements) {
    List<Item> items = new ArrayList<>();
    for (Element element : elements) {
      if (!SILENT.contains(element.tag()) && !isConstantWire(element)) {
        items.add(item(element));
      }
    }
    return items;
  }

  /**
   * Whether a process only repeats the assignment of a constant to a wire: the wire has the value
   * already, and the process names it without the generate block that it is in.
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
    Place place = element.place();
    return switch (element.tag()) {
      case "var" -> new Item.Variable(place, statements.declaration(element));
      case "contassign", "assignw" ->
          new Item.Continuous(
              place,
              expressions.read(element.child(1)),
              expressions.read(element.child(0)),
              !element.children("delay").isEmpty());
      case "always" -> process(element, place, false);
      case "initial", "initialstatic" -> process(element, place, true);
      case "final" -> new Item.Group(place, "", List.of());
      case "instance" -> instance(element, place);
      case "begin" -> new Item.Group(place, element.get("name"), items(element.children()));
      case "func", "task" ->
          new Item.Function(
              place,
              element.get("name"),
              element.children("var").stream().map(statements::declaration).toList(),
              statements.readAll(element.children()));
      default -> new Item.Unsupported(place, "'" + element.tag() + "'");
    };
  }

  private Item process(Element element, Place place, boolean initial) {
    List<Item.Event> events = new ArrayList<>();
    List<Element> body = new ArrayList<>();
    for (Element child : element.children()) {
      if (child.is("sentree")) {
        for (Element event : child.children("senitem")) {
          events.add(
              new Item.Event(
                  event.place(),
                  event.get("edgeType"),
                  event.children().isEmpty()
                      ? new Expression.Unsupported(
                          new Type.Other("event"), event.place(), "an event without a signal")
                      : expressions.read(event.child(0))));
        }
      } else {
        body.add(child);
      }
    }
    return new Item.Behaviour(place, initial, events, statements.readAll(body));
  }

  private Item instance(Element element, Place place) {
    List<Item.Pin> pins = new ArrayList<>();
    for (Element port : element.children("port")) {
      pins.add(
          new Item.Pin(
              port.place(),
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
        place,
        element.get("name"),
        ExpressionReader.plain(element.get("defName")),
        pins,
        ends.isEmpty() ? null : ends.get(0),
        ends.isEmpty() ? null : ends.get(1));
  }
}
