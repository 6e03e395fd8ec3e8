package dev.backplane.rtl.frontends.verilator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds to a tree of Verilator's XML what it does not say, from the texts of the sources: the
 * package of a name, the target of a jump, the kind of a case, the labels of its items, which
 * structs are packed.
 */
final class XmlResolution {
  private static final Set<String> STATEMENTS =
      Set.of(
          "assign",
          "assigndly",
          "if",
          "case",
          "while",
          "begin",
          "jumpblock",
          "jumpgo",
          "jumplabel",
          "stmtexpr",
          "readmem",
          "display",
          "finish",
          "stop",
          "delay",
          "wait",
          "fork",
          "eventcontrol",
          "fireevent",
          "assignforce",
          "release",
          "comment",
          "taskref",
          "fflush",
          "fopen",
          "fclose",
          "dumpctl",
          "cover",
          "assert",
          "coverinc",
          "typedef",
          "var");

  private static final Pattern PACKAGE = Pattern.compile("([A-Za-z_$][\\w$]*)\\s*::$");
  private static final Pattern OBJECT = Pattern.compile("([A-Za-z_][\\w$.\\[\\]]*)\\.$");
  private static final Pattern DISABLED = Pattern.compile("disable\\s+([A-Za-z_][\\w$]*)");

  /** A possible target of jumps: a loop, or a block that has its label behind it. */
  private record Target(Element element, String block) {
    boolean isLoop() {
      return element.is("while");
    }

    boolean isDoLoop() {
      return element.location().length() == "do".length();
    }
  }

  private final SourceTexts texts;
  private final Deque<Target> targets = new ArrayDeque<>();
  private final Set<String> unpacked = new HashSet<>();
  private int blocks;

  XmlResolution(SourceTexts texts) {
    this.texts = texts;
  }

  void resolve(Element netlist) {
    Map<String, Element> types = new HashMap<>();
    for (Element table : netlist.children("typetable")) {
      table.children().forEach(type -> types.put(type.get("id"), type));
    }
    resolve(netlist, "", types);
    types.forEach(
        (id, type) -> {
          if (type.is("structdtype") || type.is("uniondtype")) {
            type.attributes().put("packed", String.valueOf(!unpacked.contains(id)));
          }
        });
  }

  private void resolve(Element element, String block, Map<String, Element> types) {
    switch (element.tag()) {
      case "varref" -> element.attributes().put("package", packageBefore(element));
      case "funcref", "taskref" -> resolveCall(element);
      case "case" -> element.attributes().put("kwd", keyword(element));
      case "jumpgo" -> element.attributes().put("target", target(element));
      case "jumpblock" -> element.attributes().put("id", "jumpblock" + blocks++);
      case "structsel" -> {
        // Members of packed structs are selected as bits.
        if (!element.children().isEmpty()) {
          unpacked.add(behindAliases(element.child(0).get("dtype_id"), types));
        }
      }
      default -> {}
    }
    boolean target = element.is("while") || element.is("jumpblock");
    if (target) {
      targets.push(new Target(element, block));
    }
    String inside = element.is("begin") ? element.get("name") : "";
    element.children().forEach(child -> resolve(child, inside, types));
    if (target) {
      targets.pop();
    }
    if (element.is("caseitem")) {
      separateLabels(element);
    }
  }

  private static String behindAliases(String id, Map<String, Element> types) {
    Element element = types.get(id);
    return element != null
            && Set.of("refdtype", "paramtypedtype", "constdtype").contains(element.tag())
            && !element.get("sub_dtype_id").isEmpty()
        ? behindAliases(element.get("sub_dtype_id"), types)
        : id;
  }

  private String packageBefore(Element element) {
    String before = texts.textBefore(element.location()).stripTrailing();
    if (!before.endsWith("::")) {
      return "";
    }
    Matcher name = PACKAGE.matcher(before);
    return name.find() ? name.group(1) : "";
  }

  private void resolveCall(Element call) {
    String inPackage = packageBefore(call);
    call.attributes().put("package", inPackage);
    Matcher object = OBJECT.matcher(texts.textBefore(call.location()).stripTrailing());
    if (inPackage.isEmpty() && object.find()) {
      call.attributes().put("dotted", object.group(1));
    }
  }

  private String keyword(Element element) {
    String text = texts.textFrom(element.location());
    return text.startsWith("casex")
        ? "casex"
        : text.startsWith("casez") || element.location().length() == "casez".length()
            ? "casez"
            : "case";
  }

  /** The block whose end a jump leads to, by its keyword; empty if it cannot be told. */
  private String target(Element jump) {
    SourceLocation location = jump.location();
    Optional<Target> found =
        switch (location.length()) {
          case 5 -> targetOfBreak();
          case 8 -> targetOfContinue();
          case 6 -> targets.reversed().stream().filter(each -> !each.isLoop()).findFirst();
          case 7 -> {
            Matcher disabled = DISABLED.matcher(texts.textFrom(location));
            yield disabled.lookingAt() ? targetOfDisable(disabled.group(1)) : Optional.empty();
          }
          default -> Optional.empty();
        };
    return found.map(target -> target.element().get("id")).orElse("");
  }

  private Optional<Target> targetOfBreak() {
    boolean insideLoop = true;
    for (Target target : targets) {
      if (!target.isLoop() && (target.isDoLoop() || !insideLoop)) {
        return Optional.of(target);
      }
      insideLoop &= !target.isLoop() || target.isDoLoop();
    }
    return Optional.empty();
  }

  private Optional<Target> targetOfContinue() {
    Optional<Target> found = Optional.empty();
    for (Target target : targets) {
      if (target.isLoop()) {
        return target.isDoLoop() ? Optional.empty() : found;
      }
      found = Optional.of(target);
    }
    return found;
  }

  private Optional<Target> targetOfDisable(String block) {
    return targets.stream()
        .filter(target -> !target.isLoop() && target.block().equals(block))
        .findFirst();
  }

  /** Puts the statements of an item into a block behind its labels. */
  private static void separateLabels(Element item) {
    List<Element> labels = new ArrayList<>();
    Element body = Element.of("begin", new HashMap<>());
    for (Element child : item.children()) {
      (STATEMENTS.contains(child.tag()) ? body.children() : labels).add(child);
    }
    item.children().clear();
    item.children().addAll(labels);
    item.children().add(body);
  }
}
