package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Declaration.Objects;
import dev.backplane.bench.vhdl.Expression.Element;
import dev.backplane.rtl.netlist.pass.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Elaborates instances: which entity they mean, its generics, and what its ports are tied to. */
final class Instances {
  private final Engine engine;
  private final Elaborator elaborator;

  Instances(Engine engine, Elaborator elaborator) {
    this.engine = engine;
    this.elaborator = elaborator;
  }

  /** An entity, its architecture if one is named, and the component between, if there is one. */
  private record Bound(
      DesignUnit.Entity entity,
      @Nullable String architecture,
      Declaration.@Nullable Component component,
      Declaration.@Nullable Binding mapped) {
    Bound(
        DesignUnit.Entity entity,
        @Nullable String architecture,
        Declaration.@Nullable Component component) {
      this(entity, architecture, component, null);
    }
  }

  void elaborate(Concurrent.Instance instance, Context context) {
    Bound bound = bound(instance, context);
    Declaration.Binding mapped = bound.mapped();
    if (mapped != null) {
      mapped(instance, bound, mapped, context);
    } else {
      elaborate(instance, bound, context);
    }
  }

  /** An instance whose binding says what becomes of the generics and ports of its component. */
  private void mapped(
      Concurrent.Instance instance, Bound bound, Declaration.Binding mapped, Context context) {
    Declaration.Component component = java.util.Objects.requireNonNull(bound.component());
    Scope scope = context.scope().inner("");
    generics(instance, component.generics(), bound.entity(), context)
        .forEach((name, value) -> scope.add(name, Symbol.Constant.of(value)));
    List<Element> generics = mapped.generics();
    if (generics.isEmpty()) {
      generics = same(component.generics(), bound.entity().generics(), instance.place());
    }
    List<Element> between = mapped.ports();
    if (between.isEmpty()) {
      between = same(component.ports(), bound.entity().ports(), instance.place());
    }
    Map<String, Expression> actuals = new HashMap<>();
    List<String> names = List.copyOf(Elaborator.names(component.ports()));
    for (int i = 0; i < instance.ports().size(); i++) {
      Element element = instance.ports().get(i);
      boolean named =
          !element.choices().isEmpty() && element.choices().getFirst() instanceof Expression.Simple;
      if (!named && (!element.choices().isEmpty() || i >= names.size())) {
        throw Refusal.unsupported(
            instance.place(), "ports behind a binding are read by name or position");
      }
      String name =
          element.choices().isEmpty()
              ? names.get(i)
              : ((Expression.Simple) element.choices().getFirst()).name();
      actuals.put(name, element.value());
    }
    List<Element> ports = new ArrayList<>();
    for (Element element : between) {
      Expression through = element.value();
      Expression actual =
          through instanceof Expression.Simple simple && names.contains(simple.name())
              ? actuals.getOrDefault(simple.name(), new Expression.Open(instance.place()))
              : through;
      ports.add(new Element(element.choices(), actual));
    }
    Concurrent.Instance direct =
        new Concurrent.Instance(
            instance.label(),
            "entity",
            instance.unit(),
            bound.architecture(),
            generics,
            ports,
            instance.place());
    elaborate(direct, new Bound(bound.entity(), bound.architecture(), null), context.in(scope));
  }

  private static List<Element> same(List<Objects> one, List<Objects> other, Place place) {
    Set<String> names = Elaborator.names(one);
    names.retainAll(Elaborator.names(other));
    List<Element> elements = new ArrayList<>();
    for (String name : names) {
      Expression simple = new Expression.Simple(name, place);
      elements.add(new Element(List.of(simple), simple));
    }
    return elements;
  }

  private void elaborate(Concurrent.Instance instance, Bound bound, Context context) {
    DesignUnit.Entity entity = bound.entity();
    Declaration.Component component = bound.component();
    List<Objects> genericList = component == null ? entity.generics() : component.generics();
    List<Objects> portList = component == null ? entity.ports() : component.ports();
    Map<String, Value> generics = generics(instance, genericList, entity, context);
    Map<String, Element> ports = new LinkedHashMap<>();
    List<Element> parts = new ArrayList<>();
    List<String> names = List.copyOf(Elaborator.names(portList));
    int position = 0;
    for (Element element : instance.ports()) {
      Expression formal = element.choices().isEmpty() ? null : element.choices().getFirst();
      if (formal == null) {
        if (position == names.size()) {
          throw Refusal.invalid(
              instance.place(),
              "'%s' has %d ports, and more are connected".formatted(entity.name(), names.size()));
        }
        ports.put(names.get(position++), element);
      } else if (formal instanceof Expression.Simple simple) {
        check(names, simple, entity);
        ports.put(simple.name(), element);
      } else {
        parts.add(element);
      }
    }
    Map<String, Type> types = new HashMap<>();
    for (Map.Entry<String, Element> each : ports.entrySet()) {
      Type type = unconstrained(entity, each.getKey(), each.getValue().value(), context);
      if (type != null) {
        types.put(each.getKey(), type);
      }
    }
    String path = context.scope().path() + instance.label() + ".";
    Elaborator.Made made = elaborator.interfaceOf(entity, path, generics, types);
    Set<String> connected = new HashSet<>(ports.keySet());
    ports.forEach((name, element) -> connect(name, element, made, context, instance));
    for (Element part : parts) {
      connected.add(part(part, made, context));
    }
    Context inside = elaborator.context(made.scope());
    made.ports()
        .forEach(
            (name, port) -> {
              if (!connected.contains(name) && port.mode().equals("in")) {
                open(port, inside, instance);
              }
            });
    elaborator.body(entity, bound.architecture(), made.scope());
  }

