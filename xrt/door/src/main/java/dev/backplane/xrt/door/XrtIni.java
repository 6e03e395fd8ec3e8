package dev.backplane.xrt.door;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that XRT reads, {@code xrt.ini}: sections of keys. Immutable; {@link #with} gives
 * another one.
 */
public final class XrtIni {
  private static final String EMULATION = "Emulation";
  private static final String DEBUG = "Debug";

  /**
   * The packaged shim frees the buffer of its messages when one outgrows it, and goes on using it.
   * It does not happen if the first message, which carries these settings, is the largest.
   */
  private static final int PACKET_BYTES = 1 << 16;

  private static final int MORE_THAN_A_PACKET = 1 << 13;

  /** XRT takes no longer packets than this in earnest, and the file has to stay readable. */
  private static final int MOST = 1 << 25;

  private final Map<String, Map<String, String>> sections;

  private XrtIni(Map<String, Map<String, String>> sections) {
    this.sections = sections;
  }

  /** {@return settings that leave everything as XRT has it} */
  public static XrtIni empty() {
    return new XrtIni(Map.of());
  }

  /**
   * Reads settings.
   *
   * @param lines the lines of a file; what is no section, key or comment is left out
   * @return the settings
   */
  public static XrtIni parse(List<String> lines) {
    XrtIni ini = empty();
    String section = "";
    for (String line : lines) {
      String text = line.strip();
      int equals = text.indexOf('=');
      if (text.startsWith("[") && text.endsWith("]")) {
        section = text.substring(1, text.length() - 1).strip();
      } else if (equals > 0 && !text.startsWith("#") && !text.startsWith(";")) {
        ini =
            ini.with(
                section, text.substring(0, equals).strip(), text.substring(equals + 1).strip());
      }
    }
    return ini;
  }

  /** {@return the same with one more key, or another value for it} */
  public XrtIni with(String section, String key, String value) {
    Map<String, Map<String, String>> changed = new LinkedHashMap<>(sections);
    Map<String, String> keys = new LinkedHashMap<>(changed.getOrDefault(section, Map.of()));
    keys.put(key, value);
    changed.put(section, keys);
    return new XrtIni(changed);
  }

  /** {@return the value of a key} */
  public Optional<String> value(String section, String key) {
    return Optional.ofNullable(sections.getOrDefault(section, Map.of()).get(key));
  }

  private XrtIni withDefault(String section, String key, String value) {
    return value(section, key).isPresent() ? this : with(section, key, value);
  }

  /**
   * Adds what Debian's packages need to work at all, and what makes their shim stall less often.
   * What a person has set stays.
   *
   * @param attach whether the device process is there already and is not to be started
   * @param newScheduler whether the shim's newer scheduler can be relied on, which alone uses all
   *     compute units; as packaged it forgets runs
   * @return the settings for a host
   */
  public XrtIni forHost(boolean attach, boolean newScheduler) {
    XrtIni ini =
        withDefault(EMULATION, "packet_size", Integer.toString(PACKET_BYTES))
            .withDefault(EMULATION, "new_mbscheduler", Boolean.toString(newScheduler))
            .withDefault(EMULATION, "print_infos_in_console", "false")
            .withDefault(EMULATION, "system_dpa", "false")
            .withDefault("Runtime", "cdma", "false");
    ini = ini.with(DEBUG, "backplane_longest_message", "x".repeat(ini.longest()));
    return attach ? ini.with(EMULATION, "dont_run", "true") : ini;
  }

  private int longest() {
    long packet =
        value(EMULATION, "packet_size")
            .filter(text -> text.matches("[0-9]{1,9}"))
            .map(Long::parseLong)
            .orElse((long) PACKET_BYTES);
    return (int) Math.min(MOST, packet + MORE_THAN_A_PACKET);
  }

  /** {@return the content of the file} */
  public String text() {
    List<String> lines = new ArrayList<>();
    sections.forEach(
        (section, keys) -> {
          if (!section.isEmpty()) {
            lines.add("[" + section + "]");
          }
          keys.forEach((key, value) -> lines.add(key + "=" + value));
        });
    return String.join("\n", lines) + "\n";
  }
}
