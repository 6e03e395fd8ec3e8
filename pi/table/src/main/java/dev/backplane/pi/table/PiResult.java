package dev.backplane.pi.table;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;

/** The results of {@link Pi}'s functions, by their names without {@code PI_ERROR_}. */
public final class PiResult {
  /** Success. */
  public static final int SUCCESS = 0;

  /** PI_ERROR_DEVICE_NOT_FOUND. */
  public static final int DEVICE_NOT_FOUND = -1;

  /** PI_ERROR_DEVICE_NOT_AVAILABLE. */
  public static final int DEVICE_NOT_AVAILABLE = -2;

  /** PI_ERROR_COMPILER_NOT_AVAILABLE. */
  public static final int COMPILER_NOT_AVAILABLE = -3;

  /** PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE. */
  public static final int MEM_OBJECT_ALLOCATION_FAILURE = -4;

  /** PI_ERROR_OUT_OF_RESOURCES. */
  public static final int OUT_OF_RESOURCES = -5;

  /** PI_ERROR_OUT_OF_HOST_MEMORY. */
  public static final int OUT_OF_HOST_MEMORY = -6;

  /** PI_ERROR_PROFILING_INFO_NOT_AVAILABLE. */
  public static final int PROFILING_INFO_NOT_AVAILABLE = -7;

  /** PI_ERROR_MEM_COPY_OVERLAP. */
  public static final int MEM_COPY_OVERLAP = -8;

  /** PI_ERROR_IMAGE_FORMAT_MISMATCH. */
  public static final int IMAGE_FORMAT_MISMATCH = -9;

  /** PI_ERROR_IMAGE_FORMAT_NOT_SUPPORTED. */
  public static final int IMAGE_FORMAT_NOT_SUPPORTED = -10;

  /** PI_ERROR_BUILD_PROGRAM_FAILURE. */
  public static final int BUILD_PROGRAM_FAILURE = -11;

  /** PI_ERROR_MAP_FAILURE. */
  public static final int MAP_FAILURE = -12;

  /** PI_ERROR_MISALIGNED_SUB_BUFFER_OFFSET. */
  public static final int MISALIGNED_SUB_BUFFER_OFFSET = -13;

  /** PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST. */
  public static final int EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST = -14;

  /** PI_ERROR_COMPILE_PROGRAM_FAILURE. */
  public static final int COMPILE_PROGRAM_FAILURE = -15;

  /** PI_ERROR_LINKER_NOT_AVAILABLE. */
  public static final int LINKER_NOT_AVAILABLE = -16;

  /** PI_ERROR_LINK_PROGRAM_FAILURE. */
  public static final int LINK_PROGRAM_FAILURE = -17;

  /** PI_ERROR_DEVICE_PARTITION_FAILED. */
  public static final int DEVICE_PARTITION_FAILED = -18;

  /** PI_ERROR_KERNEL_ARG_INFO_NOT_AVAILABLE. */
  public static final int KERNEL_ARG_INFO_NOT_AVAILABLE = -19;

  /** PI_ERROR_INVALID_VALUE. */
  public static final int INVALID_VALUE = -30;

  /** PI_ERROR_INVALID_DEVICE_TYPE. */
  public static final int INVALID_DEVICE_TYPE = -31;

  /** PI_ERROR_INVALID_PLATFORM. */
  public static final int INVALID_PLATFORM = -32;

  /** PI_ERROR_INVALID_DEVICE. */
  public static final int INVALID_DEVICE = -33;

  /** PI_ERROR_INVALID_CONTEXT. */
  public static final int INVALID_CONTEXT = -34;

  /** PI_ERROR_INVALID_QUEUE_PROPERTIES. */
  public static final int INVALID_QUEUE_PROPERTIES = -35;

  /** PI_ERROR_INVALID_QUEUE. */
  public static final int INVALID_QUEUE = -36;

  /** PI_ERROR_INVALID_HOST_PTR. */
  public static final int INVALID_HOST_PTR = -37;

  /** PI_ERROR_INVALID_MEM_OBJECT. */
  public static final int INVALID_MEM_OBJECT = -38;

  /** PI_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR. */
  public static final int INVALID_IMAGE_FORMAT_DESCRIPTOR = -39;

  /** PI_ERROR_INVALID_IMAGE_SIZE. */
  public static final int INVALID_IMAGE_SIZE = -40;

  /** PI_ERROR_INVALID_SAMPLER. */
  public static final int INVALID_SAMPLER = -41;

  /** PI_ERROR_INVALID_BINARY. */
  public static final int INVALID_BINARY = -42;

  /** PI_ERROR_INVALID_BUILD_OPTIONS. */
  public static final int INVALID_BUILD_OPTIONS = -43;

  /** PI_ERROR_INVALID_PROGRAM. */
  public static final int INVALID_PROGRAM = -44;