  private static void check(
      List<String> names, Expression.Simple formal, DesignUnit.Entity entity) {
    if (!names.contains(formal.name())) {
      throw Refusal.invalid(
          formal.place(),
          "'%s' has no port '%s'. It has %s"
              .formatted(entity.name(), formal.name(), String.join(", ", names)));
    }
  }

  private Bound bound(Concurrent.Instance instance, Context context) {
    Place place = instance.place();
    String name =
        instance.unit() instanceof Expression.Selected selected
            ? selected.suffix()
            : instance.unit() instanceof Expression.Simple simple ? simple.name() : "";
    Library library = engine.library();
    switch (instance.kind()) {
      case "entity" -> {
        return new Bound(library.entity(name, place), instance.architecture(), null);
      }
      case "configuration" -> {
        DesignUnit.Configuration configuration = library.configuration(name, place);
        return new Bound(
            library.entity(configuration.entity(), place), configuration.architecture(), null);
      }
      default -> {
        Declaration.Component component = null;
        for (Symbol symbol : context.scope().find(name)) {
          component = symbol instanceof Symbol.ComponentName is ? is.component() : component;
        }
        if (component == null) {
          throw Refusal.invalid(place, "there is no component '" + name + "' here");
        }
        Bound specified = specified(instance, component, context);
        return specified != null
            ? specified
            : new Bound(library.entity(name, place), null, component);
      }
    }
  }

  /** The unit to which a configuration specification binds the instance. */
  private @Nullable Bound specified(
      Concurrent.Instance instance, Declaration.Component component, Context context) {
    for (Scope at = context.scope(); at != null; at = at.parent()) {
      for (Declaration.Binding binding : at.bindings()) {
        boolean label =
            binding.labels().contains(instance.label())
                || binding.labels().contains("all")
                || binding.labels().contains("others");
        if (label && binding.component().equals(component.name())) {
          Expression entity = binding.entity();
          String architecture = null;
          if (entity instanceof Expression.Applied applied) {
            architecture =
                applied.elements().getFirst().value() instanceof Expression.Simple simple
                    ? simple.name()
                    : null;
            entity = applied.prefix();
          }
          String name =
              entity instanceof Expression.Selected selected
                  ? selected.suffix()
                  : entity instanceof Expression.Simple simple ? simple.name() : "";
          boolean plain = binding.generics().isEmpty() && binding.ports().isEmpty();
          return new Bound(
              engine.library().entity(name, binding.place()),
              architecture,
              component,
              plain ? null : binding);
        }
      }
    }
    return null;
  }

  private Map<String, Value> generics(
      Concurrent.Instance instance,
      List<Objects> declared,
      DesignUnit.Entity entity,
      Context context) {
    Map<String, Expression> given = new LinkedHashMap<>();
    List<String> names = List.copyOf(Elaborator.names(declared));
    int position = 0;
    for (Element element : instance.generics()) {
      Expression formal = element.choices().isEmpty() ? null : element.choices().getFirst();
      if (formal instanceof Expression.Simple simple) {
        if (!names.contains(simple.name())) {
          throw Refusal.invalid(
              simple.place(), "'%s' has no generic '%s'".formatted(entity.name(), simple.name()));
        }
        given.put(simple.name(), element.value());
      } else if (formal == null && position < names.size()) {
        given.put(names.get(position++), element.value());
      } else {
        throw Refusal.unsupported(
            instance.place(), "generics are read by name or position, and as a whole");
      }
    }
    // Types of generics may depend on generics before them.
    Scope scope = engine.library().context(entity.context(), context.scope(), "");
    Map<String, Value> values = new LinkedHashMap<>();
    for (Objects generic : declared) {
      for (String name : generic.names()) {
        Expression value = given.get(name);
        boolean own = value == null || value instanceof Expression.Open;
        Expression used = own ? generic.initial() : value;
        if (used != null) {
          Type type = engine.types().of(generic.type(), context.in(scope));
          Value made = engine.evaluator().value(used, type, own ? context.in(scope) : context);
          if (!made.isConstant()) {
            throw Refusal.invalid(used.place(), "the generic '" + name + "' is no constant");
          }
          values.put(name, engine.conversions().fit(made, type, used.place()));
          scope.add(name, Symbol.Constant.of(made));
        }
      }
    }
    return values;
  }

