package dev.backplane.api;

/**
 * Every way in which a call can fail, with fixed numbers for the outside worlds that shims serve.
 *
 * <p>The number and the name of a code never change once released; new codes are added. The three
 * foreign numbers are an {@code fpga_result} of OPAE, a {@code pi_result} of the DPC++ plugin
 * interface, and a Linux {@code errno}, which is also what XRT reports.
 */
public enum ErrorCode {
  /** An argument is null, negative, malformed or contradicts another one. */
  INVALID_ARGUMENT(1001, ErrorCategory.USAGE, false, 1, -30, 22),
  /** The object was closed, or belongs to something that was. */
  CLOSED(1002, ErrorCategory.USAGE, false, 1, -34, 77),
  /** The object cannot be closed or changed while a run uses it. */
  IN_USE(1003, ErrorCategory.USAGE, true, 2, -59, 16),
  /** No device matches. */
  NO_SUCH_DEVICE(1004, ErrorCategory.USAGE, false, 4, -1, 19),
  /** The device or plugin does not offer this ability. */
  NOT_SUPPORTED(1005, ErrorCategory.USAGE, false, 6, -59, 95),
  /** The image has no kernel of this name. */
  NO_SUCH_KERNEL(1006, ErrorCategory.USAGE, false, 4, -46, 2),
  /** The kernel has no argument of this name or index. */
  NO_SUCH_ARGUMENT(1007, ErrorCategory.USAGE, false, 1, -49, 22),
  /** A value of the wrong type was passed for an argument, or a value is missing. */
  WRONG_ARGUMENT_TYPE(1008, ErrorCategory.USAGE, false, 1, -50, 22),
  /** A value does not fit the size of an argument. */
  WRONG_ARGUMENT_SIZE(1009, ErrorCategory.USAGE, false, 1, -51, 22),
  /** A buffer lies in a bank that the argument is not connected to. */
  WRONG_BANK(1010, ErrorCategory.USAGE, false, 1, -38, 22),
  /** An offset or length lies outside a buffer or register range. */
  OUT_OF_RANGE(1011, ErrorCategory.USAGE, false, 1, -30, 34),
  /** The operation needs an image and none is loaded. */
  NO_IMAGE(1012, ErrorCategory.USAGE, false, 1, -45, 61),
  /** A file that was named cannot be read or written. */
  FILE_UNREADABLE(1013, ErrorCategory.USAGE, false, 9, -30, 2),
  /** The site does not permit it; the message names the permission. */
  NOT_PERMITTED(1014, ErrorCategory.USAGE, false, 9, -59, 1),
  /** The buffer was closed, or belongs to another device. */
  NO_SUCH_BUFFER(1015, ErrorCategory.USAGE, false, 1, -38, 2),
  /** Strict mode: one copy of a buffer is used while the other is newer. */
  SYNC_MISSING(1020, ErrorCategory.USAGE, false, 1, -30, 22),
  /** A kernel cannot be launched over this range or in groups of this size. */
  WRONG_WORK_SIZE(1021, ErrorCategory.USAGE, false, 1, -54, 22),
  /** The context was started before; each one is started once. */
  CONTEXT_STARTED(1022, ErrorCategory.USAGE, false, 1, -34, 5),

  /** A configuration was named and is not there. */
  CONFIGURATION_NOT_FOUND(2001, ErrorCategory.CONFIGURATION, false, 4, -30, 2),
  /** The configuration is not JSON. */
  CONFIGURATION_SYNTAX(2002, ErrorCategory.CONFIGURATION, false, 3, -30, 22),
  /** The configuration is JSON but does not follow the schema. */
  CONFIGURATION_INVALID(2003, ErrorCategory.CONFIGURATION, false, 3, -30, 22),
  /** A configured module cannot be found. */
  UNKNOWN_MODULE(2004, ErrorCategory.CONFIGURATION, false, 7, -30, 2),
  /** Two instances have one name. */
  DUPLICATE_NAME(2005, ErrorCategory.CONFIGURATION, false, 1, -30, 17),

  /** A plugin has no meta.toml. */
  META_MISSING(3001, ErrorCategory.PLUGIN, false, 7, -42, 2),
  /** A plugin's meta.toml is malformed or incomplete. */
  META_INVALID(3002, ErrorCategory.PLUGIN, false, 3, -42, 22),
  /** A plugin was made for another version of the API. */
  API_VERSION_MISMATCH(3003, ErrorCategory.PLUGIN, false, 6, -59, 95),
  /** A symbol that a plugin lists is missing or not loadable. */
  SYMBOL_NOT_FOUND(3004, ErrorCategory.PLUGIN, false, 7, -42, 2),
  /** A plugin requires one that is missing, of another version, or requires it in turn. */
  DEPENDENCY_UNSATISFIED(3005, ErrorCategory.PLUGIN, false, 7, -42, 2),
  /** A plugin's configure refused its configuration or threw. */
  CONFIGURE_FAILED(3006, ErrorCategory.PLUGIN, false, 3, -59, 22),
  /** A plugin's initialize failed or threw. */
  INITIALIZE_FAILED(3007, ErrorCategory.PLUGIN, true, 3, -59, 5),
  /** A plugin's enumerate threw or gave nonsense. */
  ENUMERATE_FAILED(3008, ErrorCategory.PLUGIN, true, 3, -59, 5),
  /** A plugin's open threw or gave nonsense. */
  OPEN_FAILED(3009, ErrorCategory.PLUGIN, true, 3, -2, 5),
  /** A plugin did not return before its deadline. */
  PLUGIN_HUNG(3010, ErrorCategory.PLUGIN, true, 3, -59, 110),
  /** A plugin instance is set aside after failures. */
  QUARANTINED(3011, ErrorCategory.PLUGIN, true, 7, -2, 19),
  /** A plugin's finalize failed or threw. */
  FINALIZE_FAILED(3012, ErrorCategory.PLUGIN, false, 3, -59, 5),
  /** A plugin threw something that is not a coded error. */
  PLUGIN_FAILED(3013, ErrorCategory.PLUGIN, false, 3, -59, 5),

