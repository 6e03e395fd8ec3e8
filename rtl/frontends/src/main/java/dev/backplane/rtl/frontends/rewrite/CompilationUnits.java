package dev.backplane.rtl.frontends.rewrite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Keeps apart what files declare or import outside of modules. Each file is a compilation unit of
 * its own where names of several files are equal (IEEE 1800-2017, 3.12.1): its declarations become
 * a package that its modules import. Other declarations can be seen in all files, as tools have it.
 */
public final class CompilationUnits {
  private static final Map<String, String> ELEMENTS =
      Map.of(
          "module", "endmodule",
          "macromodule", "endmodule",
          "interface", "endinterface",
          "program", "endprogram",
          "package", "endpackage",
          "primitive", "endprimitive",
          "class", "endclass",
          "checker", "endchecker",
          "config", "endconfig");

  private static final Set<String> WITH_IMPORTS =
      Set.of("module", "macromodule", "interface", "program", "package");

  private static final Map<String, String> DECLARATIONS =
      Map.of(
          "typedef", ";",
          "parameter", ";",
          "localparam", ";",
          "function", "endfunction",
          "task", "endtask");

  private static final Set<String> NEUTRAL = Set.of("timeunit", "timeprecision", "export");

  private final Set<String> several = new HashSet<>();
  private boolean importsDiffer;

  private CompilationUnits() {}

  /** {@return the units of the given files} */
  public static CompilationUnits of(Collection<String> files) {
    CompilationUnits units = new CompilationUnits();
    Map<String, Integer> count = new HashMap<>();
    Set<Set<String>> imports = new HashSet<>();
    for (String file : files.size() > 1 ? files : List.<String>of()) {
      Unit unit = Unit.of(file);
      unit.names().forEach(name -> count.merge(name, 1, Integer::sum));
      if (!unit.imports().isEmpty()) {
        imports.add(unit.imports().keySet());
      }
    }
    count.forEach(
        (name, times) -> {
          if (times > 1) {
            units.several.add(name);
          }
        });
    units.importsDiffer = imports.size() > 1;
    return units;
  }

  /** {@return the text of a file with its own declarations in a package, where that is needed} */
  public String rewrite(String source) {
    if (several.isEmpty() && !importsDiffer) {
      return source;
    }
    Unit unit = Unit.of(source);
    boolean apart = unit.names().stream().anyMatch(several::contains);
    SequencedMap<String, Integer> imports = new LinkedHashMap<>();
    // Own declarations hide what is imported.
    if (importsDiffer && (apart || unit.names().isEmpty())) {
      imports.putAll(unit.imports());
    }
    Edits edits = new Edits(source);
    if (apart) {
      String name = "backplane_unit_" + Integer.toHexString(source.hashCode());
      List<Tokens.Token> tokens = unit.tokens();
      int first = unit.items().getFirst().first();
      int last = unit.items().getLast().last();
      if (unit.elements().stream().anyMatch(at -> at > first && at < last)
          || tokens.subList(first, last).stream()
              .anyMatch(token -> token.kind() == Tokens.Kind.DIRECTIVE)) {
        return source; // refused by the tool, with the second place of the name
      }
      for (String each : imports.isEmpty() ? List.of("*") : unit.names()) {
        imports.put("import " + name + "::" + each + ";", last);
      }
      edits.insert(tokens.get(first).start(), "package " + name + "; ");
      qualify(unit, last, name + "::", edits);
      StringBuilder others = new StringBuilder(" endpackage");
      unit.names().stream()
          .filter(each -> !several.contains(each))
          .forEach(each -> others.append(" import " + name + "::" + each + ";"));
      edits.insert(tokens.get(last).end(), others.toString());
    }
    for (int element : unit.elements()) {
      List<String> before = new ArrayList<>();
      imports.forEach(
          (each, at) -> {
            if (at < element) {
              before.add(each);
            }
          });
      if (!before.isEmpty()) {
        addImports(unit.tokens(), element, before, edits);
      }
    }
    return edits.apply();
  }

  /** Names the package in calls of its functions: old versions ask for it. */
  private void qualify(Unit unit, int from, String name, Edits edits) {
    List<Tokens.Token> tokens = unit.tokens();
    for (int at = from + 1; at + 1 < tokens.size(); at++) {
      Tokens.Token token = tokens.get(at);
      String before = tokens.get(at - 1).text();
      if (token.isWord()
          && tokens.get(at + 1).is("(")
          && several.contains(token.text())
          && unit.functions().contains(token.text())
          && !before.equals(".")
          && !before.equals("::")) {
        edits.insert(token.start(), name);
      }
    }
  }

