package dev.backplane.pi.device;

import static java.lang.System.Logger.Level.WARNING;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.pi.Pi;
import dev.backplane.pi.PiResult;
import dev.backplane.pi.PluginSpecific;
import org.jspecify.annotations.Nullable;

/** What the results of a table's functions mean, and what to do about them. */
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

  /** The same, with what the call was about. */
  void check(int result, String operation, String about) {
    if (result != PiResult.SUCCESS) {
      refuse(result, operation, about);
    }
  }

  /** Whether a call succeeded, with or without a warning. */
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

  /** What a result means as an error; null if it was only a warning, which is logged. */
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
    StringBuilder problem = new StringBuilder(PiResult.name(result)).append(": ");
    problem.append(meaning(result));
    if (!about.isEmpty()) {
      problem.append("; ").append(about);
    }
    if (!message.isEmpty()) {
      problem.append("; the plugin says: ").append(message);
    }
    return BackplaneException.because(code(result), problem.toString())
        .during(operation)
        .remedy(remedy(result))
        .build();
  }

  static ErrorCode code(int result) {
    return switch (result) {
      case PiResult.DEVICE_NOT_FOUND,
          PiResult.INVALID_DEVICE,
          PiResult.INVALID_DEVICE_TYPE,
          PiResult.INVALID_PLATFORM,
          PiResult.PLATFORM_NOT_FOUND ->
          ErrorCode.NO_SUCH_DEVICE;
      case PiResult.COMPILER_NOT_AVAILABLE,
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
          PiResult.UNSUPPORTED_FEATURE ->
          ErrorCode.NOT_SUPPORTED;
      case PiResult.MEM_OBJECT_ALLOCATION_FAILURE,
          PiResult.OUT_OF_RESOURCES,
          PiResult.INVALID_BUFFER_SIZE ->
          ErrorCode.OUT_OF_DEVICE_MEMORY;
      case PiResult.OUT_OF_HOST_MEMORY, PiResult.MAP_FAILURE -> ErrorCode.OUT_OF_HOST_MEMORY;
      case PiResult.BUILD_PROGRAM_FAILURE,
          PiResult.COMPILE_PROGRAM_FAILURE,
          PiResult.LINK_PROGRAM_FAILURE ->
          ErrorCode.BUILD_FAILED;
      case PiResult.INVALID_MEM_OBJECT -> ErrorCode.NO_SUCH_BUFFER;
      case PiResult.INVALID_BINARY -> ErrorCode.IMAGE_INVALID;
      case PiResult.INVALID_PROGRAM, PiResult.INVALID_PROGRAM_EXECUTABLE -> ErrorCode.NO_IMAGE;
      case PiResult.INVALID_KERNEL_NAME, PiResult.FUNCTION_ADDRESS_IS_NOT_AVAILABLE ->
          ErrorCode.NO_SUCH_KERNEL;
      case PiResult.INVALID_ARG_INDEX -> ErrorCode.NO_SUCH_ARGUMENT;
      case PiResult.INVALID_ARG_VALUE, PiResult.INVALID_KERNEL_ARGS ->
          ErrorCode.WRONG_ARGUMENT_TYPE;
      case PiResult.INVALID_ARG_SIZE -> ErrorCode.WRONG_ARGUMENT_SIZE;
      case PiResult.INVALID_WORK_DIMENSION,
          PiResult.INVALID_WORK_GROUP_SIZE,
          PiResult.INVALID_WORK_ITEM_SIZE,
          PiResult.INVALID_GLOBAL_OFFSET,
          PiResult.INVALID_GLOBAL_WORK_SIZE ->
          ErrorCode.WRONG_WORK_SIZE;
      case PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, PiResult.COMMAND_EXECUTION_FAILURE ->
          ErrorCode.KERNEL_FAILED;
      case PiResult.UNINITIALIZED -> ErrorCode.CLOSED;
      default ->
          result <= PiResult.INVALID_VALUE && result >= PiResult.INVALID_DEVICE_PARTITION_COUNT
              ? ErrorCode.INVALID_ARGUMENT
              : ErrorCode.DEVICE_FAULTED;
    };
  }

  private static String meaning(int result) {
    return switch (code(result)) {
      case NO_SUCH_DEVICE -> "the plugin knows no such device";
      case NOT_SUPPORTED -> "the device does not do this";
      case OUT_OF_DEVICE_MEMORY -> "the device has no memory or other resources for this";
      case OUT_OF_HOST_MEMORY -> "the host has no memory for this";
      case BUILD_FAILED -> "the program was not built";
      case NO_SUCH_BUFFER -> "the device knows no such memory in its context";
      case IMAGE_INVALID -> "this is no binary of the device";
      case NO_IMAGE -> "the program has no code for the device";
      case NO_SUCH_KERNEL -> "the program has no such kernel";
      case NO_SUCH_ARGUMENT -> "the kernel has no such argument";
      case WRONG_ARGUMENT_TYPE ->
          result == PiResult.INVALID_KERNEL_ARGS
              ? "an argument was not set"
              : "the value does not fit the argument";
      case WRONG_ARGUMENT_SIZE -> "the value does not have the argument's size";
      case WRONG_WORK_SIZE -> "the device cannot divide the work like this";
      case KERNEL_FAILED ->
          result == PiResult.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
              ? "a command that had to end before failed"
              : "the command failed while it was executing";
      case CLOSED -> "the plugin was torn down";
      case INVALID_ARGUMENT ->
          result == PiResult.INVALID_CONTEXT
              ? "something belongs to another context"
              : "the device refuses a value";
      default -> "the device failed";
    };
  }

  private static String remedy(int result) {
    return switch (code(result)) {
      case NO_SUCH_DEVICE -> "Enumerate again";
      case NOT_SUPPORTED -> "Ask the device what it offers, or use another device";
      case OUT_OF_DEVICE_MEMORY ->
          "Close buffers that are not needed any more, or use smaller ones";
      case OUT_OF_HOST_MEMORY -> "Close what is not needed any more";
      case BUILD_FAILED -> "Correct the program; the log names file and line";
      case IMAGE_INVALID -> "Build the binary for this device, or give the source or SPIR-V";
      case NO_IMAGE -> "Load or build a program for this device first";
      case NO_SUCH_KERNEL -> "Use a name from kernels()";
      case NO_SUCH_ARGUMENT, WRONG_ARGUMENT_TYPE, WRONG_ARGUMENT_SIZE ->
          "Compare the values with arguments()";
      case WRONG_WORK_SIZE ->
          "Make the group divide the range and no larger than the device allows";
      case KERNEL_FAILED -> "Look for accesses outside of buffers in the kernel";
      case CLOSED -> "Use the device before its plugin is unloaded";
      case DEVICE_FAULTED -> "Close the device and open it again";
      default -> "Compare the value with what the device offers";
    };
  }
}