  /** Another holder has the device. */
  BUSY(4001, ErrorCategory.RESOURCE, true, 2, -2, 16),
  /** A memory bank has no room of that size. */
  OUT_OF_DEVICE_MEMORY(4002, ErrorCategory.RESOURCE, true, 5, -4, 12),
  /** The host has no memory for this. */
  OUT_OF_HOST_MEMORY(4003, ErrorCategory.RESOURCE, true, 5, -6, 12),
  /** The function of the device that has to answer is not there. */
  PEER_OFFLINE(4004, ErrorCategory.RESOURCE, true, 8, -2, 107),
  /** No driver of the operating system serves the device. */
  NO_DRIVER(4005, ErrorCategory.RESOURCE, false, 7, -2, 19),
  /** All contexts of the device, or all interrupts for them, are taken. */
  OUT_OF_CONTEXTS(4006, ErrorCategory.RESOURCE, true, 5, -5, 28),
  /** Opening or closing this one device has not returned; its plugin and other devices work on. */
  DEVICE_HUNG(4007, ErrorCategory.RESOURCE, true, 2, -2, 110),

  /** The image is not of a known format, or contradicts itself. */
  IMAGE_INVALID(5001, ErrorCategory.DEVICE, false, 10, -42, 22),
  /** The image ends too early, or sizes in it point outside the file. */
  IMAGE_TRUNCATED(5002, ErrorCategory.DEVICE, false, 10, -42, 22),
  /** The image is for another platform. */
  IMAGE_PLATFORM_MISMATCH(5003, ErrorCategory.DEVICE, false, 10, -42, 22),
  /** The image has nothing that the device's engine can run. */
  IMAGE_NOT_RUNNABLE(5004, ErrorCategory.DEVICE, false, 10, -42, 8),
  /** The device stopped after a fault and needs a reset. */
  DEVICE_FAULTED(5005, ErrorCategory.DEVICE, false, 3, -2, 5),
  /** The kernel broke the bus protocol. */
  PROTOCOL_VIOLATION(5006, ErrorCategory.DEVICE, false, 3, -5, 71),
  /** The kernel accessed an address outside its memory. */
  ADDRESS_FAULT(5007, ErrorCategory.DEVICE, false, 3, -5, 14),
  /** The kernel made no progress for longer than the watchdog allows. */
  NO_PROGRESS(5008, ErrorCategory.DEVICE, false, 3, -5, 62),
  /** The run did not complete within the time given. */
  TIMEOUT(5009, ErrorCategory.DEVICE, true, 3, -14, 110),
  /** The run was cancelled. */
  CANCELLED(5010, ErrorCategory.DEVICE, false, 3, -14, 125),
  /** The kernel failed in another way. */
  KERNEL_FAILED(5011, ErrorCategory.DEVICE, false, 3, -14, 5),
  /** The device's flash could not be written, or does not hold what was written. */
  FLASH_FAILED(5012, ErrorCategory.DEVICE, true, 3, -2, 5),
  /** The image is not signed by anybody whom the device's policy accepts. */
  IMAGE_UNTRUSTED(5013, ErrorCategory.DEVICE, false, 10, -42, 129),
  /** A kernel could be neither ended nor reset, so nothing is scheduled until a reset. */
  SCHEDULER_STUCK(5014, ErrorCategory.DEVICE, false, 3, -2, 35),
  /** The device's compiler or linker refused the program; the message has its log. */
  BUILD_FAILED(5015, ErrorCategory.DEVICE, false, 10, -11, 8),
  /** The device could not load an image that it takes, and may be without one now. */
  RECONFIGURATION_FAILED(5016, ErrorCategory.DEVICE, true, 10, -2, 5),

  /** The connection to the device's process or host broke. */
  LINK_LOST(6001, ErrorCategory.LINK, true, 8, -2, 104),
  /** A message from another process does not follow the protocol. */
  MESSAGE_INVALID(6002, ErrorCategory.LINK, false, 8, -2, 71),

  /** Backplane itself is at fault. */
  INTERNAL(9001, ErrorCategory.INTERNAL, false, 3, -999, 5);

  private final int number;
  private final ErrorCategory category;
  private final boolean retryable;
  private final int fpgaResult;
  private final int piResult;
  private final int errno;

  ErrorCode(
      int number,
      ErrorCategory category,
      boolean retryable,
      int fpgaResult,
      int piResult,
      int errno) {
    this.number = number;
    this.category = category;
    this.retryable = retryable;
    this.fpgaResult = fpgaResult;
    this.piResult = piResult;
    this.errno = errno;
  }

  /** {@return the code as it is printed, for example {@code BP4002}} */
  public String id() {
    return "BP" + number;
  }

  /** {@return the number that stands for this code in protocols and exit reports} */
  public int number() {
    return number;
  }

  /** {@return who can do something about it} */
  public ErrorCategory category() {
    return category;
  }

  /** {@return whether the same call may succeed later without any change by the caller} */
  public boolean retryable() {
    return retryable;
  }

  /** {@return the {@code fpga_result} that an OPAE shim answers} */
  public int fpgaResult() {
    return fpgaResult;
  }

  /** {@return the {@code pi_result} that a DPC++ plugin interface shim answers} */
  public int piResult() {
    return piResult;
  }

  /** {@return the Linux error number, positive, that an XRT or libcxl shim answers} */
  public int errno() {
    return errno;
  }
}
