package dev.backplane.bench.vhdl;

import dev.backplane.bench.vhdl.Declaration.Objects;
import dev.backplane.bench.vhdl.Expression.Element;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.pass.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the subprogram that a call means, and executes it. */
final class Calls {
  private static final int MOST_DEPTH = 200;

  private final Engine engine;

  Calls(Engine engine) {
    this.engine = engine;
  }

  /** A parameter and what is given for it; null if nothing is. */
  private record Bound(Objects parameter, String name, @Nullable Expression given) {}

  Value function(
      String name,
      List<Symbol> symbols,
      List<Element> elements,
      @Nullable Type expected,
      Place place,
      Context context) {
    Value value = ifFits(symbols, elements, expected, place, context);
    if (value != null) {
      return value;
    }
    if (symbols.stream().anyMatch(Symbol.Known.class::isInstance)) {
      return engine.known().call(name, elements, expected, place, context);
    }
    throw Refusal.invalid(
        place, "no function '%s' takes these arguments%s".formatted(name, declared(symbols)));
  }

  private static String declared(List<Symbol> symbols) {
    List<String> counts = new ArrayList<>();
    for (Symbol symbol : symbols) {
      if (symbol instanceof Symbol.Routine routine) {
        counts.add(routine.declaration().place().toString());
      }
    }
    return counts.isEmpty() ? "" : ". It is declared in " + String.join(", ", counts);
  }

  /** The value of the function of the source that fits, or null if none does. */
  @Nullable Value ifFits(
      List<Symbol> symbols,
      List<Element> elements,
      @Nullable Type expected,
      Place place,
      Context context) {
    Symbol.Routine routine = routine(symbols, elements, expected, true, context);
    if (routine == null) {
      return null;
    }
    List<Bound> bound = bound(routine.declaration(), elements);
    return execute(routine, bound == null ? List.of() : bound, place, context);
  }

  /** Calls a procedure. */
  void procedure(Expression call, Context context) {
    Expression name = call instanceof Expression.Applied applied ? applied.prefix() : call;
    List<Element> elements =
        call instanceof Expression.Applied applied ? applied.elements() : List.of();
    Denotation denotation = engine.names().of(name, null, context);
    if (!(denotation instanceof Denotation.OfSeveral(String of, List<Symbol> symbols))) {
      throw Refusal.invalid(call.place(), "expected the name of a procedure");
    }
    Symbol.Routine routine = routine(symbols, elements, null, false, context);
    List<Bound> bound = routine == null ? null : bound(routine.declaration(), elements);
    if (routine == null || bound == null) {
      throw Refusal.invalid(
          call.place(), "no procedure '" + of + "' takes these arguments" + declared(symbols));
    }
    execute(routine, bound, call.place(), context);
  }

  private Symbol.@Nullable Routine routine(
      List<Symbol> symbols,
      List<Element> elements,
      @Nullable Type expected,
      boolean function,
      Context context) {
    List<Symbol.Routine> candidates = new ArrayList<>();
    boolean known = false;
    for (Symbol symbol : symbols) {
      known |= symbol instanceof Symbol.Known || (function && !symbols.getFirst().equals(symbol));
      if (symbol instanceof Symbol.Routine routine
          && routine.declaration().function() == function
          && bound(routine.declaration(), elements) != null) {
        candidates.add(routine);
      }
    }
    boolean operator =
        !candidates.isEmpty() && candidates.getFirst().declaration().name().startsWith("\"");
    if (candidates.size() == 1 && !known && !operator) {
      return candidates.getFirst();
    }
    Symbol.Routine loose = null;
    for (Symbol.Routine routine : candidates) {
      if (fits(routine, elements, context)) {
        if (expected == null || returns(routine, expected, context)) {
          return routine;
        }
        loose = loose == null ? routine : loose;
      }
    }
    return loose;
  }

  private boolean returns(Symbol.Routine routine, Type expected, Context context) {
    Expression result = routine.declaration().result();
    return result == null
        || Type.compatible(engine.types().of(result, context.in(routine.scope())), expected);
  }

