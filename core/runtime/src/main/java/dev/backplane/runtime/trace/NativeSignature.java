package dev.backplane.runtime.trace;

import dev.backplane.api.spi.NativeCall;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A C function as {@link NativeCall} spells it.
 *
 * @param name its name
 * @param parameters its parameters, in order
 */
record NativeSignature(String name, List<Parameter> parameters) {
  private static final Pattern PROTOTYPE = Pattern.compile("\\s*(\\w+)\\s*\\((.*)\\)\\s*");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(const\\s+)?((?:(?:unsigned|signed|struct|enum|long|short)\\s+)*\\w+)"
              + "\\s*((?:\\*\\s*(?:const\\s*)?)*)\\s*\\b(\\w+)");

  /**
   * A parameter.
   *
   * @param isConst whether the function does not write what it points to
   * @param type its type without asterisks
   * @param pointers how many asterisks there are
   * @param name its name
   */
  record Parameter(boolean isConst, String type, int pointers, String name) {}

  static NativeSignature parse(String prototype) {
    Matcher function = PROTOTYPE.matcher(prototype);
    if (!function.matches()) {
      throw new IllegalArgumentException("no C prototype: " + prototype);
    }
    List<Parameter> parameters = new ArrayList<>();
    String list = function.group(2).strip();
    if (!list.isEmpty() && !list.equals("void")) {
      for (String text : list.split(",", -1)) {
        Matcher parameter = PARAMETER.matcher(text.strip());
        if (!parameter.matches()) {
          throw new IllegalArgumentException("no C parameter: " + text + " in " + prototype);
        }
        parameters.add(
            new Parameter(
                parameter.group(1) != null,
                parameter.group(2),
                (int) parameter.group(3).chars().filter(c -> c == '*').count(),
                parameter.group(4)));
      }
    }
    return new NativeSignature(function.group(1), List.copyOf(parameters));
  }
}
