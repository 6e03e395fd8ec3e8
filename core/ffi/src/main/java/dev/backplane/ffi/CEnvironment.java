package dev.backplane.ffi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The environment variables that C libraries of this process see. {@link System#getenv} shows those
 * of the start of the process and cannot be changed; a library that is configured by variables
 * needs them set here, before its first use.
 *
 * <p>C's environment has no lock: it is changed before the library that reads it starts threads.
 * Changes made here exclude each other.
 */
public final class CEnvironment {
  private static final int LONGEST = 1 << 20;

  private static final MethodHandle SET =
      Calls.withErrno(
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_INT));
  private static final MemorySegment GETENV = NativeLibrary.c().function("getenv");
  private static final MemorySegment SETENV = NativeLibrary.c().function("setenv");

  private CEnvironment() {}

  /** {@return the value of a variable as C sees it, if it is set} */
  public static synchronized Optional<String> get(String name) {
    try (Slab.Frame frame = Slab.frame()) {
      long value = WordCalls.call(GETENV, CText.write(name, frame).address());
      return value == 0
          ? Optional.empty()
          : Optional.of(CText.read(MemorySegment.ofAddress(value), LONGEST));
    }
  }

  /**
   * Sets a variable for C.
   *
   * @param name its name, not empty and without {@code =}
   * @param value its value
   * @throws IllegalArgumentException if C refuses the name
   */
  public static synchronized void set(String name, String value) {
    try (Slab.Frame frame = Slab.frame()) {
      MemorySegment errno = frame.errno();
      int result =
          (int)
              SET.invokeExact(
                  SETENV, errno, CText.write(name, frame), CText.write(value, frame), 1);
      if (result != 0) {
        throw new IllegalArgumentException(
            "variable '" + name + "' cannot be set: " + Errno.from(errno));
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable t) {
      throw Calls.broken("setenv", t);
    }
  }
}
