package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.rewrite.Marker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates the scopes and variables of module instances. */
final class Hierarchy {
  private static final int MAX_DEPTH = 1000;
  private static final List<Marker> WIRED = List.of(Marker.WIRED_AND, Marker.WIRED_OR);

  /**
   * An instantiated instance item.
   *
   * @param children its instances, the one with the rightmost index first
   */
  record Instantiation(
      Scope parent, Item.Instance item, ModuleDefinition module, List<Scope> children) {}

  /** A process or assignment and its scope. */
  record ScopedItem(Scope scope, Item item) {}

  private final Design design;
  private final List<Instantiation> instances = new ArrayList<>();
  private final List<ScopedItem> active = new ArrayList<>();

  private Hierarchy(Design design) {
    this.design = design;
  }

  /** Creates all scopes below the top module. */
  static Hierarchy of(Design design, ModuleDefinition top) {
    Hierarchy hierarchy = new Hierarchy(design);
    for (ModuleDefinition module : design.modules().values().stream().sorted(BY_NAME).toList()) {
      if (module.kind().equals("package")) {
        Scope scope = Scope.root(module, module.name());
        design.packages().add(scope);
        hierarchy.fill(scope, module.items(), 0);
      }
    }
    Scope scope = Scope.root(top, "");
    design.setTopScope(scope);
    hierarchy.fill(scope, top.items(), 0);
    hierarchy.instances.forEach(hierarchy::connectInterfaces);
    return hierarchy;
  }

  private static final java.util.Comparator<ModuleDefinition> BY_NAME =
      java.util.Comparator.comparing(ModuleDefinition::name);

  /** The instances, parents before children. */
  List<Instantiation> instances() {
    return instances;
  }

  /** The processes and assignments, in the order of the source. */
  List<ScopedItem> active() {
    return active;
  }

  /**
   * Verilator has an empty block for a generate loop, before the blocks of its iterations, whose
   * names have an index.
   */
  private String genvar(Item.GenerateBlock round, List<Item> items) {
    int index = round.name().lastIndexOf('[');
    if (index < 0) {
      return "";
    }
    String loop = round.name().substring(0, index);
    return items.stream()
        .filter(item -> item instanceof Item.GenerateBlock group && group.name().equals(loop))
        .map(item -> design.texts().genvar(item.location()))
        .findFirst()
        .orElse("");
  }

  private void fill(Scope scope, List<Item> items, int depth) {
    if (depth > MAX_DEPTH) {
      throw design
          .texts()
          .unsupported(scope.module().location(), "instances are nested more than 1000 deep");
    }
    for (Item item : items) {
      switch (item) {
        case Item.Variable variable -> declare(scope, variable.declaration());
        case Item.Instance instance -> instantiate(scope, instance, depth);
        case Item.GenerateBlock group ->
            fill(
                group.name().isEmpty() ? scope : scope.block(group.name(), genvar(group, items)),
                group.items(),
                depth + 1);
        case Item.Function function -> scope.functions().put(function.name(), function);
        case Item.ContinuousAssignment continuous -> active.add(new ScopedItem(scope, continuous));
        case Item.ProceduralBlock process -> active.add(new ScopedItem(scope, process));
        case Item.Unsupported unsupported ->
            throw design
                .texts()
                .unsupported(
                    unsupported.location(),
                    unsupported.what() + " cannot be made hardware here. Write it otherwise");
      }
    }
  }

  private void declare(Scope scope, Declaration declaration) {
    boolean top = scope.module().top() && scope.isInstance();
    boolean port = !declaration.direction().isEmpty();
    if (declaration.direction().equals("inout")) {
      throw error(
          declaration,
          "port '%s' goes both ways. Use an input, an output and an enable"
              .formatted(declaration.name()));
    }
    if (top && port && !(declaration.type() instanceof Type.Packed)) {
      throw error(
          declaration,
          "port '%s' of the top module is an unpacked array, a struct or an interface. Use a packed one"
              .formatted(declaration.name()));
    }
    if (top
        && !port
        && isInterfacePort(declaration)
        && ((Type.Other) declaration.type()).what().equals("interface")) {
      throw error(
          declaration,
          "port '%s' of the top module is an interface. Use signals".formatted(declaration.name()));
    }
    Variable.Origin origin =
        declaration.value() != null
            ? Variable.Origin.PARAMETER
            : top && declaration.direction().equals("input")
                ? Variable.Origin.TOP_INPUT
                : port || scope.module().kind().equals("iface")
                    ? Variable.Origin.PORT
                    : Variable.Origin.INTERNAL;
    Variable variable = design.declare(declaration, scope.path(declaration.name()), origin);
    scope.variables().put(declaration.name(), variable);
    for (Marker kind : WIRED) {
      String net = declaration.value() == null ? null : kind.marked(declaration.name());
      if (net != null) {
        design.wired().put(scope.path(net), kind);
      }
    }
    if (declaration.value() != null && declaration.type().words() > 0) {
      new ProcessElaboration(design).setParameter(scope, declaration, declaration.value());
    }
  }

