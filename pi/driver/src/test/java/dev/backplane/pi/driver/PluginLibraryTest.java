package dev.backplane.pi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.NativeCall;
import dev.backplane.ffi.NativeLibrary;
import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiCalls;
import dev.backplane.pi.table.PiResult;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginLibraryTest {
  @TempDir static Path folder;

  private static Path host;

  @BeforeAll
  static void compile() {
    host = TestPlugin.host(folder, "15.49");
  }

  @ParameterizedTest
  @ValueSource(strings = {"14.38", "14.41", "15.43", "15.44", "15.45", "15.47", "15.49"})
  void eachVersionIsBoundByItsOwnList(String version) throws ReflectiveOperationException {
    Path plugin = TestPlugin.compile(folder, "echo.c", version);
    List<String> functions =
        SlotList.of(InterfaceVersion.parse(version).orElseThrow()).orElseThrow().functions();
    try (NativeLibrary same = NativeLibrary.open(plugin.toString())) {
      long arguments = argumentsOf(same);
      PluginLibrary bound = bind(plugin);
      assertThat(bound.version().toString()).isEqualTo(version + ".7");
      for (Method each : Pi.class.getMethods()) {
        NativeCall function = each.getAnnotation(NativeCall.class);
        if (function == null) {
          continue; // Of the table itself, none of its functions.
        }
        String prototype = function.value();
        int slot = functions.indexOf(prototype.substring(0, prototype.indexOf('(')));
        assertThat(call(bound.pi(), each, arguments))
            .as(prototype)
            .isEqualTo(slot < 0 ? PiResult.UNSUPPORTED_FEATURE : 1000 + slot);
      }
      assertThatThrownBy(bound::close)
          .hasMessageContaining("piTearDown answers " + (1000 + functions.indexOf("piTearDown")));
    }
  }

  /** Calls with arguments that are all different, and checks that they came over. */
  private static int call(Pi pi, Method function, long arguments)
      throws ReflectiveOperationException {
    Object[] values = new Object[function.getParameterCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          function.getParameterTypes()[i] == int.class
              ? (Object) (-1000 - i)
              : (Object) (0x1234_5678_0000_0000L + i);
    }
    int result = (int) function.invoke(pi, values);
    for (int i = 0; i < values.length && result >= 1000; i++) {
      long came = RawMemory.getLong(arguments + 8L * i);
      assertThat(values[i] instanceof Integer ? (Object) (int) came : (Object) came)
          .as(function + ", argument " + i)
          .isEqualTo(values[i]);
    }
    return result;
  }

  private static long argumentsOf(NativeLibrary library) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = arena.allocate(Long.BYTES);
      PiCalls.call(library.find("echo_arguments").orElseThrow(), pointer.address());
      return pointer.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  @Test
  void aPluginIsTornDownAndUnloaded() throws IOException {
    PluginLibrary bound = bind(host);
    assertThat(isMapped(host)).isTrue();
    bound.close();
    assertThat(isMapped(host)).isFalse();
  }

  @Test
  void aPluginIsFoundByItsNameInThePlacesOfTheLinker() {
    assertThatThrownBy(() -> bind(Path.of("libpi_nobody_has_this.so")))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENCY_UNSATISFIED))
        .hasMessageContaining("cannot open shared object file");
  }

  @Test
  void aFileThatIsNoLibraryFailsWithTheLinkersReason() throws IOException {
    Path text = Files.writeString(folder.resolve("libpi_text.so"), "no library");
    assertThatThrownBy(() -> bind(text)).hasMessageContaining("too short");
    Path undefined = TestPlugin.wrong(folder, "UNDEFINED");
    assertThatThrownBy(() -> bind(undefined)).hasMessageContaining("nobody_has_this_function");
  }

  @Test
  void aLibraryThatIsNoPluginIsRefused() throws IOException {
    Path plugin = TestPlugin.wrong(folder, "NO_ENTRY");
    refused(plugin, ErrorCode.SYMBOL_NOT_FOUND, "has no function piPluginInit");
  }

  @Test
  void aPluginThatRefusesTheVersionIsRefused() throws IOException {
    refused(
        TestPlugin.wrong(folder, "REFUSES"),
        ErrorCode.API_VERSION_MISMATCH,
        "refuses version 15.49 with PI_ERROR_INVALID_OPERATION",
        "known are [15.49, 15.48, 15.47, 15.46");
  }

  @Test
  void aPluginThatIsNewerThanTheHostRefusesItself() {
    assertThatThrownBy(
            () -> PluginLibrary.bind(host.toString(), new InterfaceVersion(15, 45), CallTrace.NONE))
        .hasMessageContaining("refuses version 15.45");
  }

  @Test
  void aPluginThatFailsIsRefusedWithItsError() throws IOException {
    refused(
        TestPlugin.wrong(folder, "FAILS"),
        ErrorCode.INITIALIZE_FAILED,
        "piPluginInit answers PI_ERROR_OUT_OF_RESOURCES");
  }

  @Test
  void versionsThatAreNoneAreRefused() throws IOException {
    refused(
        TestPlugin.wrong(folder, "SILENT"),
        ErrorCode.API_VERSION_MISMATCH,
        "wrote none of its own");
    refused(
        TestPlugin.wrong(folder, "GARBAGE"),
        ErrorCode.API_VERSION_MISMATCH,
        "'99999999999999999999' does not end");
    for (String version : List.of("hello", "15.49.x y", "")) {
      Path plugin = TestPlugin.compile(folder, "hostile.c", "15.49", "-DWRONG_VERSION=" + version);
      refused(plugin, ErrorCode.API_VERSION_MISMATCH, "is not MAJOR.MINOR.REVISION");
    }
  }

  @Test
  void versionsThatNobodyKnowsAreRefusedWithThoseThatAreKnown() throws IOException {
    for (String version : List.of("14.37.1", "14.43.1", "9.11.3", "16.0.0", "15.50.1")) {
      Path plugin = TestPlugin.compile(folder, "hostile.c", "15.49", "-DWRONG_VERSION=" + version);
      refused(
          plugin,
          ErrorCode.API_VERSION_MISMATCH,
          "its table is that of version " + version.substring(0, version.lastIndexOf('.')),
          "Known are [15.49, 15.48, 15.47, 15.46");
    }
  }

  @Test
  void aTableThatIsLongerThanItsVersionIsRefused() throws IOException {
    Path plugin = TestPlugin.compile(folder, "hostile.c", "15.49", "-DWRONG_VERSION=15.45.1");
    refused(
        plugin,
        ErrorCode.API_VERSION_MISMATCH,
        "says 15.45.1, whose table has 158 slots, but filled slot 158");
  }

  @Test
  void aTableWithoutRequiredFunctionsIsRefusedNamingThem() throws IOException {
    refused(
        TestPlugin.wrong(folder, "MISSING"),
        ErrorCode.SYMBOL_NOT_FOUND,
        "piContextCreate, piEnqueueEventsWait or piQueueFinish");
  }

  @Test
  void slotsThatPointToNoCodeAreRefused() throws IOException {
    refused(
        TestPlugin.wrong(folder, "WILD"),
        ErrorCode.PLUGIN_FAILED,
        "slot 52, piKernelCreate, points to 0x1234");
    refused(TestPlugin.wrong(folder, "DATA"), ErrorCode.PLUGIN_FAILED, "slot 52, piKernelCreate");
  }

  @Test
  void aTearDownThatFailsIsToldAndTheLibraryUnloaded() throws IOException {
    Path plugin = TestPlugin.wrong(folder, "TEAR_DOWN");
    PluginLibrary bound = bind(plugin);
    assertThatThrownBy(bound::close)
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.FINALIZE_FAILED))
        .hasMessageContaining("PI_ERROR_OUT_OF_RESOURCES");
    assertThat(isMapped(plugin)).isFalse();
  }

  @Test
  void optionalFunctionsThatAreMissingAnswerThatTheyAre() {
    try (PluginLibrary bound = bind(host)) {
      assertThat(bound.pi().usmEnqueueMemset(0, 0, 0, 0, 0, 0, 0))
          .isEqualTo(PiResult.UNSUPPORTED_FEATURE);
      assertThat(bound.pi().userEventCreate(0, 0)).isEqualTo(PiResult.UNSUPPORTED_FEATURE);
      assertThat(bound.pi().kernelGetArgInfo(0, 0, 0, 0, 0, 0))
          .as("beyond the table, found by name")
          .isEqualTo(PiResult.INVALID_KERNEL);
    }
  }

  @Test
  void eachStepIsTold() throws IOException {
    Notes notes = new Notes();
    PluginLibrary.bind(host.toString(), SlotList.NEWEST, notes).close();
    assertThat(notes.told)
        .containsExactly(
            "DEBUG dlopen(" + host + ")",
            "DEBUG piPluginInit of " + host + ", as version 15.49",
            "BASIC Plugin found and successfully loaded: " + host + " [ PluginVersion: 15.49.7 ]",
            "bound Pi",
            "BASIC Plugin torn down and unloaded: " + host);
    notes.told.clear();
    Path plugin = TestPlugin.wrong(folder, "REFUSES");
    assertThatThrownBy(() -> PluginLibrary.bind(plugin.toString(), SlotList.NEWEST, notes))
        .isInstanceOf(BackplaneException.class);
    assertThat(notes.told.getLast()).startsWith("DEBUG Failed to bind PI APIs to the plugin: ");
    notes.told.clear();
    assertThatThrownBy(() -> PluginLibrary.bind("libpi_none.so", SlotList.NEWEST, notes))
        .isInstanceOf(BackplaneException.class);
    assertThat(notes.told.getLast()).startsWith("DEBUG dlopen(libpi_none.so) failed with <");
  }

  @Test
  void bindingAgainAndAgainLeavesNothing() throws IOException {
    for (int i = 0; i < 20; i++) {
      bind(host).close();
    }
    int mappings = Files.readAllLines(Path.of("/proc/self/maps")).size();
    int files = openFiles();
    for (int i = 0; i < 200; i++) {
      bind(host).close();
    }
    assertThat(isMapped(host)).isFalse();
    assertThat(openFiles()).isLessThanOrEqualTo(files + 2);
    assertThat(Files.readAllLines(Path.of("/proc/self/maps")).size())
        .isLessThanOrEqualTo(mappings + 20);
  }

  private static int openFiles() throws IOException {
    try (var files = Files.list(Path.of("/proc/self/fd"))) {
      return (int) files.count();
    }
  }

  private static PluginLibrary bind(Path plugin) {
    return PluginLibrary.bind(plugin.toString(), SlotList.NEWEST, CallTrace.NONE);
  }

  private static boolean isMapped(Path library) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .anyMatch(line -> line.endsWith(library.toString()));
  }

  private static void refused(Path plugin, ErrorCode code, String... parts) throws IOException {
    assertThatThrownBy(() -> bind(plugin))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.subject()).isEqualTo(plugin.toString());
              assertThat(e.getMessage()).contains(parts);
            });
    assertThat(isMapped(plugin)).as("a refused plugin is unloaded").isFalse();
  }

  /** Keeps what it is told. */
  private static final class Notes implements CallTrace {
    final List<String> told = new ArrayList<>();

    @Override
    public <T> T bind(Class<T> type, T table) {
      told.add("bound " + type.getSimpleName());
      assertThat(Proxy.isProxyClass(table.getClass())).isFalse();
      return table;
    }

    @Override
    public void note(Detail detail, Supplier<String> step) {
      told.add(detail + " " + step.get());
    }
  }
}
