package dev.backplane.shims.opae;

import dev.backplane.api.BackplaneException;
import dev.backplane.opae.FpgaResult;
import org.jspecify.annotations.Nullable;

/** Where the library in C enters Java: by JNI at first, then by a function made of this method. */
public final class CEntry {
  /** What makes that many calls makes more of them; a tool that lists devices ends before. */
  private static final int FEW_CALLS = 256;

  private static final Operation[] OPERATIONS = Operation.values();
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

  /** As {@link #dispatch}; of this a function is made. */
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
    if (OPERATIONS[operation] != Operation.CONNECT) {
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
