package dev.backplane.runtime.trace;

import dev.backplane.api.spi.NativeTable;
import dev.backplane.runtime.trace.NativeSignature.Parameter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A call of a C function as {@code SYCL_PI_TRACE} writes it: a line for each argument, the result,
 * and a line for each argument that the function may have written. Where those traces say {@code
 * <unknown>}, this says the type of the prototype.
 *
 * <p>Only what the prototype says the type of is looked at behind a pointer: handles, counts, texts
 * and geometry. What is in buffers is not.
 */
record NativeBlock(NativeTable table, NativeSignature signature) {
  private static final int LONGEST_TEXT = 256;
  private static final int LONGEST_LIST = 8;

  /** Three sizes each, passed by address though the prototypes do not show it. */
  private static final Set<String> GEOMETRY =
      Set.of("pi_buff_rect_offset", "pi_buff_rect_region", "pi_image_offset", "pi_image_region");

  private static final Set<String> HANDLES =
      Set.of(
          "pi_platform",
          "pi_device",
          "pi_context",
          "pi_queue",
          "pi_mem",
          "pi_program",
          "pi_kernel",
          "pi_event",
          "pi_sampler",
          "pi_ext_command_buffer",
          "pi_ext_command_buffer_command",
          "pi_native_handle");

  /** The types, besides handles, that a function gives back through a pointer. */
  private static final Set<String> NUMBERS = Set.of("pi_uint32", "pi_int32", "size_t", "pi_uint64");

  /** {@return a line for each argument, as it is before the call} */
  List<String> arguments(Object[] values) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      lines.add(
          i < signature.parameters().size()
              ? argument(signature.parameters().get(i), values, i)
              : "<unknown> : " + values[i]);
    }
    return lines;
  }

  /** {@return a line for each argument that a function which succeeded has written} */
  List<String> results(Object[] values) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.min(values.length, signature.parameters().size()); i++) {
      Parameter parameter = signature.parameters().get(i);
      if (values[i] instanceof Long address && isWritten(parameter)) {
        lines.add("[out]" + written(parameter, address));
      }
    }
    return lines;
  }

  private static boolean isWritten(Parameter parameter) {
    if (parameter.isConst() && parameter.pointers() < 2) {
      return false;
    }
    return parameter.pointers() > 1
        || (parameter.pointers() == 1
            && (parameter.type().equals("void")
                || HANDLES.contains(parameter.type())
                || NUMBERS.contains(parameter.type())));
  }

  private String written(Parameter parameter, long address) {
    String type = spelled(parameter);
    if (parameter.pointers() == 1 && parameter.type().equals("void")) {
      return type + " : " + pointer(address);
    }
    if (address == 0) {
      return type + " : 0[ nullptr ]";
    }
    boolean wide = parameter.pointers() > 1 || HANDLES.contains(parameter.type());
    String value =
        wide
            ? pointer(longAt(address, 0)) + " ..."
            : Set.of("pi_uint32", "pi_int32").contains(parameter.type())
                ? Integer.toUnsignedString(intAt(address))
                : Long.toUnsignedString(longAt(address, 0));
    return type + " : " + pointer(address) + "[ " + value + " ]";
  }

  private String argument(Parameter parameter, Object[] values, int index) {
    if (!(values[index] instanceof Long number)) {
      return spelled(parameter) + " : " + values[index];
    }
    if (parameter.pointers() == 0) {
      return spelled(parameter) + " : " + plain(parameter.type(), number);
    }
    if (parameter.type().equals("char") && parameter.pointers() == 1) {
      return parameter.isConst()
          ? "<const char *>: " + (number == 0 ? "<nullptr>" : text(number))
          : "<char * > : " + pointer(number);
    }
    if (parameter.type().equals("pi_event") && parameter.pointers() == 1) {
      return "pi_event * : " + pointer(number) + events(parameter, values, index, number);
    }
    return spelled(parameter) + " : " + pointer(number);
  }

  /** The events of a list; what an event will be written to holds nothing yet. */
  private String events(Parameter parameter, Object[] values, int index, long address) {
    if (address == 0) {
      return "[ nullptr ]";
    }
    if (!parameter.isConst()) {
      return "";
    }
    StringJoiner list = new StringJoiner(" ", "[ ", " ... ]");
    int count = index > 0 && values[index - 1] instanceof Integer before ? before : 1;
    for (int i = 0; i < Math.min(count, LONGEST_LIST); i++) {
      list.add(pointer(longAt(address, i)));
    }
    return list.toString();
  }

  private String plain(String type, long value) {
    if (GEOMETRY.contains(type) && value != 0) {
      return longAt(value, 0) + "/" + longAt(value, 1) + "/" + longAt(value, 2);
    }
    boolean number =
        type.equals("size_t")
            || type.equals("pi_uint64")
            || type.endsWith("_flags")
            || type.endsWith("_type")
            || type.endsWith("_properties");
    return number ? Long.toUnsignedString(value) : pointer(value);
  }

  private static String spelled(Parameter parameter) {
    boolean piType = parameter.type().startsWith("pi_");
    return (parameter.isConst() && !piType ? "const " : "")
        + parameter.type()
        + (parameter.pointers() == 0 ? "" : " " + "*".repeat(parameter.pointers()));
  }

  private static String pointer(long address) {
    return address == 0 ? "0" : "0x" + Long.toHexString(address);
  }

  private String text(long address) {
    MemorySegment bytes = table.memory(address, LONGEST_TEXT);
    int length = 0;
    while (length < LONGEST_TEXT && bytes.get(ValueLayout.JAVA_BYTE, length) != 0) {
      length++;
    }
    byte[] copy = bytes.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    return new String(copy, StandardCharsets.UTF_8).replaceAll("\\s+", " ")
        + (length == LONGEST_TEXT ? "..." : "");
  }

  private long longAt(long address, int index) {
    return table
        .memory(address + (long) index * Long.BYTES, Long.BYTES)
        .get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
  }

  private int intAt(long address) {
    return table.memory(address, Integer.BYTES).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
  }
}
