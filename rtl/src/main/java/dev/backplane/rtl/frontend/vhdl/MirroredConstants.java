package dev.backplane.rtl.frontend.vhdl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Works around a bug of GHDL 2.0, which splits constants from the wrong end. If a process assigns a
 * constant to a whole signal or variable and, on another path, assigns a part of it, GHDL takes the
 * bits of each part from the mirrored position of the constant. This does not happen with a value
 * that GHDL cannot evaluate, so such a constant is replaced by a selection between itself and
 * itself, by a signal that never changes.
 */
final class MirroredConstants {
  /** The signal that selects; it is declared in every architecture that needs it. */
  static final String SELECT_SIGNAL = "backplane_true";

  private static final Set<String> PARTS = Set.of("indexed_name", "slice_name", "selected_element");
  private static final Set<String> CHOICES =
      Set.of("$mux2", "$mux4", "$pmux", "$dyn_insert", "$dyn_insert_en");
  private static final Set<String> SCOPES =
      Set.of(
          "sensitized_process_statement", "process_statement", "function_body", "procedure_body");

  /** A constant in a subprogram, where no signal can be used for the workaround. */
  record UnfixableConstant(String file, int firstLine, int lastLine, String location, String name) {
    /** Whether a gate is a selection at that location. */
    boolean affects(Gate gate) {
      int line = gate.line();
      return CHOICES.contains(gate.kind())
          && gate.file().equals(file)
          && line >= firstLine
          && line <= lastLine;
    }
  }

  private record Assignment(SyntaxTree.Node statement, SyntaxTree.Node target, String base) {}

  private final SyntaxTree tree;
  private final Map<SyntaxTree.Node, List<Assignment>> assignments = new LinkedHashMap<>();
  private final List<Assignment> found = new ArrayList<>();
  private final List<UnfixableConstant> unfixable = new ArrayList<>();

  MirroredConstants(SyntaxTree tree, Set<String> files) {
    this.tree = tree;
    tree.visit(
        node -> {
          if (files.contains(node.attribute("file"))) {
            collect(node);
          }
        });
    assignments.forEach(this::find);
  }

  private void collect(SyntaxTree.Node node) {
    if (node.kind().contains("assignment_statement") && node.child("target").isPresent()) {
      SyntaxTree.Node target = node.child("target").get();
      SyntaxTree.Node scope = enclosing(node, SCOPES);
      String base = target.references().get("base_name");
      if (scope != null && base != null) {
        assignments
            .computeIfAbsent(scope, s -> new ArrayList<>())
            .add(new Assignment(node, target, base));
      }
    }
  }

  private static SyntaxTree.@Nullable Node enclosing(SyntaxTree.Node node, Set<String> kinds) {
    SyntaxTree.Node at = node.parent();
    while (at != null && !kinds.contains(at.kind())) {
      at = at.parent();
    }
    return at;
  }

  private void find(SyntaxTree.Node scope, List<Assignment> all) {
    for (Assignment one : all) {
      boolean inParts =
          all.stream()
              .anyMatch(other -> !other.equals(one) && isPartOf(other.target(), one.target()));
      if (inParts && constant(one)) {
        if (scope.kind().endsWith("process_statement")) {
          found.add(one);
        } else {
          addUnfixable(scope, one.statement(), one.target().attribute("identifier"));
        }
      }
    }
    if (scope.kind().endsWith("_body")) {
      scope
          .child("declaration_chain")
          .ifPresent(
              declarations ->
                  declarations.children().stream()
                      .filter(node -> node.kind().equals("variable_declaration"))
                      .filter(node -> isDivided(node, all) && hasMixedDefault(node))
                      .forEach(node -> addUnfixable(scope, node, node.attribute("identifier"))));
    }
  }

  /** Whether a target is a part of another one; arrays are treated as a whole. */
  private static boolean isPartOf(SyntaxTree.Node part, SyntaxTree.Node whole) {
    String of = path(whole).replaceFirst("\\[.*", "");
    String at = path(part);
    return at.startsWith(of + "[") || at.startsWith(of + ".");
  }

  /** The object of a target, with the fields and elements of its path. */
  private static String path(SyntaxTree.Node target) {
    String prefix = target.child("prefix").map(MirroredConstants::path).orElse("");
    return switch (target.kind()) {
      case "indexed_name", "slice_name" -> prefix + "[]";
      case "selected_element" -> prefix + "." + target.references().get("named_entity");
      default -> target.references().getOrDefault("base_name", "?");
    };
  }

  private static boolean isDivided(SyntaxTree.Node variable, List<Assignment> all) {
    return all.stream()
        .anyMatch(
            other ->
                other.base().equals(variable.attribute("id"))
                    && PARTS.contains(other.target().kind()));
  }

  private boolean hasMixedDefault(SyntaxTree.Node variable) {
    return tree.of(variable, "default_value")
        .filter(value -> isStatic(value) && hasMixedBits(value))
        .isPresent();
  }

