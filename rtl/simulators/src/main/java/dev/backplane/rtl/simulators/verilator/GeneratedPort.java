package dev.backplane.rtl.simulators.verilator;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port in the header that Verilator generated.
 *
 * @param member the name of the C++ member
 * @param port the port, with its name in the source
 */
record GeneratedPort(String member, Port port) {
  private static final Pattern LINE =
      Pattern.compile("^\\s*VL_(IN|OUT|INOUT)(?:8|16|64|W)?\\((.*)\\);\\s*$", Pattern.MULTILINE);
  private static final Pattern PLAIN = Pattern.compile("&?(\\w+),(-?\\d+),(-?\\d+)(?:,\\d+)?");

  /**
   * Verilator's encoding of a character that is not allowed in C++ names: its code in two digits.
   */
  private static final Pattern ENCODED = Pattern.compile("__0([0-9a-fA-F]{2})");

  /**
   * Reads the ports from a header.
   *
   * @param header the text of the model's header
   * @throws RtlException {@link RtlError#SOURCE_UNSUPPORTED} for inouts and unpacked arrays
   */
  static List<GeneratedPort> read(String header) {
    List<GeneratedPort> ports = new ArrayList<>();
    Matcher line = LINE.matcher(header);
    while (line.find()) {
      Matcher plain = PLAIN.matcher(line.group(2));
      if (line.group(1).equals("INOUT")) {
        throw unsupported(line.group(2), "is an inout. Use an input, an output and an enable");
      }
      if (!plain.matches()) {
        throw unsupported(line.group(2), "is an unpacked array. Make it a packed one");
      }
      int width = Math.abs(Integer.parseInt(plain.group(2)) - Integer.parseInt(plain.group(3))) + 1;
      boolean in = line.group(1).equals("IN");
      ports.add(
          new GeneratedPort(
              plain.group(1),
              new Port(
                  decoded(plain.group(1)),
                  in ? Port.Direction.INPUT : Port.Direction.OUTPUT,
                  width)));
    }
    return ports;
  }

  private static RtlException unsupported(String what, String problem) {
    return new RtlException(
        RtlError.SOURCE_UNSUPPORTED, "Port " + decoded(what) + " of the top module " + problem);
  }

  private static String decoded(String member) {
    String name = member.startsWith("__SYM__") ? member.substring("__SYM__".length()) : member;
    return ENCODED
        .matcher(name)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(match.group(1), 16))));
  }
}
