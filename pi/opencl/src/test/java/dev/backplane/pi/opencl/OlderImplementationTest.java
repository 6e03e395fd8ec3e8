package dev.backplane.pi.opencl;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.CallTrace;
import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.opencl.icd.CLibrary;
import dev.backplane.pi.opencl.icd.Discovery;
import dev.backplane.pi.opencl.icd.IcdSettings;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ways around what an implementation does not have, and its extensions, on one that tells in
 * what it makes how it was asked.
 */
class OlderImplementationTest {
  @TempDir static Path folder;

  private static OpenClPi pi;

  private final Arena arena = Arena.ofAuto();

  @BeforeAll
  static void compile() {
    pi = only("older", CLibrary.source("older.c"));
  }

  private static OpenClPi only(String name, String source) {
    Path library = CLibrary.compile(folder, name, source);
    Discovery found =
        Discovery.of(
            new IcdSettings(
                Map.of(),
                folder,
                Optional.empty(),
                List.of(library.toString()),
                IcdSettings.Probing.NEVER,
                Duration.ZERO),
            CallTrace.NONE);
    assertThat(found.platforms()).as(found.toString()).hasSize(1);
    return OpenClPi.over(found.platforms()).getFirst();
  }

  private long room() {
    return arena.allocate(64, 8).address();
  }

