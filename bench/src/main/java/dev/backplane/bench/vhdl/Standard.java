package dev.backplane.bench.vhdl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The types of the language and of the packages of IEEE, which every source may use. */
final class Standard {
  static final Type.Enumeration BOOLEAN = Type.Enumeration.of("boolean", List.of("false", "true"));
  static final Type.Enumeration BIT = Type.Enumeration.of("bit", List.of("'0'", "'1'"));
  static final Type.Enumeration CHARACTER = Type.Enumeration.of("character", characters());
  static final Type.Enumeration LOGIC =
      Type.Enumeration.of(
          "std_logic", List.of("'U'", "'X'", "'0'", "'1'", "'Z'", "'W'", "'L'", "'H'", "'-'"));
  static final Type.Base NUMBER = new Type.Base("integer");
  static final Type.Whole INTEGER =
      new Type.Whole(NUMBER, Range.to(Integer.MIN_VALUE, Integer.MAX_VALUE));
  static final Type.Whole NATURAL = new Type.Whole(NUMBER, Range.to(0, Integer.MAX_VALUE));
  static final Type.Whole POSITIVE = new Type.Whole(NUMBER, Range.to(1, Integer.MAX_VALUE));
  static final Type.Real REAL = new Type.Real(new Type.Base("real"));
  static final Type.Array VECTOR = array("std_logic_vector", LOGIC);
  static final Type.Array UNSIGNED = array("unsigned", LOGIC);
  static final Type.Array SIGNED = array("signed", LOGIC);
  static final Type.Array BIT_VECTOR = array("bit_vector", BIT);
  static final Type.Array STRING =
      new Type.Array(new Type.Base("string"), List.of(POSITIVE), CHARACTER, null);

  /** Functions that {@link KnownFunctions} has. */
  private static final List<String> FUNCTIONS =
      List.of(
          "rising_edge",
          "falling_edge",
          "to_integer",
          "to_unsigned",
          "to_signed",
          "resize",
          "shift_left",
          "shift_right",
          "rotate_left",
          "rotate_right",
          "std_match",
          "maximum",
          "minimum",
          "to_01",
          "to_x01",
          "to_bit",
          "to_bitvector",
          "to_stdlogicvector",
          "to_stdulogicvector",
          "to_stdulogic",
          "to_slv",
          "to_suv",
          "is_x",
          "to_string",
          "to_hstring",
          "find_leftmost",
          "find_rightmost",
          "now",
          "std_logic_vector_of",
          "and_reduce",
          "or_reduce",
          "xor_reduce",
          "nand_reduce",
          "nor_reduce",
          "xnor_reduce",
          "sin",
          "cos",
          "tan",
          "log2",
          "log",
          "log10",
          "exp",
          "sqrt",
          "ceil",
          "floor",
          "round",
          "trunc",
          "realmax",
          "realmin",
          "sign",
          "arctan");

  private Standard() {}

  private static Type.Array array(String name, Type element) {
    return new Type.Array(new Type.Base(name), List.of(NATURAL), element, null);
  }

  private static List<String> characters() {
    String names =
        "nul soh stx etx eot enq ack bel bs ht lf vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb"
            + " can em sub esc fsp gsp rsp usp";
    List<String> all = new ArrayList<>(List.of(names.split(" ")));
    for (int c = 32; c < 127; c++) {
      all.add("'" + (char) c + "'");
    }
    all.add("del");
    for (int c = 128; c < 160; c++) {
      all.add("c" + c);
    }
    for (int c = 160; c < 256; c++) {
      all.add("'" + (char) c + "'");
    }
    return all;
  }

  /** {@return a scope with all of it} */
  static Scope scope() {
    Scope scope = new Scope(null, "");
    Map<String, Type> types =
        Map.ofEntries(
            Map.entry("boolean", BOOLEAN),
            Map.entry("bit", BIT),
            Map.entry("character", CHARACTER),
            Map.entry("std_logic", LOGIC),
            Map.entry("std_ulogic", LOGIC),
            Map.entry("x01", LOGIC),
            Map.entry("ux01", LOGIC),
            Map.entry("integer", INTEGER),
            Map.entry("natural", NATURAL),
            Map.entry("positive", POSITIVE),
            Map.entry("real", REAL),
            Map.entry("time", REAL),
            Map.entry("delay_length", REAL),
            Map.entry("std_logic_vector", VECTOR),
            Map.entry("std_ulogic_vector", VECTOR),
            Map.entry("unsigned", UNSIGNED),
            Map.entry("u_unsigned", UNSIGNED),
            Map.entry("unresolved_unsigned", UNSIGNED),
            Map.entry("signed", SIGNED),
            Map.entry("u_signed", SIGNED),
            Map.entry("unresolved_signed", SIGNED),
            Map.entry("bit_vector", BIT_VECTOR),
            Map.entry("boolean_vector", array("boolean_vector", BOOLEAN)),
            Map.entry("integer_vector", array("integer_vector", INTEGER)),
            Map.entry("string", STRING));
    types.forEach((name, type) -> scope.add(name, new Symbol.TypeName(type)));
    literals(scope, CHARACTER);
    literals(scope, BIT);
    literals(scope, BOOLEAN);
    literals(scope, LOGIC);
    literals(
        scope,
        Type.Enumeration.of("severity_level", List.of("note", "warning", "error", "failure")));
    FUNCTIONS.forEach(name -> scope.add(name, new Symbol.Known(name)));
    scope.add("math_pi", Symbol.Constant.of(Value.real(Math.PI)));
    scope.add("math_2_pi", Symbol.Constant.of(Value.real(2 * Math.PI)));
    scope.add("math_e", Symbol.Constant.of(Value.real(Math.E)));
    return scope;
  }

  static void literals(Scope scope, Type.Enumeration type) {
    for (int i = 0; i < type.literals().size(); i++) {
      scope.add(type.literals().get(i), new Symbol.Literal(type, i));
    }
  }

  static boolean isNumeric(Type type) {
    return type.base() == UNSIGNED.base() || type.base() == SIGNED.base();
  }

  static boolean isSigned(Type type) {
    return type.base() == SIGNED.base();
  }
}
