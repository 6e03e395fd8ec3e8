package dev.backplane.rtl.images;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The script by which an image starts its device process: XRT's emulation shim unpacks the
 * BITSTREAM section and executes a script in it.
 */
final class LauncherScript {
  /** The folder in which the shim looks for a simulator, and the names that it tries. */
  private static final String FOLDER = "behav_waveform/xsim/";

  private static final String SCRIPT = "launch_hw_emu.sh";
  private static final String OTHER_NAME = "simulate.sh";

  private LauncherScript() {}

  /** Adds the script under both names. */
  static void addTo(Map<String, byte[]> archive) {
    byte[] script = script();
    archive.put(FOLDER + SCRIPT, script);
    archive.put(FOLDER + OTHER_NAME, script);
  }

  private static byte[] script() {
    try (InputStream stream = LauncherScript.class.getResourceAsStream(SCRIPT)) {
      if (stream == null) {
        throw new IllegalStateException("the module lacks " + SCRIPT);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("reading a resource of the module", e);
    }
  }
}
