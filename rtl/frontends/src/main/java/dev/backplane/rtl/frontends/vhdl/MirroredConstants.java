package dev.backplane.rtl.frontends.vhdl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
  private static final Set<String> OBJECTS =
      Set.of(
          "signal_declaration",
          "variable_declaration",
          "interface_signal_declaration",
          "interface_variable_declaration",
          "object_alias_declaration");
  private static final Set<String> SCOPES =
      Set.of(
          "sensitized_process_statement", "process_statement", "function_body", "procedure_body");

  /** A constant in a subprogram, where no signal can be used for the workaround. */
  record UnfixableConstant(String file, int firstLine, int lastLine, String location, String name) {
    /** Tells whether a gate is a selection at that location. */
    boolean affects(Gate gate) {
      int line = gate.line();
      return CHOICES.contains(gate.kind())
          && gate.file().equals(file)
          && line >= firstLine
          && line <= lastLine;
    }
  }

  /**
   * An assignment, or a call of a procedure that assigns.
   *
   * @param statement the statement
   * @param scope the process or subprogram all of whose assignments are one selection
   * @param path a target: the declaration of an object, with brackets and fields for its parts
   */
  private record Assignment(SyntaxTree.Node statement, SyntaxTree.Node scope, String path) {}

  private final SyntaxTree tree;
  private final Map<SyntaxTree.Node, List<Assignment>> assignments = new LinkedHashMap<>();
  private final Map<SyntaxTree.Node, String> found = new LinkedHashMap<>();
  private final List<UnfixableConstant> unfixable = new ArrayList<>();

  /** Procedures outside of architectures that give a constant to a parameter. */
  private final Set<String> givingProcedures = new HashSet<>();

  MirroredConstants(SyntaxTree tree, Set<String> files) {
    this.tree = tree;
    tree.visit(
        node -> {
          if (files.contains(node.attribute("file"))) {
            collect(node);
          }
        });
    assignments.values().forEach(this::findParameters);
    assignments.forEach(this::find);
  }

  private void collect(SyntaxTree.Node node) {
    if (node.kind().contains("assignment_statement") && node.child("target").isPresent()) {
      targets(node.child("target").get()).forEach(path -> add(node, path));
    } else if (node.kind().equals("procedure_call")) {
      node.child("parameter_association_chain")
          .ifPresent(
              chain ->
                  chain.children().stream()
                      .flatMap(actual -> actual.child("actual").stream())
                      .filter(actual -> isName(actual.kind()))
                      .forEach(actual -> add(node, path(actual))));
    }
  }

  private static boolean isName(String kind) {
    return PARTS.contains(kind) || kind.equals("simple_name");
  }

  private void add(SyntaxTree.Node statement, String path) {
    SyntaxTree.Node scope = outermost(statement);
    if (scope != null) {
      assignments
          .computeIfAbsent(scope, s -> new ArrayList<>())
          .add(new Assignment(statement, scope, path));
    }
  }

  private List<String> targets(SyntaxTree.Node target) {
    return target.kind().equals("aggregate")
        ? target.choices().stream()
            .flatMap(choice -> tree.of(choice, "associated_expr").stream())
            .flatMap(part -> targets(part).stream())
            .toList()
        : List.of(path(target));
  }

  private static SyntaxTree.@Nullable Node enclosing(SyntaxTree.Node node, Set<String> kinds) {
    SyntaxTree.Node at = node.parent();
    while (at != null && !kinds.contains(at.kind())) {
      at = at.parent();
    }
    return at;
  }

  /** The process around a statement, also around subprograms that it declares. */
  private static SyntaxTree.@Nullable Node outermost(SyntaxTree.Node node) {
    SyntaxTree.Node last = null;
    for (SyntaxTree.Node at = node.parent(); at != null; at = at.parent()) {
      last = SCOPES.contains(at.kind()) ? at : last;
    }
    return last;
  }

  /** Constants for parameters: what is done with parts of the actual object is not seen here. */
  private void findParameters(List<Assignment> all) {
    for (Assignment one : all) {
      SyntaxTree.Node body = enclosing(one.statement(), SCOPES);
      boolean isParameter =
          tree.byId(one.path()).filter(node -> node.kind().startsWith("interface_")).isPresent();
      if (body != null && body.kind().equals("procedure_body") && isParameter && constant(one)) {
        if (isRewritable(one.statement())) {
          found.put(one.statement(), "");
        } else {
          givingProcedures.add(body.references().getOrDefault("subprogram_specification", "?"));
        }
      }
    }
  }

  private void find(SyntaxTree.Node scope, List<Assignment> all) {
    for (Assignment one : all) {
      boolean inParts =
          all.stream()
              .anyMatch(
                  other ->
                      !other.statement().equals(one.statement())
                          && isPartOf(other.path(), one.path()));
      if (inParts && constant(one)) {
        String name =
            one.statement().child("target").map(t -> t.attribute("identifier")).orElse("");
        if (isRewritable(one.statement())) {
          found.put(one.statement(), name);
        } else {
          addUnfixable(scope, one.statement(), name);
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

  /** Returns whether a statement may read a signal of an architecture: a function may not. */
  private static boolean isRewritable(SyntaxTree.Node statement) {
    SyntaxTree.Node scope = enclosing(statement, SCOPES);
    return statement.kind().contains("assignment_statement")
        && scope != null
        && !scope.kind().equals("function_body")
        && enclosing(statement, Set.of("architecture_body")) != null;
  }

  /** Tells whether a target is a part of another one; arrays are treated as a whole. */
  private static boolean isPartOf(String part, String whole) {
    String of = whole.replaceFirst("\\[.*", "");
    return part.startsWith(of + "[") || part.startsWith(of + ".");
  }

  /** The object of a target, with the fields and elements of its path; aliases are followed. */
  private String path(SyntaxTree.Node target) {
    String prefix = target.child("prefix").map(this::path).orElse("");
    return switch (target.kind()) {
      case "indexed_name", "slice_name" -> prefix + "[]";
      case "selected_element" -> prefix + "." + target.references().get("named_entity");
      default -> {
        String object =
            target
                .references()
                .getOrDefault("named_entity", target.references().getOrDefault("base_name", "?"));
        yield tree.byId(object)
            .filter(node -> node.kind().equals("object_alias_declaration"))
            .flatMap(alias -> alias.child("name"))
            .map(this::path)
            .orElse(object);
      }
    };
  }

  private static boolean isDivided(SyntaxTree.Node variable, List<Assignment> all) {
    return all.stream().anyMatch(other -> isPartOf(other.path(), variable.attribute("id")));
  }

  private boolean hasMixedDefault(SyntaxTree.Node variable) {
    return tree.of(variable, "default_value")
        .filter(value -> isStatic(value, false) && hasMixedBits(value))
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
    if (statement.kind().equals("procedure_call")) {
      return statement
          .child("prefix")
          .map(name -> name.references().getOrDefault("named_entity", ""))
          .filter(givingProcedures::contains)
          .isPresent();
    }
    boolean rewritable = isRewritable(statement);
    return statement.kind().startsWith("simple_signal_assignment")
        ? statement
            .child("waveform_chain")
            .filter(chain -> chain.children().size() == 1)
            .flatMap(chain -> tree.of(chain.children().getFirst(), "we_value"))
            .filter(value -> isStatic(value, rewritable) && hasMixedBits(value))
            .isPresent()
        : statement.kind().startsWith("variable_assignment")
            && tree.of(statement, "expression")
                .filter(value -> isStatic(value, rewritable) && hasMixedBits(value))
                .isPresent();
  }

  /**
   * Tells whether a value depends on no signal and no variable. GHDL's own mark is missing on
   * qualified expressions, and on expressions that use the count of a loop.
   */
  private boolean isStatic(SyntaxTree.Node value, boolean rewritable) {
    String staticness = value.attribute("expr_staticness");
    return staticness.equals("local")
        || staticness.equals("global")
        || value.kind().endsWith("_attribute")
        || (!isVariable(value, rewritable)
            && value.children().stream().allMatch(part -> isStatic(part, rewritable)));
  }

  private boolean isVariable(SyntaxTree.Node value, boolean rewritable) {
    return tree.byId(value.references().getOrDefault("named_entity", "-"))
        .filter(node -> OBJECTS.contains(node.kind()) || (!rewritable && isOfFunction(node)))
        .isPresent();
  }

  /**
   * Returns whether it is a parameter or count of a subprogram, where a constant would be refused.
   */
  private static boolean isOfFunction(SyntaxTree.Node node) {
    return node.kind().equals("interface_constant_declaration")
        || (node.kind().equals("iterator_declaration")
            && Optional.ofNullable(enclosing(node, SCOPES))
                .filter(scope -> scope.kind().endsWith("_body"))
                .isPresent());
  }

  /**
   * Tells whether a value has several bits that may differ; others are not affected by mirroring.
   */
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
    found.forEach((statement, name) -> addUnfixable(statement, statement, name));
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
    for (SyntaxTree.Node statement : found.keySet()) {
      String file = statement.attribute("file");
      VhdlText text = new VhdlText(texts.getOrDefault(file, ""));
      SyntaxTree.Node architecture = enclosing(statement, Set.of("architecture_body"));
      int start = text.offset(statement);
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