  /** PI_ERROR_INVALID_PROGRAM_EXECUTABLE. */
  public static final int INVALID_PROGRAM_EXECUTABLE = -45;

  /** PI_ERROR_INVALID_KERNEL_NAME. */
  public static final int INVALID_KERNEL_NAME = -46;

  /** PI_ERROR_INVALID_KERNEL_DEFINITION. */
  public static final int INVALID_KERNEL_DEFINITION = -47;

  /** PI_ERROR_INVALID_KERNEL. */
  public static final int INVALID_KERNEL = -48;

  /** PI_ERROR_INVALID_ARG_INDEX. */
  public static final int INVALID_ARG_INDEX = -49;

  /** PI_ERROR_INVALID_ARG_VALUE. */
  public static final int INVALID_ARG_VALUE = -50;

  /** PI_ERROR_INVALID_ARG_SIZE. */
  public static final int INVALID_ARG_SIZE = -51;

  /** PI_ERROR_INVALID_KERNEL_ARGS. */
  public static final int INVALID_KERNEL_ARGS = -52;

  /** PI_ERROR_INVALID_WORK_DIMENSION. */
  public static final int INVALID_WORK_DIMENSION = -53;

  /** PI_ERROR_INVALID_WORK_GROUP_SIZE. */
  public static final int INVALID_WORK_GROUP_SIZE = -54;

  /** PI_ERROR_INVALID_WORK_ITEM_SIZE. */
  public static final int INVALID_WORK_ITEM_SIZE = -55;

  /** PI_ERROR_INVALID_GLOBAL_OFFSET. */
  public static final int INVALID_GLOBAL_OFFSET = -56;

  /** PI_ERROR_INVALID_EVENT_WAIT_LIST. */
  public static final int INVALID_EVENT_WAIT_LIST = -57;

  /** PI_ERROR_INVALID_EVENT. */
  public static final int INVALID_EVENT = -58;

  /** PI_ERROR_INVALID_OPERATION. */
  public static final int INVALID_OPERATION = -59;

  /** PI_ERROR_INVALID_GL_OBJECT. */
  public static final int INVALID_GL_OBJECT = -60;

  /** PI_ERROR_INVALID_BUFFER_SIZE. */
  public static final int INVALID_BUFFER_SIZE = -61;

  /** PI_ERROR_INVALID_MIP_LEVEL. */
  public static final int INVALID_MIP_LEVEL = -62;

  /** PI_ERROR_INVALID_GLOBAL_WORK_SIZE. */
  public static final int INVALID_GLOBAL_WORK_SIZE = -63;

  /** PI_ERROR_INVALID_PROPERTY. */
  public static final int INVALID_PROPERTY = -64;

  /** PI_ERROR_INVALID_IMAGE_DESCRIPTOR. */
  public static final int INVALID_IMAGE_DESCRIPTOR = -65;

  /** PI_ERROR_INVALID_COMPILER_OPTIONS. */
  public static final int INVALID_COMPILER_OPTIONS = -66;

  /** PI_ERROR_INVALID_LINKER_OPTIONS. */
  public static final int INVALID_LINKER_OPTIONS = -67;

  /** PI_ERROR_INVALID_DEVICE_PARTITION_COUNT. */
  public static final int INVALID_DEVICE_PARTITION_COUNT = -68;

  /** PI_ERROR_UNSUPPORTED_FEATURE. */
  public static final int UNSUPPORTED_FEATURE = -995;

  /** PI_ERROR_PLUGIN_SPECIFIC_ERROR. */
  public static final int PLUGIN_SPECIFIC_ERROR = -996;

  /** PI_ERROR_COMMAND_EXECUTION_FAILURE. */
  public static final int COMMAND_EXECUTION_FAILURE = -997;

  /** PI_ERROR_FUNCTION_ADDRESS_IS_NOT_AVAILABLE. */
  public static final int FUNCTION_ADDRESS_IS_NOT_AVAILABLE = -998;

  /** PI_ERROR_UNKNOWN. */
  public static final int UNKNOWN = -999;

  /** PI_ERROR_PLATFORM_NOT_FOUND. */
  public static final int PLATFORM_NOT_FOUND = -1001;

  /** PI_ERROR_UNINITIALIZED. */
  public static final int UNINITIALIZED = -1102;

  private static final Map<Integer, String> NAMES = names();

  private PiResult() {}

  /** {@return the name of a result as the document's headers spell it, or the number} */
  public static String name(int result) {
    String name = NAMES.get(result);
    if (name == null) {
      return Integer.toString(result);
    }
    return result == SUCCESS ? "PI_SUCCESS" : "PI_ERROR_" + name;
  }

  private static Map<Integer, String> names() {
    Map<Integer, String> names = new TreeMap<>();
    try {
      for (Field field : PiResult.class.getDeclaredFields()) {
        if (Modifier.isPublic(field.getModifiers())) {
          names.put(field.getInt(null), field.getName());
        }
      }
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
    return names;
  }
}
