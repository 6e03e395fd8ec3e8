package dev.backplane.pi.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.KernelArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is known of a kernel: its arguments, and how it may be called. Plugins that do not tell of
 * arguments tell at least how many there are.
 *
 * @param name its name
 * @param arguments its arguments
 * @param codes how the value of each is passed
 * @param largestGroup the most work items of a group
 * @param required the size of a group that the source demands; zeros if it does not
 */
record KernelPlan(
    String name,
    List<Argument> arguments,
    List<Passing> codes,
    long largestGroup,
    List<Long> required) {
  private static final int KERNEL_FUNCTION_NAME = 0x1190;
  private static final int KERNEL_NUM_ARGS = 0x1191;
  private static final int KERNEL_WORK_GROUP_SIZE = 0x11B0;
  private static final int KERNEL_COMPILE_WORK_GROUP_SIZE = 0x11B1;
  private static final int ARG_ADDRESS_QUALIFIER = 0x1196;
  private static final int ARG_TYPE_NAME = 0x1198;
  private static final int ARG_NAME = 0x119A;
  private static final int ADDRESS_GLOBAL = 0x119B;
  private static final int ADDRESS_LOCAL = 0x119C;
  private static final int ADDRESS_CONSTANT = 0x119D;

  /** How the value of an argument is passed, with its size in bytes. */
  enum Passing {
    INT1(1),
    INT2(2),
    INT4(4),
    INT8(8),
    HALF(2),
    FLOAT(4),
    DOUBLE(8),
    BUFFER(8),
    /** A size of local memory. */
    LOCAL(8),
    /** Nobody says. */
    OTHER(8);

    private final int bytes;

    Passing(int bytes) {
      this.bytes = bytes;
    }

    int bytes() {
      return bytes;
    }
  }

  static KernelPlan of(PiContext context, long kernel) {
    String name =
        Query.text(
            context.results,
            "kernel",
            (size, value, sizeRet) ->
                context.pi.kernelGetInfo(kernel, KERNEL_FUNCTION_NAME, size, value, sizeRet));
    long count =
        Query.number(
            context.results,
            "arguments of " + name,
            (size, value, sizeRet) ->
                context.pi.kernelGetInfo(kernel, KERNEL_NUM_ARGS, size, value, sizeRet));
    List<Argument> arguments = new ArrayList<>();
    List<Passing> codes = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      Passing passing = passing(context, kernel, index);
      codes.add(passing);
      arguments.add(
          new Argument(
              index,
              text(context, kernel, index, ARG_NAME, "arg" + index),
              switch (passing) {
                case INT1, INT2, INT4, INT8, HALF, FLOAT, DOUBLE -> Argument.Kind.SCALAR;
                case BUFFER -> Argument.Kind.BUFFER;
                case LOCAL -> Argument.Kind.LOCAL;
                case OTHER -> Argument.Kind.OTHER;
              },
              text(context, kernel, index, ARG_TYPE_NAME, "?"),
              passing.bytes(),
              0,
              passing == Passing.BUFFER ? List.of(0) : List.of()));
    }
    return new KernelPlan(
        name,
        List.copyOf(arguments),
        List.copyOf(codes),
        Query.numberIfKnown(group(context, kernel, KERNEL_WORK_GROUP_SIZE))
            .orElse(context.largestGroup),
        required(context, kernel));
  }

  /** {@return checks of what is passed for the arguments} */
  KernelArguments checks() {
    return new KernelArguments(name, arguments);
  }

  /**
   * The range of a call.
   *
   * @param task whether the kernel does all of its work in one work item
   * @param sizeArguments the arguments whose values are the sizes, if the binary says so
   */
  NdRange range(PiContext context, boolean task, List<Integer> sizeArguments) {
    for (int index : sizeArguments) {
      boolean number =
          index < codes.size()
              && switch (codes.get(index)) {
                case INT1, INT2, INT4, INT8, OTHER -> true;
                case HALF, FLOAT, DOUBLE, BUFFER, LOCAL -> false;
              };
      if (!number) {
        throw BackplaneException.because(
                ErrorCode.IMAGE_INVALID,
                "the binary says that argument %d of kernel %s is the size of its range, and it is no whole number; there are %s"
                    .formatted(index, name, arguments))
            .during("kernel " + name)
            .remedy("Correct range." + name + " in the binary")
            .build();
      }
    }
    return new NdRange(this, context.largestItems, task, sizeArguments);
  }

  private static Passing passing(PiContext context, long kernel, int index) {
    OptionalLong space =
        Query.numberIfKnown(
            (size, value, sizeRet) ->
                context.pi.kernelGetArgInfo(
                    kernel, index, ARG_ADDRESS_QUALIFIER, size, value, sizeRet));
    if (space.isEmpty()) {
      return Passing.OTHER;
    }
    return switch ((int) space.getAsLong()) {
      case ADDRESS_GLOBAL, ADDRESS_CONSTANT ->
          text(context, kernel, index, ARG_TYPE_NAME, "?").endsWith("*")
              ? Passing.BUFFER
              : Passing.OTHER;
      case ADDRESS_LOCAL -> Passing.LOCAL;
      default -> ofType(text(context, kernel, index, ARG_TYPE_NAME, "?"));
    };
  }

  private static String text(
      PiContext context, long kernel, int index, int what, String otherwise) {
    Query.Question question =
        (size, value, sizeRet) ->
            context.pi.kernelGetArgInfo(kernel, index, what, size, value, sizeRet);
    if (!Query.isAnswered(question)) {
      return otherwise;
    }
    String text = Query.text(context.results, "arguments", question);
    return text.isEmpty() ? otherwise : text;
  }

  private static Passing ofType(String name) {
    return switch (name) {
      case "char", "uchar", "unsigned char" -> Passing.INT1;
      case "short", "ushort", "unsigned short" -> Passing.INT2;
      case "int", "uint", "unsigned int" -> Passing.INT4;
      case "long", "ulong", "unsigned long", "size_t" -> Passing.INT8;
      case "half" -> Passing.HALF;
      case "float" -> Passing.FLOAT;
      case "double" -> Passing.DOUBLE;
      default -> Passing.OTHER;
    };
  }

  private static Query.Question group(PiContext context, long kernel, int what) {
    return (size, value, sizeRet) ->
        context.pi.kernelGetGroupInfo(kernel, context.device, what, size, value, sizeRet);
  }

  private static List<Long> required(PiContext context, long kernel) {
    Query.Question question = group(context, kernel, KERNEL_COMPILE_WORK_GROUP_SIZE);
    if (!Query.isAnswered(question)) {
      return List.of(0L, 0L, 0L);
    }
    long[] sizes = Query.longs(context.results, "group of kernel", question);
    return sizes.length == 3 ? List.of(sizes[0], sizes[1], sizes[2]) : List.of(0L, 0L, 0L);
  }
}
