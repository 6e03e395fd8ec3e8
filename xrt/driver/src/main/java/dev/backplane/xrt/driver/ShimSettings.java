package dev.backplane.xrt.driver;

import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of xrt.ini that a mode needs, by section and key. The XRT door has the same for the
 * programs that it prepares; a driver and a door have no module in common but the API, which is no
 * place for them.
 */
final class ShimSettings {
  /**
   * The packaged shim goes on using the buffer of its messages after it had to grow. The first
   * message carries the settings of Debug, so it is made the largest of all.
   */
  private static final Map<String, String> HW_EMU =
      Map.of(
          "Emulation.packet_size", "65536",
          // The one that is not usual stalls less with many runs in flight.
          "Emulation.new_mbscheduler", "false",
          "Emulation.print_infos_in_console", "false",
          // A thread that does nothing here makes the process wait 10 s when it ends.
          "Emulation.system_dpa", "false",
          // Copies would first try an engine that is not there, and that scheduler crashes on it.
          "Runtime.cdma", "false",
          "Debug.backplane_longest_message", "x".repeat(70_000));

  private ShimSettings() {}

  /** {@return what the mode needs, and over it what the configuration says} */
  static Map<String, String> of(Emulation emulation, Map<String, String> configured) {
    Map<String, String> settings = new TreeMap<>();
    if (emulation == Emulation.HW_EMU) {
      settings.putAll(HW_EMU);
    }
    settings.putAll(configured);
    return settings;
  }

  /** {@return the content of the file} */
  static String text(Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    String section = "";
    for (Map.Entry<String, String> each : new TreeMap<>(settings).entrySet()) {
      int dot = each.getKey().indexOf('.');
      if (!each.getKey().substring(0, dot).equals(section)) {
        section = each.getKey().substring(0, dot);
        text.append('[').append(section).append("]\n");
      }
      text.append(each.getKey().substring(dot + 1)).append('=').append(each.getValue());
      text.append('\n');
    }
    return text.toString();
  }
}
