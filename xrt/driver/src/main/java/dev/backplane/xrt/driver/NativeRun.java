package dev.backplane.xrt.driver;

import dev.backplane.api.Argument;
import org.jspecify.annotations.Nullable;

/**
 * A run object of the library, used by one run after the other: making one allocates a command
 * buffer, so they are kept.
 */
final class NativeRun {
  private final LibXrt library;
  private final long handle;
  private final long token;
  private volatile @Nullable XrtRun current;

  /**
   * Opens one.
   *
   * @param callback whether the library shall call back at the end of each run
   */
  NativeRun(LibXrt library, long kernel, boolean callback) {
    this.library = library;
    handle = library.kernels().openRun(kernel);
    token =
        callback
            ? Callbacks.register(
                this,
                its ->
                    library.kernels().callback(handle, ErtState.COMPLETED, Callbacks.FUNCTION, its))
            : Callbacks.NONE;
  }

  long handle() {
    return handle;
  }

  int state() {
    return library.kernels().state(handle);
  }

  /** Passes all arguments, a buffer as its handle. */
  void set(XrtImage.Plan plan, long... bits) {
    LibKernels kernels = library.kernels();
    for (Argument argument : plan.arguments()) {
      int index = plan.indices().get(argument.index());
      long value = bits[argument.index()];
      if (argument.kind() == Argument.Kind.BUFFER) {
        kernels.setLong(handle, index, value);
      } else if (argument.type().equals("float")) {
        kernels.setDouble(handle, index, Float.intBitsToFloat((int) value));
      } else if (argument.type().equals("double")) {
        kernels.setDouble(handle, index, Double.longBitsToDouble(value));
      } else if (argument.size() > Integer.BYTES) {
        kernels.setLong(handle, index, value);
      } else {
        kernels.setInt(handle, index, (int) value);
      }
    }
  }

  void start(XrtRun run) {
    current = run;
    library.kernels().start(handle);
  }

  void waitFor(int millis) {
    library.kernels().waitFor(handle, millis);
  }

  /** The library says that the current run ended; the next begins only after that. */
  void called(int state) {
    XrtRun run = current;
    if (run != null) {
      run.called(state);
    }
  }

  /** Closes it; nothing is in flight. */
  void close() {
    Callbacks.forget(token);
    library.kernels().closeRun(handle);
  }
}
