package dev.backplane.driverkit;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.List;

/**
 * Checks what a program passes to a kernel: how many values, which argument, a buffer where one is
 * taken, of the device. That a value fits its argument is checked by {@link
 * Argument#encode(Object)}. Immutable.
 */
public final class KernelArguments {
  private final String kernel;
  private final List<Argument> arguments;

  /**
   * The arguments of a kernel.
   *
   * @param kernel its name
   * @param arguments what it takes, in order
   */
  public KernelArguments(String kernel, List<Argument> arguments) {
    this.kernel = kernel;
    this.arguments = List.copyOf(arguments);
  }

  /** {@return the kernel's name} */
  public String name() {
    return kernel;
  }

  /** {@return the arguments, in order} */
  public List<Argument> list() {
    return arguments;
  }

  /** {@return how many there are} */
  public int count() {
    return arguments.size();
  }

  /**
   * Gives an argument by its position.
   *
   * @param operation what it is wanted for
   * @param index the position, counted from 0
   * @return the argument
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}
   */
  public Argument get(String operation, int index) {
    if (index < 0 || index >= arguments.size()) {
      throw BackplaneException.because(ErrorCode.NO_SUCH_ARGUMENT, "there is no argument " + index)
          .during(operation)
          .on(toString())
          .remedy("Its arguments are " + arguments)
          .build();
    }
    return arguments.get(index);
  }

  /**
   * Checks that there is one value per argument.
   *
   * @param operation what they are passed to
   * @param values the values
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}
   */
  public void checkCount(String operation, Object... values) {
    if (values.length != arguments.size()) {
      throw BackplaneException.because(
              ErrorCode.NO_SUCH_ARGUMENT,
              "takes %d values, not %d: %s".formatted(arguments.size(), values.length, arguments))
          .during(operation)
          .on(toString())
          .remedy("Pass one value per argument, in order")
          .build();
    }
  }

  /**
   * Checks that a buffer can be passed for an argument.
   *
   * @param argument the argument
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE}
   */
  public void checkTakesBuffer(Argument argument) {
    switch (argument.kind()) {
      case BUFFER, OTHER -> {}
      default ->
          throw BackplaneException.because(
                  ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + argument + " takes no buffer")
              .during("make a buffer")
              .on(toString())
              .remedy("Pass " + argument.wanted())
              .build();
    }
  }

  /**
   * {@return the error of a buffer of another device, or of no buffer, that is passed for an
   * argument}
   *
   * @param operation what it is passed to
   * @param argument the argument that it is passed for
   */
  public BackplaneException foreign(String operation, Argument argument) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT,
            "the buffer for argument " + argument + " was not made from this device")
        .during(operation)
        .on(toString())
        .remedy("Make it with kernel.buffer(\"" + argument.name() + "\", bytes)")
        .build();
  }

  @Override
  public String toString() {
    return "kernel " + kernel;
  }
}
