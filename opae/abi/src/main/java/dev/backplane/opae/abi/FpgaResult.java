package dev.backplane.opae.abi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeErrors;
import dev.backplane.driverkit.NativeErrors.Meaning;

/** The result codes of OPAE's functions: numbers of type {@code fpga_result}. */
public final class FpgaResult {
  /** Success. */
  public static final int OK = 0;

  /** A parameter is null, out of range, or an object of another kind. */
  public static final int INVALID_PARAM = 1;

  /** Another holder has the resource. */
  public static final int BUSY = 2;

  /** Something else went wrong. */
  public static final int EXCEPTION = 3;

  /** There is no such thing. */
  public static final int NOT_FOUND = 4;

  /** No memory is left. */
  public static final int NO_MEMORY = 5;

  /** The resource or its plugin lacks the function. */
  public static final int NOT_SUPPORTED = 6;

  /** No driver serves the resource. */
  public static final int NO_DRIVER = 7;

  /** The daemon that events need does not run. */
  public static final int NO_DAEMON = 8;

  /** The process may not. */
  public static final int NO_ACCESS = 9;

  /** An accelerator could not be loaded. */
  public static final int RECONF_ERROR = 10;

  private static final String[] NAMES = {
    "FPGA_OK",
    "FPGA_INVALID_PARAM",
    "FPGA_BUSY",
    "FPGA_EXCEPTION",
    "FPGA_NOT_FOUND",
    "FPGA_NO_MEMORY",
    "FPGA_NOT_SUPPORTED",
    "FPGA_NO_DRIVER",
    "FPGA_NO_DAEMON",
    "FPGA_NO_ACCESS",
    "FPGA_RECONF_ERROR"
  };

  /** Each code has the number that it stands for here as its {@code fpga_result}. */
  private static final NativeErrors ERRORS =
      NativeErrors.named(FpgaResult::name)
          .when(
              ErrorCode.INVALID_ARGUMENT,
              "the plugin refuses a parameter",
              "Compare the parameters with what the resource has",
              INVALID_PARAM)
          .when(ErrorCode.BUSY, "somebody holds it", "Close it there, or open it shared", BUSY)
          .when(
              ErrorCode.NO_SUCH_DEVICE,
              "the plugin has no such thing",
              "List what there is and use one of that",
              NOT_FOUND)
          .when(
              ErrorCode.OUT_OF_HOST_MEMORY,
              "no memory is left for it",
              "Ask for less, or reserve huge pages: larger buffers need them",
              NO_MEMORY)
          .when(
              ErrorCode.NOT_SUPPORTED,
              "the plugin does not have this",
              "Use a resource of another plugin",
              NOT_SUPPORTED)
          .when(
              ErrorCode.NO_DRIVER,
              "no driver of the system serves it",
              "Load the kernel's driver for it",
              NO_DRIVER)
          .when(
              ErrorCode.PEER_OFFLINE,
              "the daemon that tells of events does not run",
              "Start fpgad",
              NO_DAEMON)
          .when(
              ErrorCode.NOT_PERMITTED,
              "this process may not",
              "Ask the administrator for access to the device's files",
              NO_ACCESS)
          .when(
              ErrorCode.RECONFIGURATION_FAILED,
              "the accelerator could not be loaded",
              "Check that the image was made for this platform",
              RECONF_ERROR)
          .otherwise(
              number ->
                  new Meaning(
                      ErrorCode.PLUGIN_FAILED,
                      "the plugin failed",
                      "The plugin's own messages may say why"));

  private FpgaResult() {}

  /** {@return the name of a result as C has it; the number where it has none} */
  public static String name(int result) {
    return result >= 0 && result < NAMES.length ? NAMES[result] : "fpga_result " + result;
  }

  /**
   * Makes the error of a call that did not succeed.
   *
   * @param result what it answered
   * @param details what else is known; empty ones are left out
   * @return the error, to be thrown or added to
   */
  public static BackplaneException.Builder error(int result, String... details) {
    return ERRORS.error(result, details);
  }

  /**
   * Does nothing if a call succeeded.
   *
   * @param result what it answered
   * @param operation what was called
   * @param on the object that it was called on
   * @throws BackplaneException if it did not
   */
  public static void check(int result, String operation, Object on) {
    if (result != OK) {
      throw error(result).during(operation).on(on.toString()).build();
    }
  }
}
