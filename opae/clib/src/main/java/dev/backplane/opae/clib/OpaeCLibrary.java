package dev.backplane.opae.clib;

import dev.backplane.ffi.ShippedLibrary;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The library {@code libopae-c.so.2}: what C programs and native plugins of OPAE are linked
 * against. It is a resource of this module where the build had a C compiler.
 */
public final class OpaeCLibrary {
  /** Its name, which is its SONAME as well. */
  public static final String NAME = "libopae-c.so.2";

  private static final ShippedLibrary LIBRARY =
      new ShippedLibrary(NAME, "opae-c", OpaeCLibrary.class::getResourceAsStream);

  private OpaeCLibrary() {}

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
