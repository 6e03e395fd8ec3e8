package dev.backplane.pi.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiCallbacks;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every implementation does, however its functions are reached. */
abstract class PiContract {
  static final String KERNELS =
      """
      kernel void add(global const int *a, global const int *b, global int *c) {
        size_t i = get_global_id(0);
        c[i] = a[i] + b[i];
      }
      kernel void fill(global int *out, int value) { out[get_global_id(0)] = value; }
      kernel void sums(global const int *in, global int *out, local int *mine) {
        size_t i = get_local_id(0);
        mine[i] = in[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0) {
          int sum = 0;
          for (size_t k = 0; k < get_local_size(0); k++) sum += mine[k];
          out[get_group_id(0)] = sum;
        }
      }
      """;

  private static final int[] ONE_TO_EIGHT = {1, 2, 3, 4, 5, 6, 7, 8};

  Rig rig;
  Pi pi;

  /** The implementation, or an assumption that says why there is none. */
  abstract Pi implementation();

  @BeforeEach
  void open() {
    pi = implementation();
    rig = new Rig(pi);
  }

  @AfterEach
  void close() {
    if (rig != null) {
      rig.close();
    }
  }

  private static void fails(int expected, int result) {
    assertThat(PiResult.name(result)).isEqualTo(PiResult.name(expected));
  }

  // ---- Platforms and devices

  @Test
  void platformsAreListedInTwoCalls() {
    long count = rig.room(8);
    rig.done(pi.platformsGet(0, 0, count));
    assertThat(RawMemory.getInt(count)).isPositive();
    fails(PiResult.INVALID_VALUE, pi.platformsGet(0, 0, 0));
    fails(PiResult.INVALID_VALUE, pi.platformsGet(0, rig.room(8), 0));
  }

  @Test
  void aPlatformTellsNameVersionAndBackend() {
    assertThat(rig.askedText((s, v, r) -> pi.platformGetInfo(rig.platform, 0x902, s, v, r)))
        .isNotBlank();
    assertThat(rig.askedText((s, v, r) -> pi.platformGetInfo(rig.platform, 0x901, s, v, r)))
        .startsWith("OpenCL ");
    assertThat(rig.askedNumber((s, v, r) -> pi.platformGetInfo(rig.platform, 0x21000, s, v, r)))
        .isEqualTo(2);
    fails(PiResult.INVALID_VALUE, pi.platformGetInfo(rig.platform, 0x21000, 2, rig.room(8), 0));
    fails(PiResult.INVALID_VALUE, pi.platformGetInfo(rig.platform, 0x902, 1, rig.room(8), 0));
    fails(PiResult.INVALID_VALUE, pi.platformGetInfo(rig.platform, 0x77, 8, rig.room(8), 0));
  }

  @Test
  void devicesThatAreNotThereAreNoError() {
    long count = rig.ints(77);
    rig.done(pi.devicesGet(rig.platform, 16, 0, 0, count));
    assertThat(RawMemory.getInt(count)).isZero();
  }

