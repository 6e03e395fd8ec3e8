package dev.backplane.rtl.frontends.vhdl;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Calls of functions that GHDL does not synthesise, or does wrongly where it knows the arguments:
 * the same functions are called in a package of their own.
 */
final class ReplacedCalls {
  /** The package, which is analysed before the sources; parameters have the names of IEEE's. */
  static final String PACKAGE =
      """
      library ieee;
      use ieee.std_logic_1164.all;
      use ieee.numeric_std.all;
      package backplane_numeric is
        function resize(arg : signed; new_size : natural) return signed;
        function rotate_left(arg : signed; count : natural) return signed;
        function rotate_right(arg : signed; count : natural) return signed;
        function std_match(l, r : unsigned) return boolean;
        function std_match(l, r : signed) return boolean;
        function and_reduce(arg : std_ulogic_vector) return std_ulogic;
        function or_reduce(arg : std_ulogic_vector) return std_ulogic;
        function xor_reduce(arg : std_ulogic_vector) return std_ulogic;
        function nand_reduce(arg : std_ulogic_vector) return std_ulogic;
        function nor_reduce(arg : std_ulogic_vector) return std_ulogic;
        function xnor_reduce(arg : std_ulogic_vector) return std_ulogic;
        function magnitude(value : integer) return integer;
        function to_01(s : unsigned; xmap : std_ulogic := '0') return unsigned;
        function to_01(s : signed; xmap : std_ulogic := '0') return signed;
        function to_01(s : std_ulogic_vector; xmap : std_ulogic := '0') return std_ulogic_vector;
        function to_01(s : std_ulogic; xmap : std_ulogic := '0') return std_ulogic;
      end package;
      package body backplane_numeric is
        function resize(arg : signed; new_size : natural) return signed is
          constant WIDTH : natural := arg'length;
          variable from : signed(WIDTH - 1 downto 0);
          variable result : signed(new_size - 1 downto 0);
        begin
          if WIDTH = 0 then
            return (new_size - 1 downto 0 => '0');
          end if;
          from := arg;
          for i in 0 to new_size - 1 loop
            if i < WIDTH and i < new_size - 1 then
              result(i) := from(i);
            else
              result(i) := from(WIDTH - 1);
            end if;
          end loop;
          return result;
        end function;
        function rotate_left(arg : signed; count : natural) return signed is
        begin
          return signed(ieee.numeric_std.rotate_left(unsigned(arg), count));
        end function;
        function rotate_right(arg : signed; count : natural) return signed is
        begin
          return signed(ieee.numeric_std.rotate_right(unsigned(arg), count));
        end function;
        function std_match(l, r : unsigned) return boolean is
        begin
          return ieee.numeric_std.std_match(std_ulogic_vector(l), std_ulogic_vector(r));
        end function;
        function std_match(l, r : signed) return boolean is
        begin
          return ieee.numeric_std.std_match(std_ulogic_vector(l), std_ulogic_vector(r));
        end function;
        function and_reduce(arg : std_ulogic_vector) return std_ulogic is
          variable bit : std_ulogic := '1';
        begin
          for i in arg'range loop
            bit := bit and arg(i);
          end loop;
          return bit;
        end function;
        function or_reduce(arg : std_ulogic_vector) return std_ulogic is
          variable bit : std_ulogic := '0';
        begin
          for i in arg'range loop
            bit := bit or arg(i);
          end loop;
          return bit;
        end function;
        function xor_reduce(arg : std_ulogic_vector) return std_ulogic is
          variable bit : std_ulogic := '0';
        begin
          for i in arg'range loop
            bit := bit xor arg(i);
          end loop;
          return bit;
        end function;
        function nand_reduce(arg : std_ulogic_vector) return std_ulogic is
        begin
          return not and_reduce(arg);
        end function;
        function nor_reduce(arg : std_ulogic_vector) return std_ulogic is
        begin
          return not or_reduce(arg);
        end function;
        function xnor_reduce(arg : std_ulogic_vector) return std_ulogic is
        begin
          return not xor_reduce(arg);
        end function;
        function magnitude(value : integer) return integer is
        begin
          if value < 0 then
            return -value;
          end if;
          return value;
        end function;
        function to_01(s : unsigned; xmap : std_ulogic := '0') return unsigned is
          variable result : unsigned(s'length - 1 downto 0) := s;
        begin
          return result;
        end function;
        function to_01(s : signed; xmap : std_ulogic := '0') return signed is
          variable result : signed(s'length - 1 downto 0) := s;
        begin
          return result;
        end function;
        function to_01(s : std_ulogic_vector; xmap : std_ulogic := '0') return std_ulogic_vector is
          variable result : std_ulogic_vector(s'length - 1 downto 0) := s;
        begin
          return result;
        end function;
        function to_01(s : std_ulogic; xmap : std_ulogic := '0') return std_ulogic is
        begin
          return s;
        end function;
      end package body;
      """;

