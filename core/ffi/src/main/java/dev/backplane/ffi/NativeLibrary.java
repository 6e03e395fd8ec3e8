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

  /** The dynamic linker's handle; 0 of the C library. */
  private final long handle;

  private NativeLibrary(String name, SymbolLookup symbols, long handle) {
    this.name = name;
    this.symbols = symbols;
    this.handle = handle;
  }

  private NativeLibrary(String name, long handle) {
    this(
        name,
        symbol ->
            Optional.of(MemorySegment.ofAddress(DynamicLinker.find(handle, symbol)))
                .filter(found -> found.address() != 0),
        handle);
  }

  /** {@return the C library of this process, which is always there} */
  public static NativeLibrary c() {
    return new NativeLibrary("the C library", Calls.LINKER.defaultLookup(), 0);
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
    return new NativeLibrary(nameOrPath, handle);
  }

  /**
   * Loads exactly the library that is named and offers its symbols to all that are loaded later:
   * they are resolved by it, and need not find it themselves.
   *
   * @param nameOrPath as for {@link #open}
   * @return the library
   * @throws NativeLibraryMissing if it does not load, with the linker's reason
   */
  public static NativeLibrary openForOthers(String nameOrPath) {
    long handle = DynamicLinker.openForOthers(nameOrPath);
    if (handle == 0) {
      throw new NativeLibraryMissing(nameOrPath, DynamicLinker.error());
    }
    return new NativeLibrary(nameOrPath, handle);
  }

  /**
   * Finds a library that this process has loaded already and offers its symbols to all that are
   * loaded later.
   *
   * @param name the name that it has for the dynamic linker, its SONAME
   * @return the library, if it is loaded
   */
  public static Optional<NativeLibrary> findForOthers(String name) {
    long handle = DynamicLinker.findForOthers(name);
    return handle == 0 ? Optional.empty() : Optional.of(new NativeLibrary(name, handle));
  }

  /**
   * {@return the file of a library, if this process has it loaded already}
   *
   * @param nameOrPath as for {@link #open}
   */
  public static Optional<Path> loadedFile(String nameOrPath) {
    long handle = DynamicLinker.findLoaded(nameOrPath);
    if (handle == 0) {
      return Optional.empty();
    }
    String path = DynamicLinker.path(handle);
    DynamicLinker.close(handle);
    return Optional.of(Path.of(path.isEmpty() ? nameOrPath : path));
  }

  /**
   * {@return the name that a library exports for an address; empty if none begins there}
   *
   * @param address any address
   */
  public static Optional<String> symbolAt(long address) {
    String name = DynamicLinker.symbolAt(address);
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  /**
   * Gives a library back that was {@linkplain #open opened}; others do not mind. Nothing of it may
   * be called afterwards. To be called once.
   */
  @Override
  public void close() {
    if (handle != 0) {
      DynamicLinker.close(handle);
    }
  }

  /**
   * {@return the dynamic linker's own handle of it, as {@code dlopen} gives it, for C code that
   * looks up symbols itself}
   */
  public long handle() {
    return handle;
  }

  /** {@return the file that it was loaded from; empty if the linker does not tell} */
  public Optional<Path> file() {
    String path = handle == 0 ? "" : DynamicLinker.path(handle);
    return path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path));
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
