package dev.backplane.rtl.frontend.verilator;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An instance, or a generate block in one. */
final class Scope {
  private static final Pattern INDEX = Pattern.compile("\\[(-?\\d+)\\]$");

  private final @Nullable Scope parent;
  private final String name;
  private final String path;
  private final Definition module;
  private final boolean instance;
  private final String genvar;
  private final Map<String, Variable> variables = new LinkedHashMap<>();
  private final Map<String, Scope> inner = new LinkedHashMap<>();
  private final Map<String, Item.Function> functions = new LinkedHashMap<>();
  private final Context.BlockVariables blocks = new Context.BlockVariables();

  private Scope(
      @Nullable Scope parent,
      String name,
      String path,
      Definition module,
      boolean instance,
      String genvar) {
    this.parent = parent;
    this.name = name;
    this.path = path;
    this.module = module;
    this.instance = instance;
    this.genvar = genvar;
  }

  static Scope root(Definition module, String path) {
    return new Scope(null, module.name(), path, module, true, "");
  }

  Scope instance(String name, Definition of) {
    Scope scope = new Scope(this, name, path(name), of, true, "");
    inner.put(name, scope);
    return scope;
  }

  /** A generate block; of a loop, with the name of its genvar, else with an empty name. */
  Scope block(String name, String genvar) {
    Scope scope = new Scope(this, name, path(name), module, false, genvar);
    inner.put(name, scope);
    return scope;
  }

  /** The path of something in this scope. */
  String path(String inside) {
    return path.isEmpty() ? inside : path + "." + inside;
  }

  Definition module() {
    return module;
  }

  /**
   * The value of a genvar here, if this is a block of the loop over it; the block's index is it.
   */
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

  /** Scopes by name: instances, blocks, and interfaces that ports stand for. */
  Map<String, Scope> inner() {
    return inner;
  }

  Map<String, Item.Function> functions() {
    return functions;
  }

  /** Variables of a block of one of its processes. */
  Map<String, Variable> blockVariables(Statement.Block block, Design design) {
    return blocks.of(block, this, design);
  }

  /** The scope of the module that this is in. */
  Scope ofModule() {
    Scope at = this;
    while (!at.instance && at.parent != null) {
      at = at.parent;
    }
    return at;
  }

  /** What a path of names means here: seen from here, or from a scope around. */
  @Nullable Scope find(String dotted) {
    for (Scope from = this; from != null; from = from.parent) {
      Scope found = from.down(dotted);
      for (String own : List.of(from.name, from.module.original())) {
        if (found == null && dotted.equals(own)) {
          found = from;
        } else if (found == null && dotted.startsWith(own + ".")) {
          found = from.down(dotted.substring(own.length() + 1));
        }
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** What is below this scope. Escaped names have dots in them: each may end a name. */
  private @Nullable Scope down(String dotted) {
    for (int end = dotted.length(); end > 0; end = dotted.lastIndexOf('.', end - 1)) {
      Scope next = inner.get(dotted.substring(0, end));
      Scope found =
          next == null || end == dotted.length() ? next : next.down(dotted.substring(end + 1));
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
