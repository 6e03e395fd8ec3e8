package dev.backplane.pi.table.device;

import dev.backplane.pi.table.PiResult;
import dev.backplane.pi.table.device.Parameter.Passing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Asks for the arguments of a kernel: the plugin for what it knows, and the compiler for what
 * aliases in its source stand for.
 */
final class Signature {
  private static final int ARG_ADDRESS_QUALIFIER = 0x1196;
  private static final int ARG_ACCESS_QUALIFIER = 0x1197;
  private static final int ARG_TYPE_NAME = 0x1198;
  private static final int ARG_TYPE_QUALIFIER = 0x1199;
  private static final int ARG_NAME = 0x119A;
  private static final int ADDRESS_GLOBAL = 0x119B;
  private static final int ADDRESS_LOCAL = 0x119C;
  private static final int ADDRESS_CONSTANT = 0x119D;
  private static final int ACCESS_NONE = 0x11A3;
  private static final int QUALIFIER_PIPE = 8;

  private final PiContext context;
  private final long kernel;

  private Signature(PiContext context, long kernel) {
    this.context = context;
    this.kernel = kernel;
  }

  /**
   * The arguments of a kernel.
   *
   * @param count how many there are
   * @param notes what else is known of its program
   */
  static List<Parameter> of(
      PiContext context, long kernel, String name, int count, KernelNotes notes) {
    List<Parameter> noted = notes.signatures().getOrDefault(name, List.of());
    if (noted.size() != count) {
      return new Signature(context, kernel).ask(name, count, notes.source());
    }
    if (noted.stream().noneMatch(each -> each.passing() == Passing.UNKNOWN)) {
      return noted;
    }
    List<Parameter> asked = new Signature(context, kernel).ask(name, count, notes.source());
    List<Parameter> joined = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean told = asked.get(i).passing() != Passing.UNKNOWN;
      joined.add(noted.get(i).passing() == Passing.UNKNOWN && told ? asked.get(i) : noted.get(i));
    }
    return List.copyOf(joined);
  }

  private List<Parameter> ask(String kernelName, int count, SourceFacts source) {
    List<Parameter> asked = new ArrayList<>();
    Set<String> aliases = new LinkedHashSet<>();
    for (int index = 0; index < count; index++) {
      Parameter parameter = argument(index);
      asked.add(parameter);
      if (parameter.passing() == Passing.UNKNOWN && !parameter.type().equals("?")) {
        aliases.add(parameter.type());
      }
    }
    if (aliases.isEmpty()) {
      return List.copyOf(asked);
    }
    Map<String, CType> known = source.types(kernelName, aliases);
    return asked.stream()
        .map(
            each ->
                each.passing() == Passing.UNKNOWN && known.containsKey(each.type())
                    ? Parameter.of(each.name(), known.get(each.type()))
                    : each)
        .toList();
  }

  private Parameter argument(int index) {
    String name = text(index, ARG_NAME, "arg" + index);
    String type = text(index, ARG_TYPE_NAME, "?");
    OptionalLong space = number(index, ARG_ADDRESS_QUALIFIER);
    if (space.isEmpty()) {
      boolean never =
          context.pi.kernelGetArgInfo(kernel, index, ARG_ADDRESS_QUALIFIER, 0, 0, 0)
              == PiResult.UNSUPPORTED_FEATURE;
      Passing passing = never ? Passing.OTHER : Passing.UNKNOWN;
      return new Parameter(name, type, passing, passing.bytes());
    }
    if ((number(index, ARG_TYPE_QUALIFIER).orElse(0) & QUALIFIER_PIPE) != 0) {
      return new Parameter(name, "pipe " + type, Passing.UNSUPPORTED, 0);
    }
    CType plain = CType.ofName(type).orElse(CType.unknown(type));
    if (plain.passing() == Passing.IMAGE) {
      return Parameter.of(name, plain);
    }
    long access = number(index, ARG_ACCESS_QUALIFIER).orElse(ACCESS_NONE);
    if (access != ACCESS_NONE) {
      // An alias of an image: compilers know images by their name alone.
      return Parameter.of(name, CType.unsupported(type));
    }
    return switch ((int) space.getAsLong()) {
      case ADDRESS_GLOBAL, ADDRESS_CONSTANT ->
          new Parameter(name, type, Passing.BUFFER, Passing.BUFFER.bytes());
      case ADDRESS_LOCAL -> new Parameter(name, type, Passing.LOCAL, Passing.LOCAL.bytes());
      default -> Parameter.of(name, plain);
    };
  }

  private OptionalLong number(int index, int what) {
    return Query.numberIfKnown(
        (size, value, sizeRet) ->
            context.pi.kernelGetArgInfo(kernel, index, what, size, value, sizeRet));
  }

  private String text(int index, int what, String otherwise) {
    Query.Question question =
        (size, value, sizeRet) ->
            context.pi.kernelGetArgInfo(kernel, index, what, size, value, sizeRet);
    if (!Query.isAnswered(question)) {
      return otherwise;
    }
    String text = Query.text(context.results, "arguments", question);
    return text.isEmpty() ? otherwise : text;
  }
}
