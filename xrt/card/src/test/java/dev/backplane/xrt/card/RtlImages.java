package dev.backplane.xrt.card;

import dev.backplane.api.Image;
import java.nio.file.Path;

/** Images with RTL, which are committed beside their sources. */
public final class RtlImages {
  /** The folder of this module is the working folder of its tests. */
  public static final Path SOURCES = Path.of("src", "test", "rtl");

  private static final Path EXAMPLES = Path.of("..", "..", "examples");

  private RtlImages() {}

  /**
   * Two compute units of {@code repeated.sv}, built from it, {@code kernel.xml} and the examples'
   * {@code ap_ctrl_hs.sv}.
   */
  public static Image repeated() {
    return Image.of(SOURCES.resolve("repeated.xclbin"));
  }

  /**
   * {@code ponder.v}, which uses no bus: it lies among the test resources of the module rtl, as
   * does {@code kernel_control.v}.
   */
  public static Image ponder() {
    return Image.of(SOURCES.resolve("ponder.xclbin"));
  }

  /** {@code alarm.v}, a timer that its user manages. */
  public static Image alarm() {
    return Image.of(SOURCES.resolve("alarm.xclbin"));
  }

  public static Image example(String name) {
    return Image.of(EXAMPLES.resolve(name).resolve(name + ".xclbin"));
  }
}
