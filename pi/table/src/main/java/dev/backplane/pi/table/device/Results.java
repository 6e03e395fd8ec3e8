package dev.backplane.pi.table.device;

import static java.lang.System.Logger.Level.WARNING;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.NativeErrors;
import dev.backplane.driverkit.NativeErrors.Meaning;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiResult;
import dev.backplane.pi.table.PluginSpecific;
import org.jspecify.annotations.Nullable;

/** Interprets the results of a table's functions, and throws or logs accordingly. */
final class Results {

  private final Pi pi;

  Results(Pi pi) {
    this.pi = pi;
  }

  /** Fails unless a call succeeded, with or without a warning. */
  void check(int result, String operation) {
    if (result != PiResult.SUCCESS) {
      refuse(result, operation, "");
    }
  }

  /** Checks the result of a call, with a description of what it was about. */
  void check(int result, String operation, String about) {
    if (result != PiResult.SUCCESS) {
      refuse(result, operation, about);
    }
  }

  /** Tells whether a call succeeded, with or without a warning. */
  boolean isSuccess(int result, String operation) {
    return result == PiResult.SUCCESS
        || (result == PiResult.PLUGIN_SPECIFIC_ERROR && failure(result, operation, "") == null);
  }

  private void refuse(int result, String operation, String about) {
    BackplaneException failure = failure(result, operation, about);
    if (failure != null) {
      throw failure;
    }
  }

  /** {@return the error that a result means; null if it was only a warning, which is logged} */
  @Nullable BackplaneException failure(int result, String operation, String about) {
    PluginSpecific.Answer answer = PluginSpecific.resolve(pi, result);
    if (answer.result() == PiResult.SUCCESS) {
      System.getLogger(Results.class.getName())
          .log(WARNING, "{0}: the plugin warns: {1}", operation, answer.message());
      return null;
    }
    return error(answer.result(), operation, about, answer.message());
  }

  /** The error for a result that is none of the plugin's own. */
  static BackplaneException error(int result, String operation, String about, String message) {
    return Table.MEANINGS
        .error(result, about, message.isEmpty() ? "" : "the plugin says: " + message)
        .during(operation)
        .build();
  }

  static ErrorCode code(int result) {
    return Table.MEANINGS.of(result).code();
  }

  /** Made for the first error: most processes see none. */
  private static final class Table {
    static final String FREE = "Close buffers that are not needed any more, or use smaller ones";
    static final String COMPARE = "Compare the values with arguments()";
    static final Meaning VALUE =
        new Meaning(
            ErrorCode.INVALID_ARGUMENT,
            "the device refuses a value",
            "Compare the value with what the device offers");
    static final Meaning FAILED =
        new Meaning(
            ErrorCode.DEVICE_FAULTED, "the device failed", "Close the device and open it again");

