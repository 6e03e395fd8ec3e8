package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.ServedOpae;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the library in C into Java: by JNI at first, then by a C function made from
 * {@code serve}.
 */
public final class CEntry {
  /** A program that makes so many calls makes more; a tool that lists devices ends before. */
  private static final int FEW_CALLS = 256;

  private static volatile @Nullable LibraryFunctions functions;

  /** By JNI; not exact, as several threads count. */
  private static int byJni;

  private CEntry() {}

  /**
   * Does what a C program asked for, by JNI. Never throws.
   *
   * @param operation its number
   * @param arguments the address of its arguments, 64 bits each
   * @return an {@code fpga_result}
   */
  public static long dispatch(int operation, long arguments) {
    if (++byJni == FEW_CALLS) {
      LibraryFunctions ready = functions;
      if (ready != null) {
        ready.bridge().takeOver();
      }
    }
    return serve(operation, arguments);
  }

  /** Does the same as {@link #dispatch}, as the method that the C function is made from. */
  static long serve(int operation, long arguments) {
    LibraryFunctions now = functions;
    try {
      if (now == null) {
        return connect(operation, arguments);
      }
      int result = now.call(operation, arguments);
      if (result != FpgaResult.OK) {
        now.bridge().message(name(operation) + ": the plugin answered " + FpgaResult.name(result));
      }
      return result;
    } catch (BackplaneException e) {
      say(now, String.valueOf(e.getMessage()));
      return e.code().fpgaResult();
    } catch (OutOfMemoryError e) {
      return FpgaResult.NO_MEMORY;
    } catch (Throwable e) {
      say(now, "a defect of Backplane or of a plugin: " + e);
      return FpgaResult.EXCEPTION;
    }
  }

  private static long connect(int operation, long arguments) {
    if (!name(operation).equals("connect")) {
      return FpgaResult.EXCEPTION;
    }
    functions = new LibraryFunctions(Bridge.at(arguments));
    return FpgaResult.OK;
  }

  private static String name(int operation) {
    return ServedOpae.FUNCTIONS.get(operation);
  }

  private static void say(@Nullable LibraryFunctions now, String message) {
    try {
      if (now != null) {
        now.bridge().message(message);
      }
    } catch (RuntimeException | Error e) {
      // The result says enough.
      System.err.println("backplane: " + message);
    }
  }
}