  private static void addImports(
      List<Tokens.Token> tokens, int at, List<String> imports, Edits edits) {
    if (WITH_IMPORTS.contains(tokens.get(at).text())) {
      int name = at + 1;
      while (tokens.get(name).is("automatic") || tokens.get(name).is("static")) {
        name++;
      }
      int place = tokens.get(at).is("package") ? name + 1 : name;
      edits.insert(tokens.get(place).end(), " " + String.join(" ", imports));
    }
  }

  /**
   * The part of a file that is outside of modules.
   *
   * @param elements the places of the modules, packages and so on
   * @param items its declarations
   * @param names the names that they declare
   * @param functions those names that are functions and tasks
   * @param imports its imports, with their places
   */
  private record Unit(
      List<Tokens.Token> tokens,
      List<Integer> elements,
      List<Item> items,
      Set<String> names,
      Set<String> functions,
      SequencedMap<String, Integer> imports) {
    private static final Unit NOTHING =
        new Unit(List.of(), List.of(), List.of(), Set.of(), Set.of(), new LinkedHashMap<>());

    /** A unit; one with something that is not known here has nothing. */
    static Unit of(String source) {
      List<Tokens.Token> tokens = Tokens.of(source);
      Unit unit =
          new Unit(
              tokens,
              new ArrayList<>(),
              new ArrayList<>(),
              new LinkedHashSet<>(),
              new HashSet<>(),
              new LinkedHashMap<>());
      int at = 0;
      while (at >= 0 && at < tokens.size()) {
        at = unit.read(at);
      }
      return at < 0 ? NOTHING : unit;
    }

    /** Reads what is at a place, and returns the place behind it, or -1. */
    private int read(int at) {
      Tokens.Token token = tokens.get(at);
      String text = token.text();
      if (token.kind() == Tokens.Kind.DIRECTIVE || text.equals(";")) {
        return at + 1;
      }
      if (ELEMENTS.containsKey(text)) {
        elements.add(at);
        return end(at, ELEMENTS.get(text));
      }
      if (text.equals("import")) {
        int end = end(at, ";");
        if (end > 0) {
          imports.put(Edits.plain(tokens.subList(at, end)), at);
        }
        return end;
      }
      if (DECLARATIONS.containsKey(text)) {
        int end = end(at, DECLARATIONS.get(text));
        if (end > 0) {
          items.add(new Item(at, end - 1));
          addNames(at, end);
        }
        return end;
      }
      return NEUTRAL.contains(text) ? end(at, ";") : -1;
    }

    private int end(int from, String word) {
      int depth = 0;
      for (int at = from; at < tokens.size(); at++) {
        Tokens.Token token = tokens.get(at);
        if (token.is("{")) {
          depth++;
        } else if (token.is("}")) {
          depth--;
        } else if (token.is(word) && (depth == 0 || !word.equals(";"))) {
          boolean labelled = token.isWord() && at + 2 < tokens.size() && tokens.get(at + 1).is(":");
          return labelled ? at + 3 : at + 1;
        }
      }
      return -1;
    }

    private void addNames(int from, int end) {
      String kind = tokens.get(from).text();
      switch (kind) {
        case "typedef" -> {
          List<Tokens.Token> type = tokens.subList(from + 1, end - 1);
          names.add(WiredNets.portName(type));
          int open = -1;
          for (int at = 0; open < 0 && at < type.size() && type.getFirst().is("enum"); at++) {
            open = type.get(at).is("{") ? at : -1;
          }
          if (open >= 0) {
            for (List<Tokens.Token> each :
                Tokens.split(type, open + 1, Tokens.closing(type, open))) {
              each.stream().limit(1).forEach(name -> names.add(name.text()));
            }
          }
        }
        case "function", "task" -> {
          String name = WiredNets.portName(tokens.subList(from + 1, headEnd(from + 1, end)));
          names.add(name);
          functions.add(name);
        }
        default -> {
          for (List<Tokens.Token> each : Tokens.split(tokens, from + 1, end - 1)) {
            names.add(WiredNets.portName(each));
          }
        }
      }
    }

    /** The place of the arguments of a function, or of the semicolon behind its name. */
    private int headEnd(int from, int end) {
      for (int at = from; at < end; at++) {
        if (tokens.get(at).is("[")) {
          at = Tokens.closing(tokens, at);
        } else if (tokens.get(at).is("(") || tokens.get(at).is(";")) {
          return at;
        }
      }
      return end;
    }
  }

  /** A declaration, by the places of its first and last tokens. */
  private record Item(int first, int last) {}
}
