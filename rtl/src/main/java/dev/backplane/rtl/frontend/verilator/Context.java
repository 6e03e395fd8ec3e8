package dev.backplane.rtl.frontend.verilator;

import dev.backplane.rtl.RtlException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where code runs: what names mean there, what is assumed, and where jumps go. */
final class Context {
  /** What kind of process code is part of. */
  enum Mode {
    /** Logic without a clock. */
    COMBINATIONAL,
    /** At an edge. */
    CLOCKED,
    /** While an asynchronous reset is active. */
    RESET,
    /** At power-up. */
    INITIAL
  }

  /** A place that jumps go to. */
  record Label(Place place, String block, boolean loop, State base, List<Arrival> arrivals) {}

  /** A jump that was made: on which condition, and what had been done until then. */
  record Arrival(Node condition, State.Effects effects) {}

  private static final Pattern PACKAGE = Pattern.compile("([A-Za-z_$][\\w$]*)\\s*::\\s*$");
  private static final Pattern OBJECT = Pattern.compile("([A-Za-z_][\\w$.\\[\\]]*)\\.\\s*$");
  private static final int DEEPEST_CALL = 200;

  /** Variables of a block, or of a call; looked through from the innermost out. */
  private record Frame(Map<String, Variable> variables, @Nullable Frame outer, Scope scope) {}

  private final Design design;
  private final Mode mode;
  private final Map<Leaf, Node> assumed;
  private Frame frame;
  private Deque<Label> labels = new ArrayDeque<>();
  private int depth;

  Context(Design design, Scope scope, Mode mode, Map<Leaf, Node> assumed) {
    this.design = design;
    this.mode = mode;
    this.assumed = assumed;
    this.frame = new Frame(Map.of(), null, scope);
  }

  Design design() {
    return design;
  }

  Nodes nodes() {
    return design.nodes();
  }

  SourceTexts texts() {
    return design.texts();
  }

  Mode mode() {
    return mode;
  }

  boolean isCombinational() {
    return mode == Mode.COMBINATIONAL;
  }

  Scope scope() {
    return frame.scope();
  }

  /** Labels that jumps can go to, the innermost first. */
  Deque<Label> labels() {
    return labels;
  }

  boolean isInCall() {
    return depth > 0;
  }

  /** The value that a word is assumed to have, or null. */
  @Nullable Node assumed(Leaf leaf) {
    return assumed.get(leaf);
  }

  /** Runs code inside of a block with variables of its own. */
  void inBlock(Statement.Block block, Runnable body) {
    Frame before = frame;
    Map<String, Variable> variables =
        depth > 0 ? locals(block.variables()) : before.scope().blockVariables(block, design);
    frame = new Frame(variables, before, before.scope());
    try {
      body.run();
    } finally {
      frame = before;
    }
  }

  /** Runs a function's code; gives its variables. */
  Map<String, Variable> call(
      Item.Function function,
      Scope scope,
      Place place,
      java.util.function.Consumer<Map<String, Variable>> body) {
    if (depth >= DEEPEST_CALL) {
      throw texts().unsupported(place, "'" + function.name() + "' calls itself more than 200 deep");
    }
    Frame before = frame;
    Deque<Label> outside = labels;
    Map<String, Variable> variables = locals(function.variables());
    frame = new Frame(variables, null, scope);
    labels = new ArrayDeque<>();
    depth++;
    try {
      body.accept(variables);
    } finally {
      depth--;
      frame = before;
      labels = outside;
    }
    return variables;
  }

  /** Evaluates in the caller's place what a function's arguments are. */
  private Map<String, Variable> locals(List<Declaration> declarations) {
    Map<String, Variable> variables = new LinkedHashMap<>();
    for (Declaration declaration : declarations) {
      variables.put(
          declaration.name(),
          design.declare(declaration, declaration.name(), Variable.Origin.LOCAL));
    }
    return variables;
  }

  Variable variable(Expression.Name name) {
    Variable found = name.path().isEmpty() ? plain(name) : dotted(name);
    if (found == null) {
      throw texts()
          .unsupported(
              name.place(),
              "'"
                  + (name.path().isEmpty() ? "" : name.path() + ".")
                  + name.name()
                  + "' cannot be reached from here");
    }
    return found;
  }

