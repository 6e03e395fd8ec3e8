package dev.backplane.rtl.frontends.vhdl;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The calls of functions of the IEEE packages in the sources. GHDL generates wrong gates for some
 * of them, which the gate list alone does not show.
 */
final class IeeeCalls {
  private static final String IEEE = "IIR_PREDEFINED_IEEE_";
  private static final String NUMERIC = "NUMERIC_STD_";

  /** The operand that is an integer of VHDL. */
  enum IntegerSide {
    /** Neither. */
    NONE,
    /** The left one. */
    LEFT,
    /** The right one. */
    RIGHT
  }

  /**
   * A call.
   *
   * @param function GHDL's name of the function, without the package: {@code SUB_INT_SGN}
   * @param numeric whether it is a function of numeric_std
   * @param integer the operand that is an integer
   * @param natural whether the type of that integer excludes negative values
   */
  record Call(String function, boolean numeric, IntegerSide integer, boolean natural) {
    /** Tells whether the vectors are signed. */
    boolean signed() {
      return function.contains("_SGN");
    }

    boolean is(String start) {
      return numeric && function.startsWith(start);
    }
  }

  private final Map<String, Call> calls = new HashMap<>();

  /** Creates an empty list of calls. */
  IeeeCalls() {}

  IeeeCalls(SyntaxTree tree) {
    tree.visit(
        node ->
            tree.of(node, "implementation")
                .map(function -> function.attribute("implicit_definition"))
                .filter(name -> name.startsWith(IEEE))
                .ifPresent(name -> add(tree, node, name.substring(IEEE.length()))));
  }

  private void add(SyntaxTree tree, SyntaxTree.Node node, String name) {
    boolean numeric = name.startsWith(NUMERIC);
    String function = numeric ? name.substring(NUMERIC.length()) : name;
    IntegerSide integer =
        function.matches(".*_(INT|NAT)_(SGN|UNS|SLV)")
            ? IntegerSide.LEFT
            : function.matches(".*_(SGN|UNS|SLV)_(INT|NAT)") ? IntegerSide.RIGHT : IntegerSide.NONE;
    boolean natural =
        switch (integer) {
          case LEFT -> isNatural(tree, operand(tree, node, "left", 0));
          case RIGHT -> isNatural(tree, operand(tree, node, "right", 1));
          case NONE -> false;
        };
    calls.put(node.location(), new Call(function, numeric, integer, natural));
  }

  /** An operand of an operator, or an argument of a function call. */
  private static Optional<SyntaxTree.Node> operand(
      SyntaxTree tree, SyntaxTree.Node node, String role, int index) {
    Optional<SyntaxTree.Node> operand = tree.of(node, role);
    return operand.isPresent()
        ? operand
        : node.child("parameter_association_chain")
            .filter(chain -> chain.children().size() > index)
            .flatMap(chain -> tree.of(chain.children().get(index), "actual"));
  }

  private static boolean isNatural(SyntaxTree tree, Optional<SyntaxTree.Node> operand) {
    Optional<SyntaxTree.Node> range =
        operand
            .flatMap(node -> tree.of(node, "type"))
            .flatMap(type -> tree.of(type, "range_constraint"));
    return range
        .flatMap(
            node ->
                tree.of(
                    node,
                    node.attribute("direction").equals("downto") ? "right_limit" : "left_limit"))
        .map(limit -> limit.attribute("value").strip())
        .filter(value -> value.matches("[0-9]+"))
        .isPresent();
  }

  /** The call of the IEEE packages from which a gate was generated, if there is one. */
  Optional<Call> at(Gate gate) {
    return Optional.ofNullable(calls.get(gate.location()));
  }
}