  private boolean fits(Symbol.Routine routine, List<Element> elements, Context context) {
    List<Bound> all = bound(routine.declaration(), elements);
    if (all == null) {
      return false;
    }
    for (Bound bound : all) {
      Expression given = bound.given();
      if (given == null) {
        continue;
      }
      Type type = engine.types().of(bound.parameter().type(), context.in(routine.scope()));
      try {
        boolean open = engine.evaluator().needsContext(given, context);
        Type expected =
            type instanceof Type.Array || type instanceof Type.Composite || open ? type : null;
        Value value = engine.evaluator().value(given, expected, context);
        if (!Type.compatible(value.type(), type)) {
          return false;
        }
      } catch (RtlException e) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable List<Bound> bound(
      Declaration.Subprogram subprogram, List<Element> elements) {
    List<Bound> all = new ArrayList<>();
    int position = 0;
    int used = 0;
    for (Objects parameter : subprogram.parameters()) {
      for (String name : parameter.names()) {
        Expression given = null;
        if (position < elements.size() && elements.get(position).choices().isEmpty()) {
          given = elements.get(position).value();
          used++;
        } else {
          for (Element element : elements) {
            if (element.choices().size() == 1
                && element.choices().getFirst() instanceof Expression.Simple simple
                && simple.name().equals(name)) {
              given = element.value();
              used++;
            }
          }
        }
        position++;
        given = given instanceof Expression.Open ? null : given;
        if (given == null && parameter.initial() == null) {
          return null;
        }
        all.add(new Bound(parameter, name, given));
      }
    }
    return used == elements.size() ? all : null;
  }

  private Value execute(
      Symbol.Routine routine, List<Bound> arguments, Place place, Context context) {
    if (context.depth() > MOST_DEPTH) {
      throw Refusal.unsupported(
          place, "calls of '" + routine.declaration().name() + "' are nested too deeply");
    }
    Declaration.Subprogram declaration = withBody(routine, place);
    Declaration.Body body = java.util.Objects.requireNonNull(declaration.body());
    Scope scope = routine.scope().inner("");
    Context outer = context.in(routine.scope());
    for (int i = 0; i < arguments.size(); i++) {
      bind(arguments.get(i), declaration, i, scope, outer, context, place);
    }
    Type result =
        declaration.result() == null ? null : engine.types().of(declaration.result(), outer);
    Context.Frame frame = new Context.Frame(result);
    Context inner = context.call(scope, frame);
    State state = context.state();
    Node live = state.live();
    List<Storage> locals = engine.declarations().locals(body.declarations(), inner);
    engine.executor().body(body.statements(), inner);
    state.live(live);
    locals.forEach(state.values()::remove);
    Node node = state.get(frame);
    state.values().remove(frame);
    Type returned = frame.returned();
    if (result == null) {
      return new Value(Standard.BOOLEAN, engine.bits().graph().zero());
    }
    if (returned == null) {
      throw Refusal.invalid(
          declaration.place(), "the function '" + declaration.name() + "' ends without a value");
    }
    if (returned instanceof Type.Real) {
      return frame.real();
    }
    return returned instanceof Type.Whole whole
        ? engine.numbers().read(whole, Bits.some(node))
        : new Value(returned, node);
  }

  private void bind(
      Bound argument,
      Declaration.Subprogram declaration,
      int at,
      Scope scope,
      Context outer,
      Context caller,
      Place place) {
    Objects parameter = argument.parameter();
    // The body may call it otherwise than the declaration.
    String name = names(declaration).get(at);
    Type type = engine.types().of(parameter.type(), outer);
    Expression given = argument.given();
    boolean object =
        parameter.kind() == Declaration.Kind.SIGNAL
            || parameter.mode().equals("out")
            || parameter.mode().equals("inout");
    if (object && given != null) {
      Denotation denotation = engine.names().of(given, type, caller);
      if (!(denotation instanceof Denotation.OfObject(Reference reference))) {
        throw Refusal.invalid(given.place(), "'" + name + "' needs a signal or variable");
      }
      if (!Type.compatible(reference.type(), type)
          || (type instanceof Type.Array array
              && array.isConstrained()
              && array.width() != reference.type().width())) {
        throw Refusal.invalid(given.place(), "what is given for '" + name + "' has another type");
      }
      boolean own = type instanceof Type.Array array && array.isConstrained();
      scope.add(name, new Symbol.Stored(own ? reference.as(type) : reference));
      return;
    }
    Value value =
        given == null
            ? engine
                .evaluator()
                .value(java.util.Objects.requireNonNull(parameter.initial()), type, outer)
            : engine.evaluator().value(given, type, caller);
    Value fitted =
        type instanceof Type.Whole && value.type() instanceof Type.Whole
            ? inRange(value, type, place)
            : engine.conversions().fit(value, type, given == null ? place : given.place());
    scope.add(name, Symbol.Constant.of(fitted));
  }

  private Value inRange(Value value, Type type, Place place) {
    if (value.isConstant()) {
      engine.conversions().fit(value, type, place);
    }
    return value;
  }

  private static List<String> names(Declaration.Subprogram declaration) {
    return declaration.parameters().stream().flatMap(each -> each.names().stream()).toList();
  }

  private static Declaration.Subprogram withBody(Symbol.Routine routine, Place place) {
    Declaration.Subprogram declared = routine.declaration();
    if (declared.body() != null) {
      return declared;
    }
    List<Declaration.Subprogram> all = new ArrayList<>(routine.scope().bodies());
    for (Symbol symbol : routine.scope().own(declared.name())) {
      if (symbol instanceof Symbol.Routine other) {
        all.add(other.declaration());
      }
    }
    for (Declaration.Subprogram body : all) {
      if (body.body() != null
          && body.name().equals(declared.name())
          && body.function() == declared.function()
          && types(body).equals(types(declared))) {
        return body;
      }
    }
    throw Refusal.invalid(place, "the subprogram '" + declared.name() + "' has no body");
  }

  static List<String> types(Declaration.Subprogram subprogram) {
    List<String> types = new ArrayList<>();
    for (Objects parameter : subprogram.parameters()) {
      Expression mark =
          parameter.type() instanceof Expression.Subtype subtype
              ? subtype.mark()
              : parameter.type();
      String text =
          mark instanceof Expression.Simple simple
              ? simple.name()
              : mark instanceof Expression.Selected selected ? selected.suffix() : "";
      parameter.names().forEach(_ -> types.add(text));
    }
    types.add(subprogram.result() instanceof Expression.Simple simple ? simple.name() : "");
    return types;
  }
}
