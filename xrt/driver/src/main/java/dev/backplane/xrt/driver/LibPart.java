package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.Slab;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The base of the classes that call functions of the library: how functions are called, and how
 * they fail.
 */
abstract class LibPart {
  private static final MethodHandle CLOSE = errno(JAVA_INT, JAVA_LONG);

  private final LibraryLog log;

  LibPart(LibraryLog log) {
    this.log = log;
  }

  static MethodHandle errno(MemoryLayout result, MemoryLayout... parameters) {
    return Calls.withErrno(FunctionDescriptor.of(result, parameters));
  }

  static MethodHandle variadic(MemoryLayout value) {
    return Calls.variadic(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, value), 2);
  }

  final void free(MemorySegment function, long handle, String name) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result = (int) CLOSE.invokeExact(function, errno, handle);
      done(result, errno, name, ErrorCode.CLOSED);
    } catch (Throwable t) {
      throw passed(name, t);
    }
  }

  final long given(long handle, MemorySegment errno, String function, ErrorCode usual) {
    if (handle == 0) {
      throw LibraryFailures.of(function, errno, usual, log);
    }
    return handle;
  }

  final void done(int result, MemorySegment errno, String function, ErrorCode usual) {
    if (result != 0) {
      throw LibraryFailures.of(function, errno, usual, log);
    }
  }

  /**
   * {@return the exception to throw for what a call of a handle threw} An exception that does not
   * come from this driver is an error in it, as C functions throw nothing.
   */
  static RuntimeException passed(String function, Throwable thrown) {
    return thrown instanceof BackplaneException coded ? coded : Calls.broken(function, thrown);
  }
}
