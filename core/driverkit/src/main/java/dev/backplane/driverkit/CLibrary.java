package dev.backplane.driverkit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.NativeLibraryMissing;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Loads a C library for a driver. What is missing is a coded error that says what to do. */
public final class CLibrary {
  private CLibrary() {}

  /**
   * Loads a library from the first place that has one that loads.
   *
   * @param name its file name, for example {@code libxrt_coreutil.so.2}
   * @param folders where to look first; then the dynamic linker looks in its own places
   * @return the library
   * @throws BackplaneException {@link ErrorCode#DEPENDENCY_UNSATISFIED} naming every place and what
   *     the dynamic linker said there
   */
  public static NativeLibrary load(String name, List<Path> folders) {
    try {
      return NativeLibrary.load(name, folders);
    } catch (NativeLibraryMissing missing) {
      throw refused(name, missing);
    }
  }

  /**
   * Loads exactly the library that is named.
   *
   * @param nameOrPath a path if it has a slash, else a name that the dynamic linker looks for
   * @return the library; closing it unloads it
   * @throws BackplaneException {@link ErrorCode#DEPENDENCY_UNSATISFIED} with what the dynamic
   *     linker said
   */
  public static NativeLibrary open(String nameOrPath) {
    try {
      return NativeLibrary.open(nameOrPath);
    } catch (NativeLibraryMissing missing) {
      throw refused(nameOrPath, missing);
    }
  }

  private static BackplaneException refused(String library, NativeLibraryMissing missing) {
    return BackplaneException.because(
            ErrorCode.DEPENDENCY_UNSATISFIED, "it does not load: " + missing.reason())
        .during("load library")
        .on(library)
        .remedy("Install it or name the folder that it is in; ldd tells what it needs itself")
        .causedBy(missing)
        .build();
  }

  /**
   * Checks that a library has all functions without which it is of no use.
   *
   * @param library the library
   * @param functions their names
   * @throws BackplaneException {@link ErrorCode#SYMBOL_NOT_FOUND} naming all that it has not
   */
  public static void require(NativeLibrary library, String... functions) {
    List<String> missing =
        Arrays.stream(functions).filter(name -> library.find(name).isEmpty()).toList();
    if (!missing.isEmpty()) {
      throw BackplaneException.because(
              ErrorCode.SYMBOL_NOT_FOUND, "it has no function " + String.join(", ", missing))
          .during("load library")
          .on(library.name())
          .remedy("Use a version of the library that has it")
          .build();
    }
  }
}
