package dev.backplane.api;

import dev.backplane.api.contract.AtLeast;
import dev.backplane.api.contract.Composed;
import dev.backplane.api.contract.Operation;
import java.util.List;

/**
 * A function of an image, with one or more compute units that execute it. Lives as long as its
 * program. Safe for use by several threads.
 */
public interface Kernel {
  /** {@return its name} */
  String name();

  /** {@return its arguments, by index} */
  List<Argument> arguments();

  /** {@return how many runs can execute at one time} */
  int computeUnits();

  /**
   * Makes a buffer in a bank that an argument is connected to.
   *
   * @param argument the argument's name
   * @param bytes its size, more than 0
   * @return the buffer; the caller closes it
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}, {@link
   *     ErrorCode#WRONG_ARGUMENT_TYPE} for a scalar, {@link ErrorCode#OUT_OF_DEVICE_MEMORY}
   */
  Buffer buffer(String argument, @AtLeast(1) long bytes);

  /**
   * Starts one execution on the device's default queue and returns at once: {@link #bind}, then
   * {@link Queue#submit}.
   *
   * @param values one per argument, in order: {@link Buffer}s, boxed numbers, and what else {@link
   *     Argument#check} takes
   * @return the execution
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT} for a wrong count, and what
   *     {@link Argument#encode} throws
   */
  Run start(Object... values);

  /**
   * Makes a call of it, no argument set.
   *
   * @return the call; the caller closes it
   */
  @Operation("make call of")
  Call call();

  /**
   * Makes a call of it with all its arguments set.
   *
   * @param values one per argument, in order: {@link Buffer}s, boxed numbers, and what else {@link
   *     Argument#check} takes
   * @return the call; the caller closes it
   * @throws BackplaneException what {@link #start} throws for wrong values
   */
  Call bind(Object... values);

  /**
   * Finds an argument by its name.
   *
   * @param name the name
   * @return the argument
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT} naming those there are
   */
  @Composed
  default Argument argument(String name) {
    for (Argument argument : arguments()) {
      if (argument.name().equals(name)) {
        return argument;
      }
    }
    throw BackplaneException.because(
            ErrorCode.NO_SUCH_ARGUMENT,
            "no argument '"
                + name
                + "'; there are "
                + arguments().stream().map(Argument::name).toList())
        .on("kernel " + name())
        .build();
  }
}
