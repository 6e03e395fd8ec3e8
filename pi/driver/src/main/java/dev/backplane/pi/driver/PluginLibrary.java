package dev.backplane.pi.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.CallTrace.Detail;
import dev.backplane.driverkit.CLibrary;
import dev.backplane.driverkit.MemoryMap;
import dev.backplane.ffi.ForeignThread;
import dev.backplane.ffi.HandlerGuard;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.pi.table.NativePi;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiCallbacks;
import dev.backplane.pi.table.PiCalls;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * A plugin that was loaded and bound: its library, and its table with the slot list of its version.
 * Whoever closes it has closed everything made from it before: the code is gone afterwards.
 */
final class PluginLibrary implements AutoCloseable {
  /** The one function that a plugin offers by name. */
  static final String ENTRY = "piPluginInit";

  private final String name;
  private final NativeLibrary library;
  private final Arena arena;
  private final PluginVersion version;
  private final Pi pi;
  private final CallTrace trace;

  /** The threads that were there before this plugin: of others. */
  private final Set<ForeignThread> others = PiCallbacks.callers();

  private PluginLibrary(
      String name,
      NativeLibrary library,
      Arena arena,
      PluginVersion version,
      Pi pi,
      CallTrace trace) {
    this.name = name;
    this.library = library;
    this.arena = arena;
    this.version = version;
    this.pi = pi;
    this.trace = trace;
  }

  /**
   * Loads a plugin and binds it. One that is refused is unloaded again.
   *
   * @param name the path of its library, or a name that the dynamic linker finds
   * @param host the version that this side says it has
   * @param trace told of each step
   */
  static PluginLibrary bind(String name, InterfaceVersion host, CallTrace trace) {
    NativeLibrary library;
    trace.note(Detail.DEBUG, () -> "dlopen(%s)".formatted(name));
    try {
      library = CLibrary.open(name);
    } catch (BackplaneException e) {
      trace.note(Detail.DEBUG, () -> "dlopen(%s) failed with <%s>".formatted(name, e.problem()));
      throw e;
    }
    Arena arena = Arena.ofShared();
    try {
      PluginStruct struct = new PluginStruct(host, arena);
      trace.note(Detail.DEBUG, () -> "%s of %s, as version %s".formatted(ENTRY, name, host));
      initialize(name, library, struct, host);
      PluginVersion version = version(name, struct, host);
      Pi pi = new NativePi(functions(name, library, struct, version));
      trace.note(
          Detail.BASIC,
          () ->
              "Plugin found and successfully loaded: %s [ PluginVersion: %s ]"
                  .formatted(name, version));
      return new PluginLibrary(name, library, arena, version, trace.bind(Pi.class, pi), trace);
    } catch (RuntimeException e) {
      trace.note(
          Detail.DEBUG,
          () -> "Failed to bind PI APIs to the plugin: %s: %s".formatted(name, e.getMessage()));
      arena.close();
      library.close();
      throw e;
    }
  }

  private static void initialize(
      String name, NativeLibrary library, PluginStruct struct, InterfaceVersion host) {
    CLibrary.require(library, ENTRY);
    int result = initialize(library.function(ENTRY), struct);
    if (result == PiResult.INVALID_OPERATION) {
      throw refused(
              ErrorCode.API_VERSION_MISMATCH,
              name,
              "it refuses version %s with %s".formatted(host, PiResult.name(result)))
          .remedy("It needs a newer one; known are " + SlotList.known())
          .build();
    }
    if (result != PiResult.SUCCESS) {
      throw refused(ErrorCode.INITIALIZE_FAILED, name, ENTRY + " answers " + PiResult.name(result))
          .remedy("The plugin's documentation says why it may fail")
          .build();
    }
  }

  private static int initialize(MemorySegment entry, PluginStruct struct) {
    try (HandlerGuard _ = HandlerGuard.begin()) {
      return PiCalls.call(entry, struct.address().address());
    }
  }

  private static PluginVersion version(String name, PluginStruct struct, InterfaceVersion host) {
    String text =
        struct
            .pluginVersion()
            .orElseThrow(
                () ->
                    mismatch(
                            name,
                            "its version '%s' does not end within the field"
                                .formatted(struct.rawPluginVersion()))
                        .build());
    if (text.equals(host.toString())) {
      throw mismatch(name, "it left the version that it was given and wrote none of its own")
          .build();
    }
    PluginVersion version =
        PluginVersion.parse(text)
            .orElseThrow(
                () ->
                    mismatch(
                            name,
                            "its version '%s' is not MAJOR.MINOR.REVISION"
                                .formatted(struct.rawPluginVersion().replaceAll("\\.+$", "")))
                        .build());
    if (SlotList.of(version.speaks()).isEmpty()) {
      throw mismatch(name, "its table is that of version %s".formatted(version.speaks()))
          .remedy(
              "Known are %s; each version has functions in slots of its own"
                  .formatted(SlotList.known()))
          .build();
    }
    return version;
  }

