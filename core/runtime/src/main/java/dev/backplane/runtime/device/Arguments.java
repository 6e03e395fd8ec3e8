package dev.backplane.runtime.device;

import dev.backplane.api.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The objects that one call is passed; they are in use until it has returned. */
final class Arguments implements AutoCloseable {
  private final Checked user;
  private final String operation;
  private List<UsedMemory> used = List.of();

  Arguments(Checked user, String operation) {
    this.user = user;
    this.operation = operation;
  }

  /**
   * Begins to use an object of the same device.
   *
   * @return the driver's object for it
   */
  <T> T take(T argument) {
    if (!(argument instanceof Checked checked) || !user.isWith(checked)) {
      throw user.origin
          .error(
              user.foreign(),
              (argument instanceof Checked ? "the " + argument : "an argument")
                  + " was not made from this device")
          .during(operation)
          .remedy(
              argument instanceof Run
                  ? "Await it first, or complete a signal of this device when it has ended"
                  : "Pass what was made from the device of " + user)
          .build();
    }
    if (checked instanceof UsedMemory memory) {
      use(memory);
    } else {
      checked.beginUse(operation);
    }
    @SuppressWarnings(
        "unchecked") // The form of an interface is around an object of that interface.
    T target = (T) checked.unwrapped();
    return target;
  }

  /** Begins to use memory. */
  void use(UsedMemory memory) {
    memory.beginUse(operation);
    used = used.isEmpty() ? new ArrayList<>(2) : used;
    used.add(memory);
  }

  /** Does what {@link #take(Object)} does for several. */
  <T> T[] take(T[] arguments) {
    if (arguments.length == 0) {
      return arguments;
    }
    T[] own = Arrays.copyOf(arguments, arguments.length);
    for (int i = 0; i < own.length; i++) {
      own[i] = take(own[i]);
    }
    return own;
  }

  /** Does what {@link #take(Object)} does for several. */
  <T> List<T> take(List<T> arguments) {
    return arguments.stream().map(argument -> take(argument)).toList();
  }

  /**
   * {@return the memory among them, which from now on is in use until the caller says otherwise}
   */
  List<UsedMemory> keep() {
    List<UsedMemory> kept = used;
    used = List.of();
    return kept;
  }

  /** The call has returned. */
  @Override
  public void close() {
    used.forEach(UsedMemory::endUse);
  }
}
