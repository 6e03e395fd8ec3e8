package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.text.ParameterValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts values of generics to the syntax of GHDL's command line. GHDL silently converts a value
 * that does not fit a vector to unknown bits, so each value is written according to the type of its
 * generic.
 */
final class GenericValues {
  private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9][0-9_]*");
  private static final Pattern HEX = Pattern.compile("0[xX]([0-9a-fA-F_]+)");
  private static final Pattern BASED =
      Pattern.compile("(?i)([+-]?)(\\d*)\\s*'s?([bdho])\\s*([0-9a-f_]+)");

  private final SyntaxTree tree;
  private final String entity;

  private GenericValues(SyntaxTree tree, String entity) {
    this.tree = tree;
    this.entity = entity;
  }

  /**
   * Converts values.
   *
   * @param tree the sources
   * @param entity the entity with the generics
   * @param values the values, as given by the user
   * @throws RtlException {@code SOURCE_INVALID} if there is no such generic, or if its type does
   *     not have the value
   */
  static Map<String, String> of(SyntaxTree tree, String entity, Map<String, String> values) {
    if (values.isEmpty()) {
      return values;
    }
    GenericValues converter = new GenericValues(tree, entity);
    Map<String, SyntaxTree.Node> generics = converter.generics();
    Map<String, String> converted = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          SyntaxTree.Node generic = generics.get(DesignUnits.key(name));
          if (generic == null) {
            throw new RtlException(
                RtlError.SOURCE_INVALID,
                "entity %s has no generic '%s'; it has %s"
                    .formatted(
                        entity,
                        name,
                        generics.isEmpty() ? "none" : String.join(", ", generics.keySet())));
          }
          converted.put(name, converter.convert(name, generic, value.strip()));
        });
    return converted;
  }

  private Map<String, SyntaxTree.Node> generics() {
    List<SyntaxTree.Node> found = new ArrayList<>();
    tree.visit(
        node -> {
          if (node.kind().equals("entity_declaration")
              && node.attribute("identifier")
                  .replace("\\", "")
                  .equals(DesignUnits.key(entity).replace("\\", ""))) {
            node.child("generic_chain").ifPresent(chain -> found.addAll(chain.children()));
          }
        });
    Map<String, SyntaxTree.Node> generics = new LinkedHashMap<>();
    found.forEach(generic -> generics.put(generic.attribute("identifier"), generic));
    return generics;
  }

  private String convert(String name, SyntaxTree.Node generic, String value) {
    SyntaxTree.Node type = tree.of(generic, "type").orElse(generic);
    if (type.kind().startsWith("integer_")) {
      BigInteger number =
          number(value).orElseThrow(() -> error(name, value, "an integer", "Write a number"));
      if (number.bitLength() >= Integer.SIZE) {
        throw error(
            name,
            value,
            "an integer, which has 32 bits in VHDL",
            "Make the generic a std_logic_vector or unsigned of the width it needs");
      }
      return number.toString();
    }
    if (type.kind().startsWith("enumeration_")) {
      return enumerationLiteral(typeName(type), name, value);
    }
    if (type.kind().startsWith("array_")) {
      String element = tree.of(type, "element_subtype").map(this::typeName).orElse("");
      return switch (element) {
        case "character" -> value;
        case "std_ulogic", "bit" -> vector(name, type, value);
        default -> throw unknown(name);
      };
    }
    throw unknown(name);
  }

  private RtlException unknown(String name) {
    return new RtlException(
        RtlError.SOURCE_UNSUPPORTED,
        "GHDL takes no value for the generic '%s' of entity %s from outside, because of its type. Write an entity around it"
            .formatted(name, entity));
  }

  private String enumerationLiteral(String type, String name, String value) {
    Optional<BigInteger> number = number(value);
    return switch (type) {
      case "boolean" -> {
        if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
          yield value.toLowerCase(java.util.Locale.ROOT);
        }
        yield String.valueOf(
            number
                .filter(n -> n.bitLength() <= 1 && n.signum() >= 0)
                .orElseThrow(() -> error(name, value, "a boolean", "Write true or false"))
                .testBit(0));
      }
      case "std_ulogic", "bit" ->
          value.matches("'.'")
              ? value
              : "'%s'"
                  .formatted(
                      number
                          .filter(n -> n.bitLength() <= 1 && n.signum() >= 0)
                          .orElseThrow(() -> error(name, value, "a bit", "Write 0 or 1")));
      case "character" -> value.matches("'.'") ? value : "'" + value + "'";
      default -> value;
    };
  }

  private String vector(String name, SyntaxTree.Node type, String value) {
    Optional<Integer> width = width(type);
    if (width.isEmpty() && isConstrained(type)) {
      throw error(
          name,
          value,
          "a vector whose width depends on other values",
          "Write an entity around it that gives the value");
    }
    BigInteger number =
        number(value).orElseThrow(() -> error(name, value, "a vector", "Write a number"));
    int size =
        width
            .or(() -> size(value))
            .orElseThrow(
                () ->
                    error(
                        name,
                        value,
                        "a vector of any width",
                        "Write the width before the bits: 4'b0101"));
    if (number.signum() < 0 ? number.bitLength() >= size : number.bitLength() > size) {
      throw error(name, value, "a vector of " + size + " bits", "Write a value that fits");
    }
    String digits = number.mod(BigInteger.ONE.shiftLeft(size)).toString(2);
    return "0".repeat(size - digits.length()) + digits;
  }

  private static Optional<Integer> size(String value) {
    Matcher based = BASED.matcher(value);
    return based.matches() && !based.group(2).isEmpty() && based.group(2).length() < 6
        ? Optional.of(Integer.valueOf(based.group(2)))
        : Optional.empty();
  }

  private static boolean isConstrained(SyntaxTree.Node type) {
    return type.child("index_constraint_list").isPresent();
  }

  private Optional<Integer> width(SyntaxTree.Node type) {
    return type.child("index_constraint_list")
        .filter(list -> list.children().size() == 1)
        .flatMap(list -> tree.of(list.children().getFirst(), "range_constraint"))
        .flatMap(
            range ->
                limit(range, "left_limit")
                    .flatMap(
                        left ->
                            limit(range, "right_limit").map(right -> Math.abs(left - right) + 1)));
  }

  private Optional<Integer> limit(SyntaxTree.Node range, String role) {
    return tree.of(range, role)
        .map(node -> node.attribute("value").strip())
        .filter(value -> value.matches("-?[0-9]{1,9}"))
        .map(Integer::valueOf);
  }

  /** The name of a type, or of the base type of a subtype. */
  private String typeName(SyntaxTree.Node type) {
    Optional<SyntaxTree.Node> declared = tree.of(type, "type_declarator");
    return type.kind().endsWith("subtype_definition") || declared.isEmpty()
        ? tree.of(type, "parent_type").map(this::typeName).orElse("")
        : declared.get().attribute("identifier");
  }

  private static Optional<BigInteger> number(String value) {
    if (DECIMAL.matcher(value).matches()) {
      return Optional.of(new BigInteger(value.replace("_", "").replace("+", "")));
    }
    Matcher hex = HEX.matcher(value);
    if (hex.matches()) {
      return Optional.of(new BigInteger(hex.group(1).replace("_", ""), 16));
    }
    Matcher based = BASED.matcher(value);
    if (based.matches()) {
      int radix = ParameterValue.radix(based.group(3));
      try {
        BigInteger magnitude = new BigInteger(based.group(4).replace("_", ""), radix);
        return Optional.of(based.group(1).equals("-") ? magnitude.negate() : magnitude);
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private RtlException error(String name, String value, String type, String remedy) {
    return new RtlException(
        RtlError.SOURCE_INVALID,
        "the generic '%s' of entity %s cannot be %s: it is %s. %s"
            .formatted(name, entity, value, type, remedy));
  }
}
