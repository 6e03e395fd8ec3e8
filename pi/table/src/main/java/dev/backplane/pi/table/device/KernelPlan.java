package dev.backplane.pi.table.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.Slab;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The arguments of a kernel and the limits of its launches. Plugins that do not describe the
 * arguments give at least their number.
 *
 * @param name its name
 * @param arguments its arguments
 * @param parameters the same, with how the value of each is passed
 * @param largestGroup the largest number of work items in a group
 * @param required the group size that the source requires; zeros if it requires none
 * @param localMemory the bytes of local memory that the source declares
 */
record KernelPlan(
    String name,
    List<Argument> arguments,
    List<Parameter> parameters,
    long largestGroup,
    List<Long> required,
    long localMemory) {
  private static final int KERNEL_FUNCTION_NAME = 0x1190;
  private static final int KERNEL_NUM_ARGS = 0x1191;
  private static final int KERNEL_WORK_GROUP_SIZE = 0x11B0;
  private static final int KERNEL_COMPILE_WORK_GROUP_SIZE = 0x11B1;
  private static final int KERNEL_LOCAL_MEM_SIZE = 0x11B2;

  static KernelPlan of(PiContext context, long kernel, KernelNotes notes) {
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
    List<Parameter> parameters = Signature.of(context, kernel, name, Math.toIntExact(count), notes);
    List<Argument> arguments = new ArrayList<>();
    for (Parameter parameter : parameters) {
      arguments.add(parameter.argument(arguments.size()));
    }
    return new KernelPlan(
        name,
        List.copyOf(arguments),
        parameters,
        Query.numberIfKnown(group(context, kernel, KERNEL_WORK_GROUP_SIZE))
            .orElse(context.largestGroup),
        required(context, kernel),
        // Of a kernel whose arguments were not set: those that are local memory are not in it.
        Query.numberIfKnown(group(context, kernel, KERNEL_LOCAL_MEM_SIZE)).orElse(0));
  }

  /** {@return the same of a kernel whose arguments others may have set: their memory is in it} */
  KernelPlan ofHandle() {
    return new KernelPlan(name, arguments, parameters, largestGroup, required, 0);
  }

  /**
   * The range of a call.
   *
   * @param task whether the kernel does all of its work in one work item; asked if it matters
   * @param sizeArguments the arguments whose values are the sizes, if the binary says so
   */
  NdRange range(PiContext context, BooleanSupplier task, List<Integer> sizeArguments) {
    for (int index : sizeArguments) {
      boolean number =
          index < parameters.size()
              && switch (parameters.get(index).passing()) {
                case INT1, INT2, INT4, INT8, UNKNOWN, OTHER -> true;
                default -> false;
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

  /** {@return the size of a group that a kernel of a program demands; zeros if it does not} */
  static List<Long> required(PiContext context, long program, String name) {
    try (Slab.Frame frame = Slab.frame()) {
      long text = CText.write(name, frame).address();
      long kernel =
          context.make("kernel " + name, "", out -> context.pi.kernelCreate(program, text, out));
      try {
        return required(context, kernel);
      } finally {
        context.pi.kernelRelease(kernel);
      }
    }
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
