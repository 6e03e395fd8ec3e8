package dev.backplane.runtime.trace;

import dev.backplane.api.Buffer;
import dev.backplane.api.Queue;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A transfer of a call between host and device.
 *
 * @param direction to the device, from it, or on it
 * @param bytes how much
 */
record Transfer(String direction, long bytes) {
  private static final Set<String> MOVING = Set.of("sync", "syncBack", "copyFrom");

  /** {@return what a call of a buffer moves, by its name and arguments} */
  static Optional<Transfer> of(Object target, String method, @Nullable Object[] arguments) {
    if (target instanceof Queue) {
      return ofQueue(method, arguments);
    }
    if (!(target instanceof Buffer buffer) || !MOVING.contains(method)) {
      return Optional.empty();
    }
    long bytes =
        arguments.length > 0 && arguments[arguments.length - 1] instanceof Long last
            ? last
            : buffer.size();
    return Optional.of(new Transfer(direction(method), bytes));
  }

  private static Optional<Transfer> ofQueue(String method, @Nullable Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof MemorySegment memory) {
        switch (method) {
          case "read", "readRect" -> {
            return Optional.of(new Transfer("from device", memory.byteSize()));
          }
          case "write", "writeRect" -> {
            return Optional.of(new Transfer("to device", memory.byteSize()));
          }
          default -> {
            // A pattern is not what is moved.
          }
        }
      }
    }
    return Optional.empty();
  }

  static String direction(String method) {
    return switch (method) {
      case "sync" -> "to device";
      case "syncBack" -> "from device";
      default -> "on device";
    };
  }
}
