package dev.backplane.runtime.device;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel takes, and the checks of what it is passed.
 *
 * @param origin where the kernel came from
 * @param kernel its name
 * @param all its arguments, by index
 */
record KernelArguments(Origin origin, String kernel, List<Argument> all) {
  KernelArguments {
    all = List.copyOf(all);
  }

  /** {@return an argument by its index} */
  Argument at(String operation, int index) {
    if (index < 0 || index >= all.size()) {
      throw origin
          .error(ErrorCode.NO_SUCH_ARGUMENT, "kernel " + kernel + " has no argument " + index)
          .during(operation)
          .remedy("Its arguments are " + all)
          .build();
    }
    return all.get(index);
  }

  /** Refuses another number of values than the kernel has arguments. */
  void checkCount(String operation, int count) {
    if (count != all.size()) {
      throw origin
          .error(
              ErrorCode.NO_SUCH_ARGUMENT,
              "takes " + all.size() + " values, got " + count + ": " + all)
          .during(operation)
          .remedy("Pass one value per argument, in order")
          .build();
    }
  }

  /** Refuses a value that does not fit an argument. */
  void check(String operation, int index, @Nullable Object value) {
    Argument argument = at(operation, index);
    if (value == null) {
      throw origin
          .error(ErrorCode.WRONG_ARGUMENT_TYPE, "argument " + argument + " is null")
          .during(operation)
          .remedy("Pass a buffer or a number")
          .build();
    }
    try {
      argument.encode(value);
    } catch (BackplaneException e) {
      throw e.with().during(operation).on(origin.device()).by(origin.instance()).build();
    }
  }
}
