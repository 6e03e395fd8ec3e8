package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Declaration.Objects;
import dev.backplane.rtl.netlist.pass.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Elaborates entities with their architectures, and what these instantiate. */
final class Elaborator {
  private static final int MOST_DEPTH = 100;

  private final Engine engine;
  private final Instances instances;
  private int depth;

  Elaborator(Engine engine) {
    this.engine = engine;
    instances = new Instances(engine, this);
  }

  /**
   * The entity that is elaborated.
   *
   * @param scope the scope of its ports
   * @param ports its ports, in order
   */
  record Made(Scope scope, Map<String, Port> ports) {}

  /** A port and what holds its value. */
  record Port(String spelled, String mode, Storage storage, @Nullable Expression initial) {}

  Context context(Scope scope) {
    return new Context(scope, State.empty(engine.bits()), null, null, 0);
  }

  /** The top: its generics are numbers, words or strings. */
  Made top(DesignUnit.Entity entity, @Nullable String architecture, Map<String, Value> generics) {
    Made made = interfaceOf(entity, "", generics, Map.of());
    body(entity, architecture, made.scope());
    return made;
  }

  /** A scope with the generics and ports of an entity. */
  Made interfaceOf(
      DesignUnit.Entity entity, String path, Map<String, Value> generics, Map<String, Type> types) {
    Scope scope = engine.library().context(entity.context(), null, path);
    Context context = context(scope);
    for (Objects generic : entity.generics()) {
      for (String name : generic.names()) {
        Type type = engine.types().of(generic.type(), context);
        Value value = generics.get(name);
        if (value == null) {
          if (generic.initial() == null) {
            throw Refusal.invalid(
                generic.place(),
                "the generic '" + name + "' of '" + entity.name() + "' has no value");
          }
          value = engine.evaluator().value(generic.initial(), type, context);
        }
        Value fitted = engine.conversions().fit(value, type, generic.place());
        scope.add(
            name,
            Symbol.Constant.of(
                fitted.type() instanceof Type.Whole whole
                    ? engine.numbers().read(whole, Bits.some(fitted.node()))
                    : fitted));
      }
    }
    Map<String, Port> ports = new LinkedHashMap<>();
    for (Objects port : entity.ports()) {
      for (int i = 0; i < port.names().size(); i++) {
        String name = port.names().get(i);
        ports.put(name, port(port, i, scope, context, types.get(name)));
      }
    }
    engine.declarations().ofRegion(entity.declarations(), context);
    return new Made(scope, ports);
  }

  private Port port(Objects port, int at, Scope scope, Context context, @Nullable Type given) {
    String name = port.names().get(at);
    Type type = engine.types().of(port.type(), context);
    if (type instanceof Type.Array array && !array.isComplete()) {
      if (given == null) {
        throw Refusal.unsupported(
            port.place(), "nothing tells the range of the port '" + name + "'");
      }
      type = given;
    }
    if (port.mode().equals("inout") || port.mode().equals("linkage")) {
      throw Refusal.unsupported(
          port.place(), "the port '" + name + "' goes both ways. Use two ports");
    }
    if (type instanceof Type.Real) {
      throw Refusal.unsupported(port.place(), "the port '" + name + "' is no hardware");
    }
    boolean input = port.mode().isEmpty() || port.mode().equals("in");
    java.math.BigInteger initial =
        port.initial() == null || input
            ? engine.conversions().leftmost(type)
            : engine
                .conversions()
                .fit(engine.evaluator().value(port.initial(), type, context), type, port.place())
                .bits();
    Storage storage = new Storage(scope.path() + name, type, true, initial);
    if (input) {
      engine.input(storage);
    }
    scope.add(name, new Symbol.Stored(Reference.of(storage)));
    return new Port(port.spelled().get(at), input ? "in" : "out", storage, port.initial());
  }

  void body(DesignUnit.Entity entity, @Nullable String named, Scope ports) {
    if (++depth > MOST_DEPTH) {
      throw Refusal.invalid(entity.place(), "'" + entity.name() + "' instantiates itself for ever");
    }
    DesignUnit.Architecture architecture =
        engine.library().architecture(entity.name(), named, entity.place());
    Scope scope = engine.library().context(architecture.context(), ports, ports.path());
    block(architecture.body(), scope);
    depth--;
  }

  private void block(Concurrent.Block block, Scope scope) {
    engine.declarations().ofRegion(block.declarations(), context(scope));
    new MemoryInference(engine).infer(block, scope);
    for (Concurrent statement : block.statements()) {
      elaborate(statement, scope);
    }
  }

  private void elaborate(Concurrent statement, Scope scope) {
    Context context = context(scope);
    switch (statement) {
      case Concurrent.ProcessStatement process -> new ProcessLowering(engine).lower(process, scope);
      case Concurrent.Instance instance -> instances.elaborate(instance, context);
      case Concurrent.Inner inner -> block(inner.body(), scope.inner(inner.label()));
      case Concurrent.ForGenerate generate -> {
        Ranges.Typed range = engine.ranges().of(generate.range(), context);
        for (int i = 0; i < range.range().length(); i++) {
          long at = range.range().at(i);
          Scope inner = scope.inner(generate.label() + "[" + at + "]");
          Value value =
              range.type() instanceof Type.Enumeration enumeration
                  ? engine.evaluator().literal(enumeration, (int) at)
                  : engine.numbers().of(at);
          inner.add(generate.variable(), Symbol.Constant.of(value));
          block(generate.body(), inner);
        }
      }
      case Concurrent.IfGenerate generate -> {
        for (Concurrent.Arm arm : generate.arms()) {
          if (arm.condition() == null || holds(arm.condition(), context)) {
            block(arm.body(), scope.inner(generate.label()));
            break;
          }
        }
      }
      case Concurrent.CaseGenerate generate -> choose(generate, scope, context);
    }
  }

  private void choose(Concurrent.CaseGenerate generate, Scope scope, Context context) {
    Value selector = engine.evaluator().value(generate.selector(), null, context);
    for (Concurrent.CaseArm arm : generate.arms()) {
      for (Expression choice : arm.choices()) {
        Node matches = engine.executor().matches(choice, selector, false, context);
        if (matches instanceof Node.Fixed fixed && fixed.value().signum() != 0) {
          block(arm.body(), scope.inner(generate.label()));
          return;
        }
      }
    }
  }

  private boolean holds(Expression condition, Context context) {
    Node node = engine.evaluator().condition(condition, context);
    if (node instanceof Node.Fixed fixed) {
      return fixed.value().signum() != 0;
    }
    throw Refusal.invalid(condition.place(), "the condition of 'generate' is no constant");
  }

  /** {@return the names of ports, for messages} */
  static Set<String> names(List<Objects> objects) {
    Set<String> names = new java.util.LinkedHashSet<>();
    objects.forEach(each -> names.addAll(each.names()));
    return names;
  }
}