  /** The value of a parameter that is visible here by its own name, or null. */
  @Nullable BigInteger constant(String name) {
    for (Frame at = frame; at != null; at = at.outer()) {
      if (at.variables().containsKey(name)) {
        return null;
      }
    }
    for (Scope at = frame.scope(); at != null; at = at.isInstance() ? null : at.parent()) {
      BigInteger index = at.genvar(name);
      if (index != null) {
        return index;
      }
      Variable variable = at.variables().get(name);
      if (variable != null) {
        return variable.origin() == Variable.Origin.PARAMETER
                && variable.type() instanceof Type.Packed packed
                && design.initial().get(variable.leaves().getFirst()) instanceof Node.Fixed fixed
            ? Folding.number(fixed, packed.signed())
            : null;
      }
    }
    return null;
  }

  private @Nullable Variable dotted(Expression.Name name) {
    Scope scope = frame.scope().find(name.path());
    return scope == null ? null : scope.variables().get(name.name());
  }

  private @Nullable Variable plain(Expression.Name name) {
    for (Frame at = frame; at != null; at = at.outer()) {
      Variable local = at.variables().get(name.name());
      if (local != null) {
        return local;
      }
    }
    Matcher qualified = PACKAGE.matcher(texts().before(name.place()));
    if (qualified.find()) {
      for (Scope scope : design.packages()) {
        if (scope.module().name().equals(qualified.group(1))) {
          Variable inPackage = scope.variables().get(name.name());
          if (inPackage != null) {
            return inPackage;
          }
        }
      }
    }
    for (Scope at = frame.scope(); at != null; at = at.isInstance() ? null : at.parent()) {
      Variable own = at.variables().get(name.name());
      if (own != null) {
        return own;
      }
    }
    List<Variable> inPackages = new ArrayList<>();
    for (Scope scope : design.packages()) {
      Variable shared = scope.variables().get(name.name());
      if (shared != null) {
        inPackages.add(shared);
      }
    }
    return only(inPackages, name.name(), name.place());
  }

  /** A function, and the scope that it runs in. */
  record Callee(Item.Function function, Scope scope) {}

  Callee function(Expression.Call call) {
    String before = texts().before(call.place());
    Matcher qualified = PACKAGE.matcher(before);
    Matcher object = OBJECT.matcher(before);
    List<Callee> found = new ArrayList<>();
    if (qualified.find()) {
      design.packages().stream()
          .filter(scope -> scope.module().name().equals(qualified.group(1)))
          .forEach(scope -> add(found, scope, call.name()));
    } else if (object.find()) {
      Scope scope = frame.scope().find(object.group(1));
      if (scope != null) {
        add(found, scope, call.name());
      }
    }
    for (Scope at = frame.scope(); at != null && found.isEmpty(); at = at.parent()) {
      add(found, at, call.name());
    }
    if (found.isEmpty()) {
      design.packages().forEach(scope -> add(found, scope, call.name()));
    }
    Callee callee = only(found, call.name(), call.place());
    if (callee == null) {
      throw texts().unsupported(call.place(), "'" + call.name() + "' cannot be reached from here");
    }
    return callee;
  }

  private static void add(List<Callee> found, Scope scope, String name) {
    Item.Function function = scope.functions().get(name);
    if (function != null) {
      found.add(new Callee(function, scope));
    }
  }

  private <T> @Nullable T only(List<T> found, String name, Place place) {
    if (found.size() > 1) {
      throw texts()
          .unsupported(
              place,
              "'" + name + "' is in several packages. Write the package before it: pkg::" + name);
    }
    return found.isEmpty() ? null : found.getFirst();
  }

  RtlException unsupported(Place place, String problem) {
    return texts().unsupported(place, problem);
  }

  /** Variables by block, for blocks outside of functions: they keep their values. */
  static final class BlockVariables {
    private final IdentityHashMap<Statement.Block, Map<String, Variable>> known =
        new IdentityHashMap<>();

    Map<String, Variable> of(Statement.Block block, Scope scope, Design design) {
      Map<String, Variable> variables = known.get(block);
      if (variables == null) {
        variables = new HashMap<>();
        for (Declaration declaration : block.variables()) {
          String prefix = block.name().isEmpty() ? "" : block.name() + ".";
          variables.put(
              declaration.name(),
              design.declare(
                  declaration, scope.path(prefix + declaration.name()), Variable.Origin.INNER));
        }
        known.put(block, variables);
      }
      return variables;
    }
  }
}
