package dev.backplane.opae.driver;

import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.NativeLibraryMissing;
import dev.backplane.ffi.WordCalls;
import dev.backplane.opae.clib.OpaeCLibrary;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The library that plugins call back into, which a C program has and a Java program has not. It is
 * loaded once, offers its symbols to the plugins that come after it, and stays. In a C program that
 * is served by Backplane it is there already.
 */
final class OpaeCSymbols {
  private static final class Loaded {
    static final Optional<NativeLibrary> LIBRARY = load();
  }

  private OpaeCSymbols() {}

  /** {@return whether plugins get its symbols} */
  static boolean offer() {
    return Loaded.LIBRARY.isPresent();
  }

  private static Optional<NativeLibrary> load() {
    try {
      Optional<NativeLibrary> there = NativeLibrary.findForOthers(OpaeCLibrary.NAME);
      return there.isPresent()
          ? there
          : OpaeCLibrary.file().map(file -> NativeLibrary.openForOthers(file.toString()));
    } catch (NativeLibraryMissing | UncheckedIOException e) {
      // A plugin that needs it is refused by the dynamic linker, which says so.
      return Optional.empty();
    }
  }

  /**
   * Frees properties that a plugin made with this library.
   *
   * @param place where their address is
   */
  static void destroyProperties(long place) {
    Optional<MemorySegment> destroy =
        Loaded.LIBRARY.flatMap(library -> library.find("fpgaDestroyProperties"));
    if (destroy.isPresent()) {
      WordCalls.call(destroy.get(), place);
    }
  }
}