  /** {@return the addresses of the plugin's functions by name, those beyond the table included} */
  private static Function<String, MemorySegment> functions(
      String name, NativeLibrary library, PluginStruct struct, PluginVersion version) {
    SlotList list = SlotList.of(version.speaks()).orElseThrow();
    List<String> names = list.functions();
    List<Integer> beyond = struct.filledFrom(names.size());
    if (!beyond.isEmpty()) {
      throw mismatch(
              name,
              "it says %s, whose table has %d slots, but filled slot %d"
                  .formatted(version, names.size(), beyond.getFirst()))
          .remedy("It was built against another version than it says")
          .build();
    }
    if (!list.sure() && struct.slot(names.size() - 1).address() == 0) {
      throw mismatch(
              name,
              ("it says %s, whose table may have other slots than the %d that are known,"
                      + " and left the last of them empty")
                  .formatted(version, names.size()))
          .remedy("Use a plugin of another version; known are " + SlotList.known())
          .build();
    }
    MemoryMap code = MemoryMap.now();
    Map<String, MemorySegment> found = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      MemorySegment address = struct.slot(i);
      if (!code.mayBeCode(address.address()) && address.address() != 0) {
        throw refused(
                ErrorCode.PLUGIN_FAILED,
                name,
                "slot %d, %s, points to 0x%x, where no code is"
                    .formatted(i, names.get(i), address.address()))
            .remedy("This is a defect of the plugin")
            .build();
      }
      found.put(names.get(i), address);
    }
    Function<String, MemorySegment> all =
        function -> {
          MemorySegment slot = found.get(function);
          // One of the tables that this version has not, or otherwise, is not looked for.
          return slot != null || SlotList.isInTables(function)
              ? Objects.requireNonNullElse(slot, MemorySegment.NULL)
              : library.find(function).orElse(MemorySegment.NULL);
        };
    List<String> missing = MinimumSet.missing(function -> all.apply(function).address() != 0);
    if (!missing.isEmpty()) {
      throw refused(
              ErrorCode.SYMBOL_NOT_FOUND,
              name,
              "its table leaves empty what every plugin must have: " + String.join(", ", missing))
          .remedy("This is a defect of the plugin")
          .build();
    }
    return all;
  }

  private static BackplaneException.Builder mismatch(String name, String problem) {
    return refused(ErrorCode.API_VERSION_MISMATCH, name, problem);
  }

  private static BackplaneException.Builder refused(ErrorCode code, String name, String problem) {
    return BackplaneException.because(code, problem).during("bind plugin").on(name);
  }

  String name() {
    return name;
  }

  PluginVersion version() {
    return version;
  }

  Pi pi() {
    return pi;
  }

  /** {@return the address of a function that the library exports, if it does} */
  OptionalLong function(String function) {
    return library
        .find(function)
        .map(found -> OptionalLong.of(found.address()))
        .orElse(OptionalLong.empty());
  }

  /**
   * Tells the plugin that it is over, then unloads it. Nothing made from it is used any more. Its
   * code stays where a thread that called back has not ended: it may be in that code.
   */
  @Override
  public void close() {
    int result = pi.tearDown(arena.allocate(Long.BYTES, Long.BYTES).address());
    arena.close();
    Set<ForeignThread> callers = new HashSet<>(PiCallbacks.callers());
    callers.removeAll(others);
    if (callers.stream().allMatch(ForeignThread::awaitEnd)) {
      library.close();
      trace.note(Detail.BASIC, () -> "Plugin torn down and unloaded: %s".formatted(name));
    } else {
      trace.note(
          Detail.BASIC,
          () -> "Plugin torn down, not unloaded: %s: a thread of it goes on".formatted(name));
    }
    if (result != PiResult.SUCCESS && result != PiResult.UNSUPPORTED_FEATURE) {
      throw refused(ErrorCode.FINALIZE_FAILED, name, "piTearDown answers " + PiResult.name(result))
          .remedy("Nothing of it is used any more all the same")
          .build();
    }
  }
}
