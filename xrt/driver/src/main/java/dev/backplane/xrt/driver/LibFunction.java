package dev.backplane.xrt.driver;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.Calls;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A function of the library, and how it fails. As {@link dev.backplane.ffi.WordCalls} does, it
 * passes every number and pointer as a word, so that one handle serves all; this one keeps the
 * error number.
 *
 * @param name its name
 * @param address where it is
 * @param usual what it fails with when the error number says nothing
 * @param log the log of the library, which says why
 */
record LibFunction(String name, MemorySegment address, ErrorCode usual, LibraryLog log) {
  private static final MethodHandle CALL =
      Calls.withErrno(
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  /** Finds functions in a library. */
  record Finder(NativeLibrary library, LibraryLog log) {
    LibFunction find(String name, ErrorCode usual) {
      return new LibFunction(name, library.function(name), usual, log);
    }
  }

  /** {@return what the function answers, which says nothing of failing} */
  long answer(long a, long b) {
    try (Slab.Frame frame = Slab.frame()) {
      return call(frame.errno(), a, b, 0, 0, 0);
    }
  }

  /** {@return the handle that the function gives, which is 0 where it fails} */
  long give(long a) {
    return give(a, 0, 0, 0, 0);
  }

  /** {@return the handle that the function gives, which is 0 where it fails} */
  long give(long a, long b, long c) {
    return give(a, b, c, 0, 0);
  }

  /** {@return the handle that the function gives, which is 0 where it fails} */
  long give(long a, long b, long c, long d, long e) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      long handle = call(errno, a, b, c, d, e);
      if (handle == 0) {
        throw failed(errno);
      }
      return handle;
    }
  }

  /** Calls the function, whose result is an {@code int} that is 0 unless it fails. */
  void run(long a) {
    run(a, 0, 0, 0, 0);
  }

  /** Calls the function, whose result is an {@code int} that is 0 unless it fails. */
  void run(long a, long b) {
    run(a, b, 0, 0, 0);
  }

  /** Calls the function, whose result is an {@code int} that is 0 unless it fails. */
  void run(long a, long b, long c) {
    run(a, b, c, 0, 0);
  }

  /** Calls the function, whose result is an {@code int} that is 0 unless it fails. */
  void run(long a, long b, long c, long d) {
    run(a, b, c, d, 0);
  }

  /** Calls the function, whose result is an {@code int} that is 0 unless it fails. */
  void run(long a, long b, long c, long d, long e) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      if ((int) call(errno, a, b, c, d, e) != 0) {
        throw failed(errno);
      }
    }
  }

  private long call(MemorySegment errno, long a, long b, long c, long d, long e) {
    try {
      return (long) CALL.invokeExact(address, errno, a, b, c, d, e);
    } catch (Throwable t) {
      throw broken(t);
    }
  }

  /** {@return the error of a call that failed} */
  BackplaneException failed(MemorySegment errno) {
    return LibraryFailures.of(name, errno, usual, log);
  }

  /** {@return the error of a handle that does not do what its type says} */
  IllegalStateException broken(Throwable thrown) {
    return Calls.broken(name, thrown);
  }
}
