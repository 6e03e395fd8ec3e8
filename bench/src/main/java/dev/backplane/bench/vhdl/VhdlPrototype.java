package dev.backplane.bench.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Elaboration;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.Sources;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.pass.LargeStack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A front end for VHDL that needs no tool: it reads the sources and makes the netlist itself. A
 * prototype, which shows what that would take.
 */
public final class VhdlPrototype implements FrontEnd {
  /** Creates it. */
  public VhdlPrototype() {}

  @Override
  public String name() {
    return "vhdl prototype";
  }

  @Override
  public String where() {
    return "this process";
  }

  @Override
  public Elaboration elaborate(Sources sources, String top) {
    return LargeStack.call(
        top,
        () -> {
          Netlist netlist = netlist(sources, top.toLowerCase(Locale.ROOT));
          return new Elaboration(netlist, name(), List.of());
        });
  }

  private static Netlist netlist(Sources sources, String top) {
    Library library = new Library();
    for (Path file : sources.files()) {
      UnitParser parser = new UnitParser(new Lexer(file.toString(), text(file)).tokens());
      library.add(parser.units());
      library.libraries(parser.libraries());
    }
    Engine engine = new Engine(library);
    Place nowhere = new Place(sources.files().getLast().toString(), 1, 1);
    String entity = top;
    String architecture = null;
    if (!library.hasEntity(top) && library.hasConfiguration(top)) {
      DesignUnit.Configuration configuration = library.configuration(top, nowhere);
      entity = configuration.entity();
      architecture = configuration.architecture();
    }
    DesignUnit.Entity unit = library.entity(entity, nowhere);
    Elaborator.Made made =
        new Elaborator(engine).top(unit, architecture, generics(sources, unit, engine));
    return NetlistAssembly.netlist(engine.drivers(), top, made);
  }

  private static Map<String, Value> generics(
      Sources sources, DesignUnit.Entity entity, Engine engine) {
    Map<String, Value> values = new HashMap<>();
    Context context =
        new Context(
            engine.library().context(entity.context(), null, ""),
            State.empty(engine.bits()),
            null,
            null,
            0);
    sources
        .parameters()
        .forEach(
            (name, text) -> {
              for (Declaration.Objects generic : entity.generics()) {
                if (generic.names().contains(name.toLowerCase(Locale.ROOT))) {
                  Type type = engine.types().of(generic.type(), context);
                  Expression given =
                      new ExpressionParser(
                              new TokenStream(new Lexer("parameter " + name, text).tokens()))
                          .expression();
                  values.put(
                      name.toLowerCase(Locale.ROOT),
                      engine.evaluator().value(given, type, context));
                }
              }
            });
    return values;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