  private long longs(long... values) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, values).address();
  }

  private long text(String text) {
    return arena.allocateFrom(text).address();
  }

  @Test
  void aKindOfDeviceThatIsNotThereIsNoError() {
    long count = longs(77);
    assertThat(pi.devicesGet(0, 4, 0, 0, count)).isZero();
    assertThat(RawMemory.getInt(count)).isZero();
  }

  @Test
  void aQueueIsMadeTheOldWay() {
    long out = room();
    assertThat(pi.queueCreate(1, 2, longs(-1, 2 | 4 | 32, 0), out)).isZero();
    // Queues on the device came with OpenCL 2.0.
    assertThat(RawMemory.getLong(out)).isEqualTo(0x1002);
  }

  @Test
  void aSamplerIsMadeOfItsValuesOneByOne() {
    long out = room();
    assertThat(pi.samplerCreate(1, longs(0x1152, 0, 0x1154, 0x1141, 0x1153, 0x1131, 0), out))
        .isZero();
    assertThat(RawMemory.getLong(out)).isEqualTo(0x1131_1141L);
    assertThat(pi.samplerCreate(1, 0, out)).isZero();
    assertThat(RawMemory.getLong(out)).isEqualTo(1L << 32 | 0x1132_1140L);
    assertThat(pi.samplerCreate(1, longs(0x9999, 0, 0), out)).isEqualTo(PiResult.INVALID_VALUE);
  }

  @Test
  void intermediateLanguageGoesThroughTheExtension() {
    long out = room();
    assertThat(pi.programCreate(1, room(), 4, out)).isZero();
    assertThat(RawMemory.getLong(out)).isEqualTo(0x11);
    assertThat(pi.programCreate(1, room(), 5, out)).isEqualTo(PiResult.INVALID_VALUE);
    assertThat(RawMemory.getLong(out)).isZero();
  }

  @Test
  void unifiedMemoryGoesThroughTheExtension() {
    long out = room();
    assertThat(pi.usmHostAlloc(out, 1, 0, 16, 8)).isZero();
    assertThat(RawMemory.getLong(out)).isEqualTo(0x100018);
    assertThat(pi.usmDeviceAlloc(out, 1, 2, 0, 16, 4)).isZero();
    assertThat(RawMemory.getLong(out)).isEqualTo(0x200014);
    assertThat(pi.usmDeviceAlloc(out, 1, 2, 0, 101, 4)).isEqualTo(PiResult.INVALID_BUFFER_SIZE);
    assertThat(pi.usmSharedAlloc(out, 1, 2, 0, 16, 2)).isZero();
    assertThat(RawMemory.getLong(out)).isEqualTo(0x300012);
    assertThat(pi.usmFree(1, 0x43)).isZero();
    assertThat(pi.usmFree(1, 0x42)).isEqualTo(PiResult.INVALID_VALUE);
    assertThat(pi.kernelSetArgPointer(1, 0, 8, longs(0x43))).isZero();
    assertThat(pi.kernelSetArgPointer(1, 0, 8, longs(0x42))).isEqualTo(PiResult.INVALID_ARG_VALUE);
    long kind = room();
    assertThat(pi.usmGetMemAllocInfo(1, 2, 0x419A, 4, kind, 0)).isZero();
    assertThat(RawMemory.getInt(kind)).isEqualTo(0x4197);
    long to = room();
    assertThat(pi.usmEnqueueMemset(1, to, 0x107, 8, 0, 0, 0)).isZero();
    assertThat(RawMemory.getLong(to)).isEqualTo(0x0707_0707_0707_0707L);
    assertThat(pi.usmEnqueueMemcpy(1, 1, to, longs(5), 8, 0, 0, 0)).isZero();
    assertThat(RawMemory.getLong(to)).isEqualTo(5);
  }

  @Test
  void aKernelThatReachesMemoryThroughPointersIsToldSoForEachKind() {
    long yes = arena.allocateFrom(JAVA_INT, 1).address();
    assertThat(pi.kernelSetExecInfo(1, 0, 4, yes)).isZero();
    assertThat(pi.kernelSetExecInfo(1, 0, 8, yes)).isEqualTo(PiResult.INVALID_VALUE);
    long told = room();
    assertThat(pi.kernelGetInfo(1, 0, 32, told, 0)).isZero();
    assertThat(RawMemory.at(told, 12).toArray(JAVA_INT)).containsExactly(0x4200, 0x4201, 0x4202);
  }

  @Test
  void aFunctionWithoutAddressSaysSo() {
    long out = room();
    assertThat(pi.getDeviceFunctionPointer(1, 2, text("there"), out)).isZero();
    assertThat(RawMemory.getLong(out)).isEqualTo(0x77);
    assertThat(pi.getDeviceFunctionPointer(1, 2, text("not there"), out))
        .isEqualTo(PiResult.FUNCTION_ADDRESS_IS_NOT_AVAILABLE);
  }

  @Test
  void thePlaceOnTheBusIsTold() {
    long out = room();
    assertThat(pi.deviceGetInfo(1, 0x10020, 64, out, 0)).isZero();
    assertThat(RawMemory.at(out, 16).getString(0, StandardCharsets.UTF_8))
        .isEqualTo("0001:3b:02.3");
  }

  @Test
  void functionsThatItLacksAreUnsupportedAndNeverCalled() {
    long out = room();
    assertThat(
            List.of(
                pi.contextCreate(0, 1, longs(1), 0, 0, out),
                pi.memBufferCreate(1, 1, 8, 0, out, 0),
                pi.memBufferCreate(1, 1, 8, 0, out, longs(0x4213, 1, 0)),
                pi.kernelSetArg(1, 0, 4, out),
                pi.kernelSetArgMemObj(1, 0, 0, out),
                pi.enqueueKernelLaunch(1, 2, 1, 0, out, 0, 0, 0, 0),
                pi.enqueueMemBufferMap(1, 2, 1, 1, 0, 8, 0, 0, 0, out),
                pi.eventCreate(1, out),
                pi.eventsWait(1, out),
                pi.eventSetCallback(1, 0, out, 0),
                pi.queueFinish(1),
                pi.queueGetInfo(1, 0x2096, 4, out, 0),
                pi.programLink(1, 0, 0, 0, 1, out, 0, 0, out),
                pi.contextSetExtendedDeleter(1, out, 0),
                pi.memCreateWithNativeHandle(1, 1, 0, out),
                pi.kernelGetSubGroupInfo(1, 2, 0x11B9, 0, 0, 4, out, 0),
                pi.usmEnqueuePrefetch(1, out, 8, 0, 0, 0, 0)))
        .containsOnly(PiResult.UNSUPPORTED_FEATURE);
    assertThat(pi.getDeviceAndHostTimer(1, out, out)).isEqualTo(PiResult.INVALID_OPERATION);
    assertThat(pi.programSetSpecializationConstant(1, 1, 4, out))
        .isEqualTo(PiResult.INVALID_PROGRAM);
  }
}