    static final NativeErrors MEANINGS =
        NativeErrors.named(PiResult::name)
            .when(
                ErrorCode.NO_SUCH_DEVICE,
                "the plugin knows no such device",
                "Enumerate again",
                PiResult.DEVICE_NOT_FOUND,
                PiResult.INVALID_DEVICE,
                PiResult.INVALID_DEVICE_TYPE,
                PiResult.INVALID_PLATFORM,
                PiResult.PLATFORM_NOT_FOUND)
            .when(
                ErrorCode.NOT_SUPPORTED,
                "the device does not do this",
                "Ask the device what it offers, or use another device",
                PiResult.COMPILER_NOT_AVAILABLE,
                PiResult.LINKER_NOT_AVAILABLE,
                PiResult.PROFILING_INFO_NOT_AVAILABLE,
                PiResult.KERNEL_ARG_INFO_NOT_AVAILABLE,
                PiResult.IMAGE_FORMAT_MISMATCH,
                PiResult.IMAGE_FORMAT_NOT_SUPPORTED,
                PiResult.DEVICE_PARTITION_FAILED,
                PiResult.INVALID_DEVICE_PARTITION_COUNT,
                PiResult.INVALID_QUEUE_PROPERTIES,
                PiResult.INVALID_PROPERTY,
                PiResult.INVALID_OPERATION,
                PiResult.UNSUPPORTED_FEATURE)
            .when(
                ErrorCode.OUT_OF_DEVICE_MEMORY,
                "the device has no memory or other resources for this",
                FREE,
                PiResult.MEM_OBJECT_ALLOCATION_FAILURE,
                PiResult.OUT_OF_RESOURCES,
                PiResult.INVALID_BUFFER_SIZE)
            .when(
                ErrorCode.OUT_OF_HOST_MEMORY,
                "the host has no memory for this",
                "Close what is not needed any more",
                PiResult.OUT_OF_HOST_MEMORY,
                PiResult.MAP_FAILURE)
            .when(
                ErrorCode.BUILD_FAILED,
                "the program was not built",
                "Correct the program; the log names file and line",
                PiResult.BUILD_PROGRAM_FAILURE,
                PiResult.COMPILE_PROGRAM_FAILURE,
                PiResult.LINK_PROGRAM_FAILURE)
            .when(
                ErrorCode.NO_SUCH_BUFFER,
                "the device knows no such memory in its context",
                VALUE.remedy(),
                PiResult.INVALID_MEM_OBJECT)
            .when(
                ErrorCode.IMAGE_INVALID,
                "this is no binary of the device",
                "Build the binary for this device, or give the source or SPIR-V",
                PiResult.INVALID_BINARY)
            .when(
                ErrorCode.NO_IMAGE,
                "the program has no code for the device",
                "Load or build a program for this device first",
                PiResult.INVALID_PROGRAM,
                PiResult.INVALID_PROGRAM_EXECUTABLE)
            .when(
                ErrorCode.NO_SUCH_KERNEL,
                "the program has no such kernel",
                "Use a name from kernels()",
                PiResult.INVALID_KERNEL_NAME,
                PiResult.FUNCTION_ADDRESS_IS_NOT_AVAILABLE)
            .when(
                ErrorCode.NO_SUCH_ARGUMENT,
                "the kernel has no such argument",
                COMPARE,
                PiResult.INVALID_ARG_INDEX)
            .when(
                ErrorCode.WRONG_ARGUMENT_TYPE,
                "the value does not fit the argument",
                COMPARE,
                PiResult.INVALID_ARG_VALUE)
            .when(
                ErrorCode.WRONG_ARGUMENT_TYPE,
                "an argument was not set",
                COMPARE,
                PiResult.INVALID_KERNEL_ARGS)
            .when(
                ErrorCode.WRONG_ARGUMENT_SIZE,
                "the value does not have the argument's size",
                COMPARE,
                PiResult.INVALID_ARG_SIZE)
            .when(
                ErrorCode.WRONG_WORK_SIZE,
                "the device cannot divide the work like this",
                "Make the group divide the range and no larger than the device allows",
                PiResult.INVALID_WORK_DIMENSION,
                PiResult.INVALID_WORK_GROUP_SIZE,
                PiResult.INVALID_WORK_ITEM_SIZE,
                PiResult.INVALID_GLOBAL_OFFSET,
                PiResult.INVALID_GLOBAL_WORK_SIZE)
            .when(
                ErrorCode.KERNEL_FAILED,
                "a command that had to end before failed",
                "Look at the events that it waited for",
                PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
            .when(
                ErrorCode.KERNEL_FAILED,
                "the command failed while it was executing",
                "Look for accesses outside of buffers in the kernel",
                PiResult.COMMAND_EXECUTION_FAILURE)
            .when(
                ErrorCode.CLOSED,
                "the plugin was torn down",
                "Use the device before its plugin is unloaded",
                PiResult.UNINITIALIZED)
            .when(
                ErrorCode.INVALID_ARGUMENT,
                "something belongs to another context",
                "Use what was made from this device",
                PiResult.INVALID_CONTEXT)
            .when(
                ErrorCode.INVALID_ARGUMENT,
                "what is copied overlaps with where it is copied to",
                "Copy through another buffer",
                PiResult.MEM_COPY_OVERLAP)
            .otherwise(
                result ->
                    result <= PiResult.INVALID_VALUE
                            && result >= PiResult.INVALID_DEVICE_PARTITION_COUNT
                        ? VALUE
                        : FAILED);
  }
}
