package dev.backplane.ffi;

import java.util.List;

/** A library or a function of it is not there; says where it was looked for. */
public final class NativeLibraryMissing extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  NativeLibraryMissing(String name, String reason) {
    super("no " + name + ": " + reason);
    this.reason = reason;
  }

  NativeLibraryMissing(String name, List<String> places) {
    super("no " + name + "; looked in: " + String.join("; ", places));
    reason = String.join("; ", places);
  }

  /** {@return why, in the words of whoever looked for it} */
  public String reason() {
    return reason;
  }
}
