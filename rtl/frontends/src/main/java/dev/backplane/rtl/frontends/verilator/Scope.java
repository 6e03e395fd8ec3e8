package dev.backplane.rtl.frontends.verilator;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An instance, or a generate block in an instance. */
final class Scope {
  private static final Pattern INDEX = Pattern.compile("\\[(-?\\d+)\\]$");

  private final @Nullable Scope parent;
  private final String name;
  private final String path;
  private final ModuleDefinition module;
  private final boolean instance;
  private final String genvar;
  private final Map<String, Variable> variables = new LinkedHashMap<>();
  private final Map<String, Scope> children = new LinkedHashMap<>();
  private final Map<String, Item.Function> functions = new LinkedHashMap<>();
  private final ExecutionContext.BlockVariables blocks = new ExecutionContext.BlockVariables();

  private Scope(
      @Nullable Scope parent,
      String name,
      String path,
      ModuleDefinition module,
      boolean instance,
      String genvar) {
    this.parent = parent;
    this.name = name;
    this.path = path;
    this.module = module;
    this.instance = instance;
    this.genvar = genvar;
  }

  static Scope root(ModuleDefinition module, String path) {
    return new Scope(null, module.name(), path, module, true, "");
  }

  Scope instance(String name, ModuleDefinition of) {
    Scope scope = new Scope(this, name, path(name), of, true, "");
    children.put(name, scope);
    return scope;
  }

  /** Creates a generate block, with the genvar of its loop, or an empty name if it has none. */
  Scope block(String name, String genvar) {
    Scope scope = new Scope(this, name, path(name), module, false, genvar);
    children.put(name, scope);
    return scope;
  }

  /** The path of a name in this scope. */
  String path(String inside) {
    return path.isEmpty() ? inside : path + "." + inside;
  }

  ModuleDefinition module() {
    return module;
  }

  /** The value of a genvar, if this is a block of its loop: the index of the block. */
  @Nullable BigInteger genvar(String variable) {
    Matcher index = INDEX.matcher(name);
    return variable.equals(genvar) && index.find() ? new BigInteger(index.group(1)) : null;
  }

  boolean isInstance() {
    return instance;
  }

  @Nullable Scope parent() {
    return parent;
  }

  Map<String, Variable> variables() {
    return variables;
  }

  /** Child scopes by name: instances, blocks, and interfaces that are connected to ports. */
  Map<String, Scope> children() {
    return children;
  }

  Map<String, Item.Function> functions() {
    return functions;
  }

  /** The variables of a block of one of its processes. */
  Map<String, Variable> blockVariables(Statement.Block block, Design design) {
    return blocks.of(block, this, design);
  }

  /** Resolves a path of names, in this scope or an enclosing one. */
  @Nullable Scope find(String dotted) {
    for (Scope from = this; from != null; from = from.parent) {
      Scope found = from.descend(dotted);
      for (String own : List.of(from.name, from.module.original())) {
        if (found == null && dotted.equals(own)) {
          found = from;
        } else if (found == null && dotted.startsWith(own + ".")) {
          found = from.descend(dotted.substring(own.length() + 1));
        }
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /**
   * Resolves a path below this scope. Escaped names may contain dots, so each dot may end a name.
   */
  private @Nullable Scope descend(String dotted) {
    for (int end = dotted.length(); end > 0; end = dotted.lastIndexOf('.', end - 1)) {
      Scope next = children.get(dotted.substring(0, end));
      Scope found =
          next == null || end == dotted.length() ? next : next.descend(dotted.substring(end + 1));
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
