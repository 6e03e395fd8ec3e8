package dev.backplane.rtl.frontends.vhdl;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of generics of unbound components. GHDL's gate list only shows that there are
 * generics; its VHDL output has their values, as bits.
 */
final class InstanceGenerics {
  private static final Pattern ARCHITECTURE = Pattern.compile("architecture \\S+ of (\\S+) is");
  private static final Pattern INSTANCE =
      Pattern.compile(
          "^\\s*(\\S+)\\s*:\\s*entity work\\.\\S+ generic map \\((.*?)\\)\\s*port map",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern GENERIC = Pattern.compile("(\\w+)\\s*=>\\s*\"([01]+)\"");

  private InstanceGenerics() {}

  /**
   * The values as Verilog literals, by entity and instance in lower case ({@code top/u1}), then by
   * generic.
   */
  static Map<String, Map<String, String>> read(String vhdl) {
    Map<String, Map<String, String>> all = new HashMap<>();
    Matcher architectures = ARCHITECTURE.matcher(vhdl);
    int from = 0;
    String entity = "";
    while (architectures.find()) {
      instances(entity, vhdl.substring(from, architectures.start()), all);
      from = architectures.end();
      entity = architectures.group(1);
    }
    instances(entity, vhdl.substring(from), all);
    return all;
  }

  private static void instances(String entity, String text, Map<String, Map<String, String>> all) {
    Matcher instances = INSTANCE.matcher(text);
    while (instances.find()) {
      Map<String, String> values = new LinkedHashMap<>();
      Matcher generics = GENERIC.matcher(instances.group(2));
      while (generics.find()) {
        String bits = generics.group(2);
        // 32 bits are an integer of VHDL, which is signed.
        String base = bits.length() == Integer.SIZE ? "'sb" : "'b";
        values.put(generics.group(1), bits.length() + base + bits);
      }
      all.put((entity + "/" + instances.group(1)).toLowerCase(java.util.Locale.ROOT), values);
    }
  }
}
