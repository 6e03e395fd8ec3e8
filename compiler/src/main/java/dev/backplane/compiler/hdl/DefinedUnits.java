package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The modules and entities that the files of a design define. Files of plugins have names of their
 * own and may define what others define too: a simulator would take either, or refuse both.
 */
final class DefinedUnits {
  /** Text that defines nothing in Verilog. */
  private static final Pattern VERILOG_NOISE =
      Pattern.compile("//[^\\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\])*+\"", Pattern.DOTALL);

  private static final Pattern VERILOG =
      Pattern.compile(
          "`(?<directive>ifdef|ifndef|elsif|else|endif|undef)\\b[ \\t]*(?<macro>\\w*)"
              + "|`define\\s+(?<defined>\\w+)(?:\\\\\\r?\\n|[^\\n])*+"
              + "|\\b(?<outside>extern|virtual)\\s+\\w+"
              + "|\\b(?:module|macromodule|primitive|package|interface|program)\\s+"
              + "(?:(?:automatic|static)\\s+)?(?<unit>\\\\\\S+|[A-Za-z_][\\w$]*)\\s*[;(#\\s]");

  private static final Pattern VHDL_NOISE =
      Pattern.compile("--[^\\n]*|/\\*.*?\\*/|\"[^\"\\n]*\"", Pattern.DOTALL);

  private static final Pattern VHDL =
      Pattern.compile(
          "\\b(?:entity|package|configuration|context)\\s+(?<unit>\\w+|\\\\[^\\\\\\n"
              + "]+\\\\)\\s+(?:is|of)\\b",
          Pattern.CASE_INSENSITIVE);

  private final Map<String, String> files = new HashMap<>();
  private final Set<String> macros = new HashSet<>();

  private DefinedUnits() {}

  /**
   * Checks that no two files define one unit.
   *
   * @param files the files, in the order in which they are read
   * @throws CompilerException with {@link CompilerError#FILE_CONFLICT} naming unit and files
   */
  static void check(List<HdlFile> files) {
    DefinedUnits units = new DefinedUnits();
    for (HdlFile file : files) {
      if (file.name().endsWith(".vhd")) {
        units.vhdl(file);
      } else {
        units.verilog(file);
      }
    }
  }

  private void vhdl(HdlFile file) {
    VHDL.matcher(VHDL_NOISE.matcher(file.text()).replaceAll(" "))
        .results()
        .map(found -> found.group("unit"))
        .map(unit -> unit.startsWith("\\") ? unit : unit.toLowerCase(Locale.ROOT))
        .forEach(unit -> define(unit, file));
  }

  private void verilog(HdlFile file) {
    Deque<Branch> open = new ArrayDeque<>();
    Matcher matcher = VERILOG.matcher(VERILOG_NOISE.matcher(file.text()).replaceAll(" "));
    matcher
        .results()
        .forEach(
            found -> {
              if (found.group("directive") != null) {
                directive(found, open);
              } else if (open.stream().allMatch(Branch::isTaken)) {
                if (found.group("defined") != null) {
                  macros.add(found.group("defined"));
                } else if (found.group("unit") != null) {
                  define(found.group("unit").replaceFirst("^\\\\", ""), file);
                }
              }
            });
  }

  /** A part between directives, and whether one of them was taken. */
  private record Branch(boolean isTaken, boolean wasTaken) {}

  private void directive(MatchResult found, Deque<Branch> open) {
    String macro = found.group("macro");
    boolean isDefined = macros.contains(macro);
    switch (found.group("directive")) {
      case "ifdef" -> open.push(new Branch(isDefined, isDefined));
      case "ifndef" -> open.push(new Branch(!isDefined, !isDefined));
      case "undef" -> {
        if (open.stream().allMatch(Branch::isTaken)) {
          macros.remove(macro);
        }
      }
      case "endif" -> open.poll();
      case String other -> {
        Branch before = open.poll();
        if (before != null) {
          boolean isTaken = !before.wasTaken && (other.equals("else") || isDefined);
          open.push(new Branch(isTaken, before.wasTaken || isTaken));
        }
      }
    }
  }

  private void define(String unit, HdlFile file) {
    String before = files.putIfAbsent(unit, file.name());
    if (before != null && !before.equals(file.name())) {
      throw new CompilerException(
          CompilerError.FILE_CONFLICT,
          "unit " + unit,
          "files "
              + before
              + " and "
              + file.name()
              + " define it both; leave out one of the plugins that bring them, or rename it in"
              + " one of them");
    }
  }
}
