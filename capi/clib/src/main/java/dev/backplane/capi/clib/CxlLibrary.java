package dev.backplane.capi.clib;

import dev.backplane.ffi.ShippedLibrary;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The library {@code libcxl.so.1}: what C programs of coherent accelerators are linked against. It
 * asks a server that owns the cards. It is a resource of this module, with its headers {@code
 * libcxl.h} and {@code misc/cxl.h}, where the build had a C compiler.
 */
public final class CxlLibrary {
  /** Its name, which is its SONAME as well. */
  public static final String NAME = "libcxl.so.1";

  private static final ShippedLibrary LIBRARY =
      new ShippedLibrary(NAME, "cxl", CxlLibrary.class::getResourceAsStream);
  private static final ShippedLibrary ARCHIVE =
      new ShippedLibrary("libcxl.a", "cxl", CxlLibrary.class::getResourceAsStream);

  private static final ShippedLibrary DEVICES =
      new ShippedLibrary("libcxl-devices.so.1", "cxl", CxlLibrary.class::getResourceAsStream);

  private CxlLibrary() {}

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

  /**
   * Gives the same for programs that are linked without shared libraries, {@code libcxl.a}, as
   * {@link #file} does.
   *
   * @return where it is; empty if there is none for this machine
   * @throws UncheckedIOException if it cannot be written
   */
  public static Optional<Path> archive() {
    return ARCHIVE.file();
  }

  /**
   * Gives the library that is loaded before others ({@code LD_PRELOAD}), so that programs open
   * nodes of {@code /dev/cxl} by themselves. It needs {@link #file} beside itself or in {@code
   * LD_LIBRARY_PATH}.
   *
   * @return where it is; empty if there is none for this machine
   * @throws UncheckedIOException if it cannot be written
   */
  public static Optional<Path> devices() {
    return DEVICES.file();
  }
}
