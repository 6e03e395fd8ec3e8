package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Declaration.Objects;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Declares what a region declares. */
final class Declarations {
  private final Engine engine;

  Declarations(Engine engine) {
    this.engine = engine;
  }

  /** The declarations of a package, whose constants may use functions with bodies that follow. */
  void ofPackage(List<Declaration> declarations, Context context) {
    for (Declaration declaration : declarations) {
      if (declaration instanceof Declaration.Subprogram subprogram && subprogram.body() != null) {
        context.scope().bodies().add(subprogram);
      }
    }
    for (Declaration declaration : declarations) {
      if (declaration instanceof Objects objects && objects.kind() == Declaration.Kind.CONSTANT) {
        Expression initial = objects.initial();
        if (initial != null) {
          for (String name : objects.names()) {
            context
                .scope()
                .add(name, new Symbol.Constant(() -> constant(objects, initial, context)));
          }
        } else {
          for (String name : objects.names()) {
            context.scope().add(name, deferred(name, objects, context));
          }
        }
      } else {
        declare(declaration, context, null);
      }
    }
  }

  /** A constant whose value the body of the package gives. */
  private static Symbol deferred(String name, Objects objects, Context context) {
    return new Symbol.Constant(
        () -> {
          throw Refusal.invalid(
              objects.place(),
              "the constant '" + name + "' of " + context.scope().path() + " gets no value");
        });
  }

  private Value constant(Objects objects, Expression initial, Context context) {
    Type type = engine.types().of(objects.type(), context);
    Value value = engine.evaluator().value(initial, type, context);
    Value fitted = engine.conversions().fit(value, type, initial.place());
    return fitted.type() instanceof Type.Whole whole && fitted.isConstant()
        ? engine.numbers().read(whole, Bits.some(fitted.node()))
        : fitted;
  }

  /** The declarations of an architecture, a block or an entity. */
  void ofRegion(List<Declaration> declarations, Context context) {
    for (Declaration declaration : declarations) {
      declare(declaration, context, null);
    }
  }

  /** The declarations of a process or subprogram; gives its variables. */
  List<Storage> locals(List<Declaration> declarations, Context context) {
    List<Storage> variables = new ArrayList<>();
    for (Declaration declaration : declarations) {
      declare(declaration, context, variables);
    }
    return variables;
  }

  private void declare(
      Declaration declaration, Context context, @Nullable List<Storage> variables) {
    Scope scope = context.scope();
    switch (declaration) {
      case Objects objects -> objects(objects, context, variables);
      case Declaration.TypeOf type -> {
        if (!(type.definition() instanceof Declaration.Definition.Other)) {
          engine.types().declare(type, context);
        }
      }
      case Declaration.SubtypeOf subtype ->
          scope.add(
              subtype.name(), new Symbol.TypeName(engine.types().of(subtype.type(), context)));
      case Declaration.Alias alias -> alias(alias, context);
      case Declaration.Component component ->
          scope.add(component.name(), new Symbol.ComponentName(component));
      case Declaration.Subprogram subprogram -> subprogram(subprogram, scope);
      case Declaration.Use use -> engine.library().use(use, scope);
      case Declaration.Binding binding -> scope.bindings().add(binding);
      case Declaration.Ignored _ -> {
        // Attributes of objects say nothing about what they hold.
      }
    }
  }

  private static void subprogram(Declaration.Subprogram subprogram, Scope scope) {
    Symbol.Routine routine = new Symbol.Routine(subprogram, scope);
    // A body takes the place of what was declared before it.
    boolean declared =
        subprogram.body() != null
            && scope.own(subprogram.name()).stream()
                .anyMatch(
                    symbol ->
                        symbol instanceof Symbol.Routine other
                            && other.declaration().body() == null
                            && Calls.types(other.declaration()).equals(Calls.types(subprogram)));
    if (declared) {
      scope.bodies().add(subprogram);
    } else {
      scope.add(subprogram.name(), routine);
    }
  }

  private void objects(Objects objects, Context context, @Nullable List<Storage> variables) {
    Scope scope = context.scope();
    Expression initial = objects.initial();
    switch (objects.kind()) {
      case CONSTANT -> {
        if (initial == null) {
          throw Refusal.invalid(objects.place(), "a constant needs a value here");
        }
        Value value = constant(objects, initial, context);
        objects.names().forEach(name -> scope.add(name, Symbol.Constant.of(value)));
      }
      case FILE -> {
        // Nothing of the hardware reads it.
      }
      case SIGNAL, VARIABLE -> {
        boolean signal = objects.kind() == Declaration.Kind.SIGNAL;
        for (String name : objects.names()) {
          Type type = engine.types().of(objects.type(), context);
          Value value = initial == null ? null : engine.evaluator().value(initial, type, context);
          value = value == null ? null : engine.conversions().fit(value, type, objects.place());
          if (type instanceof Type.Array array && !array.isComplete()) {
            if (value == null) {
              throw Refusal.invalid(objects.place(), "'" + name + "' needs a range");
            }
            type = value.type();
          }
          Storage storage = storage(scope.path() + name, type, signal, value, objects);
          scope.add(name, new Symbol.Stored(Reference.of(storage)));
          if (!signal && variables == null) {
            shared(storage, objects.place());
          } else if (!signal && type.width() > 0) {
            Value start = value == null ? engine.conversions().leftmostValue(type) : value;
            context.state().put(storage, Bits.some(start.node()));
          }
          if (variables != null && !signal) {
            variables.add(storage);
          }
        }
      }
    }
  }

  /** A variable of all processes is a memory, or nothing that is read here. */
  private void shared(Storage storage, Place place) {
    if (!(storage.type() instanceof Type.Array array) || array.indices().size() != 1) {
      throw Refusal.unsupported(
          place, "the shared variable '" + storage.name() + "' is no array of words");
    }
    engine.memories().put(storage, new MemoryUse(storage));
  }

  private Storage storage(
      String name, Type type, boolean signal, @Nullable Value value, Objects objects) {
    if (type instanceof Type.Real) {
      throw Refusal.unsupported(
          objects.place(), "signals and variables of real numbers and times are no hardware");
    }
    if (signal && value != null && !value.isConstant()) {
      throw Refusal.invalid(objects.place(), "the first value of '" + name + "' is no constant");
    }
    BigInteger initial =
        value != null && value.isConstant() ? value.bits() : engine.conversions().leftmost(type);
    return new Storage(name, type, signal, initial);
  }

  private void alias(Declaration.Alias alias, Context context) {
    Denotation of = engine.names().of(alias.of(), null, context);
    Type type = alias.type() == null ? null : engine.types().of(alias.type(), context);
    Scope scope = context.scope();
    switch (of) {
      case Denotation.OfType(Type is) -> scope.add(alias.name(), new Symbol.TypeName(is));
      case Denotation.OfScope(Scope is) -> scope.add(alias.name(), new Symbol.Region(is));
      case Denotation.OfSeveral(String _, List<Symbol> is) ->
          is.forEach(symbol -> scope.add(alias.name(), symbol));
      case Denotation.OfObject(Reference reference) -> {
        Type own = type instanceof Type.Array array && !array.isComplete() ? null : type;
        if (own != null && own.width() != reference.type().width()) {
          throw Refusal.invalid(alias.place(), "the alias has another length than what it names");
        }
        scope.add(alias.name(), new Symbol.Stored(own == null ? reference : reference.as(own)));
      }
      case Denotation.OfValue(Value value) ->
          scope.add(
              alias.name(),
              Symbol.Constant.of(
                  type == null ? value : engine.conversions().fit(value, type, alias.place())));
    }
  }
}
