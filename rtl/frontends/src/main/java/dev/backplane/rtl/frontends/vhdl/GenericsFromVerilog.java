package dev.backplane.rtl.frontends.vhdl;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.text.HdlText;
import dev.backplane.rtl.frontends.text.ParameterValue;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The generics that Verilog instances set on an entity: literals only, since the Verilog is not
 * elaborated yet.
 */
final class GenericsFromVerilog {
  private static final Pattern NAMED =
      Pattern.compile("\\.\\s*([A-Za-z_][A-Za-z0-9_$]*)\\s*\\(\\s*([^()]*?)\\s*\\)\\s*(?:,\\s*|$)");
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9][0-9_]*");
  private static final Pattern BASED =
      Pattern.compile("(?i)(\\d+)?\\s*'s?([bdho])\\s*([0-9a-f_]+)");

  private GenericsFromVerilog() {}

  /** The values that all instances of an entity set. */
  static Map<String, String> of(String entity, List<HdlText.InstanceUse> uses) {
    HdlText.InstanceUse first = uses.getFirst();
    Map<String, String> values = read(entity, first);
    for (HdlText.InstanceUse use : uses) {
      if (!read(entity, use).equals(values)) {
        throw error(
            use,
            "gives other generics to entity %s than %s:%d does"
                .formatted(entity, first.file(), first.line()),
            "Write an entity in VHDL around each");
      }
    }
    return values;
  }

  private static Map<String, String> read(String entity, HdlText.InstanceUse use) {
    Map<String, String> values = new LinkedHashMap<>();
    Matcher named = NAMED.matcher(use.parameters());
    int at = 0;
    while (at < use.parameters().length() && named.find(at) && named.start() == at) {
      values.put(named.group(1), literal(entity, use, named.group(2)));
      at = named.end();
    }
    if (at < use.parameters().length()) {
      throw error(
          use,
          "gives generics to entity " + entity + " by position or in a way that is not understood",
          "Write .NAME(literal) for each");
    }
    return values;
  }

  private static String literal(String entity, HdlText.InstanceUse use, String text) {
    if (DECIMAL.matcher(text).matches()) {
      return text.replace("_", "");
    }
    Matcher based = BASED.matcher(text);
    if (based.matches()) {
      int radix = ParameterValue.radix(based.group(2));
      try {
        return new BigInteger(based.group(3).replace("_", ""), radix).toString();
      } catch (NumberFormatException e) {
        throw error(use, "gives entity " + entity + " the generic " + text, "Write a number");
      }
    }
    if (text.matches("\"[^\"]*\"")) {
      return text.substring(1, text.length() - 1);
    }
    throw error(
        use,
        "gives entity " + entity + " the generic " + text + ", which is not a literal",
        "Write the value, or an entity in VHDL around it");
  }

  private static RtlException error(HdlText.InstanceUse use, String problem, String remedy) {
    return new RtlException(
        RtlError.SOURCE_UNSUPPORTED,
        "%s:%d: %s. %s".formatted(use.file(), use.line(), problem, remedy));
  }
}
