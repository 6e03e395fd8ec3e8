package dev.backplane.capi.clib;

import dev.backplane.ffi.ShippedLibrary;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The library {@code libbackplane-atomics.so.1}: starts a process that shares this one's memory and
 * makes atomic operations there. It is a resource of this module, where the build had a C compiler.
 */
public final class AtomicsLibrary {
  /** Its name, which is its SONAME as well. */
  public static final String NAME = "libbackplane-atomics.so.1";

  private static final ShippedLibrary LIBRARY =
      new ShippedLibrary(NAME, "atomics", AtomicsLibrary.class::getResourceAsStream);

  private AtomicsLibrary() {}

  /**
   * Gives the library as a file. It is written into the user's cache, in a folder that is named
   * after its content, unless it is there.
   *
   * @return where it is; empty if there is none for this machine
   * @throws UncheckedIOException if it cannot be written
   */
  public static Optional<Path> file() {
    return LIBRARY.file();
  }
}
