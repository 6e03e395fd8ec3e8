package dev.backplane.rtl.frontends.verilator;

import dev.backplane.rtl.frontends.text.ParameterValue;
import dev.backplane.rtl.netlist.pass.ConstantFolding;
import java.util.Map;

/** Checks that the parameters of the top module have the given values. */
final class TopParameterCheck {
  private TopParameterCheck() {}

  static void check(Element netlist, Map<String, String> asked) {
    TypeTable types = new TypeTable(netlist);
    for (Element module : netlist.children("module")) {
      if (module.get("topModule").equals("1")) {
        module.children("var").stream()
            .filter(parameter -> asked.containsKey(parameter.get("name")))
            .filter(parameter -> !parameter.children("const").isEmpty())
            .forEach(
                parameter ->
                    check(
                        parameter.get("name"),
                        types.of(parameter),
                        parameter.child(0).get("name"),
                        ParameterValue.parse(asked.getOrDefault(parameter.get("name"), ""))));
      }
    }
  }

  private static void check(String name, Type type, String got, ParameterValue asked) {
    if (type instanceof Type.Packed packed) {
      Literal literal = Literal.parse(got);
      if (literal.unknown().or(literal.floating()).signum() == 0) {
        asked.checkBits(
            name,
            packed.width(),
            packed.signed(),
            ConstantFolding.truncate(literal.value(), packed.width()));
      }
    } else {
      asked.checkText(name, got);
    }
  }
}
