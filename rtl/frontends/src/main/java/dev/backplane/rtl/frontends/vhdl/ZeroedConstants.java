package dev.backplane.rtl.frontends.vhdl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects constants of more than 32 bits in which only the highest 32-bit word is not 0: GHDL 2.0
 * replaces them by 0.
 */
final class ZeroedConstants {
  private static final int WORD = 32;

  private final Map<String, Integer> widths = new LinkedHashMap<>();

  ZeroedConstants(SyntaxTree tree, Set<String> files) {
    tree.visit(
        node -> {
          if (files.contains(node.attribute("file")) && node.kind().equals("string_literal8")) {
            String bits =
                node.child("string8_id").map(text -> text.attribute("content")).orElse("");
            if (isZeroed(bits)) {
              widths.put(node.location(), bits.length());
            }
          }
          if (files.contains(node.attribute("file")) && node.kind().equals("aggregate")) {
            width(tree, node)
                .filter(width -> width > WORD && setsTopAlone(tree, node, width))
                .ifPresent(width -> widths.put(node.location(), width));
          }
        });
  }

  private static boolean isZeroed(String bits) {
    int top = (bits.length() - 1) % WORD + 1;
    return bits.length() > WORD
        && bits.matches("[01]+")
        && bits.substring(0, top).contains("1")
        && !bits.substring(top).contains("1");
  }

  private static Optional<Integer> width(SyntaxTree tree, SyntaxTree.Node aggregate) {
    return tree.of(aggregate, "type")
        .flatMap(type -> type.child("index_constraint_list"))
        .filter(list -> list.children().size() == 1)
        .flatMap(list -> tree.of(list.children().getFirst(), "range_constraint"))
        .filter(range -> range.attribute("direction").equals("downto"))
        .flatMap(
            range ->
                limit(tree, range, "left_limit")
                    .flatMap(
                        left -> limit(tree, range, "right_limit").map(right -> left - right + 1)));
  }

  private static Optional<Integer> limit(SyntaxTree tree, SyntaxTree.Node node, String role) {
    return tree.of(node, role)
        .map(limit -> limit.attribute("value").strip())
        .filter(value -> value.matches("-?[0-9]{1,9}"))
        .map(Integer::valueOf);
  }

  /** Tells whether the others are 0 and all named bits that are 1 are in the highest word. */
  private static boolean setsTopAlone(SyntaxTree tree, SyntaxTree.Node aggregate, int width) {
    boolean restIsZero = false;
    boolean setsTop = false;
    int first = (width - 1) / WORD * WORD;
    for (SyntaxTree.Node choice : aggregate.choices()) {
      String value =
          tree.of(choice, "associated_expr").map(node -> node.attribute("identifier")).orElse("");
      if (choice.kind().equals("choice_by_others")) {
        restIsZero = value.equals("'0'");
      } else if (value.equals("'1'")) {
        Optional<Integer> index =
            tree.of(choice, "choice_expression")
                .map(node -> node.attribute("value").strip())
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Integer::valueOf);
        setsTop = true;
        if (index.isEmpty() || index.get() < first) {
          return false;
        }
      } else if (!value.equals("'0'")) {
        return false;
      }
    }
    return restIsZero && setsTop;
  }

  /** The location of such a constant, if a gate may come from it. */
  Optional<String> locationBehind(Gate gate) {
    return gate.kind().equals("$const_UB32")
            && gate.output().width() > WORD
            && gate.parameter("$val") == 0
        ? widths.entrySet().stream()
            .filter(constant -> constant.getValue() == gate.output().width())
            .map(Map.Entry::getKey)
            .findFirst()
        : Optional.empty();
  }
}