  /** The type of what is connected, if the port has no range of its own. */
  private @Nullable Type unconstrained(
      DesignUnit.Entity entity, String name, Expression actual, Context context) {
    for (Objects port : entity.ports()) {
      if (port.names().contains(name)
          && !(port.type() instanceof Expression.Subtype subtype && !isOpen(subtype))) {
        if (actual instanceof Expression.Open) {
          return null;
        }
        if (port.mode().equals("out") || port.mode().equals("buffer")) {
          return engine.names().of(actual, null, context)
                  instanceof Denotation.OfObject(Reference r)
              ? r.type()
              : null;
        }
        Expression mark = port.type();
        while (mark instanceof Expression.Subtype subtype) {
          mark = subtype.mark();
        }
        Denotation type =
            engine
                .names()
                .of(
                    mark,
                    null,
                    elaborator.context(engine.library().context(entity.context(), null, "")));
        return type instanceof Denotation.OfType(Type.Array array) && !array.isComplete()
            ? engine.evaluator().value(actual, array, context).type()
            : null;
      }
    }
    return null;
  }

  private static boolean isOpen(Expression.Subtype subtype) {
    return subtype.mark() instanceof Expression.Subtype
        || (!subtype.constraint().isEmpty()
            && subtype.constraint().getFirst().value() instanceof Expression.Open);
  }

  private void connect(
      String name,
      Element element,
      Elaborator.Made made,
      Context context,
      Concurrent.Instance instance) {
    Elaborator.Port port = made.ports().get(name);
    if (port == null) {
      throw Refusal.invalid(
          instance.place(), "the entity has no port '" + name + "', which its component has");
    }
    Storage storage = port.storage();
    if (element.value() instanceof Expression.Open) {
      if (port.mode().equals("in")) {
        open(port, elaborator.context(made.scope()), instance);
      }
      return;
    }
    tie(Reference.of(storage), port.mode().equals("in"), element.value(), context);
  }

  /** Connects a part of a port, and gives the port's name. */
  private String part(Element element, Elaborator.Made made, Context context) {
    Expression formal = element.choices().getFirst();
    Denotation denotation = engine.names().of(formal, null, elaborator.context(made.scope()));
    if (!(denotation instanceof Denotation.OfObject(Reference reference))) {
      throw Refusal.unsupported(
          formal.place(), "conversions of ports are not read. Convert what is connected");
    }
    for (Map.Entry<String, Elaborator.Port> each : made.ports().entrySet()) {
      if (each.getValue().storage() == reference.storage()) {
        tie(reference, each.getValue().mode().equals("in"), element.value(), context);
        return each.getKey();
      }
    }
    throw Refusal.invalid(formal.place(), "this is no port of the entity");
  }

  private void tie(Reference formal, boolean input, Expression actual, Context context) {
    int lsb = lsb(formal, actual.place());
    int width = formal.type().width();
    if (width == 0) {
      return;
    }
    if (input) {
      Value value = engine.evaluator().value(actual, formal.type(), context);
      Value fitted = engine.conversions().fit(value, formal.type(), actual.place());
      engine.drivers().drive(formal.storage(), lsb, Bits.some(fitted.node()), actual.place());
      return;
    }
    Denotation denotation = engine.names().of(actual, formal.type(), context);
    if (!(denotation instanceof Denotation.OfObject(Reference target))) {
      throw Refusal.invalid(actual.place(), "an output is connected to a signal");
    }
    if (target.type().width() != width || !Type.compatible(target.type(), formal.type())) {
      throw Refusal.invalid(
          actual.place(),
          "an output of the type %s with %d bits is connected to a %s with %d"
              .formatted(formal.type().name(), width, target.type().name(), target.type().width()));
    }
    Node value = engine.bits().graph().slice(engine.whole(formal.storage()), lsb, width);
    engine.drivers().drive(target.storage(), lsb(target, actual.place()), value, actual.place());
  }

  private static int lsb(Reference reference, Place place) {
    int lsb = 0;
    for (Reference.Step step : reference.steps()) {
      if (!(step instanceof Reference.Step.Fixed(int from, int _))) {
        throw Refusal.invalid(place, "a connection is no matter of a computed index");
      }
      lsb += from;
    }
    return lsb;
  }

  private void open(Elaborator.Port port, Context inside, Concurrent.Instance instance) {
    Type type = port.storage().type();
    Value value =
        port.initial() == null
            ? engine.conversions().leftmostValue(type)
            : engine.evaluator().value(port.initial(), type, inside);
    Value fitted = engine.conversions().fit(value, type, instance.place());
    if (fitted.node() != null) {
      engine.drivers().drive(port.storage(), 0, fitted.node(), instance.place());
    }
  }
}
