package dev.backplane.opae.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.driverkit.CLibrary;
import dev.backplane.driverkit.MemoryMap;
import dev.backplane.ffi.CText;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.Slab;
import dev.backplane.ffi.WordCalls;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.NativeOpae;
import dev.backplane.opae.abi.Opae;
import dev.backplane.opae.abi.TableLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A plugin that was loaded and configured: its library, and its table with the layout of the
 * release that it was built for. Whoever closes it has given back everything made from it before:
 * the code is gone afterwards.
 */
final class PluginLibrary implements AutoCloseable {
  /** The one function that a plugin offers by name. */
  static final String ENTRY = "opae_plugin_configure";

  /** Without them a plugin has nothing to offer. */
  private static final List<String> LEAST = List.of("fpgaEnumerate", "fpgaOpen", "fpgaClose");

  private final String name;
  private final NativeLibrary library;
  private final Arena arena;
  private final TableLayout layout;
  private final Map<String, MemorySegment> functions;
  private final Opae opae;
  private final CallTrace trace;
  private boolean isInitialized;

  private PluginLibrary(
      String name,
      NativeLibrary library,
      Arena arena,
      TableLayout layout,
      Map<String, MemorySegment> functions,
      CallTrace trace) {
    this.name = name;
    this.library = library;
    this.arena = arena;
    this.layout = layout;
    this.functions = functions;
    this.trace = trace;
    Opae direct = new NativeOpae(function -> functions.getOrDefault(function, MemorySegment.NULL));
    opae = trace.bind(Opae.class, direct);
  }

  /**
   * Loads a plugin and configures it. One that is refused is unloaded again.
   *
   * @param config which, and how
   * @param trace told of each step
   */
  static PluginLibrary bind(OpaeConfig config, CallTrace trace) {
    String name = LibraryFile.resolve(config.library());
    boolean offered = OpaeCSymbols.offer();
    trace.note(
        Detail.DEBUG,
        () -> "dlopen(%s), %s libopae-c".formatted(name, offered ? "with" : "without"));
    LibraryFile file = LibraryFile.open(name);
    NativeLibrary library = file.library();
    Arena arena = Arena.ofShared();
    try {
      CLibrary.require(library, ENTRY);
      PluginTable table = new PluginTable(name, library.handle(), arena);
      trace.note(Detail.DEBUG, () -> "%s of %s".formatted(ENTRY, name));
      configure(name, library, table, CText.write(config.json(), arena).address());
      TableLayout layout = layout(name, file, table, config);
      Map<String, MemorySegment> functions = functions(name, table, layout);
      trace.note(
          Detail.BASIC,
          () ->
              "Plugin configured: %s, with %d functions of layout %s (OPAE %s)"
                  .formatted(name, functions.size(), layout, layout.releases()));
      return new PluginLibrary(name, library, arena, layout, functions, trace);
    } catch (RuntimeException e) {
      library.close();
      arena.close();
      throw e;
    }
  }

  private static void configure(String name, NativeLibrary library, PluginTable table, long json) {
    int result = (int) WordCalls.call(library.function(ENTRY), table.address(), json);
    if (result != 0) {
      throw refused(ErrorCode.CONFIGURE_FAILED, name, ENTRY + " answers " + result)
          .remedy("Compare 'config' with what the plugin's documentation says")
          .build();
    }
  }

  private static TableLayout layout(
      String name, LibraryFile file, PluginTable table, OpaeConfig config) {
    LayoutDetection detection = new LayoutDetection(table, NativeLibrary::symbolAt);
    if (config.layout().isPresent()) {
      TableLayout named = config.layout().get();
      String problem = detection.whyNot(named);
      if (!problem.isEmpty()) {
        throw refused(ErrorCode.API_VERSION_MISMATCH, name, problem)
            .remedy("Correct 'layout', or leave it out")
            .build();
      }
      return named;
    }
    return detection.detect(
        name,
        symbol -> file.library().find(symbol).isPresent(),
        file.file().map(NeededLibraries::of).orElse(List.of()));
  }

  private static Map<String, MemorySegment> functions(
      String name, PluginTable table, TableLayout layout) {
    MemoryMap code = MemoryMap.now();
    Map<String, MemorySegment> functions = new HashMap<>();
    for (String function : layout.functions()) {
      long offset = layout.offset(function).orElseThrow();
      long address = table.at(offset);
      if (address == 0) {
        continue;
      }
      if (!code.mayBeCode(address)) {
        throw refused(
                ErrorCode.PLUGIN_FAILED,
                name,
                "%s, at offset %d of its table, points to 0x%x, where no code is"
                    .formatted(function, offset, address))
            .remedy("This is a defect of the plugin, unless 'layout' is wrong")
            .build();
      }
      functions.put(function, MemorySegment.ofAddress(address));
    }
    List<String> missing =
        LEAST.stream().filter(function -> !functions.containsKey(function)).toList();
    if (!missing.isEmpty()) {
      throw refused(
              ErrorCode.SYMBOL_NOT_FOUND,
              name,
              "its table leaves empty what every plugin must have: " + String.join(", ", missing))
          .remedy("This is a defect of the plugin")
          .build();
    }
    return functions;
  }

  private static BackplaneException.Builder refused(ErrorCode code, String name, String problem) {
    return BackplaneException.because(code, problem).during("bind plugin").on(name);
  }

  String name() {
    return name;
  }

  TableLayout layout() {
    return layout;
  }

  Opae opae() {
    return opae;
  }

  /** {@return the names of the functions that it has} */
  Set<String> functions() {
    return functions.keySet().stream()
        .filter(function -> function.startsWith("fpga"))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Calls its hook for that.
   *
   * @return false if it says that there is no driver of its devices in the machine
   */
  boolean initialize() {
    trace.note(Detail.DEBUG, () -> "%s of %s".formatted(TableLayout.INITIALIZE, name));
    int result = hook(TableLayout.INITIALIZE);
    if (result == FpgaResult.NO_DRIVER) {
      return false;
    }
    if (result != 0) {
      throw refused(
              ErrorCode.INITIALIZE_FAILED, name, TableLayout.INITIALIZE + " answers " + result)
          .remedy("The plugin's documentation says why it may fail")
          .build();
    }
    isInitialized = true;
    return true;
  }

  private int hook(String function) {
    MemorySegment address = functions.get(function);
    return address == null ? 0 : (int) WordCalls.call(address);
  }

  /** {@return whether it may have devices of a family, or on a host; it says so if it wants to} */
  boolean supports(String hook, String what) {
    MemorySegment address = functions.get(hook);
    if (address == null) {
      return true;
    }
    try (Slab.Frame frame = Slab.frame()) {
      // Of a bool, C sets eight bits.
      return (byte) WordCalls.call(address, CText.write(what, frame).address()) != 0;
    }
  }

  /** Calls its hook for the end if it was initialised, then unloads it. */
  @Override
  public void close() {
    int result = isInitialized ? hook(TableLayout.FINALIZE) : 0;
    library.close();
    arena.close();
    trace.note(Detail.BASIC, () -> "Plugin finalised and unloaded: %s".formatted(name));
    if (result != 0) {
      throw refused(ErrorCode.FINALIZE_FAILED, name, TableLayout.FINALIZE + " answers " + result)
          .remedy("Nothing of it is used any more all the same")
          .build();
    }
  }
}