  private void addUnfixable(SyntaxTree.Node within, SyntaxTree.Node at, String name) {
    SyntaxTree.Node process = enclosing(at, SCOPES);
    SyntaxTree.Node scope = process == null ? within : process;
    int[] last = {scope.line()};
    scope.visit(node -> last[0] = Math.max(last[0], node.line()));
    unfixable.add(
        new UnfixableConstant(scope.attribute("file"), scope.line(), last[0], at.location(), name));
  }

  private boolean constant(Assignment assignment) {
    SyntaxTree.Node statement = assignment.statement();
    return statement.kind().startsWith("simple_signal_assignment")
        ? statement
            .child("waveform_chain")
            .filter(chain -> chain.children().size() == 1)
            .flatMap(chain -> tree.of(chain.children().getFirst(), "we_value"))
            .filter(value -> isStatic(value) && hasMixedBits(value))
            .isPresent()
        : statement.kind().startsWith("variable_assignment")
            && tree.of(statement, "expression")
                .filter(value -> isStatic(value) && hasMixedBits(value))
                .isPresent();
  }

  private static boolean isStatic(SyntaxTree.Node value) {
    String staticness = value.attribute("expr_staticness");
    return staticness.equals("local") || staticness.equals("global");
  }

  /** Whether a value has several bits that may differ; others are not affected by mirroring. */
  private boolean hasMixedBits(SyntaxTree.Node value) {
    String type = tree.of(value, "type").map(SyntaxTree.Node::kind).orElse("");
    if (type.startsWith("enumeration_") || type.startsWith("integer_")) {
      return false;
    }
    return switch (value.kind()) {
      case "character_literal",
          "integer_literal",
          "enumeration_literal",
          "physical_int_literal",
          "floating_point_literal" ->
          false;
      case "string_literal8" -> {
        String content = value.child("string8_id").map(s -> s.attribute("content")).orElse("01");
        yield content.chars().distinct().count() > 1
            || !(content.startsWith("0") || value.attribute("bit_string_base").endsWith("NONE"));
      }
      case "aggregate" -> !isAllZero(value);
      case "parenthesis_expression", "qualified_expression" ->
          tree.of(value, "expression").map(this::hasMixedBits).orElse(true);
      default -> true;
    };
  }

  private boolean isAllZero(SyntaxTree.Node aggregate) {
    return aggregate.choices().stream()
        .flatMap(choice -> tree.of(choice, "associated_expr").stream())
        .allMatch(this::isZero);
  }

  private boolean isZero(SyntaxTree.Node value) {
    return switch (value.kind()) {
      case "string_literal8" ->
          !hasMixedBits(value)
              && value
                  .child("string8_id")
                  .map(s -> s.attribute("content"))
                  .orElse("")
                  .startsWith("0");
      case "aggregate" -> isAllZero(value);
      default -> value.attribute("identifier").equals("'0'");
    };
  }

  /**
   * The constants without a workaround: they are wrong where selections around them become gates.
   */
  List<UnfixableConstant> unfixable() {
    found.forEach(
        one ->
            addUnfixable(one.statement(), one.statement(), one.target().attribute("identifier")));
    found.clear();
    return unfixable;
  }

  /**
   * The rewritten files, by name, with the same line numbers.
   *
   * @param texts the contents of the files
   */
  Map<String, String> rewrite(Map<String, String> texts) {
    Map<String, TreeMap<Integer, String>> insertions = new HashMap<>();
    for (Assignment assignment : found) {
      String file = assignment.statement().attribute("file");
      VhdlText text = new VhdlText(texts.getOrDefault(file, ""));
      SyntaxTree.Node architecture = enclosing(assignment.statement(), Set.of("architecture_body"));
      int start = text.offset(assignment.statement());
      int from = text.find(start, "<=", ":=");
      int to = from < 0 ? -1 : text.find(from, ";");
      int begin = architecture == null ? -1 : text.word(text.offset(architecture), "is");
      String value = from < 0 || to < 0 ? "" : text.plain(from + 2, to);
      if (begin < 0 || value.isBlank() || value.toLowerCase(Locale.ROOT).contains(" after ")) {
        continue;
      }
      TreeMap<Integer, String> into =
          insertions.computeIfAbsent(file, f -> new TreeMap<>(Comparator.reverseOrder()));
      into.put(begin + 2, " signal " + SELECT_SIGNAL + " : boolean := true;");
      into.put(to, " when " + SELECT_SIGNAL + " else " + value);
    }
    Map<String, String> rewritten = new LinkedHashMap<>();
    insertions.forEach(
        (file, into) -> {
          StringBuilder text = new StringBuilder(texts.getOrDefault(file, ""));
          into.forEach(text::insert);
          rewritten.put(file, text.toString());
        });
    return rewritten;
  }
}
