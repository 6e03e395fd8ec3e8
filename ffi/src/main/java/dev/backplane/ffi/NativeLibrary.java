package dev.backplane.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A C library that was found and loaded. It stays loaded until the process ends, unless it is
 * {@linkplain #close() given back}: libraries that start threads or register exit functions do not
 * survive being unloaded. Immutable.
 */
public final class NativeLibrary implements AutoCloseable {
  private final String name;
  private final SymbolLookup symbols;
  private final Runnable unload;

  private NativeLibrary(String name, SymbolLookup symbols) {
    this(name, symbols, () -> {});
  }

  private NativeLibrary(String name, SymbolLookup symbols, Runnable unload) {
    this.name = name;
    this.symbols = symbols;
    this.unload = unload;
  }

  /** {@return the C library of this process, which is always there} */
  public static NativeLibrary c() {
    return new NativeLibrary("the C library", Calls.LINKER.defaultLookup());
  }

  /**
   * Loads a library.
   *
   * @param name its file name, for example {@code libxrt_coreutil.so.2}
   * @param folders where to look first, in order; then the dynamic linker looks in its own places
   * @return the library, with all its symbols resolved and none offered to others
   * @throws NativeLibraryMissing if no place has a library that loads, naming every place and what
   *     the dynamic linker says of it
   */
  public static NativeLibrary load(String name, List<Path> folders) {
    List<String> tried = new ArrayList<>();
    for (Path folder : folders) {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file)) {
        tried.add(folder + ": not there");
        continue;
      }
      try {
        return open(file.toString());
      } catch (NativeLibraryMissing e) {
        tried.add(folder + ": " + e.reason());
      }
    }
    try {
      return open(name);
    } catch (NativeLibraryMissing e) {
      tried.add("places of the dynamic linker (LD_LIBRARY_PATH, ldconfig): " + e.reason());
      throw new NativeLibraryMissing(name, tried);
    }
  }

  /**
   * Loads exactly the library that is named, with all its symbols resolved and none offered to
   * others. What the dynamic linker says against it is in the error.
   *
   * @param nameOrPath what the dynamic linker is asked for: a path if it has a slash, else a name
   *     that it looks for in its own places
   * @return the library
   * @throws NativeLibraryMissing if it does not load, with the linker's reason
   */
  public static NativeLibrary open(String nameOrPath) {
    long handle = DynamicLinker.open(nameOrPath);
    if (handle == 0) {
      throw new NativeLibraryMissing(nameOrPath, DynamicLinker.error());
    }
    return new NativeLibrary(
        nameOrPath,
        symbol ->
            Optional.of(MemorySegment.ofAddress(DynamicLinker.find(handle, symbol)))
                .filter(found -> found.address() != 0),
        () -> DynamicLinker.close(handle));
  }

  /**
   * Gives a library back that was {@linkplain #open opened}; others do not mind. Nothing of it may
   * be called afterwards. To be called once.
   */
  @Override
  public void close() {
    unload.run();
  }

  /** {@return the path or name that it was loaded by} */
  public String name() {
    return name;
  }

  /**
   * Finds a function.
   *
   * @param function its name
   * @return its address
   * @throws NativeLibraryMissing if the library has no such function
   */
  public MemorySegment function(String function) {
    return find(function)
        .orElseThrow(
            () ->
                new NativeLibraryMissing(
                    function, List.of(name + ": loaded, but has no such function")));
  }

  /** {@return the address of a function, if the library has it} */
  public Optional<MemorySegment> find(String function) {
    // Without the scope of the lookup, which a call would have to hold on to every time.
    return symbols.find(function).map(found -> MemorySegment.ofAddress(found.address()));
  }

  @Override
  public String toString() {
    return name;
  }
}
