package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a program passes to a kernel: how many values, which argument, and whether a value
 * fits it. A number that fits is known without asking its {@link Argument}. Immutable.
 */
final class KernelArguments {
  /** The largest number that fits every type of real numbers. */
  private static final double LARGEST_HALF = 65504;

  private final String kernel;
  private final List<Argument> arguments;

  // The whole numbers that fit each argument; none where the argument has to be asked.
  private final long[] least;
  private final long[] most;

  /** The largest real number of which is known that it fits, by argument; -1 for none. */
  private final double[] mostReal;

  /**
   * The arguments of a kernel.
   *
   * @param kernel its name
   * @param arguments what it takes, in order
   */
  KernelArguments(String kernel, List<Argument> arguments) {
    this.kernel = kernel;
    this.arguments = List.copyOf(arguments);
    least = new long[arguments.size()];
    most = new long[arguments.size()];
    mostReal = new double[arguments.size()];
    for (Argument argument : arguments) {
      note(argument);
    }
  }

  private void note(Argument argument) {
    int i = argument.index();
    boolean real =
        switch (argument.type()) {
          case "half", "float", "double" -> argument.kind() == Argument.Kind.SCALAR;
          default -> false;
        };
    boolean any = argument.kind() == Argument.Kind.OTHER;
    boolean whole = any || (argument.kind() == Argument.Kind.SCALAR && !real);
    int bits = any ? Long.SIZE : Math.min(Long.SIZE, argument.size() * Byte.SIZE);
    if (!whole || bits == 0) {
      least[i] = 1;
      most[i] = 0;
    } else if (bits == Long.SIZE) {
      least[i] = Long.MIN_VALUE;
      most[i] = Long.MAX_VALUE;
    } else {
      least[i] = -(1L << (bits - 1));
      most[i] = (1L << bits) - 1;
    }
    mostReal[i] = any ? Double.POSITIVE_INFINITY : real ? LARGEST_HALF : -1;
  }

  /** {@return the arguments, in order} */
  List<Argument> list() {
    return arguments;
  }

  /** {@return how many there are} */
  int count() {
    return least.length;
  }

  /**
   * Gives an argument by its position.
   *
   * @param operation what it is wanted for
   * @param index the position, counted from 0
   * @return the argument
   * @throws BackplaneException {@link ErrorCode#NO_SUCH_ARGUMENT}
   */
  Argument get(String operation, int index) {
    if (index < 0 || index >= least.length) {
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
  void checkCount(String operation, Object... values) {
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
   * Checks a whole number.
   *
   * @param operation what it is passed to
   * @param index for which argument
   * @param value the number
   * @throws BackplaneException as {@link #get} and {@link Argument#check(long)}
   */
  void check(String operation, int index, long value) {
    if (index < 0 || index >= least.length || value < least[index] || value > most[index]) {
      get(operation, index).check(value);
    }
  }

  /** {@return whether a real number is known to fit an argument; if not the argument is asked} */
  boolean fits(int index, double value) {
    return index >= 0 && index < mostReal.length && Math.abs(value) <= mostReal[index];
  }

  /**
   * Checks a value of any kind.
   *
   * @param operation what it is passed to
   * @param index for which argument
   * @param value the value
   * @throws BackplaneException as {@link #get} and {@link Argument#check(Object)}
   */
  void check(String operation, int index, @Nullable Object value) {
    Argument argument = get(operation, index);
    if (value == null) {
      throw wrongType("argument " + argument + " is null", argument);
    }
    argument.check(value);
  }

  /**
   * Checks that a buffer can be made for an argument.
   *
   * @param argument the argument
   * @throws BackplaneException {@link ErrorCode#WRONG_ARGUMENT_TYPE}
   */
  void checkTakesBuffer(Argument argument) {
    switch (argument.kind()) {
      case BUFFER, OTHER -> {}
      default -> throw wrongType("argument " + argument + " takes no buffer", argument);
    }
  }

  /**
   * Checks that an argument points to local memory.
   *
   * @param operation what it is passed to
   * @param index for which argument
   * @throws BackplaneException as {@link #get}, and {@link ErrorCode#WRONG_ARGUMENT_TYPE}
   */
  void checkTakesLocal(String operation, int index) {
    Argument argument = get(operation, index);
    switch (argument.kind()) {
      case LOCAL, OTHER -> {}
      default -> throw wrongType("argument " + argument + " takes no local memory", argument);
    }
  }

  private BackplaneException wrongType(String problem, Argument argument) {
    return BackplaneException.because(ErrorCode.WRONG_ARGUMENT_TYPE, problem)
        .on(toString())
        .remedy("Pass " + argument.wanted())
        .build();
  }

  @Override
  public String toString() {
    return "kernel " + kernel;
  }
}
