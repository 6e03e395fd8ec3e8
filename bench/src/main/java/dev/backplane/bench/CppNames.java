package dev.backplane.bench;

import dev.backplane.rtl.netlist.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The members of a class that Verilator generated, by the name of the port in the source.
 *
 * @param members the C++ names
 */
record CppNames(Map<String, String> members) {
  private static final Pattern MEMBER = Pattern.compile("VL_(?:IN|OUT)(?:8|16|64|W)?\\(&?(\\w+),");
  private static final Pattern ENCODED = Pattern.compile("__0([0-9a-fA-F]{2})");

  /** Reads the header of the class. */
  static CppNames read(Path header) throws IOException {
    Map<String, String> members = new HashMap<>();
    Matcher member = MEMBER.matcher(Files.readString(header));
    while (member.find()) {
      String plain = member.group(1).replaceFirst("^__SYM__", "");
      members.put(ENCODED.matcher(plain).replaceAll(CppNames::character), member.group(1));
    }
    return new CppNames(members);
  }

  /** {@return names that are the same on both sides} */
  static CppNames identity(List<Port> ports) {
    return new CppNames(ports.stream().collect(Collectors.toMap(Port::name, Port::name)));
  }

  private static String character(MatchResult code) {
    return Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 16)));
  }

  /** {@return the member of a port as an expression} */
  String of(Port port) {
    return of(port.name());
  }

  /** {@return the member of a port of a name as an expression} */
  String of(String port) {
    String member = members.get(port);
    if (member == null) {
      throw new IllegalArgumentException("the model has no port " + port);
    }
    return "m." + member;
  }

  /** {@return a word of 64 bits of a port as an expression} */
  String word(Port port, int word) {
    String member = of(port);
    if (port.width() <= Long.SIZE) {
      return "(uint64_t)" + member;
    }
    int low = 2 * word;
    return 32 * (low + 1) >= port.width()
        ? "(uint64_t)%s[%d]".formatted(member, low)
        : "((uint64_t)%s[%d] | (uint64_t)%s[%d] << 32)".formatted(member, low, member, low + 1);
  }

  /** {@return a statement that sets a word of 64 bits of a port} */
  String set(Port port, int word, String value) {
    String member = of(port);
    if (port.width() <= Long.SIZE) {
      return "%s = %s;".formatted(member, value);
    }
    int low = 2 * word;
    String first = "%s[%d] = (uint32_t)%s;".formatted(member, low, value);
    return 32 * (low + 1) >= port.width()
        ? first
        : first + " %s[%d] = %s >> 32;".formatted(member, low + 1, value);
  }

  static int words(Port port) {
    return (port.width() + Long.SIZE - 1) / Long.SIZE;
  }
}
