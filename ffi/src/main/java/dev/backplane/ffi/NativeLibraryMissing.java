package dev.backplane.ffi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A library or a function of it is not there; says where it was looked for. */
public final class NativeLibraryMissing extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NativeLibraryMissing(String name, List<String> places, @Nullable Throwable cause) {
    super("no " + name + "; looked in: " + String.join("; ", places), cause);
  }
}
