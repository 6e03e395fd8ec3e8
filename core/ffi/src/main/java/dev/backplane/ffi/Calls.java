package dev.backplane.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Handles that call C functions and addresses that C functions call. A handle takes the function's
 * address first, then, if it keeps the error number, a segment of {@link Errno#LAYOUT}, then the
 * arguments. Keep each in a {@code static final} field.
 */
@SuppressWarnings("restricted") // Calling native code is what this is for.
public final class Calls {
  static final Linker LINKER = Linker.nativeLinker();

  private Calls() {}

  /** {@return a handle for functions of a signature} */
  public static MethodHandle of(FunctionDescriptor signature) {
    return LINKER.downcallHandle(signature);
  }

  /** {@return a handle for functions of a signature, which keeps the error number they leave} */
  public static MethodHandle withErrno(FunctionDescriptor signature) {
    return LINKER.downcallHandle(signature, Errno.CAPTURE);
  }

  /**
   * Makes a handle for functions that end in {@code ...}; keeps the error number. The calling
   * convention differs from that of a function with the same parameters, so it must be told.
   *
   * @param signature all arguments of this call
   * @param firstVariadic the index of the first argument that stands for the dots
   * @return a handle
   */
  public static MethodHandle variadic(FunctionDescriptor signature, int firstVariadic) {
    return LINKER.downcallHandle(
        signature, Errno.CAPTURE, Linker.Option.firstVariadicArg(firstVariadic));
  }

  /**
   * Makes a function that C can call.
   *
   * @param target what it does; it must catch everything, for what it throws ends the process
   * @param signature its signature
   * @param life how long it can be called
   * @return its address
   */
  public static MemorySegment upcall(
      MethodHandle target, FunctionDescriptor signature, Arena life) {
    return LINKER.upcallStub(target, signature, life);
  }

  /**
   * Says that a handle did not do what its type says, which the wrapper around it rules out.
   *
   * @param function the function that was to be called
   * @param cause what the handle threw
   * @return what to throw
   */
  public static IllegalStateException broken(String function, Throwable cause) {
    return new IllegalStateException("calling " + function + " is not possible", cause);
  }
}