  @Test
  void aDeviceTellsWhatOpenClKnowsAndWhatTheInterfaceAdds() {
    assertThat(rig.askedText((s, v, r) -> pi.deviceGetInfo(rig.device, 0x102B, s, v, r)))
        .isNotBlank();
    assertThat(rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x1031, s, v, r)))
        .isEqualTo(rig.platform);
    assertThat(rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x10027, s, v, r)))
        .isEqualTo(1);
    assertThat(rig.asked((s, v, r) -> pi.deviceGetInfo(rig.device, 0x20002, s, v, r))).hasSize(24);
    // Relaxed order within a work group is what every device has.
    assertThat(rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x10111, s, v, r)) & 1)
        .isEqualTo(1);
    assertThat(rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x11000, s, v, r)) & 4)
        .isEqualTo(4);
    for (int query : new int[] {0x10021, 0x20110, 0x7fffffff}) {
      fails(PiResult.INVALID_VALUE, pi.deviceGetInfo(rig.device, query, 8, rig.room(8), 0));
    }
  }

  @Test
  void aDeviceIsPartitionedAndItsPartsAreReleased() {
    long parts = rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x1043, s, v, r));
    assumeTrue(parts >= 2, "the device cannot be partitioned");
    long count = rig.room(8);
    long equally = rig.longs(0x1086, 1, 0);
    rig.done(pi.devicePartition(rig.device, equally, 0, 0, count));
    int there = RawMemory.getInt(count);
    assertThat(there).isGreaterThanOrEqualTo(2);
    long devices = rig.room(8L * there);
    rig.done(pi.devicePartition(rig.device, equally, there, devices, 0));
    for (int i = 0; i < there; i++) {
      long part = RawMemory.getLong(devices + 8L * i);
      assertThat(rig.askedNumber((s, v, r) -> pi.deviceGetInfo(part, 0x1042, s, v, r)))
          .isEqualTo(rig.device);
      rig.done(pi.deviceRelease(part));
    }
    fails(
        PiResult.INVALID_VALUE, pi.devicePartition(rig.device, rig.longs(0x7777, 0), 0, 0, count));
  }

  @Test
  void theBinaryOfTheDevicesTargetIsSelectedElseTheLastPortableOne() {
    long type = rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x1000, s, v, r));
    String own = type == 2 ? "spir64_x86_64" : type == 4 ? "spir64_gen" : "spir64_fpga";
    long selected = rig.room(8);
    rig.done(select(selected, "spir64", "nvptx64", own, own));
    assertThat(RawMemory.getInt(selected)).isEqualTo(2);
    rig.done(select(selected, "spir64", "spir64", "nvptx64"));
    assertThat(RawMemory.getInt(selected)).isEqualTo(1);
    fails(PiResult.INVALID_BINARY, select(selected, "nvptx64", "spir", "<unknown>"));
    assertThat(RawMemory.getInt(selected)).isEqualTo(-1);
    fails(PiResult.INVALID_BINARY, select(selected));
  }

  private int select(long selected, String... targets) {
    long[] descriptors = new long[targets.length];
    for (int i = 0; i < targets.length; i++) {
      descriptors[i] = rig.room(96);
      RawMemory.putLong(descriptors[i] + 8, rig.text(targets[i]));
    }
    return pi.deviceSelectBinary(
        rig.device, targets.length == 0 ? 0 : rig.longs(descriptors), targets.length, selected);
  }

  @Test
  void timersAreReadTogetherOrRefused() {
    long device = rig.room(8);
    long host = rig.room(8);
    int result = pi.getDeviceAndHostTimer(rig.device, device, host);
    if (result == 0) {
      assertThat(RawMemory.getLong(device)).isPositive();
      assertThat(RawMemory.getLong(host)).isPositive();
      rig.done(pi.getDeviceAndHostTimer(rig.device, device, 0));
      rig.done(pi.getDeviceAndHostTimer(rig.device, 0, host));
    } else {
      fails(PiResult.INVALID_OPERATION, result);
      assertThat(pi.getDeviceAndHostTimer(rig.device, device, 0)).isEqualTo(result);
    }
    rig.done(pi.getDeviceAndHostTimer(rig.device, 0, 0));
  }

  @Test
  void anAbsentAbilitySaysSo() {
    fails(PiResult.UNSUPPORTED_FEATURE, pi.enablePeerAccess(rig.device, rig.device));
    fails(PiResult.UNSUPPORTED_FEATURE, pi.disablePeerAccess(rig.device, rig.device));
    fails(
        PiResult.UNSUPPORTED_FEATURE,
        pi.peerAccessGetInfo(rig.device, rig.device, 0, 4, rig.room(4), 0));
  }

  @Test
  void optionsOfAFrontEndAreTranslated() {
    long out = rig.room(8);
    rig.done(pi.pluginGetBackendOption(rig.platform, rig.text("-O0"), out));
    assertThat(RawMemory.at(RawMemory.getLong(out), 16).getString(0)).isEqualTo("-cl-opt-disable");
    rig.done(pi.pluginGetBackendOption(rig.platform, rig.text("-O2"), out));
    assertThat(RawMemory.getByte(RawMemory.getLong(out))).isZero();
    fails(
        PiResult.INVALID_VALUE,
        pi.pluginGetBackendOption(rig.platform, rig.text("-fsanitize"), out));
    fails(PiResult.INVALID_VALUE, pi.pluginGetBackendOption(rig.platform, 0, out));
  }

  // ---- UnitReservations and queues

  @Test
  void aContextKnowsItsDevice() {
    assertThat(rig.askedNumber((s, v, r) -> pi.contextGetInfo(rig.context, 0x1081, s, v, r)))
        .isEqualTo(rig.device);
    assertThat(rig.askedNumber((s, v, r) -> pi.contextGetInfo(rig.context, 0x30000, s, v, r)))
        .isZero();
    fails(PiResult.INVALID_VALUE, pi.contextCreate(0, 0, 0, 0, 0, rig.room(8)));
    fails(PiResult.INVALID_VALUE, pi.contextCreate(0, 1, rig.longs(rig.device), 0, 0, 0));
  }

  @Test
  void theDeleterOfAContextIsCalledWhenItDies() throws Exception {
    CompletableFuture<Long> died = new CompletableFuture<>();
    MemorySegment deleter = Deleters.tell(died);
    long context = rig.made(out -> pi.contextCreate(0, 1, rig.longs(rig.device), 0, 0, out));
    int result = pi.contextSetExtendedDeleter(context, deleter.address(), 4711);
    if (result == PiResult.SUCCESS) {
      assertThat(died).isNotDone();
    } else {
      fails(PiResult.UNSUPPORTED_FEATURE, result);
    }
    rig.done(pi.contextRelease(context));
    if (result == PiResult.SUCCESS) {
      assertThat(died.get(10, TimeUnit.SECONDS)).isEqualTo(4711);
    }
  }

  @Test
  void aQueueHasTheFlagsThatWereAskedFor() {
    long outOfOrder = rig.queue(3);
    assertThat(rig.askedNumber((s, v, r) -> pi.queueGetInfo(outOfOrder, 0x1093, s, v, r)))
        .isEqualTo(3);
    // Flags that only other backends know change nothing.
    long hinted = rig.queue(2 | 32 | 256);
    assertThat(rig.askedNumber((s, v, r) -> pi.queueGetInfo(hinted, 0x1093, s, v, r))).isEqualTo(2);
    long old = rig.made(out -> pi.queueCreateWithFlags(rig.context, rig.device, 1, out));
    assertThat(rig.askedNumber((s, v, r) -> pi.queueGetInfo(old, 0x1093, s, v, r))).isEqualTo(1);
    rig.done(pi.queueRelease(old));
    long indexed = rig.longs(-2, 0, -1, 2, 0);
    long made = rig.made(out -> pi.queueCreate(rig.context, rig.device, indexed, out));
    rig.done(pi.queueRelease(made));
    fails(
        PiResult.INVALID_VALUE,
        pi.queueCreate(rig.context, rig.device, rig.longs(0x4242, 1, 0), rig.room(8)));
  }

  @Test
  void aQueueThatWaitsIsNotEmpty() {
    long event = rig.made(out -> pi.userEventCreate(rig.context, out));
    rig.done(pi.enqueueEventsWaitWithBarrier(rig.queue, 1, rig.longs(event), 0));
    assertThat(rig.askedNumber((s, v, r) -> pi.queueGetInfo(rig.queue, 0x2096, s, v, r))).isZero();
    rig.done(pi.eventSetStatus(event, 0));
    rig.done(pi.queueFinish(rig.queue));
    rig.done(pi.eventRelease(event));
  }

  // ---- Handles of the runtime below

  @Test
  void handlesAreOpenClsOwnAndAreHeldWhereTheirOwnerKeepsThem() {
    long mem = rig.buffer(64L);
    assertThat(rig.made(out -> pi.memGetNativeHandle(mem, rig.device, out))).isEqualTo(mem);
    assertThat(rig.made(out -> pi.memCreateWithNativeHandle(mem, rig.context, 0, out)))
        .isEqualTo(mem);
    assertThat(rig.askedNumber((s, v, r) -> pi.memGetInfo(mem, 0x1105, s, v, r))).isEqualTo(2);
    rig.done(pi.memRelease(mem));
    assertThat(rig.made(out -> pi.memCreateWithNativeHandle(mem, rig.context, 1, out)))
        .isEqualTo(mem);
    assertThat(rig.askedNumber((s, v, r) -> pi.memGetInfo(mem, 0x1105, s, v, r))).isEqualTo(1);

    long kind = rig.ints(77);
    assertThat(rig.made(out -> pi.queueGetNativeHandle(rig.queue, out, kind))).isEqualTo(rig.queue);
    assertThat(RawMemory.getInt(kind)).isZero();
    assertThat(
            rig.made(
                out ->
                    pi.queueCreateWithNativeHandle(
                        rig.queue, 0, rig.context, rig.device, 0, 0, out)))
        .isEqualTo(rig.queue);
    rig.done(pi.queueRelease(rig.queue));
    assertThat(
            rig.made(
                out ->
                    pi.contextCreateWithNativeHandle(
                        rig.context, 1, rig.longs(rig.device), 0, out)))
        .isEqualTo(rig.context);
    rig.done(pi.contextRelease(rig.context));
    assertThat(rig.made(out -> pi.deviceGetNativeHandle(rig.device, out))).isEqualTo(rig.device);
    assertThat(rig.made(out -> pi.deviceCreateWithNativeHandle(rig.device, 0, out)))
        .isEqualTo(rig.device);
    assertThat(rig.made(out -> pi.platformGetNativeHandle(rig.platform, out)))
        .isEqualTo(rig.platform);
    assertThat(rig.made(out -> pi.platformCreateWithNativeHandle(rig.platform, out)))
        .isEqualTo(rig.platform);
    assertThat(rig.made(out -> pi.contextGetNativeHandle(rig.context, out))).isEqualTo(rig.context);
    fails(PiResult.INVALID_VALUE, pi.deviceGetNativeHandle(rig.device, 0));
    fails(
        PiResult.INVALID_MEM_OBJECT, pi.memCreateWithNativeHandle(0, rig.context, 0, rig.room(8)));
  }

  // ---- Memory

  @Test
  void buffersAreWrittenReadCopiedAndFilled() {
    long a = rig.buffer(ONE_TO_EIGHT);
    long b = rig.buffer(32L);
    rig.done(pi.enqueueMemBufferCopy(rig.queue, a, b, 0, 16, 16, 0, 0, 0));
    rig.done(pi.enqueueMemBufferFill(rig.queue, b, rig.ints(9), 4, 0, 16, 0, 0, 0));
    assertThat(rig.content(b, 8)).containsExactly(9, 9, 9, 9, 1, 2, 3, 4);
    rig.done(pi.enqueueMemBufferWrite(rig.queue, b, 1, 4, 8, rig.ints(70, 80), 0, 0, 0));
    assertThat(rig.content(b, 4)).containsExactly(9, 70, 80, 9);
  }

  @Test
  void placesOutsideABufferAreRefused() {
    long a = rig.buffer(32L);
    fails(
        PiResult.INVALID_VALUE,
        pi.enqueueMemBufferRead(rig.queue, a, 1, 16, 32, rig.room(64), 0, 0, 0));
    fails(PiResult.INVALID_VALUE, pi.enqueueMemBufferRead(rig.queue, a, 1, 0, 32, 0, 0, 0, 0));
    fails(
        PiResult.INVALID_VALUE,
        pi.enqueueMemBufferFill(rig.queue, a, rig.ints(1), 3, 0, 24, 0, 0, 0));
    fails(PiResult.MEM_COPY_OVERLAP, pi.enqueueMemBufferCopy(rig.queue, a, a, 0, 8, 16, 0, 0, 0));
    fails(PiResult.INVALID_BUFFER_SIZE, pi.memBufferCreate(rig.context, 1, 0, 0, rig.room(8), 0));
    fails(PiResult.INVALID_HOST_PTR, pi.memBufferCreate(rig.context, 1 | 32, 8, 0, rig.room(8), 0));
    fails(
        PiResult.INVALID_EVENT_WAIT_LIST,
        pi.enqueueMemBufferRead(rig.queue, a, 1, 0, 8, rig.room(8), 1, 0, 0));
  }

  @Test
  void boxesAreCopied() {
    // A plane of 4 x 4 words; the box is 2 x 2.
    int[] plane = new int[16];
    for (int i = 0; i < 16; i++) {
      plane[i] = i;
    }
    long a = rig.buffer(plane);
    long b = rig.buffer(new int[16]);
    long box = rig.longs(8, 2, 1);
    rig.done(
        pi.enqueueMemBufferCopyRect(
            rig.queue, a, b, rig.longs(4, 1, 0), rig.longs(0, 0, 0), box, 16, 0, 16, 0, 0, 0, 0));
    assertThat(rig.content(b, 6)).containsExactly(5, 6, 0, 0, 9, 10);
    long host = rig.room(16);
    rig.done(
        pi.enqueueMemBufferReadRect(
            rig.queue,
            a,
            1,
            rig.longs(8, 2, 0),
            rig.longs(0, 0, 0),
            box,
            16,
            0,
            8,
            0,
            host,
            0,
            0,
            0));
    assertThat(rig.intsAt(host, 4)).containsExactly(10, 11, 14, 15);
    rig.done(
        pi.enqueueMemBufferWriteRect(
            rig.queue,
            b,
            1,
            rig.longs(8, 0, 0),
            rig.longs(0, 0, 0),
            box,
            16,
            0,
            8,
            0,
            host,
            0,
            0,
            0));
    assertThat(rig.content(b, 8)).containsExactly(5, 6, 10, 11, 9, 10, 14, 15);
    fails(
        PiResult.INVALID_VALUE,
        pi.enqueueMemBufferReadRect(
            rig.queue,
            a,
            1,
            rig.longs(8, 3, 0),
            rig.longs(0, 0, 0),
            box,
            16,
            0,
            8,
            0,
            host,
            0,
            0,
            0));
  }

  @Test
  void aBufferIsMappedAndChangedInPlace() {
    long a = rig.buffer(ONE_TO_EIGHT);
    long mapped = rig.made(out -> pi.enqueueMemBufferMap(rig.queue, a, 1, 3, 8, 8, 0, 0, 0, out));
    assertThat(rig.intsAt(mapped, 2)).containsExactly(3, 4);
    RawMemory.putInt(mapped, 33);
    rig.done(pi.enqueueMemUnmap(rig.queue, a, mapped, 0, 0, 0));
    assertThat(rig.content(a, 4)).containsExactly(1, 2, 33, 4);
    fails(
        PiResult.INVALID_VALUE,
        pi.enqueueMemBufferMap(rig.queue, a, 1, 1, 24, 16, 0, 0, 0, rig.room(8)));
    fails(PiResult.INVALID_VALUE, pi.enqueueMemUnmap(rig.queue, a, 0, 0, 0, 0));
  }

  @Test
  void aPartOfABufferSharesItsBytes() {
    long align =
        rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x1019, s, v, r)) / Byte.SIZE;
    long whole = rig.buffer(2 * align);
    long part =
        rig.made(out -> pi.memBufferPartition(whole, 1, 0x1220, rig.longs(align, align), out));
    rig.done(pi.enqueueMemBufferFill(rig.queue, part, rig.ints(5), 4, 0, align, 0, 0, 0));
    long to = rig.room(8);
    rig.done(pi.enqueueMemBufferRead(rig.queue, whole, 1, align, 4, to, 0, 0, 0));
    assertThat(RawMemory.getInt(to)).isEqualTo(5);
    rig.done(pi.memRelease(part));
    fails(
        PiResult.INVALID_VALUE,
        pi.memBufferPartition(whole, 1, 0x1220, rig.longs(align, 2 * align), rig.room(8)));
  }

  @Test
  void imagesAreMadeFilledReadAndCopied() {
    assumeTrue(
        rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x1016, s, v, r)) == 1,
        "the device has no images");
    long rgba = rig.ints(0x10B5, 0x10DA);
    long description = rig.room(72);
    RawMemory.putInt(description, 0x10F1);
    RawMemory.putLong(description + 8, 4);
    RawMemory.putLong(description + 16, 2);
    long image = rig.made(out -> pi.memImageCreate(rig.context, 1, rgba, description, 0, out));
    long copy = rig.made(out -> pi.memImageCreate(rig.context, 1, rgba, description, 0, out));
    long origin = rig.longs(0, 0, 0);
    long region = rig.longs(4, 2, 1);
    rig.done(
        pi.enqueueMemImageFill(rig.queue, image, rig.ints(1, 2, 3, 4), origin, region, 0, 0, 0));
    rig.done(
        pi.enqueueMemImageWrite(
            rig.queue, image, 1, origin, rig.longs(1, 1, 1), 0, 0, rig.ints(0x0a0b0c0d), 0, 0, 0));
    rig.done(pi.enqueueMemImageCopy(rig.queue, image, copy, origin, origin, region, 0, 0, 0));
    long pixels = rig.room(32);
    rig.done(pi.enqueueMemImageRead(rig.queue, copy, 1, origin, region, 0, 0, pixels, 0, 0, 0));
    assertThat(rig.intsAt(pixels, 2)).containsExactly(0x0a0b0c0d, 0x04030201);
    assertThat(rig.askedNumber((s, v, r) -> pi.memImageGetInfo(image, 0x1114, s, v, r)))
        .isEqualTo(4);
    rig.done(pi.memRelease(image));
    rig.done(pi.memRelease(copy));
    int unknown =
        rig.pi.memImageCreate(rig.context, 1, rig.ints(7, 7), description, 0, rig.room(8));
    assertThat(unknown).isNegative();
  }

  @Test
  void aSamplerHasItsProperties() {
    long properties = rig.longs(0x1152, 0, 0x1153, 0x1131, 0x1154, 0x1141, 0);
    long sampler = rig.made(out -> pi.samplerCreate(rig.context, properties, out));
    assertThat(rig.askedNumber((s, v, r) -> pi.samplerGetInfo(sampler, 0x1154, s, v, r)))
        .isEqualTo(0x1141);
    rig.done(pi.samplerRetain(sampler));
    rig.done(pi.samplerRelease(sampler));
    rig.done(pi.samplerRelease(sampler));
    fails(
        PiResult.INVALID_VALUE,
        pi.samplerCreate(rig.context, rig.longs(0x9999, 1, 0), rig.room(8)));
  }

  // ---- Programs

  @Test
  void aProgramThatDoesNotCompileHasALogWithTheLine() {
    long program = rig.source("kernel void wrong(global int *a) {\n  a[0] = undefined_name;\n}\n");
    fails(
        PiResult.BUILD_PROGRAM_FAILURE,
        pi.programBuild(program, 1, rig.longs(rig.device), 0, 0, 0));
    assertThat(
            rig.askedText(
                (s, v, r) -> pi.programGetBuildInfo(program, rig.device, 0x1183, s, v, r)))
        .contains("undefined_name")
        .containsPattern(":2:\\d+");
    assertThat(
            (int)
                rig.askedNumber(
                    (s, v, r) -> pi.programGetBuildInfo(program, rig.device, 0x1181, s, v, r)))
        .isEqualTo(-2);
    fails(
        PiResult.INVALID_PROGRAM_EXECUTABLE,
        pi.kernelCreate(program, rig.text("wrong"), rig.room(8)));
  }

  @Test
  void optionsReachTheCompiler() {
    long program = rig.source("kernel void k(global int *a) { a[0] = ANSWER; }");
    rig.done(pi.programBuild(program, 1, rig.longs(rig.device), rig.text("-DANSWER=42"), 0, 0));
    long kernel = rig.kernel(program, "k");
    long a = rig.buffer(4L);
    rig.done(pi.kernelSetArgMemObj(kernel, 0, 0, rig.longs(a)));
    rig.run(kernel, 1);
    assertThat(rig.content(a, 1)).containsExactly(42);
    assertThat(
            rig.askedText(
                (s, v, r) -> pi.programGetBuildInfo(program, rig.device, 0x1182, s, v, r)))
        .contains("-DANSWER=42");
    fails(
        PiResult.INVALID_BUILD_OPTIONS,
        pi.programBuild(rig.source("kernel void k() {}"), 0, 0, rig.text("-no-such-option"), 0, 0));
  }

  @Test
  void programsAreCompiledApartAndLinked() {
    long library = rig.source("int twice(int x) { return 2 * x; }");
    long main =
        rig.source("int twice(int x); kernel void k(global int *a) { a[0] = twice(a[0]); }");
    long devices = rig.longs(rig.device);
    rig.done(pi.programCompile(library, 1, devices, 0, 0, 0, 0, 0, 0));
    rig.done(pi.programCompile(main, 1, devices, 0, 0, 0, 0, 0, 0));
    long linked =
        rig.made(
            out ->
                pi.programLink(rig.context, 1, devices, 0, 2, rig.longs(main, library), 0, 0, out));
    long kernel = rig.kernel(linked, "k");
    long a = rig.buffer(21, 0);
    rig.done(pi.kernelSetArgMemObj(kernel, 0, 0, rig.longs(a)));
    rig.run(kernel, 1);
    assertThat(rig.content(a, 1)).containsExactly(42);
    rig.done(pi.programRelease(linked));
  }

  @Test
  void aBinaryMakesTheProgramAgain() {
    long program = rig.built(KERNELS);
    long bytes = rig.askedNumber((s, v, r) -> pi.programGetInfo(program, 0x1165, s, v, r));
    assertThat(bytes).isPositive();
    long binary = rig.room(bytes);
    rig.done(pi.programGetInfo(program, 0x1166, 8, rig.longs(binary), 0));
    long status = rig.ints(77);
    long again =
        rig.made(
            out ->
                pi.programCreateWithBinary(
                    rig.context,
                    1,
                    rig.longs(rig.device),
                    rig.longs(bytes),
                    rig.longs(binary),
                    0,
                    0,
                    status,
                    out));
    assertThat(RawMemory.getInt(status)).isZero();
    rig.done(pi.programBuild(again, 1, rig.longs(rig.device), 0, 0, 0));
    assertThat(rig.askedText((s, v, r) -> pi.programGetInfo(again, 0x1168, s, v, r)))
        .contains("add", "fill", "sums");
    rig.done(pi.programRelease(again));
    long garbage = rig.room(64);
    fails(
        PiResult.INVALID_BINARY,
        pi.programCreateWithBinary(
            rig.context,
            1,
            rig.longs(rig.device),
            rig.longs(64),
            rig.longs(garbage),
            0,
            0,
            status,
            rig.room(8)));
  }

  @Test
  void refusesBytesThatAreNoSpirv() {
    byte[] garbage = "this is no SPIR-V module, whatever it says".getBytes(UTF_8);
    long il = rig.room(garbage.length);
    RawMemory.at(il, garbage.length).copyFrom(MemorySegment.ofArray(garbage));
    assertThat(pi.programCreate(rig.context, il, garbage.length, rig.room(8))).isNegative();
    assertThat(pi.programCreate(rig.context, 0, 0, rig.room(8))).isNegative();
  }

  @Test
  void specializationConstantsNeedSpirv() {
    assertThat(pi.programSetSpecializationConstant(rig.source(KERNELS), 1, 4, rig.ints(7)))
        .isNegative();
  }

  // ---- Kernels

  @Test
  void aKernelAddsVectors() {
    long kernel = rig.kernel(rig.built(KERNELS), "add");
    long c = rig.buffer(32L);
    rig.done(pi.kernelSetArgMemObj(kernel, 0, 0, rig.longs(rig.buffer(ONE_TO_EIGHT))));
    rig.done(pi.kernelSetArgMemObj(kernel, 1, 0, rig.longs(rig.buffer(ONE_TO_EIGHT))));
    rig.done(pi.kernelSetArgMemObj(kernel, 2, 0, rig.longs(c)));
    rig.run(kernel, 8);
    assertThat(rig.content(c, 8)).containsExactly(2, 4, 6, 8, 10, 12, 14, 16);
  }

  @Test
  void aKernelHasLocalMemoryAndWorkGroups() {
    long kernel = rig.kernel(rig.built(KERNELS), "sums");
    long out = rig.buffer(8L);
    rig.done(pi.kernelSetArgMemObj(kernel, 0, 0, rig.longs(rig.buffer(ONE_TO_EIGHT))));
    rig.done(pi.kernelSetArgMemObj(kernel, 1, 0, rig.longs(out)));
    rig.done(pi.kernelSetArg(kernel, 2, 16, 0));
    rig.done(pi.enqueueKernelLaunch(rig.queue, kernel, 1, 0, rig.longs(8), rig.longs(4), 0, 0, 0));
    assertThat(rig.content(out, 2)).containsExactly(10, 26);
    assertThat(
            rig.askedNumber(
                (s, v, r) -> pi.kernelGetGroupInfo(kernel, rig.device, 0x11B0, s, v, r)))
        .isPositive();
  }

  @Test
  void wrongArgumentsAreRefused() {
    long program = rig.built(KERNELS);
    long kernel = rig.kernel(program, "fill");
    fails(PiResult.INVALID_ARG_INDEX, pi.kernelSetArg(kernel, 2, 4, rig.ints(1)));
    fails(PiResult.INVALID_ARG_SIZE, pi.kernelSetArg(kernel, 1, 8, rig.longs(1)));
    fails(PiResult.INVALID_ARG_VALUE, pi.kernelSetArg(kernel, 1, 4, 0));
    fails(PiResult.INVALID_KERNEL, pi.kernelSetArg(0, 0, 4, rig.ints(1)));
    fails(
        PiResult.INVALID_KERNEL_ARGS,
        pi.enqueueKernelLaunch(rig.queue, kernel, 1, 0, rig.longs(8), 0, 0, 0, 0));
    fails(PiResult.INVALID_KERNEL_NAME, pi.kernelCreate(program, rig.text("none"), rig.room(8)));
    rig.done(pi.kernelSetArgMemObj(kernel, 0, 0, rig.longs(rig.buffer(32L))));
    rig.done(pi.kernelSetArg(kernel, 1, 4, rig.ints(3)));
    fails(
        PiResult.INVALID_WORK_DIMENSION,
        pi.enqueueKernelLaunch(rig.queue, kernel, 4, 0, rig.longs(8, 1, 1, 1), 0, 0, 0, 0));
    long tooMany = 1L << 30;
    fails(
        PiResult.INVALID_WORK_GROUP_SIZE,
        pi.enqueueKernelLaunch(
            rig.queue, kernel, 1, 0, rig.longs(tooMany), rig.longs(tooMany), 0, 0, 0));
  }

  @Test
  void aBufferOfAnotherContextIsRefused() {
    long other = rig.made(out -> pi.contextCreate(0, 1, rig.longs(rig.device), 0, 0, out));
    long foreign = rig.made(out -> pi.memBufferCreate(other, 1, 32, 0, out, 0));
    fails(
        PiResult.INVALID_CONTEXT,
        pi.enqueueMemBufferRead(rig.queue, foreign, 1, 0, 8, rig.room(8), 0, 0, 0));
    rig.done(pi.memRelease(foreign));
    rig.done(pi.contextRelease(other));
  }

  @Test
  void aKernelTellsItsArguments() {
    long program = rig.source(KERNELS);
    rig.done(
        pi.programBuild(program, 1, rig.longs(rig.device), rig.text("-cl-kernel-arg-info"), 0, 0));
    long kernel = rig.kernel(program, "fill");
    assertThat(rig.askedText((s, v, r) -> pi.kernelGetInfo(kernel, 0x1190, s, v, r)))
        .isEqualTo("fill");
    assertThat(rig.askedNumber((s, v, r) -> pi.kernelGetInfo(kernel, 0x1191, s, v, r)))
        .isEqualTo(2);
    assertThat(rig.askedText((s, v, r) -> pi.kernelGetArgInfo(kernel, 1, 0x119A, s, v, r)))
        .isEqualTo("value");
  }

  @Test
  void subGroupsAreToldIn32Bits() {
    long kernel = rig.kernel(rig.built(KERNELS), "fill");
    long value = rig.longs(-1);
    long size = rig.room(8);
    int result = pi.kernelGetSubGroupInfo(kernel, rig.device, 0x2033, 0, 0, 4, value, size);
    if (result == 0) {
      assertThat(RawMemory.getLong(size)).isEqualTo(4);
      assertThat(RawMemory.getInt(value + 4)).isEqualTo(-1);
    } else {
      assertThat(result).isIn(PiResult.INVALID_OPERATION, PiResult.UNSUPPORTED_FEATURE);
    }
  }

  @Test
  void functionsOfTheDeviceHaveAnAddressWhereTheExtensionIs() {
    long program = rig.built(KERNELS);
    long out = rig.room(8);
    assertThat(pi.getDeviceFunctionPointer(rig.device, program, rig.text("none"), out))
        .isNegative();
    assertThat(pi.getGlobalVariablePointer(rig.device, program, rig.text("none"), rig.room(8), out))
        .isNegative();
  }

  // ---- Events

  @Test
  void commandsWaitForEventsAndHaveTimes() {
    long gate = rig.made(out -> pi.userEventCreate(rig.context, out));
    long a = rig.buffer(new int[8]);
    long fill = rig.room(8);
    rig.done(
        pi.enqueueMemBufferFill(rig.queue, a, rig.ints(6), 4, 0, 32, 1, rig.longs(gate), fill));
    long filled = RawMemory.getLong(fill);
    assertThat(rig.askedNumber((s, v, r) -> pi.eventGetInfo(filled, 0x11D3, s, v, r))).isPositive();
    fails(
        PiResult.PROFILING_INFO_NOT_AVAILABLE,
        pi.eventGetProfilingInfo(filled, 0x1283, 8, rig.room(8), 0));
    rig.done(pi.eventSetStatus(gate, 0));
    rig.done(pi.eventsWait(1, fill));
    long start = rig.askedNumber((s, v, r) -> pi.eventGetProfilingInfo(filled, 0x1282, s, v, r));
    long end = rig.askedNumber((s, v, r) -> pi.eventGetProfilingInfo(filled, 0x1283, s, v, r));
    assertThat(start).isPositive().isLessThanOrEqualTo(end);
    assertThat(rig.content(a, 1)).containsExactly(6);
    fails(PiResult.INVALID_OPERATION, pi.eventSetStatus(gate, 0));
    rig.done(pi.eventRelease(filled));
    rig.done(pi.eventRelease(gate));
    fails(PiResult.INVALID_VALUE, pi.eventsWait(0, 0));
  }

  @Test
  void anEventOfTheInterfaceHasHappenedWhenItIsMade() {
    long event = rig.made(out -> pi.eventCreate(rig.context, out));
    assertThat(rig.askedNumber((s, v, r) -> pi.eventGetInfo(event, 0x11D3, s, v, r))).isZero();
    assertThat(rig.made(out -> pi.eventGetNativeHandle(event, out))).isEqualTo(event);
    assertThat(rig.made(out -> pi.eventCreateWithNativeHandle(event, rig.context, 0, out)))
        .isEqualTo(event);
    rig.done(pi.eventRelease(event));
    rig.done(pi.eventRelease(event));
  }

  @Test
  void outOfOrderCommandsKeepTheirDependencies() {
    long queue = rig.queue(1);
    long a = rig.buffer(new int[256]);
    long previous = 0;
    for (int i = 1; i <= 20; i++) {
      long event = rig.room(8);
      long waits = previous == 0 ? 0 : rig.longs(previous);
      rig.done(
          pi.enqueueMemBufferFill(
              queue, a, rig.ints(i), 4, 0, 1024, previous == 0 ? 0 : 1, waits, event));
      if (previous != 0) {
        rig.done(pi.eventRelease(previous));
      }
      previous = RawMemory.getLong(event);
    }
    rig.done(pi.enqueueEventsWait(queue, 1, rig.longs(previous), 0));
    rig.done(pi.queueFinish(queue));
    rig.done(pi.eventRelease(previous));
    assertThat(rig.content(a, 256)).containsOnly(20);
  }

  @Test
  void aCallbackIsToldTheEventAndTheStatus() throws Exception {
    CompletableFuture<String> told = new CompletableFuture<>();
    long event = rig.made(out -> pi.userEventCreate(rig.context, out));
    long id =
        PiCallbacks.onEvent((handle, status) -> told.complete(handle + " " + status), _ -> {});
    rig.done(pi.eventSetCallback(event, 0, PiCallbacks.eventFunction(), id));
    assertThat(told).isNotDone();
    rig.done(pi.eventSetStatus(event, 0));
    assertThat(told.get(10, TimeUnit.SECONDS)).isEqualTo(event + " 0");
    rig.done(pi.eventRelease(event));
    fails(PiResult.INVALID_EVENT, pi.eventSetCallback(0, 0, PiCallbacks.eventFunction(), 0));
  }

  @Test
  void reportsAnExceptionOfACallbackAndGoesOn() throws Exception {
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    long event = rig.made(out -> pi.userEventCreate(rig.context, out));
    long id =
        PiCallbacks.onEvent(
            (_, _) -> {
              throw new IllegalStateException("thrown in a callback");
            },
            failed::complete);
    rig.done(pi.eventSetCallback(event, 0, PiCallbacks.eventFunction(), id));
    rig.done(pi.eventSetStatus(event, 0));
    assertThat(failed.get(10, TimeUnit.SECONDS)).hasMessage("thrown in a callback");
    rig.done(pi.eventRelease(event));
    rig.done(pi.queueFinish(rig.queue));
  }

  // ---- Unified memory

  @Test
  void memoryOfBothSidesIsFilledCopiedReadByKernelsAndFreed() {
    long can = rig.askedNumber((s, v, r) -> pi.deviceGetInfo(rig.device, 0x4192, s, v, r));
    long out = rig.room(8);
    int result = pi.usmSharedAlloc(out, rig.context, rig.device, 0, 64, 0);
    if ((can & 1) == 0) {
      fails(PiResult.UNSUPPORTED_FEATURE, result);
      return;
    }
    rig.done(result);
    long shared = RawMemory.getLong(out);
    rig.done(pi.usmEnqueueMemset(rig.queue, shared, 1, 64, 0, 0, 0));
    rig.done(pi.queueFinish(rig.queue));
    assertThat(rig.intsAt(shared, 16)).containsOnly(0x01010101);
    rig.done(pi.usmEnqueueMemcpy(rig.queue, 1, shared, rig.ints(5, 6), 8, 0, 0, 0));
    assertThat(rig.intsAt(shared, 3)).containsExactly(5, 6, 0x01010101);

    long kernel = rig.kernel(rig.built(KERNELS), "fill");
    rig.done(pi.kernelSetArgPointer(kernel, 0, 8, rig.longs(shared)));
    rig.done(pi.kernelSetArg(kernel, 1, 4, rig.ints(8)));
    rig.done(pi.kernelSetExecInfo(kernel, 0, 4, rig.ints(1)));
    rig.run(kernel, 16);
    assertThat(rig.intsAt(shared, 16)).containsOnly(8);

    assertThat(info(shared + 4, 0x419A) & 0xffffffffL).isEqualTo(0x4199);
    assertThat(info(shared + 4, 0x419B)).isEqualTo(shared);
    assertThat(info(shared + 4, 0x419C)).isEqualTo(64);
    assertThat(info(shared + 4, 0x419D)).isEqualTo(rig.device);
    assertThat(info(rig.room(8), 0x419A) & 0xffffffffL).isEqualTo(0x4196);
    rig.done(pi.usmEnqueuePrefetch(rig.queue, shared, 64, 0, 0, 0, 0));
    fails(PiResult.INVALID_VALUE, pi.usmEnqueuePrefetch(rig.queue, shared, 64, 1, 0, 0, 0));
    rig.done(pi.usmEnqueueMemAdvise(rig.queue, shared, 64, 0, 0));
    rig.done(pi.queueFinish(rig.queue));
    rig.done(pi.usmFree(rig.context, shared));
  }

  private long info(long pointer, int name) {
    return rig.askedNumber((s, v, r) -> pi.usmGetMemAllocInfo(rig.context, pointer, name, s, v, r));
  }

  @Test
  void memoryIsOfTheKindThatWasAllocated() {
    long out = rig.room(8);
    int result = pi.usmDeviceAlloc(out, rig.context, rig.device, 0, 64, 0);
    if (result == PiResult.UNSUPPORTED_FEATURE) {
      return;
    }
    rig.done(result);
    long device = RawMemory.getLong(out);
    assertThat(info(device, 0x419A) & 0xffffffffL).isEqualTo(0x4198);
    rig.done(pi.usmFree(rig.context, device));
    if (pi.usmHostAlloc(out, rig.context, 0, 64, 64) == 0) {
      long host = RawMemory.getLong(out);
      assertThat(host % 64).isZero();
      assertThat(info(host, 0x419A) & 0xffffffffL).isEqualTo(0x4197);
      rig.done(pi.usmFree(rig.context, host));
    }
    assertThat(pi.usmDeviceAlloc(out, rig.context, rig.device, 0, 0, 0)).isNegative();
    rig.done(pi.usmImport(rig.room(8), 8, rig.context));
    rig.done(pi.usmRelease(rig.room(8), rig.context));
  }

  // ---- The plugin

  @Test
  void thereIsNoLastErrorAndTheEndIsQuiet() {
    long message = rig.room(8);
    rig.done(pi.pluginGetLastError(message));
    assertThat(RawMemory.getByte(RawMemory.getLong(message))).isZero();
    rig.done(pi.tearDown(0));
  }
}
