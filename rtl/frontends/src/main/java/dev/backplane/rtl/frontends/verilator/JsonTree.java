package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.frontends.verilator.JsonTreeReader.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts a tree of Verilator's JSON to elements. Pointers become the numbers of what they point
 * at; parts of a node that the lowering tells apart by place get places of their own.
 */
final class JsonTree {
  /** Parts of a node without meaning for the lowering. */
  private static final Set<String> SKIPPED_PARTS =
      Set.of("attrsp", "childDTypep", "scopeNamep", "notParallelp", "inlinesp", "stdPackagep");

  /** The names of node types that differ from those of elements. */
  private static final Map<String, String> TAGS =
      Map.of(
          "ASSIGNW", "contassign",
          "CELL", "instance",
          "PIN", "port",
          "GENBLOCK", "begin",
          "LOOP", "while");

  private static final Pattern LOCATION = Pattern.compile("(.*),(\\d+):(\\d+),(\\d+):(\\d+)");
  private static final Pattern RANGE = Pattern.compile("(-?\\d+):(-?\\d+)");
  private static final Pattern DECLARED = Pattern.compile("\\[(-?\\d+):(-?\\d+)\\]");
  private static final Pattern ITEM = Pattern.compile("\\[(\\d+)\\]=(\\(\\w+\\))");

  /** The names of modules and variables by number. */
  private final Map<String, String> names = new HashMap<>();

  /** The numbers of elements of the arrays by number of their type. */
  private final Map<String, Integer> sizes = new HashMap<>();

  private JsonTree() {}

  static Element convert(JsonNode netlist) {
    JsonTree tree = new JsonTree();
    tree.collectNames(netlist);
    Element root = Element.of("netlist", new HashMap<>());
    List<JsonNode> modules = netlist.list("modulesp");
    modules.stream()
        .filter(module -> !module.get("addr").equals(netlist.get("stdPackagep")))
        .forEach(module -> tree.addAll(root, module));
    // The modules are in the order of their depth.
    root.children("module").stream()
        .findFirst()
        .ifPresent(top -> top.attributes().put("topModule", "1"));
    netlist.list("miscsp").stream()
        .filter(table -> table.is("TYPETABLE"))
        .forEach(table -> tree.addAll(root, table));
    return root;
  }

  private void collectNames(JsonNode node) {
    if (Set.of("MODULE", "IFACE", "PACKAGE", "VAR").contains(node.get("type"))) {
      names.put(node.get("addr"), name(node));
    }
    Matcher range = DECLARED.matcher(node.get("declRange"));
    if (node.is("UNPACKARRAYDTYPE") && range.matches()) {
      int distance = Integer.parseInt(range.group(1)) - Integer.parseInt(range.group(2));
      sizes.put(node.get("addr"), Math.abs(distance) + 1);
    }
    node.lists().values().forEach(list -> list.forEach(this::collectNames));
  }

  /** An interface and the reference to it have the same name; that of the reference is changed. */
  private static String name(JsonNode node) {
    boolean reference = node.get("varType").equals("IFACEREF");
    String original = node.get("origName");
    return reference && original.endsWith("__Viftop") ? original : node.get("name");
  }

  /** Adds the elements of a node: one, or several, or none. */
  private void addAll(Element into, JsonNode node) {
    switch (node.get("type")) {
      case "ALWAYS" -> {
        if (node.get("keyword").equals("cont_assign")) {
          node.list("stmtsp").forEach(assign -> addAll(into, assign));
        } else {
          into.children().add(element(node));
        }
      }
      case "SFORMATARG" -> node.list("exprp").forEach(each -> addAll(into, each));
      case "INITIALAUTOMATICSTMT" -> node.list("stmtsp").forEach(each -> addAll(into, each));
      case "INITIALSTATICSTMT" -> {
        if (!node.list("stmtsp").stream().allMatch(JsonTree::isDefault)) {
          into.children().add(element(node));
        }
      }
      case "ASSIGN" -> {
        // The initial value of a variable without one.
        if (!node.list("rhsp").getFirst().is("CRESET")) {
          into.children().add(element(node));
        }
      }
      default -> into.children().add(element(node));
    }
  }

  /** Tells whether an assignment gives a variable the value that it has from the start. */
  private static boolean isDefault(JsonNode assign) {
    JsonNode value = assign.list("rhsp").getFirst();
    return value.is("CRESET")
        || (value.is("CONST") && Literal.parse(value.get("name")).value().signum() == 0);
  }

  private Element element(JsonNode node) {
    String type = node.get("type");
    Element element =
        Element.of(TAGS.getOrDefault(type, type.toLowerCase(Locale.ROOT)), attributes(node));
    switch (type) {
      case "IF" -> {
        addParts(element, node, "condp");
        wrap(element, node.list("thensp"));
        if (!node.list("elsesp").isEmpty()) {
          wrap(element, node.list("elsesp"));
        }
      }
      case "CASEITEM" -> {
        addParts(element, node, "condsp");
        wrap(element, node.list("stmtsp"));
      }
      case "LOOP" -> addLoop(element, node);
      case "SEL" -> {
        node.lists().keySet().forEach(part -> addParts(element, node, part));
        Element width = Element.of("const", new HashMap<>());
        width.attributes().put("name", "32'h" + hexadecimal(node.get("widthConst")));
        element.children().add(width);
      }
      case "INITARRAY" -> addItems(element, node);
      default -> node.lists().keySet().forEach(part -> addParts(element, node, part));
    }
    return element;
  }

