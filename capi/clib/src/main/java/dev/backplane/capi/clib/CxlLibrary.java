package dev.backplane.capi.clib;

import dev.backplane.ffi.ShippedLibrary;
import java.io.InputStream;
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

  /**
   * Opens a file that belongs to the library: {@code libcxl.h}, {@code misc/cxl.h}, or {@code
   * 60-cxl.rules} for udev. Modules do not see each other's resources.
   *
   * @param name its name
   * @return its content; empty if the build had no C compiler, or there is no such file
   */
  public static Optional<InputStream> companion(String name) {
    return Optional.ofNullable(CxlLibrary.class.getResourceAsStream(name));
  }
}