  private static final String PREFIX = "IIR_PREDEFINED_";
  private static final String MISC = "IEEE_STD_LOGIC_MISC_";
  private static final String NUMERIC = "IEEE_NUMERIC_STD_";
  private static final Map<String, String> FUNCTIONS =
      Map.of(
          NUMERIC + "ROT_LEFT_SGN_NAT",
          "rotate_left",
          NUMERIC + "ROT_RIGHT_SGN_NAT",
          "rotate_right",
          NUMERIC + "MATCH_UNS",
          "std_match",
          NUMERIC + "MATCH_SGN",
          "std_match",
          "INTEGER_ABSOLUTE",
          "magnitude");
  private static final Set<String> SIGNALS =
      Set.of("signal_declaration", "interface_signal_declaration");

  private final SyntaxTree tree;
  private final Map<SyntaxTree.Node, String> found = new LinkedHashMap<>();

  /**
   * Finds calls.
   *
   * @param tree the sources
   * @param files their names
   */
  ReplacedCalls(SyntaxTree tree, Set<String> files) {
    this.tree = tree;
    tree.visit(
        node -> {
          if (files.contains(node.attribute("file"))) {
            tree.of(node, "implementation").ifPresent(function -> add(node, function, files));
          }
        });
  }

  private void add(SyntaxTree.Node call, SyntaxTree.Node function, Set<String> files) {
    String name = function.attribute("implicit_definition");
    // Of hardware, which has known bits, it is the same value with another range.
    if (function.attribute("identifier").equals("to_01")
        && !files.contains(function.attribute("file"))) {
      found.put(call, "to_01");
    } else if (name.startsWith(PREFIX)) {
      add(call, name.substring(PREFIX.length()));
    }
  }

  private void add(SyntaxTree.Node call, String function) {
    String replacement = FUNCTIONS.get(function);
    if (replacement != null) {
      found.put(call, replacement);
    } else if (function.startsWith(MISC) && function.contains("_REDUCE_")) {
      String name = function.substring(MISC.length()).replaceFirst("_S[LU]V$", "");
      found.put(call, name.toLowerCase(Locale.ROOT));
    } else if (function.startsWith(NUMERIC + "RESIZE_SGN_NAT") && isKnown(call)) {
      found.put(call, "resize");
    }
  }

  /** Returns whether no argument needs a signal: GHDL may evaluate the call. */
  private boolean isKnown(SyntaxTree.Node node) {
    return tree.byId(node.references().getOrDefault("named_entity", "-"))
            .filter(object -> SIGNALS.contains(object.kind()))
            .isEmpty()
        && node.children().stream().allMatch(this::isKnown);
  }

  /**
   * The files with other calls, by name, with the same line numbers.
   *
   * @param texts the contents of the files
   */
  Map<String, String> rewrite(Map<String, String> texts) {
    Map<String, TreeMap<Integer, Edit>> edits = new HashMap<>();
    found.forEach(
        (call, function) -> {
          String file = call.attribute("file");
          VhdlText text = new VhdlText(texts.getOrDefault(file, ""));
          String name = "work.backplane_numeric." + function;
          TreeMap<Integer, Edit> into =
              edits.computeIfAbsent(file, f -> new TreeMap<>(Comparator.reverseOrder()));
          if (function.equals("magnitude")) {
            magnitude(text, text.offset(call), name, into);
          } else {
            call.child("prefix").ifPresent(prefix -> name(text, text.offset(prefix), name, into));
          }
        });
    Map<String, String> rewritten = new LinkedHashMap<>();
    edits.forEach(
        (file, each) -> {
          StringBuilder text = new StringBuilder(texts.getOrDefault(file, ""));
          each.forEach((at, edit) -> text.replace(at, edit.to(), edit.text()));
          rewritten.put(file, text.toString());
        });
    return rewritten;
  }

  /** The text that stands in the place of a part of another. */
  private record Edit(int to, String text) {}

  /** Replaces the name of a function, with the packages in front of it. */
  private static void name(VhdlText text, int at, String name, Map<Integer, Edit> into) {
    String blanked = text.blanked();
    int from = at;
    while (from > 0 && isNamed(blanked.charAt(from - 1))) {
      from--;
    }
    int to = at;
    while (to < blanked.length() && isNamed(blanked.charAt(to))) {
      to++;
    }
    into.put(from, new Edit(to, name));
  }

  /** Makes a call of the operator abs: its operand is a name with brackets, or in brackets. */
  private static void magnitude(VhdlText text, int at, String name, Map<Integer, Edit> into) {
    String blanked = text.blanked();
    int operand = at + "abs".length();
    if (!blanked.regionMatches(true, at, "abs", 0, operand - at)) {
      return;
    }
    while (Character.isWhitespace(blanked.charAt(operand))) {
      operand++;
    }
    int end = operand;
    while (isNamed(blanked.charAt(end)) || blanked.charAt(end) == '\'') {
      end++;
    }
    while (blanked.charAt(end) == '(') {
      int depth = 0;
      do {
        depth += blanked.charAt(end) == '(' ? 1 : blanked.charAt(end) == ')' ? -1 : 0;
        end++;
      } while (depth > 0 && end < blanked.length());
    }
    into.put(at, new Edit(operand, name + "("));
    into.put(end, new Edit(end, ")"));
  }

  private static boolean isNamed(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.';
  }
}