  private static String hexadecimal(String number) {
    return Integer.toHexString(Integer.parseInt(number));
  }

  private void addParts(Element into, JsonNode node, String part) {
    if (!SKIPPED_PARTS.contains(part)) {
      node.list(part).forEach(each -> addAll(into, each));
    }
  }

  private void wrap(Element into, List<JsonNode> nodes) {
    Element block = Element.of("begin", new HashMap<>());
    nodes.forEach(node -> addAll(block, node));
    into.children().add(block);
  }

  /** Divides a loop at its test: what is before, the condition, what is behind. */
  private void addLoop(Element into, JsonNode loop) {
    List<JsonNode> body = new ArrayList<>();
    loop.list("stmtsp").forEach(body::add);
    loop.list("contsp").forEach(body::add);
    int test = 0;
    while (test < body.size() && !body.get(test).is("LOOPTEST")) {
      test++;
    }
    boolean tested = test < body.size();
    wrap(into, tested ? body.subList(0, test) : List.of());
    if (tested) {
      wrap(into, body.get(test).list("condp"));
    } else {
      Element always = Element.of("begin", new HashMap<>());
      Element one = Element.of("const", new HashMap<>());
      one.attributes().put("name", "1'h1");
      always.children().add(one);
      into.children().add(always);
    }
    wrap(into, tested ? body.subList(test + 1, body.size()) : body);
  }

  /**
   * The elements of an array. Their places are in a text beside, which has the lowest ones only:
   * the others follow if no element is left out.
   */
  private void addItems(Element into, JsonNode array) {
    Map<String, Integer> places = new HashMap<>();
    Matcher shown = ITEM.matcher(array.get("initList"));
    while (shown.find()) {
      places.put(shown.group(2), Integer.valueOf(shown.group(1)));
    }
    addParts(into, array, "defaultp");
    List<JsonNode> items = array.list("initsp");
    int last = items.size() - 1;
    boolean whole = items.size() == sizes.getOrDefault(array.get("dtypep"), 0);
    boolean falling =
        whole && last > 0 && places.getOrDefault(items.getLast().get("addr"), last) == 0;
    for (int i = 0; i <= last; i++) {
      Integer place = places.get(items.get(i).get("addr"));
      int expected = falling ? last - i : i;
      if (place == null ? !whole : places.size() <= last && place != expected) {
        into.children().clear();
        into.children().add(Element.of("array with elements in an unknown order", Map.of()));
        return;
      }
      Element element = element(items.get(i));
      element.attributes().put("index", String.valueOf(place == null ? expected : place));
      into.children().add(element);
    }
  }

  private Map<String, String> attributes(JsonNode node) {
    Map<String, String> attributes = new HashMap<>();
    node.values().forEach((name, value) -> addAttribute(attributes, name, value));
    attributes.put("name", text(name(node)));
    switch (node.get("type")) {
      case "SFORMATF" ->
          attributes.put(
              "name",
              node.get("name").replace("\\n", "\n").replace("\\t", "\t").replace("\\\"", "\""));
      case "PARAMTYPEDTYPE" -> attributes.put("sub_dtype_id", node.get("dtypep"));
      case "CELL" -> attributes.put("defName", names.getOrDefault(node.get("modp"), ""));
      case "PIN" -> {
        attributes.put("name", names.getOrDefault(node.get("modVarp"), node.get("name")));
        attributes.put("portIndex", "0");
      }
      default -> {}
    }
    return attributes;
  }

  private static void addAttribute(Map<String, String> into, String name, String value) {
    switch (name) {
      case "addr" -> into.put("id", value);
      case "loc" -> into.put("loc", location(value));
      case "dtypep" -> into.put("dtype_id", value.equals("UNLINKED") ? "" : value);
      case "refDTypep" -> into.put("sub_dtype_id", value);
      case "varp", "taskp" -> into.put("declaration", value);
      case "blockp" -> into.put("target", value);
      case "direction" ->
          into.put("dir", value.equals("NONE") ? "" : value.toLowerCase(Locale.ROOT));
      case "range" -> {
        Matcher ends = RANGE.matcher(value);
        if (ends.matches()) {
          into.put("left", ends.group(1));
          into.put("right", ends.group(2));
        }
      }
      case "origName", "signed", "packed", "kwd", "edgeType", "dotted", "keyword" ->
          into.put(name, value);
      default -> {}
    }
  }

  private static String location(String text) {
    Matcher location = LOCATION.matcher(text);
    return location.matches()
        ? "%s,%s,%s,%s,%s"
            .formatted(
                location.group(1),
                location.group(2),
                location.group(3),
                location.group(4),
                location.group(5))
        : "";
  }

  /** A name; the quotes of a text are escaped twice. */
  private static String text(String name) {
    return name.startsWith("\\\"") ? name.replace("\\\"", "\"") : name;
  }
}
