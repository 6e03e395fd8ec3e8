package dev.backplane.opae.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.driverkit.CLibrary;
import dev.backplane.ffi.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Loads plugins, each with variables of its own. The dynamic linker loads a file once, and whoever
 * loads it again gets the same variables; plugins keep their configuration in such. So while a
 * library is loaded, another instance gets a copy of its file.
 *
 * @param library what was loaded; closing it unloads it
 * @param file the plugin's own file, if the dynamic linker tells
 */
record LibraryFile(NativeLibrary library, Optional<Path> file) {
  /**
   * The folders in which OPAE keeps plugins. The dynamic linker looks in its own places afterwards.
   */
  private static final List<Path> FOLDERS =
      Stream.of("/usr/local/lib64/opae", "/usr/local/lib/opae", "/usr/lib64/opae", "/usr/lib/opae")
          .map(Path::of)
          .toList();

  private static final String SUFFIX = ".so";

  /** Guards the check whether a file is loaded together with the loading. */
  private static final Object LOADING = new Object();

  /** {@return the name with which the dynamic linker is asked for a library} */
  static String resolve(String library) {
    if (library.contains("/")) {
      return library;
    }
    String name = library.contains(SUFFIX) ? library : library + SUFFIX;
    return FOLDERS.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(Path::toString)
        .orElse(name);
  }

  /**
   * Loads a library that nobody else uses.
   *
   * @param name what {@link #resolve} gave
   */
  static LibraryFile open(String name) {
    synchronized (LOADING) {
      Optional<Path> loaded = NativeLibrary.loadedFile(name);
      if (loaded.isPresent()) {
        return new LibraryFile(copy(loaded.get()), loaded);
      }
      NativeLibrary library = CLibrary.open(name);
      return new LibraryFile(library, library.file());
    }
  }

  private static NativeLibrary copy(Path file) {
    try {
      Path folder = Files.createTempDirectory("backplane-opae-");
      Path copy = folder.resolve(file.getFileName().toString());
      try {
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        return CLibrary.open(copy.toString());
      } finally {
        // What is loaded needs its file no more.
        Files.deleteIfExists(copy);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw BackplaneException.because(
              ErrorCode.INITIALIZE_FAILED,
              "another instance uses it, and its file cannot be copied: " + e.getMessage())
          .during("load library")
          .on(file.toString())
          .remedy("Make room in the folder for temporary files, or use one instance of it")
          .causedBy(e)
          .build();
    }
  }
}
