package dev.backplane.rtl.frontend.verilator;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An instance, or a generate block in one. */
final class Scope {
  private final @Nullable Scope parent;
  private final String name;
  private final String path;
  private final Definition module;
  private final boolean instance;
  private final Map<String, Variable> variables = new LinkedHashMap<>();
  private final Map<String, Scope> inner = new LinkedHashMap<>();
  private final Map<String, Item.Function> functions = new LinkedHashMap<>();
  private final Context.BlockVariables blocks = new Context.BlockVariables();

  private Scope(
      @Nullable Scope parent, String name, String path, Definition module, boolean instance) {
    this.parent = parent;
    this.name = name;
    this.path = path;
    this.module = module;
    this.instance = instance;
  }

  static Scope root(Definition module, String path) {
    return new Scope(null, module.name(), path, module, true);
  }

  Scope instance(String name, Definition of) {
    Scope scope = new Scope(this, name, path(name), of, true);
    inner.put(name, scope);
    return scope;
  }

  Scope block(String name) {
    Scope scope = new Scope(this, name, path(name), module, false);
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
    String[] names = dotted.split("\\.");
    for (Scope from = this; from != null; from = from.parent) {
      Scope start =
          from.inner.containsKey(names[0])
              ? from.inner.get(names[0])
              : from.name.equals(names[0]) || from.module.original().equals(names[0]) ? from : null;
      Scope found = start == null ? null : start.down(names, 1);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Scope down(String[] names, int at) {
    if (at == names.length) {
      return this;
    }
    Scope next = inner.get(names[at]);
    return next == null ? null : next.down(names, at + 1);
  }
}
