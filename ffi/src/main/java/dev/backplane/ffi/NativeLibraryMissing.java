package dev.backplane.ffi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A library or a function of it is not there; says where it was looked for. */
public final class NativeLibraryMissing extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  NativeLibraryMissing(String name, String reason) {
    super("no " + name + ": " + reason);
    this.reason = reason;
  }

  NativeLibraryMissing(String name, List<String> places, @Nullable Throwable cause) {
    super("no " + name + "; looked in: " + String.join("; ", places), cause);
    reason = String.join("; ", places);
  }

  /** {@return why, in the words of whoever looked for it} */
  public String reason() {
    return reason;
  }
}