  private RtlException error(Declaration declaration, String problem) {
    return design.texts().error(RtlError.SOURCE_UNSUPPORTED, declaration.location(), problem);
  }

  private void instantiate(Scope scope, Item.Instance instance, int depth) {
    ModuleDefinition module = design.modules().get(instance.module());
    if (module == null) {
      throw design
          .texts()
          .unsupported(
              instance.location(),
              "'%s' is an instance of '%s', of which there is no module. Give its source; if it is a primitive with a table, write it as a module"
                  .formatted(instance.name(), instance.module()));
    }
    if (module.kind().equals("package")) {
      return;
    }
    List<Scope> children =
        names(instance).stream().map(name -> scope.instance(name, module)).toList();
    // Parents come first, since connections of interfaces are passed down.
    instances.add(new Instantiation(scope, instance, module, children));
    children.forEach(child -> fill(child, module.items(), depth + 1));
  }

  /** The names of the instances, the one with the rightmost index first. */
  private static List<String> names(Item.Instance instance) {
    Integer left = instance.left();
    Integer right = instance.right();
    if (left == null || right == null) {
      return List.of(instance.name());
    }
    List<String> names = new ArrayList<>();
    int step = left >= right ? 1 : -1;
    for (int i = right; i != left + step; i += step) {
      names.add(instance.name() + "[" + i + "]");
    }
    return names;
  }

  private void connectInterfaces(Instantiation made) {
    for (Item.Connection pin : made.item().pins()) {
      if (pin.value() == null
          || !(pin.value().type() instanceof Type.Other other)
          || !other.what().contains("interface")) {
        continue;
      }
      String port = interfacePort(made.module(), pin);
      for (int i = 0; i < made.children().size(); i++) {
        connectInterface(made, pin, port, made.children().get(i), i);
      }
    }
  }

  /** The name of a port that is an interface; those that are not have positions in the tree. */
  private static String interfacePort(ModuleDefinition module, Item.Connection pin) {
    if (!pin.port().startsWith("__pinNumber")) {
      return pin.port();
    }
    Set<Integer> others = new HashSet<>();
    List<String> interfaces = new ArrayList<>();
    for (Item item : module.items()) {
      if (item instanceof Item.Variable variable) {
        Declaration declaration = variable.declaration();
        if (!declaration.direction().isEmpty()) {
          others.add(declaration.index());
        } else if (isInterfacePort(declaration)) {
          interfaces.add(declaration.name());
        }
      }
    }
    int before = (int) others.stream().filter(position -> position < pin.index()).count();
    int place = pin.index() - 1 - before;
    return place < interfaces.size() ? interfaces.get(place) : pin.port();
  }

  private static boolean isInterfacePort(Declaration declaration) {
    return declaration.type() instanceof Type.Other other
        && other.what().contains("interface")
        && !declaration.name().endsWith("__Viftop");
  }

  private void connectInterface(
      Instantiation made, Item.Connection pin, String port, Scope child, int position) {
    Expression value = java.util.Objects.requireNonNull(pin.value());
    String name = interfaceName(value);
    @Nullable Scope target = name == null ? null : made.parent().find(name);
    if (target != null) {
      child.children().put(port, target);
      return;
    }
    // An array of interfaces, for one instance or distributed over an array of instances.
    boolean found = false;
    if (name != null) {
      List<Map.Entry<String, Scope>> elements =
          made.parent().children().entrySet().stream()
              .filter(entry -> entry.getKey().startsWith(name + "["))
              .toList();
      if (made.children().size() > 1 && elements.size() == made.children().size()) {
        child.children().put(port, elements.get(position).getValue());
        found = true;
      } else {
        for (Map.Entry<String, Scope> element : elements) {
          child
              .children()
              .put(port + element.getKey().substring(name.length()), element.getValue());
          found = true;
        }
      }
    }
    if (!found) {
      throw design
          .texts()
          .unsupported(pin.location(), "the interface of port '" + port + "' cannot be told");
    }
  }

  private @Nullable String interfaceName(Expression value) {
    return switch (value) {
      case Expression.Name name ->
          (name.reference().path().isEmpty() ? "" : name.reference().path() + ".")
              + name.name().replaceFirst("__Viftop$", "");
      case Expression.ElementOf element -> {
        String array = interfaceName(element.from());
        yield array != null && element.index() instanceof Expression.Constant constant
            ? array + "[" + constant.value() + "]"
            : null;
      }
      default -> null;
    };
  }
}
