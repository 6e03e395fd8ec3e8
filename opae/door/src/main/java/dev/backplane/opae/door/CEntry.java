package dev.backplane.opae.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.opae.abi.FpgaResult;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the library in C into Java: by JNI at first, then by a C function made from
 * {@code serve}.
 */
public final class CEntry {
  /** A program that makes so many calls makes more; a tool that lists devices ends before. */
  private static final int FEW_CALLS = 256;

  private static final LibraryFunction[] OPERATIONS = LibraryFunction.values();
  private static volatile @Nullable Calls calls;

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
      Calls ready = calls;
      if (ready != null) {
        ready.bridge().takeOver();
      }
    }
    return serve(operation, arguments);
  }

  /** Does the same as {@link #dispatch}, as the method that the C function is made from. */
  static long serve(int operation, long arguments) {
    Calls now = calls;
    try {
      if (now == null) {
        return connect(operation, arguments);
      }
      int result = now.call(OPERATIONS[operation], arguments);
      if (result != FpgaResult.OK) {
        now.bridge()
            .message(OPERATIONS[operation] + ": the plugin answered " + FpgaResult.name(result));
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
    if (OPERATIONS[operation] != LibraryFunction.CONNECT) {
      return FpgaResult.EXCEPTION;
    }
    Bridge bridge = Bridge.at(arguments);
    calls = new Calls(bridge, new OpaeLibrary(bridge));
    return FpgaResult.OK;
  }

  private static void say(@Nullable Calls now, String message) {
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
